import { randomInt } from 'node:crypto'
import { type Body, sendExpecting, sendRequest } from '../demo/http.ts'
import { type LinkShop, merchantCalls } from '../demo/links.ts'
import { bankToken } from '../local/demo-accounts.ts'

export type LocalAddresses = {
  readonly payUrl: string
  readonly backofficeUrl: string
  readonly inspectorUrl: string
}

/** A new merchant with two bank accounts, on which the service matches and settles automatically. */
export type PlayShop = LinkShop & {
  readonly uid: string
  readonly backofficeUrl: string
  readonly accounts: readonly number[]
}

/** A second feed of the accounts, which reports the bank's lines under other ids. */
export const mirrorToken = `${bankToken}-mirror`

/** Creates the merchant and its accounts, each with a second person's approval if the server requires one. */
export async function openPlayShop(addresses: LocalAddresses): Promise<PlayShop> {
  const { payUrl, backofficeUrl, inspectorUrl } = addresses
  const uid = `PLAY${randomInt(1_000_000_000)}`
  const { api_secret: secret } = await create(backofficeUrl, 'merchants', {
    uid,
    name: `Play ${uid.slice(4)}`,
    settings: { auto: 'settle' },
  })
  const accounts: number[] = []
  while (accounts.length < 2) {
    const { id } = await create(backofficeUrl, 'bank-accounts', {
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
  const call = merchantCalls({ payUrl, uid, secret })
  return { uid, call, backofficeUrl, accounts, notifyUrl: `${inspectorUrl}/notify` }
}

async function create(backofficeUrl: string, path: string, fields: object): Promise<Body> {
  const api = `${backofficeUrl}/api`
  const request = { method: 'POST', url: `${api}/${path}`, json: JSON.stringify(fields) }
  const { status, body } = await sendRequest(request)
  if (status === 201) return body
  if (status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  const url = `${api}/approvals/${body.approval_id}/approve`
  const actor = 'second@play.example:operator'
  return sendExpecting(201, { method: 'POST', url, json: '{}', actor })
}
