import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginPass, checkIn } from '../../../src/operations/books/check-books.ts'
import { checkAll, passesOf, smallSteps } from '../support/book-check.ts'
import { aCollection, aPayout, aSettled, asPaidOut, move } from '../support/orders.ts'
import { aContext, adjustShop, aMerchant, anId, type Shop, setClock } from '../support/service.ts'

// Passes of the check in steps of a few rows while one merchant's orders are created and moved, an hour later each time:
// before the place that a pass has come to and behind it, and in the middle of each step. What is wrong then,
// wrong-rows.test.ts finds.

type Home = { readonly shop: Shop; readonly settled: string[]; readonly payouts: string[] }

const moves: readonly ((at: Home, pick: number) => Promise<unknown>)[] = [
  ({ shop }) => aCollection(shop, { orderid: randomlyPlaced() }),
  ({ shop }) => aCollection(shop, { orderid: randomlyPlaced(), status: 'succeeded' }),
  async ({ shop, settled }) => settled.push(await aSettled(shop, { orderid: randomlyPlaced() })),
  ({ settled }, pick) => taken(settled, pick, (one) => move.reverse(one)),
  async ({ shop, payouts }) => payouts.push(await aPayout(shop, { serial_no: randomlyPlaced() })),
  ({ payouts }, pick) => taken(payouts, pick, (one) => move.process(one, paidOut)),
  ({ payouts }, pick) => taken(payouts, pick, (one) => move.cancel(one)),
  // Written now, of the day before: before all that was read of today.
  ({ shop }, pick) => adjustShop(shop.uid, correction(pick), { context: late() }),
]

const late = () => aContext({ now: () => Date.now() - 100_000_000 })

function correction(pick: number) {
  const amount = 1 + Math.floor(pick * 1_000)
  return { amount, bucket: 'frozen', reason: 'x', idempotency_key: anId() } as const
}

const paidOut = { ...asPaidOut, override: true }

// Numbers of a merchant come in any order.
const randomlyPlaced = () => `${crypto.randomUUID().slice(0, 4)}-${anId()}`.slice(0, 40)

async function taken(from: string[], pick: number, move: (one: string) => Promise<unknown>) {
  const [one] = from.splice(Math.floor(pick * from.length), 1)
  if (one !== undefined) await move(one)
}

test('no pass takes what is moved meanwhile for a difference', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const found: object[] = []
  const watched = aContext({ log: (entry) => found.push(entry) })
  const at: Home = { shop, settled: [], payouts: [] }
  const step = fc.record({
    move: fc.nat({ max: moves.length - 1 }),
    pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    checks: fc.nat({ max: 6 }),
  })
  for (const { move, pick, checks } of fc.sample(step, 80)) {
    setClock(Date.now() + 3_600_000)
    await Promise.all([moves[move]?.(at, pick), beginPass(watched)])
    await Promise.all([moves[move]?.(at, pick), checkIn(watched, checks, smallSteps)])
  }
  expect(await checkAll(watched, smallSteps)).toEqual([])
  expect(found).toEqual([])
  const passes = await passesOf(env.DB)
  expect(passes.finished).toBeGreaterThan(2)
  // Some steps ended within the merchant.
  expect(passes.steps / passes.finished).toBeGreaterThan(6)
})
