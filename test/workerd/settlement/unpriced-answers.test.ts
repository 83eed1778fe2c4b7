import { expect, test } from 'vitest'
import type { PricingChange } from '../../../src/contract/back-office/settlement/pricing.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { context, move } from '../support/orders.ts'
import { aMerchant, asOrdered, operator, paths, post, rows, type Shop } from '../support/service.ts'
import { recorded } from './recorded-answers.ts'

// The law of fees: for a merchant that never had a price or a settlement account, answers and callbacks are as they were
// before there were prices, to the byte. What is compared with was recorded from the release before.

const notify = { notify_url: 'https://m.example/n', reverse_url: 'https://m.example/r' }

test('of a merchant without a price, every answer and callback is what it was, to the byte', async () => {
  const texts = [...(await answersOf('completed')), ...(await answersOf('all'))]
  expect(texts.join('\n')).toBe(recorded.trim())
})

test('of one with a price, callbacks of all events have the fee that stands then, others do not', async () => {
  const collection = { rate_ppm: 15_000, fixed: 300, min: 500, max: null }
  const pricing = { collection, payout: { fixed: 1_000 } }
  const fees = async (events: 'completed' | 'all') => {
    const texts = await answersOf(events, pricing)
    const bodies = texts.filter((one) => one.startsWith('callback '))
    return bodies.map((one) => JSON.parse(one.slice('callback '.length)).fee)
  }
  expect(await fees('completed')).toEqual(Array(7).fill(undefined))
  // Settled with 900.50, reversed, declared and confirmed, rejected; paid out, returned, cancelled.
  expect(await fees('all')).toEqual([16.51, 0, 0, 0, 10, 0, 0])
})

async function answersOf(
  events: 'completed' | 'all',
  change: PricingChange | null = null,
): Promise<string[]> {
  const shop = await aMerchant({ settings: { collection_events: events } })
  if (change !== null) await setPricing({ context, principal: operator, uid: shop.uid, change })
  const texts: string[] = []
  const asked = async (path: string, fields: object) => {
    const { status, body } = await post(shop, path, fields as never)
    texts.push(`${path} ${status} ${masked(JSON.stringify(body), shop)}`)
    return body.data
  }
  const sent = (n: string) => ({ orderid: `${shop.uid}-${n}`, amount: 1_000, ...notify })
  const settled = await asked(paths.create, sent('a'))
  await move.settle(settled.trade_no, { ...asOrdered, paidAmount: 90_050, manual: true })
  const reversed = await asked(paths.create, sent('b'))
  await move.settle(reversed.trade_no)
  await move.reverse(reversed.trade_no, { reason: '對錯', because: 'wrong_match' })
  const declared = await asked(paths.create, { ...sent('c'), status: 'succeeded' })
  await move.confirm(declared.trade_no)
  const rejected = await asked(paths.create, { ...sent('d'), status: 'succeeded' })
  await move.confirm(rejected.trade_no, { accept: false, reason: '未到帳' })
  await asked(paths.create, sent('e'))
  for (const name of 'abcde') await asked(paths.status, { orderid: `${shop.uid}-${name}` })
  const payee = { payee_name: 'x', amount: 200, ...notify }
  const payout = (n: string) => ({ serial_no: `${shop.uid}-${n}`, ...payee })
  const paid = await asked(paths.payouts, payout('p'))
  await move.process(paid.trade_no, { actualAmount: 19_000, override: true })
  const returned = await asked(paths.payouts, { ...payout('q'), status: 'processed' })
  await move.reversePayout(returned.trade_no, { reason: '退匯', because: 'money_returned' })
  const cancelled = await asked(paths.payouts, payout('r'))
  await move.cancel(cancelled.trade_no, '帳號錯誤')
  await asked(paths.payouts, payout('s'))
  for (const name of 'pqrs') await asked(paths.payoutStatus, { serial_no: `${shop.uid}-${name}` })
  await asked(paths.balance, {})
  await asked(paths.ledger, {})
  const bodies = await rows<{ body: string }>(
    'select body from callbacks where merchant_id = (select id from merchants where uid = ?) order by order_id',
    shop.uid,
  )
  return [...texts, ...bodies.map(({ body }) => `callback ${masked(body, shop)}`)]
}

// What differs from run to run: the merchant, times, and the numbers that the service gives. `last_outcome` is newer.
function masked(text: string, { uid }: Shop): string {
  return text
    .replaceAll(uid, 'UID')
    .replaceAll('"last_outcome":null,', '')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
    .replace(/\b[CP][0-9A-Z]{26}\b/g, 'NUMBER')
    .replace(/"(id|next_cursor)":"?[\d.]+"?/g, '"$1":ID')
}
