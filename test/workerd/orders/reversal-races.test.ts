import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { expectSoundBooks } from '../support/books.ts'
import { anAmountLink, collectionsOf, linksOf } from '../support/links.ts'
import { aCollection, eventNames, move, outcomesOf } from '../support/orders.ts'
import { aMerchant, rows, type Shop } from '../support/service.ts'

// Each race is run many times, and the books are recomputed from the journal after the last one.

const races = Number(env.REVERSAL_RACES)
const accepted = { accept: true, reason: '', override: false } as const
const rejected = { accept: false, reason: 'x', override: false } as const

/** Runs a race again and again; the books must be sound after all of them. */
function race(title: string, once: (shop: Shop) => Promise<void>): void {
  test(`${title} (${races} times)`, async () => {
    const shop = await aMerchant()
    for (let n = 0; n < races; n += 1) await once(shop)
    await expectSoundBooks()
  })
}

const countOf = (names: readonly string[], name: string) =>
  names.filter((one) => one === name).length

race('a reversal against a second one: one undoes the settlement', async (shop) => {
  const { trade_no: tradeNo } = await aPaidLink(shop)
  const outcomes = await outcomesOf([
    move.reverse(tradeNo),
    move.reverse(tradeNo),
    move.reverse(tradeNo),
  ])
  expect(outcomes.sort()).toEqual(['done', 'move_not_allowed', 'move_not_allowed'])
  expect(await eventNames(tradeNo)).toEqual(['created', 'settled', 'reversed'])
  await expectPaid(shop, tradeNo, [])
})

race(
  'a reversal against a settlement: it is settled before or after, never twice',
  async (shop) => {
    const { trade_no: tradeNo } = await aPaidLink(shop)
    const [reversed, settled] = await outcomesOf([move.reverse(tradeNo), move.settle(tradeNo)])
    expect(reversed).toBe('done')
    const names = await eventNames(tradeNo)
    const again = settled === 'done' ? ['settled'] : []
    if (settled !== 'done') expect(['already_final', 'already_paid']).toContain(settled)
    expect(names).toEqual(['created', 'settled', 'reversed', ...again])
    await expectPaid(shop, tradeNo, settled === 'done' ? [tradeNo] : [])
  },
)

race(
  'a reversal against a confirmation: what is not accepted yet is not reversed',
  async (shop) => {
    for (const word of [accepted, rejected]) {
      const tradeNo = await aCollection(shop, { status: 'succeeded' })
      const confirm = move.confirm(tradeNo, word)
      const [confirmed, reversed] = await outcomesOf([confirm, move.reverse(tradeNo)])
      expect(confirmed).toBe('done')
      const names = ['created', word.accept ? 'confirmed' : 'rejected']
      if (reversed === 'done') names.push('reversed')
      else expect(reversed).toBe('move_not_allowed')
      if (!word.accept) expect(reversed).toBe('move_not_allowed')
      expect(await eventNames(tradeNo)).toEqual(names)
    }
  },
)

race('a reversal against an exception and a match: the order is in one state', async (shop) => {
  const { trade_no: tradeNo } = await aPaidLink(shop)
  const [reversed, excepted, matched] = await outcomesOf([
    move.reverse(tradeNo),
    move.putAside(tradeNo),
    move.match(tradeNo),
  ])
  expect(reversed).toBe('done')
  expect(['done', 'already_final', 'move_not_allowed']).toContain(excepted)
  expect(['done', 'already_final', 'already_paid']).toContain(matched)
  const names = await eventNames(tradeNo)
  expect(countOf(names, 'reversed')).toBe(1)
  expect(countOf(names, 'matched')).toBe(matched === 'done' ? 1 : 0)
  expect(countOf(names, 'exception')).toBe(excepted === 'done' ? 1 : 0)
  await expectPaid(shop, tradeNo, [])
})

race('a reversal against a second link’s settlement: at most one of them stands', async (shop) => {
  const first = await aPaidLink(shop)
  await move.reverse(first.trade_no)
  const second = await anAmountLink(shop, { merchant_order_no: first.merchant_order_no })
  await move.settle(first.trade_no)
  const [reversed, settled] = await outcomesOf([
    move.reverse(first.trade_no),
    move.settle(second.trade_no),
  ])
  expect(reversed).toBe('done')
  expect(['done', 'already_paid']).toContain(settled)
  await expectPaid(shop, first.trade_no, settled === 'done' ? [second.trade_no] : [])
})

race('after a reversal both links are settled at once: one is', async (shop) => {
  const first = await aPaidLink(shop)
  await move.reverse(first.trade_no)
  const second = await anAmountLink(shop, { merchant_order_no: first.merchant_order_no })
  const both = [first.trade_no, second.trade_no]
  const outcomes = await outcomesOf(both.map((tradeNo) => move.settle(tradeNo)))
  expect([...outcomes].sort()).toEqual(['already_paid', 'done'])
  await expectPaid(
    shop,
    first.trade_no,
    both.filter((_, n) => outcomes[n] === 'done'),
  )
})

race('two settlements of one order number are reversed at once: its links expire', async (shop) => {
  const first = await aPaidLink(shop)
  await move.reverse(first.trade_no)
  const second = await anAmountLink(shop, { merchant_order_no: first.merchant_order_no })
  await move.settle(first.trade_no)
  await move.settle(second.trade_no, { override: true })
  const outcomes = await outcomesOf([first, second].map((one) => move.reverse(one.trade_no)))
  expect(outcomes).toEqual(['done', 'done'])
  await expectPaid(shop, first.trade_no, [])
})

async function aPaidLink(shop: Shop): Promise<{ trade_no: string; merchant_order_no: string }> {
  const link = await anAmountLink(shop)
  await move.settle(link.trade_no)
  return link
}

/** Expects that of the order number's collections these stand as paid, and that its links are closed with them. */
async function expectPaid(shop: Shop, tradeNo: string, paid: readonly string[]): Promise<void> {
  const [{ number } = { number: '' }] = await rows<{ number: string }>(
    'select merchant_order_no as number from collections where trade_no = ?',
    tradeNo,
  )
  const ofNumber = (row: object) => Reflect.get(row, 'merchant_order_no') === number
  const settled = (await collectionsOf(shop)).filter(
    (row) => ofNumber(row) && row.status !== 'pending',
  )
  expect(settled.map(({ trade_no }) => trade_no)).toEqual(paid)
  const closed = (await linksOf(shop)).filter((row) => ofNumber(row) && row.state === 'closed')
  expect(closed.length > 0).toBe(paid.length > 0)
}
