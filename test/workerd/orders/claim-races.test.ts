import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import { aBankAccount, aTransaction, holdersOf, payersLast5, putOn } from '../support/banking.ts'
import { expectSoundBooks } from '../support/books.ts'
import { asPaidOut, move } from '../support/orders.ts'
import { aMerchant, anId, asOrdered, paths, post, rows, type Shop } from '../support/service.ts'

// The database decides who gets a transaction. Each race has several rounds, and the books are recomputed at the end.

const rounds = Number(env.CLAIM_ROUNDS)
const atOnce = 100
// For the long form.
const patience = { timeout: 1_800_000 }

/** How a call ended: `done`, or the code of its refusal and, where it tells, the order that holds the transaction. */
type Ending = { readonly code: string; readonly heldBy: string | undefined }

function endings(calls: readonly Promise<unknown>[]): Promise<Ending[]> {
  return Promise.all(
    calls.map((call) =>
      call.then(
        () => ({ code: 'done', heldBy: undefined }),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          return { code: error.code, heldBy: error.details.held_by }
        },
      ),
    ),
  )
}

async function inRounds(once: (shop: Shop, account: number) => Promise<void>): Promise<void> {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await aBankAccount()
  for (let round = 0; round < rounds; round += 1) await once(shop, account)
  await expectSoundBooks()
}

function race(title: string, once: (shop: Shop, account: number) => Promise<void>): void {
  test(`${title} (${rounds} rounds)`, patience, () => inRounds(once))
}

/** A collection of 100 dollars that waits on the account. */
async function aWaiting(shop: Shop, account: number): Promise<string> {
  const fields = { orderid: anId(), amount: 100, counterparty_account: `001-${payersLast5}` }
  const { body } = await post(shop, paths.create, fields)
  await putOn(body.data.trade_no, account)
  return body.data.trade_no
}

const some = <Made>(count: number, make: () => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, make))

const settle = (tradeNo: string, ...bankTransactions: number[]) =>
  move.settle(tradeNo, { bankTransactions, override: ['evidence_differs'], reason: '付款人來電' })

async function aSettled(shop: Shop, account: number) {
  const tradeNo = await aWaiting(shop, account)
  const id = await aTransaction(account)
  await settle(tradeNo, id)
  return { tradeNo, id }
}

/** How often money of these orders was credited, less how often that was taken back. */
async function creditsOf(...tradeNos: readonly string[]): Promise<number> {
  const [found] = await rows<{ n: number }>(
    `select coalesce(sum(iif(from_bucket = 'outside', 1, -1)), 0) as n from ledger_entries
     where order_id in (
       select id from collections where trade_no in (select value from json_each(?))
     )`,
    JSON.stringify(tradeNos),
  )
  return found?.n ?? 0
}

const countOf = (all: readonly Ending[], code: string) =>
  all.filter((one) => one.code === code).length

test(
  `${atOnce} orders are settled with one transaction at once, ${rounds} rounds: one wins, and the refusals of the others name it`,
  patience,
  async () => {
    let waiting: string[] = []
    await inRounds(async (shop, account) => {
      const more = await some(atOnce - waiting.length, () => aWaiting(shop, account))
      waiting = [...waiting, ...more]
      const id = await aTransaction(account)
      const before = await creditsOf(...waiting)
      const ended = await endings(waiting.map((tradeNo) => settle(tradeNo, id)))
      const [winner = ''] = waiting.filter((_, n) => ended[n]?.code === 'done')
      expect(countOf(ended, 'done')).toBe(1)
      const others = ended.filter(({ code }) => code !== 'done')
      expect(new Set(others.map((one) => `${one.code} ${one.heldBy}`))).toEqual(
        new Set([`bank_transaction_taken ${winner}`]),
      )
      expect(await holdersOf(id)).toEqual([winner])
      expect(await creditsOf(...waiting)).toBe(before + 1)
      waiting = waiting.filter((tradeNo) => tradeNo !== winner)
    })
  },
)

race(
  `an order is settled ${atOnce} times at once: once, then it is final`,
  async (shop, account) => {
    const tradeNo = await aWaiting(shop, account)
    const id = await aTransaction(account)
    const ended = await endings(Array.from({ length: atOnce }, () => settle(tradeNo, id)))
    expect([countOf(ended, 'done'), countOf(ended, 'already_final')]).toEqual([1, atOnce - 1])
    expect(await holdersOf(id)).toEqual([tradeNo])
    expect(await creditsOf(tradeNo)).toBe(1)
  },
)

race(
  `an order is settled with ${atOnce} transactions at once: it claims one`,
  async (shop, account) => {
    const tradeNo = await aWaiting(shop, account)
    const ids = await some(atOnce, () => aTransaction(account))
    const ended = await endings(ids.map((id) => settle(tradeNo, id)))
    expect([countOf(ended, 'done'), countOf(ended, 'already_final')]).toEqual([1, atOnce - 1])
    const won = ids.filter((_, n) => ended[n]?.code === 'done')
    expect((await holdersOf(...ids)).filter((holder) => holder !== null)).toEqual([tradeNo])
    expect(await holdersOf(...won)).toEqual([tradeNo])
    expect(await creditsOf(tradeNo)).toBe(1)
  },
)

race(
  'two overlapping pairs are claimed at once: one pair whole, the other not at all',
  async (shop, account) => {
    const [one = '', other = ''] = await some(2, () => aWaiting(shop, account))
    const half = { amount: 5_000 }
    const [a = 0, b = 0, c = 0] = await some(3, () => aTransaction(account, half))
    const ended = await endings([settle(one, a, b), settle(other, b, c)])
    const winner = ended[0]?.code === 'done' ? one : other
    expect(ended.map(({ code }) => code).sort()).toEqual(['bank_transaction_taken', 'done'])
    expect(ended.find(({ code }) => code !== 'done')?.heldBy).toBe(winner)
    const held = winner === one ? [one, one, null] : [null, other, other]
    expect(await holdersOf(a, b, c)).toEqual(held)
    expect(await creditsOf(one, other)).toBe(1)
  },
)

race(
  'a settlement against a reversal that frees its transaction: one order has it',
  async (shop, account) => {
    const { tradeNo, id } = await aSettled(shop, account)
    const other = await aWaiting(shop, account)
    const [reversed, settled] = await endings([move.reverse(tradeNo), settle(other, id)])
    expect(reversed?.code).toBe('done')
    const won = settled?.code === 'done'
    if (!won) expect(settled).toEqual({ code: 'bank_transaction_taken', heldBy: tradeNo })
    expect(await holdersOf(id)).toEqual([won ? other : null])
    expect(await creditsOf(tradeNo, other)).toBe(won ? 1 : 0)
  },
)

race(
  'a settlement against its transaction being put aside: one of the two',
  async (shop, account) => {
    const tradeNo = await aWaiting(shop, account)
    const id = await aTransaction(account)
    const [ignored, settled] = await Promise.all([ignore(id), endings([settle(tradeNo, id)])])
    const code = settled[0]?.code
    expect([ignored, code]).toEqual(ignored ? [true, 'bank_transaction_ignored'] : [false, 'done'])
    expect(await holdersOf(id)).toEqual([ignored ? null : tradeNo])
    expect(await creditsOf(tradeNo)).toBe(ignored ? 0 : 1)
  },
)

/** Puts a transaction aside as long as nothing has claimed it: whether it did. */
async function ignore(id: number): Promise<boolean> {
  const result = await env.DB.prepare(
    `update bank_transactions set state = 'ignored', ignored_as = 'other'
     where id = ? and state = 'unclaimed'`,
  )
    .bind(id)
    .run()
  return result.meta.changes > 0
}

race(
  'a settlement against an unbacked order that is backed: one has the transaction',
  async (shop, account) => {
    const [unbacked = '', other = ''] = await some(2, () => aWaiting(shop, account))
    const without = { ...asOrdered, manual: true, reason: '紙本核對' }
    await move.settle(unbacked, without)
    const id = await aTransaction(account)
    const call = { bankTransactions: [id], insteadOf: null, reason: undefined }
    const [backed, settled] = await endings([move.back(unbacked, call), settle(other, id)])
    const winner = backed?.code === 'done' ? unbacked : other
    expect([backed?.code, settled?.code].sort()).toEqual(['bank_transaction_taken', 'done'])
    expect([backed, settled].find((one) => one?.code !== 'done')?.heldBy).toBe(winner)
    expect(await holdersOf(id)).toEqual([winner])
    expect(await creditsOf(unbacked, other)).toBe(winner === unbacked ? 1 : 2)
  },
)

race(
  'an unbacked order is backed against its reversal: nothing stays claimed for it',
  async (shop, account) => {
    const tradeNo = await aWaiting(shop, account)
    const without = { ...asOrdered, manual: true, reason: '紙本核對' }
    await move.settle(tradeNo, without)
    const id = await aTransaction(account)
    const call = { bankTransactions: [id], insteadOf: null, reason: undefined }
    const [backed, reversed] = await endings([move.back(tradeNo, call), move.reverse(tradeNo)])
    expect(reversed?.code).toBe('done')
    expect(['done', 'move_not_allowed']).toContain(backed?.code)
    expect(await holdersOf(id)).toEqual([null])
    expect(await creditsOf(tradeNo)).toBe(0)
  },
)

race(`${atOnce} payouts are processed with one debit at once: one wins`, async (shop, account) => {
  await post(shop, paths.create, { orderid: anId(), amount: 100_000 })
  const payouts = await some(atOnce, async () => {
    const fields = { serial_no: anId().slice(0, 40), amount: 100, payee_name: '林' }
    const { body } = await post(shop, paths.payouts, {
      ...fields,
      payee_account: `9-${payersLast5}`,
    })
    return body.data.trade_no as string
  })
  const id = await aTransaction(account, { amount: -10_000 })
  const call = { ...asPaidOut, override: ['balance'] as const, bankTransactions: [id] }
  const ended = await endings(
    payouts.map((tradeNo) => move.process(tradeNo, { ...call, bankAccount: account })),
  )
  expect(countOf(ended, 'done')).toBe(1)
  expect(countOf(ended, 'bank_transaction_taken')).toBe(atOnce - 1)
  const [winner] = payouts.filter((_, n) => ended[n]?.code === 'done')
  expect(await holdersOf(id)).toEqual([winner])
})
