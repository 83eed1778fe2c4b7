import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomes } from '../../../src/contract/sandbox/outcomes.ts'
import { expectSoundBooks } from '../support/books.ts'
import { aLink, amountPath } from '../support/links.ts'
import { soundLedger } from '../support/own-ledger.ts'
import { aTestShop, outcomePath, recordsOf } from '../support/sandbox.ts'
import { anId, paths, type Shop } from '../support/service.ts'

// Whatever a test merchant asks for, in whatever order: each answer agrees with the status query, an outcome that was
// given holds until another one is, a refused one changes nothing, what a refusal offers is possible, and the books
// add up.

const runs = Math.ceil(Number(env.WALK_OPERATIONS) / 50)

const wish = fc.record({
  outcome: fc.constantFrom(...outcomes),
  // Most often the order's own amount, or its default.
  paid: fc.constantFrom(null, null, null, 1, 50, 99.99, 100, 150),
})
const kind = fc.constantFrom('collection', 'declared', 'link', 'payout')
const events = fc.constantFrom('completed', 'all')

test('any outcomes one after the other keep the law', { timeout: 3_600_000 }, async () => {
  let [done, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      kind,
      events,
      fc.array(wish, { minLength: 2, maxLength: 7 }),
      async (what, collection_events, wishes) => {
        const shop = await aTestShop({ collection_events })
        const order = { type: what === 'payout' ? 'payout' : 'collection', trade_no: '' }
        order.trade_no = await make(shop, what)
        for (const { outcome, paid } of wishes) {
          const before = await recordsOf(order.trade_no)
          const asked = { ...order, outcome, ...(paid === null ? {} : { paid_amount: paid }) }
          const { body } = await shop.call(outcomePath, asked)
          const after = await recordsOf(order.trade_no)
          if (body.ok === 1) {
            done += 1
            expect(await queried(shop, order)).toMatchObject({
              status: body.data.status,
              trade_no: order.trade_no,
              ...('paid_amount' in body.data ? { paid_amount: body.data.paid_amount } : {}),
              ...('actual_amount' in body.data ? { actual_amount: body.data.actual_amount } : {}),
            })
            expectReported(body.data, after)
            const again = (await shop.call(outcomePath, asked)).body
            expect({ ...again.data, callback_status: '' }).toEqual({
              ...body.data,
              callback_status: '',
            })
            const unmoved = await recordsOf(order.trade_no)
            expect([unmoved.events, unmoved.entries]).toEqual([after.events, after.entries])
          } else {
            refused += 1
            expect(body.error).toBe('outcome_not_possible')
            expect([after.events, after.entries]).toEqual([before.events, before.entries])
            await expectOfferIsPossible(shop, order, body.message)
          }
        }
        await soundLedger(shop)
      },
    ),
    { numRuns: runs },
  )
  expect(Math.min(done, refused)).toBeGreaterThan(0)
  await expectSoundBooks(env.DB_SANDBOX)
})

type Order = { readonly type: string; readonly trade_no: string }

async function make(shop: Shop, what: 'collection' | 'declared' | 'link' | 'payout') {
  const notify_url = 'https://m.example/n'
  const answer = {
    collection: () => shop.create({ orderid: anId(), amount: 100, notify_url }),
    declared: () => shop.create({ orderid: anId(), amount: 100, notify_url, status: 'succeeded' }),
    link: () => shop.call(amountPath, aLink({ amount: 100 })),
    payout: () =>
      shop.call(paths.payouts, {
        serial_no: anId().slice(0, 40),
        amount: 100,
        payee_name: '林',
        notify_url,
      }),
  }[what]
  return (await answer()).body.data.trade_no as string
}

async function queried(shop: Shop, { type, trade_no }: Order) {
  const path = type === 'payout' ? paths.payoutStatus : paths.status
  return (await shop.call(path, { trade_no })).body.data
}

/** What is said to be told is owed, and is the order's state in the words of its callback. */
function expectReported(
  data: { readonly events: readonly string[]; readonly callback_status: string },
  { callbacks }: Awaited<ReturnType<typeof recordsOf>>,
): void {
  const [callback] = callbacks
  const [event] = data.events
  if (event === undefined) return
  expect(callback?.ended_at).toBeNull()
  const body = JSON.parse(callback?.body ?? '{}')
  if (body.event !== undefined) expect(body.event).toBe(event)
  const isMade = event.endsWith('.completed')
  expect(body.status).toBe(isMade ? 'success' : 'failed')
  expect(data.callback_status).not.toBe('none')
}

/** The first outcome that a refusal offers follows from the order's state, unless its own amount is in the way. */
async function expectOfferIsPossible(shop: Shop, order: Order, message: string): Promise<void> {
  const offered = /目前可用：(\w+)/.exec(message)?.[1]
  if (offered === undefined) return
  const { body } = await shop.call(outcomePath, { ...order, outcome: offered })
  expect(body).toMatchObject({ ok: 1 })
}
