import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breaker } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { leaseCallbacks, leasePastBreaker } from '../../../src/store/callbacks/lease-callbacks.ts'
import { recordAcknowledgement, recordFailure } from '../../../src/store/callbacks/receivers.ts'
import { aDeliverer, type ReceiverRow, receiverRowOf } from '../support/deliverer.ts'
import { aContext, aMerchant, rows } from '../support/service.ts'

// A second implementation of the breaker, which the database must agree with.
type Law = Omit<ReceiverRow, 'name'>

function afterFailure(law: Law | null, cost: number, now: number): Law {
  if (law === null) return { state: 'closed', cost, trips: 0, until: now + 60 }
  if (law.state === 'open') return law
  const forgotten = law.state === 'closed' && law.until <= now
  const total = (forgotten ? 0 : law.cost) + cost
  if (law.state === 'half_open' || total >= 100) {
    const pause = Math.min(120, 15 * 2 ** law.trips)
    return { state: 'open', cost: total, trips: law.trips + 1, until: now + pause }
  }
  return { ...law, cost: total, until: forgotten ? now + 60 : law.until }
}

/**
 * Whether a callback that has just become due is leased, and its receiver's state then. A callback without an attempt
 * may probe ten seconds later than others.
 */
function afterClaim(
  law: Law | null,
  now: number,
  attempts: number,
): { readonly through: boolean; readonly law: Law | null } {
  if (law === null || law.state === 'closed') return { through: true, law }
  if (law.until > (attempts > 0 ? now : now - 10)) return { through: false, law }
  return { through: true, law: { ...law, state: 'half_open', until: now + 60 } }
}

const move = (does: string, most: number) =>
  fc.record({ does: fc.constant(does), by: fc.integer({ min: 1, max: most }) })
const aMove = () =>
  fc.oneof(
    { weight: 6, arbitrary: move('fail', 40) },
    { weight: 3, arbitrary: move('wait', 70) },
    { weight: 3, arbitrary: move('lease', 2) },
    { weight: 1, arbitrary: move('answer', 1) },
  )

// Whatever chance draws: it fails until it is paused, waits that out, and is tried.
const throughAll = [
  ...['fail', 'fail', 'fail'].map((does) => ({ does, by: 40 })),
  ...['wait', 'wait'].map((does) => ({ does, by: 70 })),
  ...['lease', 'answer'].map((does) => ({ does, by: 1 })),
]

test('property: the stored breaker agrees with its law after any sequence of moves', async () => {
  const { uid } = await aMerchant()
  const { db } = aContext()
  const noneAtLimit = { receivers: [], merchants: [] }
  const terms = { leaseSeconds: 60, leaseSecondsMax: 60, ...breaker }
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(aMove(), { minLength: 20, maxLength: 40 }), async (moves) => {
      const deliverer = aDeliverer()
      const server = `https://${crypto.randomUUID()}.example`
      let law: Law | null = null
      const [any = 0] = await deliverer.owe(uid, 1, server)
      const name = await receiverNameOf(any)
      for (const { does, by } of moves) {
        const now = deliverer.now()
        if (does === 'wait') deliverer.advance(by)
        if (does === 'fail') {
          await recordFailure({ db, name, cost: by, now, breaker })
          law = afterFailure(law, by, now)
        }
        if (does === 'answer') {
          await recordAcknowledgement({
            db,
            name,
            now,
            since: 0,
            limit: 2,
            memorySeconds: breaker.memorySeconds,
          })
          law = null
        }
        if (does === 'lease') {
          const [id = 0] = await deliverer.owe(uid, 1, server)
          const attempts = by - 1
          await rows('update callbacks set attempts = ? where order_id = ?', attempts, id)
          const expected = afterClaim(law, now, attempts)
          law = expected.law
          const { won, pastBreaker } = await leaseCallbacks({
            db,
            orderIds: [id],
            now,
            terms,
            atLimit: noneAtLimit,
          })
          const alone = pastBreaker.map((one) =>
            leasePastBreaker({ db, orderId: one, now, terms, atLimit: noneAtLimit }),
          )
          const leased = [...won, ...(await Promise.all(alone))].filter((one) => one !== null)
          expect(leased.length > 0).toBe(expected.through)
        }
        const { name: _name, ...stored } = { name, ...(await receiverRowOf(any)) }
        expect(stored).toEqual(law ?? {})
        seen.add(law?.state ?? 'none')
      }
    }),
    { numRuns: 20, examples: [[throughAll]] },
  )
  expect([...seen].sort()).toEqual(['closed', 'half_open', 'none', 'open'])
})

async function receiverNameOf(id: number): Promise<string> {
  const query = 'select endpoint from callbacks where order_id = ?'
  return (await rows<{ endpoint: string }>(query, id))[0]?.endpoint ?? ''
}
