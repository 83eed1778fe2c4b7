import { expect } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { type Answer, aContext, adjustShop, anId, paths, post, rows, type Shop } from './service.ts'

type Item = Readonly<Record<'bucket_from' | 'bucket_to' | 'trade_no' | 'event', string>> & {
  readonly amount: number
  /** From the merchant's first price on. */
  readonly fee?: number
}

/** Amounts in hundredths. */
export type Buckets = Readonly<Record<(typeof buckets)[number], number>>

const buckets = ['available', 'frozen', 'unconfirmed'] as const

/** All pages of a merchant's ledger; `null` when the last page was refused because of its cursor. */
export async function wholeLedger(
  shop: Shop,
  fields: Fields = {},
  between = async () => {},
  bindings?: Env,
) {
  const items: Item[] = []
  const pages: Answer['body']['data'][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await post(shop, paths.ledger, { ...fields, cursor }, bindings)
    if (status === 422 && body.errors?.cursor !== undefined) return null
    expect(body).toMatchObject({ ok: 1, message: 'success' })
    pages.push(body.data)
    items.push(...body.data.items)
    cursor = body.data.next_cursor
    if (cursor !== null) await between()
  }
  const [first, last] = [pages[0], pages.at(-1)]
  return { items, pages, opening: inHundredths(first.opening), closing: inHundredths(last.closing) }
}

/** The ledger of the request, whose pages must fit together. */
export async function soundLedger(shop: Shop, fields: Fields = {}, bindings?: Env) {
  const read = await wholeLedger(shop, fields, undefined, bindings)
  if (read === null) throw new Error('the pages do not fit together')
  expect(stoodAfter(read.opening, read.items)).toEqual(read.closing)
  return read
}

/** What stands after the items, by the merchant's own arithmetic. */
export function stoodAfter(opening: Buckets, items: readonly Item[]): Buckets {
  const balances = { ...opening }
  for (const { bucket_from: from, bucket_to: to, amount, fee = 0 } of items) {
    const payer = to === 'outside' ? from : to
    for (const bucket of buckets) {
      if (from === bucket) balances[bucket] -= Math.round(amount * 100)
      if (to === bucket) balances[bucket] += Math.round(amount * 100)
      if (payer === bucket) balances[bucket] -= Math.round(fee * 100)
    }
  }
  return balances
}

function inHundredths(amounts: Record<string, number>): Buckets {
  return Object.fromEntries(
    buckets.map((bucket) => [bucket, Math.round((amounts[bucket] ?? Number.NaN) * 100)]),
  ) as Buckets
}

/** What stood before a time (UTC seconds), by the entries alone. */
export async function balancesAt({ uid }: Pick<Shop, 'uid'>, at: number): Promise<Buckets> {
  const sums = buckets.map(
    (one) =>
      `coalesce(sum(amount * ((to_bucket = '${one}') - (from_bucket = '${one}'))), 0) as ${one}`,
  )
  const [balances] = await rows<Buckets>(
    `select ${sums.join()} from ledger_entries
     where merchant_id = (select id from merchants where uid = ?) and at < ?`,
    uid,
    at,
  )
  if (balances === undefined) throw new Error('no sums')
  return balances
}

/** A merchant's daily rows, by day. */
export async function daysOf({ uid }: Pick<Shop, 'uid'>): Promise<Record<number, Buckets>> {
  const found = await rows<Buckets & { day: number }>(
    `select day, available, frozen, unconfirmed from ledger_days
     where merchant_id = (select id from merchants where uid = ?)`,
    uid,
  )
  return Object.fromEntries(found.map(({ day, ...balances }) => [day, balances]))
}

/** The day as a request names it. */
export function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** Noon of a day in Taipei, in UTC milliseconds. */
export function noonOf(day: number): number {
  return (taipeiDayStart(day) + 43_200) * 1000
}

/** Books hundredths into a bucket, or out of it, at a time in UTC milliseconds. */
export async function book(
  { uid }: Pick<Shop, 'uid'>,
  amount: number,
  at = Date.now(),
  bucket: (typeof buckets)[number] = 'available',
): Promise<void> {
  const call = { amount, bucket, reason: 'x', idempotency_key: anId() }
  await adjustShop(uid, call, { context: aContext({ now: () => at }) })
}
