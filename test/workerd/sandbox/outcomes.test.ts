import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { sandboxContext } from '../../../src/operations/merchant-contexts.ts'
import { placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { expectSoundBooks } from '../support/books.ts'
import { aLink, amountPath, tokenOf } from '../support/links.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { account, move } from '../support/orders.ts'
import { soundLedger } from '../support/own-ledger.ts'
import { aTestShop, outcomePath, play, recordsOf } from '../support/sandbox.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  patchShop,
  paths,
  type Shop,
} from '../support/service.ts'

// Endpoint 14: an order of a test merchant comes to the outcome that is asked for, by the moves of real ones.

const notify_url = 'https://m.example/notify'
const reverse_url = 'https://m.example/reverse'
const context = aContext({ wake: async () => undefined })
const reason = 'sandbox'
const asPaidOut = { voucherNo: null, processedAt: null } as const

const collect = async (shop: Shop, fields: Fields = {}) =>
  (await shop.create({ orderid: anId(), amount: 99.5, notify_url, ...fields })).body.data
    .trade_no as string

const declare = (shop: Shop) => collect(shop, { status: 'succeeded' })

const request = async (shop: Shop, fields: Fields = {}) => {
  const order = { serial_no: anId().slice(0, 40), amount: 40, payee_name: '林' }
  const { body } = await shop.call(paths.payouts, { ...order, notify_url, reverse_url, ...fields })
  return body.data.trade_no as string
}

const link = async (shop: Shop, fields: Fields = {}) =>
  (await shop.call(amountPath, aLink({ amount: 1000, ...fields }))).body.data.trade_no as string

type Way = readonly [
  name: string,
  make: (shop: Shop) => Promise<string>,
  ask: readonly Fields[],
  /** The same by the back office. */
  real: (tradeNo: string) => Promise<unknown>,
  answer: Fields,
]

const settle = (tradeNo: string, paidAmount: number | null = null) =>
  move.settle(tradeNo, { paidAmount, manual: paidAmount !== null })
const putAside = (tradeNo: string) => move.putAside(tradeNo, reason)
const reverse = (tradeNo: string) => move.reverse(tradeNo, { reason, because: 'wrong_match' })
const confirm = (tradeNo: string, accept: boolean) =>
  move.confirm(tradeNo, { accept, reason: accept ? '' : reason, override: false })
const process = (tradeNo: string, actualAmount: number | null = null) =>
  move.process(tradeNo, {
    ...asPaidOut,
    actualAmount,
    override: actualAmount === null ? ['balance'] : ['amount', 'balance'],
  })
const sendBack = (tradeNo: string) =>
  move.reversePayout(tradeNo, { reason, because: 'money_returned' })

const payout = { type: 'payout' }
const ways: readonly Way[] = [
  [
    'paid',
    collect,
    [{ outcome: 'paid' }],
    settle,
    { status: 'succeeded', paid_amount: 99.5, events: ['collection.completed'] },
  ],
  [
    'less',
    collect,
    [{ outcome: 'less' }],
    (no: string) => settle(no, 4_975),
    { status: 'manual', paid_amount: 49.75, events: ['collection.completed'] },
  ],
  [
    'less, so much',
    collect,
    [{ outcome: 'less', paid_amount: 7 }],
    (no: string) => settle(no, 700),
    { status: 'manual', paid_amount: 7 },
  ],
  [
    'exception',
    collect,
    [{ outcome: 'exception' }],
    putAside,
    { status: 'pending', paid_amount: 0, events: [], callback_status: 'none' },
  ],
  [
    'paid after an exception',
    collect,
    [{ outcome: 'exception' }, { outcome: 'paid' }],
    async (no: string) => [await putAside(no), await settle(no)],
    { status: 'manual', paid_amount: 99.5 },
  ],
  [
    'reversed',
    collect,
    [{ outcome: 'paid' }, { outcome: 'reversed' }],
    async (no: string) => [await settle(no), await reverse(no)],
    { status: 'pending', paid_amount: 0 },
  ],
  [
    'confirmed',
    declare,
    [{ outcome: 'paid' }],
    (no: string) => confirm(no, true),
    { status: 'succeeded', paid_amount: 99.5, events: ['collection.completed'] },
  ],
  [
    'rejected',
    declare,
    [{ outcome: 'cancelled' }],
    (no: string) => confirm(no, false),
    { status: 'pending', paid_amount: 0 },
  ],
  ['a paid link', link, [{ outcome: 'paid' }], settle, { status: 'succeeded', paid_amount: 1000 }],
  [
    'processed',
    request,
    [{ ...payout, outcome: 'paid' }],
    process,
    { status: 'processed', actual_amount: 40, events: ['payout.completed'] },
  ],
  [
    'processed with less',
    request,
    [{ ...payout, outcome: 'less' }],
    (no: string) => process(no, 2_000),
    { status: 'processed', actual_amount: 20, events: ['payout.completed'] },
  ],
  [
    'cancelled',
    request,
    [{ ...payout, outcome: 'cancelled', reason: '帳號錯誤' }],
    (no: string) => move.cancel(no, '帳號錯誤'),
    { status: 'cancelled', actual_amount: 0, events: ['payout.failed'] },
  ],
  [
    'returned',
    request,
    [
      { ...payout, outcome: 'paid' },
      { ...payout, outcome: 'reversed' },
    ],
    async (no: string) => [await process(no), await sendBack(no)],
    { status: 'cancelled', actual_amount: 0, events: ['payout.returned'] },
  ],
]

describe.each([
  ['by default', {}],
  ['with all events', { collection_events: 'all' }],
  ['in the legacy vocabulary', { callback_vocabulary: 'legacy', collection_events: 'all' }],
] as const)('%s, events, entries and the callback are those of a real order', (_name, settings) => {
  test.each(ways)('%s', async (_way, make, ask, real, expected) => {
    const shop = await aTestShop(settings)
    const [asked, moved] = [await make(shop), await make(shop)]
    let data: Fields = {}
    for (const fields of ask) data = await play(shop, { trade_no: asked, ...fields })
    await real(moved)
    expect(data).toMatchObject({ ...expected, outcome: ask.at(-1)?.outcome, trade_no: asked })
    const [one, other] = [await recordsOf(asked), await recordsOf(moved)]
    expect(like(one, asked)).toEqual(like(other, moved))
    expect(new Set(one.events.slice(1).map(({ actor }) => actor))).toEqual(new Set(['sandbox']))
    await expectQueried(shop, data)
    await soundLedger(shop)
  })

  test.each([
    ['expired', 'pending'],
    ['late', 'manual'],
  ])('%s: the time of a link ends as by the clock', async (outcome, status) => {
    const shop = await aTestShop(settings)
    const [asked, moved] = [await link(shop), await link(shop)]
    const data = await play(shop, { trade_no: asked, outcome })
    const sandbox = sandboxContext(context)
    if (sandbox === null) throw new Error('no sandbox')
    await inEveryDatabase({ ...context, now: () => Date.now() + 7_200_000 }, expireLinks)
    if (outcome === 'late') await settle(moved)
    expect(data).toMatchObject({ status, outcome })
    const [one, other] = [await recordsOf(asked), await recordsOf(moved)]
    expect(like(one, asked)).toEqual(like(other, moved))
    const told = outcome === 'late' ? 'collection.completed' : 'collection.expired'
    const isStated = outcome === 'late' || 'collection_events' in settings
    expect(data.events).toEqual(isStated ? [told] : [])
    await expectQueried(shop, data)
  })
})

test('a collection without a link expires, too, and a late deposit settles it', async () => {
  const shop = await aTestShop({ collection_events: 'all' })
  const tradeNo = await collect(shop)
  expect(await play(shop, { trade_no: tradeNo, outcome: 'expired' })).toMatchObject({
    status: 'pending',
    events: ['collection.expired'],
  })
  const { callbacks } = await recordsOf(tradeNo)
  expect(JSON.parse(callbacks[0]?.body ?? '')).toMatchObject({
    event: 'collection.expired',
    status: 'failed',
    paid_amount: 0,
    reason: 'expired',
  })
  const late = await play(shop, { trade_no: tradeNo, outcome: 'late' })
  expect(late).toMatchObject({ status: 'manual', paid_amount: 99.5 })
  expect((await shop.status({ tradeNo })).body.status).toBe('MANUAL PAID')
})

test('paid holds for money that was declared in another amount; none is not offered to be paid', async () => {
  const shop = await aTestShop()
  for (const paid_amount of [50, 150]) {
    const trade_no = await collect(shop, { status: 'succeeded', paid_amount })
    const paid = await play(shop, { trade_no, outcome: 'paid' })
    expect(paid).toMatchObject({ status: 'succeeded', paid_amount })
    expect(await play(shop, { trade_no, outcome: 'paid' })).toMatchObject({ paid_amount })
  }
  const trade_no = await collect(shop, { status: 'succeeded', paid_amount: 0 })
  const { body } = await shop.call(outcomePath, { trade_no, outcome: 'paid' })
  expect(body.message).toMatch(/目前可用：cancelled$/)
})

test('a member of an expired order is shown that the time is over, as after a real one', async () => {
  const shop = await aTestShop()
  const { body } = await shop.call(amountPath, aLink({ amount: 1000 }))
  await play(shop, { trade_no: body.data.trade_no, outcome: 'expired' })
  expect((await showWaitPage(context, tokenOf(body))).state).toBe('expired')
})

test('a member of a matched order is shown an account of no bank', async () => {
  const shop = await aTestShop()
  const { body } = await shop.call(amountPath, aLink({ amount: 1000 }))
  await move.match(body.data.trade_no, account, { context })
  const page = await showWaitPage(context, tokenOf(body))
  expect(page.account).toMatchObject({ accountNo: '0000-TEST', bankCode: '' })
  const tradeNo = await link(shop)
  await play(shop, { trade_no: tradeNo, outcome: 'matched' })
  expect((await shop.status({ tradeNo })).body.data).toMatchObject({
    collection_status: 'matched',
    collection_account_no: '0000-TEST',
    collection_bank_name: '測試銀行 000',
  })
  expect(await play(shop, { trade_no: tradeNo, outcome: 'paid' })).toMatchObject({
    status: 'succeeded',
  })
})

test('any of an order’s numbers names it, in current and earlier names, and several must agree', async () => {
  const shop = await aTestShop()
  const [orderid, merchant_order_no] = [anId(), anId()]
  const created = await shop.create({ orderid, merchant_order_no, amount: 10, notify_url })
  const { trade_no } = created.body.data
  for (const fields of [{ orderid }, { merchant_order_no }, { tradeNo: trade_no }, { trade_no }]) {
    expect(await play(shop, { ...fields, outcome: 'paid' })).toMatchObject({ orderid, trade_no })
  }
  const outcome = 'paid'
  expectRefused(
    await shop.call(outcomePath, { orderid, merchant_order_no: anId(), outcome }),
    422,
    'order_not_found',
  )
  expectRefused(await shop.call(outcomePath, { outcome }), 422, 'validation_error', [
    'merchant_order_no',
    'orderid',
    'tradeNo',
  ])
  expectRefused(
    await shop.call(outcomePath, { trade_no, type: 'payout', outcome }),
    422,
    'order_not_found',
  )
  expectRefused(
    await shop.call(outcomePath, { orderid, outcome: 'refunded', paid_amount: 0 }),
    422,
    'validation_error',
    ['outcome', 'paid_amount'],
  )
})

test('without a type a serial_no names a payout, and beside an orderid it does not', async () => {
  const shop = await aTestShop()
  const [serial_no, orderid] = [anId().slice(0, 40), anId()]
  await request(shop, { serial_no, merchant_order_no: orderid })
  await collect(shop, { orderid })
  const paid = await play(shop, { serial_no, outcome: 'paid' })
  expect(paid).toMatchObject({ type: 'payout', serial_no, status: 'processed' })
  const both = { serial_no, merchant_order_no: orderid, outcome: 'reversed' }
  expect(await play(shop, both)).toMatchObject({ type: 'payout', status: 'cancelled' })
  const asCollection = { serial_no, orderid, outcome: 'paid' }
  expect(await play(shop, asCollection)).toMatchObject({ type: 'collection', orderid })
  const said = await shop.call(outcomePath, { type: 'collection', serial_no, outcome: 'paid' })
  expect([said.status, said.body.error]).toEqual([422, 'validation_error'])
})

test('a paid amount above the order’s is booked as it was paid', async () => {
  const shop = await aTestShop()
  const order = { trade_no: await collect(shop), outcome: 'paid', paid_amount: '120.25' }
  expect(await play(shop, order)).toMatchObject({ status: 'succeeded', paid_amount: 120.25 })
  expect((await shop.balance()).body.balance).toBe(120.25)
})

describe('what cannot follow is refused, and says what can', () => {
  test.each([
    [collect, ['paid'], 'paid', { paid_amount: 50 }, ['已入帳 99.5', 'reversed']],
    [collect, ['paid'], 'expired', {}, ['已入帳 99.5', 'reversed']],
    [collect, ['paid'], 'late', {}, ['已入帳', 'reversed']],
    [collect, [], 'reversed', {}, ['等待付款', 'paid']],
    [collect, [], 'cancelled', {}, ['等待付款', 'expired']],
    [collect, ['matched'], 'reversed', {}, ['已配對', 'paid']],
    [collect, ['expired'], 'exception', {}, ['已逾期', 'late']],
    [collect, ['exception'], 'late', {}, ['異常', 'paid']],
    [collect, [], 'less', { paid_amount: 99.5 }, ['小於訂單金額']],
    [declare, [], 'reversed', {}, ['等待確認', 'cancelled']],
    [declare, [], 'less', {}, ['等待確認', 'paid']],
    [request, ['paid'], 'cancelled', {}, ['已完成 40', 'reversed']],
    [request, ['cancelled'], 'paid', {}, ['已取消', '新的訂單']],
    [request, ['paid', 'reversed'], 'cancelled', {}, ['退回', '新的訂單']],
    [request, [], 'reversed', {}, ['等待付款', 'paid']],
    [request, [], 'expired', {}, ['等待付款', 'cancelled']],
    [request, [], 'matched', {}, ['等待付款', 'cancelled']],
  ] as const)('%#', async (make, before, outcome, fields, said) => {
    const shop = await aTestShop()
    const order = { trade_no: await make(shop), type: make === request ? 'payout' : 'collection' }
    for (const one of before) await play(shop, { ...order, outcome: one })
    const records = await recordsOf(order.trade_no)
    const answer = await shop.call(outcomePath, { ...order, outcome, ...fields })
    expectRefused(answer, 422, 'outcome_not_possible')
    for (const labels of said) expect(answer.body.message).toContain(labels)
    expect((await recordsOf(order.trade_no)).events).toEqual(records.events)
  })

  test('a second payment of one link order, and an order that is held', async () => {
    const shop = await aTestShop()
    const merchant_order_no = anId()
    const first = await link(shop, { merchant_order_no })
    await play(shop, { trade_no: first, outcome: 'expired' })
    const second = await link(shop, { merchant_order_no })
    await play(shop, { trade_no: second, outcome: 'paid' })
    const again = await shop.call(outcomePath, { trade_no: first, outcome: 'paid' })
    expectRefused(again, 422, 'outcome_not_possible')
    const held = await collect(shop)
    await placeHold(context, operator, { trade_no: held, reason: 'test', case_no: '' })
    const answer = await shop.call(outcomePath, { trade_no: held, outcome: 'paid' })
    expectRefused(answer, 422, 'outcome_not_possible')
  })
})

test('an outcome that holds is answered again, and nothing more happens', async () => {
  const shop = await aTestShop({ collection_events: 'all' })
  const asked = [
    ...(['paid', 'less', 'late', 'expired', 'exception', 'matched'] as const).map((outcome) => ({
      make: collect,
      type: 'collection',
      asked: [outcome],
    })),
    { make: declare, type: 'collection', asked: ['cancelled'] },
    { make: collect, type: 'collection', asked: ['paid', 'reversed'] },
    ...(['paid', 'less', 'cancelled'] as const).map((outcome) => ({
      make: request,
      type: 'payout',
      asked: [outcome],
    })),
    { make: request, type: 'payout', asked: ['paid', 'reversed'] },
  ]
  for (const { make, type, asked: outcomes } of asked) {
    const trade_no = await make(shop)
    let first: Fields = {}
    for (const outcome of outcomes) first = await play(shop, { type, trade_no, outcome })
    const before = await recordsOf(trade_no)
    const again = await play(shop, { type, trade_no, outcome: outcomes.at(-1) })
    expect({ ...again, callback_status: '' }).toEqual({ ...first, callback_status: '' })
    const after = await recordsOf(trade_no)
    expect([after.events, after.entries]).toEqual([before.events, before.entries])
    expect(after.callbacks[0]?.event_number).toEqual(before.callbacks[0]?.event_number)
  }
})

test('of many calls at once each outcome has one effect at most', async () => {
  for (const outcomes of [
    ['paid', 'paid', 'paid', 'paid'],
    ['late', 'late', 'late'],
    ['paid', 'expired', 'less', 'exception', 'late', 'matched'],
  ]) {
    const shop = await aTestShop({ collection_events: 'all' })
    const trade_no = await collect(shop)
    const answers = await Promise.all(
      outcomes.map((outcome) => shop.call(outcomePath, { trade_no, outcome })),
    )
    const errors = answers.map(({ body }) => body.error ?? 'done')
    expect(errors.filter((error) => error !== 'done' && error !== 'outcome_not_possible')).toEqual(
      [],
    )
    const { events, entries } = await recordsOf(trade_no)
    const names = events.map(({ name }) => name)
    expect(names.filter((name) => name === 'settled').length).toBeLessThanOrEqual(1)
    expect(names.filter((name) => name === 'exception').length).toBeLessThanOrEqual(1)
    expect(entries.length).toBe(names.filter((name) => name === 'settled').length)
    if (new Set(outcomes).size === 1) expect(new Set(errors)).toEqual(new Set(['done']))
  }
  await expectSoundBooks(env.DB_SANDBOX)
})

test('a real merchant is refused, whatever it names, and nothing changes', async () => {
  const [shop, tests] = [await aMerchant(), await aTestShop()]
  const own = (await shop.create({ orderid: anId() })).body.data.trade_no
  const theirs = await collect(tests)
  for (const trade_no of [own, theirs, 'C1']) {
    const answer = await shop.call(outcomePath, { trade_no, outcome: 'paid' })
    expectRefused(answer, 422, 'sandbox_only')
  }
  expect((await shop.status({ tradeNo: own })).body.status).toBe('PENDING')
  expect((await recordsOf(theirs)).events.map(({ name }) => name)).toEqual(['created'])
})

test('an order of another test merchant is not found, by whatever number', async () => {
  const [shop, other] = [await aTestShop(), await aTestShop()]
  const numbers = ['orderid', 'serial_no', 'merchant_order_no', 'tradeNo', 'trade_no', 'orderNo']
  for (const [make, type] of [
    [collect, 'collection'],
    [request, 'payout'],
  ] as const) {
    const trade_no = await make(shop)
    const path = type === 'payout' ? paths.payoutStatus : paths.status
    const { data } = (await shop.call(path, { trade_no })).body
    for (const name of numbers) {
      for (const number of [trade_no, data.merchant_order_no, String(data.id)]) {
        const { body } = await other.call(outcomePath, { type, [name]: number, outcome: 'paid' })
        expect(['order_not_found', 'validation_error']).toContain(body.error)
      }
    }
    expect((await recordsOf(trade_no)).events).toHaveLength(1)
  }
})

test('a test merchant that was disabled a moment ago changes nothing', async () => {
  const shop = await aTestShop()
  const trade_no = await collect(shop)
  await patchShop(shop.uid, { enabled: false })
  const answer = await shop.call(outcomePath, { trade_no, outcome: 'paid' })
  expectRefused(answer, 422, 'merchant_not_enabled')
  expect((await recordsOf(trade_no)).events.map(({ name }) => name)).toEqual(['created'])
})

async function expectQueried(shop: Shop, data: Fields): Promise<void> {
  const path = data.type === 'payout' ? paths.payoutStatus : paths.status
  const queried = (await shop.call(path, { trade_no: data.trade_no })).body.data
  const { status, paid_amount, actual_amount } = queried
  expect({ status, ...(data.type === 'payout' ? { actual_amount } : { paid_amount }) }).toEqual({
    status: data.status,
    ...(data.type === 'payout'
      ? { actual_amount: data.actual_amount }
      : { paid_amount: data.paid_amount }),
  })
  expect(queried.merchant_order_no).toBe(data.merchant_order_no)
}

/** Records without the numbers and times of their order, and without who moved it. */
function like(records: Awaited<ReturnType<typeof recordsOf>>, tradeNo: string) {
  const { events, entries, callbacks } = records
  return {
    events: events.map(({ actor: _actor, ...event }) => ({
      ...event,
      fact: event.fact.replace(/"(?:agent)":"[^"]*"/, ''),
    })),
    entries,
    callbacks: callbacks.map(({ ended_at, body, ...callback }) => ({
      ...callback,
      superseded: undefined,
      isEnded: ended_at !== null,
      body: body
        .replaceAll(tradeNo, 'NO')
        .replaceAll(/T-[0-9a-f-]{30,}/g, 'ID')
        .replaceAll(/C[0-9A-Z]{10,}/g, 'NUMBER')
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME'),
    })),
  }
}
