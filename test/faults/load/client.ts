import { setTimeout as sleep } from 'node:timers/promises'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import type { TestBed } from '../service/test-bed.ts'

/** A merchant that sends orders. */
export type Shop = { readonly uid: string; readonly secret: string }

/** An answer that came. */
export type Reply = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A client of the merchant API and of the back office. */
export type Client = {
  /** A signed call to the merchant API; null when the answer was lost. */
  sign(shop: Shop, path: string, fields: Record<string, unknown>): Promise<Reply | null>
  /** A call to the back office, as an operator or as `name:role`; null when the answer was lost. */
  backOffice(method: string, path: string, body?: object, actor?: string): Promise<Reply | null>
  readonly losses: Losses
}

type Losses = {
  /** Lost connections and time-outs. */
  lost: number
  /** Answers with HTTP 5xx. */
  faults: number
}

const answerMs = 20_000
const pauseMs = 20

/** A client of the test bed, which finds the service's present ports at each call. */
export function clientOf(bed: TestBed): Client {
  const losses: Losses = { lost: 0, faults: 0 }
  const send = async (
    method: string,
    url: string,
    json?: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Reply | null> => {
    try {
      const signal = AbortSignal.timeout(answerMs)
      const headers = { 'content-type': 'application/json', ...more }
      const sent = json === undefined ? {} : { body: json }
      const response = await fetch(url, { method, headers, signal, ...sent })
      const body = (await response.json()) as Reply['body']
      if (response.status < 500) return { status: response.status, body }
      losses.faults += 1
    } catch {
      losses.lost += 1
    }
    await sleep(pauseMs)
    return null
  }
  return {
    losses,
    async sign({ uid, secret }, path, fields) {
      const { payUrl } = await bed.up()
      const body = signedJson(uid, secret, fields)
      return send('POST', `${payUrl}/api/v1/merchant/${path}`, body)
    },
    async backOffice(method, path, body, actor) {
      const { backofficeUrl } = await bed.up()
      const as = actor === undefined ? {} : { 'x-local-actor': actor }
      return send(method, `${backofficeUrl}/api/${path}`, body && JSON.stringify(body), as)
    },
  }
}

/** Creates a merchant with money to pay out, and tells the receivers its secret. */
export async function createShop(bed: TestBed, client: Client, uid: string): Promise<Shop> {
  const created = await client.backOffice('POST', 'merchants', { uid, name: uid })
  const secret = created?.body.api_secret
  if (typeof secret !== 'string') throw new Error(`no merchant: ${JSON.stringify(created)}`)
  await bed.receivers.learn({ [uid]: secret })
  const fund = {
    amount: fundMinor / 100,
    bucket: 'available',
    reason: 'to pay out from',
    idempotency_key: uid,
  }
  const funded = await client.backOffice('POST', `merchants/${uid}/adjustments`, fund)
  if (funded?.status !== 201) throw new Error(`no money: ${JSON.stringify(funded)}`)
  return { uid, secret }
}

/** Each merchant's first deposit, in hundredths. */
export const fundMinor = 100_000_000_00
