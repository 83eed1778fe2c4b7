import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/refusals.ts'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { reviveCallback } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { parkFaulty } from '../../../src/operations/callbacks/sweep-callbacks.ts'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { aDeliverer, until } from '../support/deliverer.ts'
import { anOrderOfEvents } from '../support/order-events.ts'
import { aMerchant, operator, rows, type Shop } from '../support/service.ts'

// Decisions §6, "Several events", as a law: events, leases, ends of attempts, resends and revivals in any order, every
// message doubled. Whatever happens, the merchant's last word is the newest state.

const runs = 60
const leaseSeconds = 60

const aMove = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ what: 'tell' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'end' } as const) },
  { weight: 6, arbitrary: fc.constant({ what: 'wake' } as const) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('lease' as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('begin' as const), which: fc.nat(9) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('answer' as const),
      which: fc.nat(9),
      with: fc.constantFrom<Answer>('success', 'success', 'failure', 'lost'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 12, 30, 61, 700, 4000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'resend' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'park' } as const) },
  { weight: 1, arbitrary: fc.constant({ what: 'revive' } as const) },
)
type Move = typeof aMove extends fc.Arbitrary<infer M> ? M : never
type Answer = 'success' | 'failure' | 'lost'

test('the last one received is the newest state; none is lost; none of an older event comes after a newer one', async () => {
  const shop = await aMerchant()
  let postings = 0
  let superseded = 0
  const law = fc.asyncProperty(fc.array(aMove, { minLength: 10, maxLength: 40 }), async (moves) => {
    const life = await aLife(shop)
    for (const move of moves) await life.make(move)
    await life.expectLastWord()
    postings += life.postings.length
    superseded += life.postings.filter(({ event }, at) => {
      return life.postings.slice(at + 1).some((later) => later.event > event)
    }).length
  })
  const isEnough = () => postings > runs && superseded > runs / 4
  // By chance one round may have too few of them.
  for (let round = 0; round < 5 && !isEnough(); round += 1) await fc.assert(law, { numRuns: runs })
  expect(postings).toBeGreaterThan(runs)
  expect(superseded).toBeGreaterThan(runs / 4)
})

/** One POST. Times are UTC seconds. */
type Posting = {
  readonly event: number
  readonly attempt: number
  readonly leasedAt: number
  answered: Answer | null
  readonly answer: (how: Answer) => Promise<void>
}

/** An order's life, with a merchant's server that answers when it is told to; each POST is held against the laws. */
async function aLife(shop: Shop) {
  const postings: Posting[] = []
  const problems: string[] = []
  let answersAtOnce = false
  let leasedAt = 0
  let makes: Promise<unknown>[] = []
  const world = aDeliverer(undefined, {
    fetch: (_url, init) => {
      const headers = init.headers as Record<string, string>
      const [, event = '1'] = headers['webhook-id']?.split('.') ?? []
      return new Promise((resolve, reject) => {
        const answer = async (how: Answer) => {
          posting.answered = how
          if (how === 'lost') reject(new TypeError('connection lost'))
          else resolve(new Response('success', { status: how === 'success' ? 200 : 500 }))
          await ended
        }
        const posting: Posting = {
          event: Number(event),
          attempt: Number(headers['webhook-attempt']),
          leasedAt,
          answered: null,
          answer,
        }
        const ended = Promise.all(makes)
        note(posting)
        postings.push(posting)
        if (answersAtOnce) resolve(new Response('success'))
        if (answersAtOnce) posting.answered = 'success'
      })
    },
  })
  const order = await anOrderOfEvents(world, shop)
  const leased: { readonly make: () => Promise<void>; readonly at: number }[] = []
  let events = 0
  let isEnded = false

  function note({ event }: Posting): void {
    for (const other of postings) {
      if (other.answered === 'success' && other.event > event) {
        problems.push(`event ${event} after event ${other.event} was acknowledged`)
      }
      if (other.answered === null && other.leasedAt + leaseSeconds > world.now()) {
        problems.push(`event ${event} beside an attempt whose lease runs`)
      }
    }
  }

  // Resolves once the attempt hangs at its server, or is over.
  const begin = async ({ make, at }: (typeof leased)[number]) => {
    const before = postings.length
    leasedAt = at
    let over = false
    const made = make().then(
      () => undefined,
      (fault: unknown) => {
        if (!String(fault).includes('has not long to run')) throw fault
      },
    )
    makes = [made]
    const settled = made.finally(() => {
      over = true
    })
    settled.catch(() => undefined)
    await until(() => over || postings.length > before)
    if (over) await settled
  }

  // Every message comes twice, at the same moment.
  const lease = async () => {
    const at = world.now()
    const taken = await Promise.all([1, 2].map(() => takeCallbacks(world.context, [order.id])))
    const attempts = taken.flatMap((one) => one.attempts)
    expect(attempts.length).toBeLessThanOrEqual(1)
    return attempts.map(({ make }) => ({ make, at }))
  }

  const wake = async () => {
    for (const attempt of await lease()) {
      const before = postings.length
      await begin(attempt)
      const sent = postings.slice(before)
      for (const { event } of sent) expect([event, isEnded]).toEqual([events, false])
    }
  }

  const make = async (move: Move) => {
    if (events === 0 && move.what !== 'tell') return
    const id = `cb_${order.tradeNo}`
    switch (move.what) {
      case 'tell':
        await order.tell()
        events += 1
        isEnded = false
        break
      case 'end':
        await order.end()
        isEnded = true
        break
      case 'wake':
        await wake()
        break
      case 'lease':
        leased.push(...(await lease()))
        break
      case 'begin': {
        const [attempt] = leased.splice(move.which % (leased.length || 1), 1)
        if (attempt !== undefined) await begin(attempt)
        break
      }
      case 'answer': {
        const open = postings.filter(({ answered }) => answered === null)
        await open[move.which % (open.length || 1)]?.answer(move.with)
        break
      }
      case 'wait':
        world.advance(move.seconds)
        break
      case 'resend':
        await resendCallbackById(world.context, operator, id).catch(ignoreRefusal)
        break
      case 'park':
        await rows('update callbacks set faults = 8 where order_id = ?', order.id)
        await parkFaulty(world.context)
        await rows('update callbacks set faults = 0 where order_id = ? and faults = 8', order.id)
        break
      case 'revive':
        await reviveCallback(world.context, operator, id).catch(ignoreRefusal)
        break
    }
  }

  // All that is under way comes to its end, in the worst order; then the server is well again.
  const expectLastWord = async () => {
    if (events === 0) return
    for (const attempt of leased.splice(0)) await begin(attempt)
    for (const posting of postings.filter(({ answered }) => answered === null).reverse()) {
      await posting.answer('failure')
    }
    answersAtOnce = true
    await reviveCallback(world.context, operator, `cb_${order.tradeNo}`).catch(ignoreRefusal)
    const before = postings.length
    for (let round = 0; round < 4; round += 1) {
      world.advance(43_200)
      await wake()
    }
    expect(problems).toEqual([])
    const row = await order.row()
    expect(row).toMatchObject({ state: 'delivered', event_number: events, resend_trigger: null })
    if (isEnded) {
      expect(postings).toHaveLength(before)
    } else {
      expect(postings.at(-1)?.event).toBe(events)
      const newest = postings.filter(({ event }) => event === events)
      expect(newest.some(({ answered }) => answered === 'success')).toBe(true)
    }
    await expectLogged()
  }

  // Each line of the log is a POST that was made, under its number and of its event.
  const expectLogged = async () => {
    const sent = new Set(postings.map(({ attempt, event }) => `${attempt} of ${event}`))
    for (const line of await order.log()) {
      expect(sent).toContain(`${line.number} of ${line.eventNumber}`)
    }
    expect((await order.log()).map(({ number }) => number)).toEqual(
      Array.from({ length: (await order.row()).attempts }, (_, at) => at + 1),
    )
  }
  return { postings, make, expectLastWord }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
