import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestBed } from '../service/test-bed.ts'
import { type Client, createShop, type Reply, type Shop } from './client.ts'
import { anOrder, type Order, pick } from './orders.ts'

/** Merchants and bank accounts for which the service gives accounts and settles by itself. */
type AutoScene = {
  readonly shops: readonly Shop[]
  /** The accounts' ids, by their numbers. */
  readonly accounts: ReadonlyMap<string, number>
}

/** What a member has paid by a link; `finalAt` of its order is when its line was posted. In UTC milliseconds. */
export type Payment = {
  readonly order: Order
  readonly createdAt: number
  readonly shownAt: number
}

/** A payer, whose digits nobody else has. */
type Payer = { readonly name: string; readonly last5: string }

const bank = 'service:bank'

/** Three merchants, and three accounts that the bank's feed posts to. */
export async function anAutoScene(bed: TestBed, client: Client): Promise<AutoScene> {
  const call = (method: string, path: string, body: object) =>
    untilAnswered(() => client.backOffice(method, path, body))
  const shops = await Promise.all(['A1', 'A2', 'A3'].map((uid) => createShop(bed, client, uid)))
  for (const { uid } of shops) {
    await call('PATCH', `merchants/${uid}`, { settings: { auto: 'settle' } })
  }
  const accounts = new Map<string, number>()
  for (const number of ['100200300401', '100200300402', '100200300403']) {
    const { id } = await call('POST', 'bank-accounts', {
      bank_code: '013',
      account_no: number,
      holder_name: '大安商行',
      feeds: [bank],
      auto: 'settle',
      auto_sources: ['feed'],
      auto_awaiting_max: 100_000_000,
    })
    accounts.set(number, Number(id))
  }
  return { shops, accounts }
}

/** So many payers, one after the other. */
export function* payers(most: number): Generator<Payer> {
  for (let n = 0; n < most; n += 1) yield { name: `付款人${n}`, last5: String(n).padStart(5, '0') }
}

/**
 * What a member does: gets a link, opens its page, waits for the account, and pays into it, as the bank's feed tells at
 * once. A request whose answer is lost is repeated.
 */
export async function payByLink(
  bed: TestBed,
  client: Client,
  { scene, payer }: { readonly scene: AutoScene; readonly payer: Payer },
): Promise<Payment> {
  const shop = pick(scene.shops.map((one) => [1, one] as const))
  // Few amounts, so that the digits alone tell one payer from another.
  const amount = pick([
    [1, 1_000],
    [1, 1_500],
    [1, 3_000],
  ])
  const callbackUrl = `${bed.receivers.http[0]}/success`
  const createdAt = Date.now()
  const request = {
    merchant_order_no: randomUUID(),
    member_no: payer.last5,
    member_name: payer.name,
    amount,
    payer_account_last5: payer.last5,
    notify_url: callbackUrl,
  }
  const link = await untilAnswered(() => client.sign(shop, 'payment-links/amount', request))
  const { orderid, trade_no: tradeNo } = link.data as Readonly<Record<string, string>>
  const account = await shownAccount(bed, String(link.wait_url), scene)
  const shownAt = Date.now()
  const line = {
    bank_account: account,
    booked_at: new Date(shownAt).toISOString(),
    amount,
    external_id: orderid,
    counterparty_last5: payer.last5,
    counterparty_name: payer.name,
  }
  await untilAnswered(() => client.backOffice('POST', 'bank-transactions', line, `${bank}:feed`))
  const order: Order = {
    ...anOrder(shop.uid, 'settled', callbackUrl),
    number: String(orderid),
    amount: amount * 100,
    tradeNo: String(tradeNo),
    created: true,
    finalAt: shownAt,
  }
  return { order, createdAt, shownAt }
}

// As the page does: drawn once, then asked for news with answers that are held.
async function shownAccount(bed: TestBed, waitUrl: string, scene: AutoScene): Promise<number> {
  const page = new URL(waitUrl).pathname
  let tag: string | null = null
  for (let path = page; ; ) {
    const { payUrl } = await bed.up()
    const headers: HeadersInit = tag === null ? {} : { 'if-none-match': tag, prefer: 'wait=20' }
    const signal = AbortSignal.timeout(heldMs)
    try {
      const response: Response = await fetch(payUrl + path, { headers, signal })
      const text = await response.text()
      for (const [number, id] of scene.accounts) if (text.includes(number)) return id
      if (response.ok) path = `${page}/state`
      else if (response.status < 500 && response.status !== 304) throw new NotShown(text)
      tag = response.headers.get('etag') ?? tag
    } catch (error) {
      if (error instanceof NotShown) throw error
      await sleep(lostMs)
    }
  }
}

class NotShown extends Error {}

const heldMs = 40_000
const lostMs = 20

async function untilAnswered(ask: () => Promise<Reply | null>): Promise<Reply['body']> {
  for (;;) {
    const reply = await ask()
    if (reply === null) continue
    if (reply.status < 300) return reply.body
    throw new Error(`HTTP ${reply.status} ${JSON.stringify(reply.body)}`)
  }
}
