import { randomInt } from 'node:crypto'
import { signedJson } from '../client/merchant-client.ts'
import { type Body, send, sendExpecting } from '../demo/http.ts'
import { bankToken } from '../local/demo-accounts.ts'

/** The addresses of a running local server. */
export type LocalAddresses = {
  readonly payUrl: string
  readonly backofficeUrl: string
  readonly inspectorUrl: string
}

/** A merchant for one play, with two bank accounts of its own, for which the service matches by itself. */
export type PlayShop = LocalAddresses & {
  readonly uid: string
  readonly secret: string
  readonly accounts: readonly number[]
}

/** A second program of the bank, which tells the accounts' lines under numbers of its own. */
export const mirrorToken = `${bankToken}-mirror`

/** Makes the merchant and its accounts; a second person agrees where the server asks for one. */
export async function openPlayShop(addresses: LocalAddresses): Promise<PlayShop> {
  const uid = `PLAY${randomInt(1_000_000_000)}`
  const create = (path: string, body: object) => asTwo(addresses, path, body)
  const merchant = await create('merchants', {
    uid,
    name: `Play ${uid.slice(4)}`,
    settings: { auto: 'settle' },
  })
  const accounts: number[] = []
  while (accounts.length < 2) {
    const { id } = await create('bank-accounts', {
      bank_code: '013',
      account_no: String(randomInt(1e11, 1e12)),
      holder_name: '試演商行',
      merchants: [uid],
      feeds: [bankToken, mirrorToken],
      statement_format: 'demo_utf8',
      auto: 'settle',
      auto_sources: ['feed'],
    })
    accounts.push(id)
  }
  return { ...addresses, uid, secret: merchant.api_secret, accounts }
}

/** A payment link of a member whose account is known; its order waits for an account. */
export async function aLink(
  { payUrl, inspectorUrl, uid, secret }: PlayShop,
  member: { readonly number: string; readonly name: string; readonly account: string },
  amount: number,
): Promise<Body> {
  const body = signedJson(uid, secret, {
    merchant_order_no: member.number,
    amount,
    member_no: member.number,
    member_name: member.name,
    payer_account_no: member.account,
    notify_url: `${inspectorUrl}/notify`,
    return_url: inspectorUrl,
  })
  const url = `${payUrl}/api/v1/merchant/payment-links/amount`
  return (await sendExpecting(200, 'POST', url, body)).data
}

async function asTwo({ backofficeUrl }: LocalAddresses, path: string, call: object): Promise<Body> {
  const answer = await send('POST', `${backofficeUrl}/api/${path}`, JSON.stringify(call))
  if (answer.status === 201) return answer.body
  const { status, body } = answer
  if (status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  const url = `${backofficeUrl}/api/approvals/${body.approval_id}/approve`
  return sendExpecting(201, 'POST', url, '{}', { 'x-local-actor': 'second@play.example:operator' })
}
