import { expect, test } from 'vitest'
import { eagerService } from './eager-service.ts'
import { judge } from './judge.ts'
import { planOf, rareKinds } from './plan.ts'
import { play } from './play.ts'
import type { Fates, Plan } from './truth.ts'

// The judge of matching by itself finds what is wrong, and only that.

const size = {
  seed: 7,
  since: 1_800_000_000,
  days: 12,
  accounts: 10,
  merchants: 13,
  rarePercent: 10,
}
const limits = { autoAwaitingMax: 300_000, approvalFrom: 100_000 }

const ofKind = (kind: string, seed = 7) =>
  planOf({ ...size, seed, orders: kind.startsWith('awaiting_limit') ? 200 : 2, kinds: [kind] })

const isAccepted = (kind: string) => kind.startsWith('accepted')

test.each(rareKinds.filter((kind) => !isAccepted(kind)))(
  'finds what a matcher by amount and digits does wrong: %s',
  async (kind) => {
    const plan = ofKind(kind)
    const judged = judge(plan, await play(plan, eagerService()), limits)
    expect(judged.breaches.length, JSON.stringify(judged)).toBeGreaterThan(0)
    const kinds = judged.breaches.map((one) => one.kind)
    expect(kinds).toContain(kind)
  },
)

test.each(rareKinds.filter(isAccepted))('counts apart what is accepted: %s', async (kind) => {
  const plan = ofKind(kind)
  const judged = judge(plan, await play(plan, eagerService()), limits)
  expect(judged.breaches).toEqual([])
  expect([...judged.accepted.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
})

test('finds nothing wrong with clean payers, and counts those that are served', async () => {
  const plan = planOf({ ...size, orders: 100, kinds: ['clean', 'clean by link'] })
  const judged = judge(plan, await play(plan, eagerService()), limits)
  expect(judged).toMatchObject({ breaches: [], settled: 100, isTrue: 100, cleanSettled: 100 })
  expect(judge(plan, { settlements: [], lines: [] }, limits)).toMatchObject({
    breaches: [],
    clean: 100,
    cleanSettled: 0,
  })
})

test.each<[what: string, change: (fates: Fates, plan: Plan) => Fates]>([
  [
    'order_settled_twice',
    ({ settlements, lines }) => ({
      settlements: [...settlements, ...settlements.slice(0, 1)],
      lines,
    }),
  ],
  [
    'money_used_twice',
    ({ settlements, lines }, { orders }) => ({
      settlements: [
        ...settlements,
        ...settlements
          .slice(0, 1)
          .map((one) => ({ ...one, isAuto: false, order: orders[1]?.number ?? '' })),
      ],
      lines,
    }),
  ],
  [
    'not_unclaimed',
    ({ settlements, lines }) => ({
      settlements,
      lines: lines.map((line) => ({ ...line, order: null })),
    }),
  ],
])('finds %s', async (what, change) => {
  const plan = planOf({ ...size, orders: 2, kinds: ['clean'] })
  const fates = await play(plan, eagerService())
  const judged = judge(plan, change(fates, plan), limits)
  expect(judged.breaches.map((one) => one.what)).toContain(what)
})

test('a plan is the same for the same seed, and has every kind of case', () => {
  const plan = planOf({ ...size, orders: 300 })
  expect(planOf({ ...size, orders: 300 })).toEqual(plan)
  expect(planOf({ ...size, orders: 300, seed: 8 })).not.toEqual(plan)
  const kinds = new Set(plan.orders.map(({ kind }) => kind))
  expect(rareKinds.filter((kind) => !kinds.has(kind))).toEqual([])
})
