import fc from 'fast-check'
import { overrideNames } from '../../../src/contract/back-office/orders/overrides.ts'

const amount = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.constantFrom(1, 10, 20, 30, 999_999_999_999),
)

// How often each step is taken, in relation to the others.
const weights = {
  collect: 3,
  declare: 2,
  'pay out': 2,
  'paid out': 1,
  match: 1,
  exception: 1,
  settle: 3,
  confirm: 3,
  reject: 2,
  process: 2,
  cancel: 1,
  adjust: 1,
  take: 1,
  'take a payout': 1,
  link: 3,
  'plain link': 1,
  'end links': 1,
  reverse: 2,
  return: 1,
  'money in': 4,
  'money out': 2,
  'put on an account': 2,
  claim: 4,
  'claim a debit': 3,
  'confirm by a claim': 1,
  back: 2,
  'back a payout': 1,
  exchange: 1,
  'money back': 1,
  'debit back': 1,
  hold: 1,
  lift: 2,
  freeze: 1,
  thaw: 2,
  'put aside': 1,
  ignore: 1,
  reopen: 1,
  price: 2,
  'correct fees': 1,
  withdraw: 3,
}

type StepName = keyof typeof weights

function drawn(all: Readonly<Partial<Record<StepName, number>>>): StepName[] {
  const names = Object.keys(all) as StepName[]
  return names.flatMap((name) => Array.from({ length: all[name] ?? 0 }, () => name))
}

export const step = fc.record({
  home: fc.nat({ max: 2 }),
  shop: fc.nat({ max: 3 }),
  what: fc.constantFrom(...drawn(weights)),
  // Whether the step names records of another database.
  isAway: fc.nat({ max: 31 }).map((n) => n === 0),
  override: fc.oneof(fc.boolean(), fc.subarray(overrideNames.slice())),
  // Few, so that one order number has many links.
  number: fc.nat({ max: 15 }),
  amount,
  other: amount,
  pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  flag: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

// The steps that bring about what a finished walk may lack, without the many others.
const wantedWeights = {
  collect: 1,
  declare: 1,
  'pay out': 1,
  withdraw: 2,
  adjust: 1,
  'money in': 1,
  settle: 1,
  confirm: 1,
  reject: 1,
  process: 2,
  reverse: 1,
  return: 1,
  back: 1,
  hold: 1,
  lift: 1,
  'correct fees': 1,
  'put on an account': 1,
  claim: 2,
} as const
const wanted = fc.constantFrom(...drawn(wantedWeights))
export const wantedStep = fc.tuple(step, wanted).map(([one, what]): Step => ({ ...one, what }))
