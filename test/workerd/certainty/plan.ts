import { taipeiDay, taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { randomFrom } from '../../support/random-from.ts'
import { repeatedItems } from '../../support/tables.ts'
import { daily, dailyWeights, rare } from './cases.ts'
import { Script } from './script.ts'
import type { Plan } from './truth.ts'

// What happens in so many days, in realistic proportions, or in cases of chosen kinds alone.

type PlanSize = {
  readonly seed: number
  /** UTC seconds of the beginning. */
  readonly since: number
  readonly days: number
  readonly orders: number
  readonly accounts: number
  readonly merchants: number
  /** Of a hundred cases so many are what the law is about. */
  readonly rarePercent: number
  /** The kinds of cases; all where none are named. */
  readonly kinds?: readonly string[]
}

/** Writes what happens; the same for the same seed and size. */
export function planOf(size: PlanSize): Plan {
  const { seed, since, days, accounts, merchants } = size
  const random = randomFrom(seed)
  const script = new Script(random, { own: accounts / 2, merchants })
  const span = days * day - lastCaseSeconds
  const counted = new Map<string, number>()
  for (let n = 0; script.orders.length < size.orders; n += 1) {
    const kind = kindAt(n)
    const written = cases[kind]
    if (written === undefined) throw new Error(`no case ${kind}`)
    const made = counted.get(kind) ?? 0
    counted.set(kind, made + 1)
    if (made >= mostOf(kind) && size.kinds === undefined) continue
    script.kind = kind
    written(script, since + hour + Math.floor(random() * span))
  }
  for (let night = 1; night <= days; night += 1) {
    script.happen({ at: taipeiDayStart(taipeiDay(since) + night) + 600, what: 'night' })
  }
  for (let at = since + hour; at < since + days * day; at += peopleSeconds) {
    script.happen({ at, what: 'people' })
  }
  return {
    seed,
    since,
    days,
    accounts,
    merchants,
    orders: script.orders,
    moneys: script.moneys,
    happenings: script.happenings.sort((one, other) => one.at - other.at),
    clean: script.clean,
  }

  function kindAt(n: number): string {
    const { kinds } = size
    if (kinds !== undefined) return kinds[n % kinds.length] ?? ''
    // The first are one of each, whatever the length.
    const rareKind = rareKinds[n]
    if (rareKind !== undefined) return rareKind
    return script.one(random() * 100 < size.rarePercent ? rareKinds : dailyKinds)
  }
}

const cases = { ...daily, ...rare }
export const rareKinds = Object.keys(rare)
const dailyKinds = repeatedItems(dailyWeights)

const hour = 3_600
const day = 86_400
/** How long the longest case takes. */
const lastCaseSeconds = 9 * day
const peopleSeconds = 6 * hour
// Nobody dares a crime more often; two days that are lost one after the other are one gap.
const scarce: readonly (readonly [RegExp, number])[] = [
  [/statement is lost/, 1],
  [/stolen token/, 1],
  [/made-up file/, 3],
  [/^stopped/, 10],
]
const mostOf = (kind: string) =>
  scarce.find(([one]) => one.test(kind))?.[1] ?? Number.POSITIVE_INFINITY
