import type { Parameter } from '../../signing/parameters.ts'
import type { MistakeName } from './mistakes.ts'
import { type Deviation, deviation, type Plan, writtenBy } from './plan.ts'

/** A mistake that was found; `detail` is what its words leave open. */
export type Found = { readonly name: MistakeName; readonly detail?: string }

/** How a sign, or a string to sign, came about. */
export type Explanation = { readonly mistakes: readonly Found[]; readonly text: string }

/** What is tried: the ways of signing around `base`. */
export type Space = {
  readonly parameters: readonly Parameter[]
  readonly base: Plan
  /** Steps done otherwise, the likeliest first. */
  readonly deviations: readonly Deviation[]
  /** Tried by themselves only: there are many of them. */
  readonly rare: readonly Deviation[]
}

/** How much may still be tried; hashing costs by the character. */
export type Effort = { textsLeft: number; charactersLeft: number }

/** What a search may try, where one diagnosis has so many: a tenth of a second in all on an ordinary computer. */
export function wholeEffort(searches: number): Effort {
  return { textsLeft: 24_000 / searches, charactersLeft: 6_000_000 / searches }
}

/**
 * The first explanation of at most two mistakes, beside ways that the Worker accepts, whose text fits; null when there
 * is none within the effort. One mistake is preferred to two.
 */
export function explained(
  space: Space,
  fits: (text: string, plan: Plan) => boolean,
  effort: Effort,
): Explanation | null {
  const seen = new Set<string>()
  for (const deviations of combinations(space)) {
    if (effort.textsLeft <= 0 || effort.charactersLeft <= 0) return null
    const plan = planOf(space, deviations)
    const text = writtenBy(plan, space.parameters)
    const isSameHash = plan.digest === space.base.digest
    if (isSameHash && seen.has(text)) continue
    if (isSameHash) seen.add(text)
    effort.textsLeft -= 1
    effort.charactersLeft -= text.length
    if (fits(text, plan)) return { mistakes: foundIn(deviations), text }
  }
  return null
}

function* combinations(space: Space): Generator<readonly Deviation[]> {
  yield []
  const told = telling(space)
  const wrong = space.deviations.filter(({ mistakes }) => mistakes.length > 0)
  const ways = acceptedWays(told.filter(({ mistakes }) => mistakes.length === 0))
  yield* ways
  for (const one of wrong) yield [one]
  for (const one of space.rare) yield [one]
  yield* inWays(ways, wrong)
  const simple = told.filter(({ mistakes }) => mistakes.length === 1)
  for (const [at, one] of simple.entries()) {
    for (const other of simple.slice(at + 1)) if (areApart([one], other)) yield [one, other]
  }
  yield* leftOut(space.parameters)
  yield* inWays(ways, space.rare)
}

function* inWays(ways: readonly (readonly Deviation[])[], wrong: readonly Deviation[]) {
  for (const way of ways) for (const one of wrong) if (areApart(way, one)) yield [...way, one]
}

function planOf({ base }: Space, deviations: readonly Deviation[]): Plan {
  return Object.assign({}, base, ...deviations.map(({ part }) => part)) as Plan
}

// The deviations that change this request's text, one for each change. What has an effect on empty values alone shows
// where they are kept.
function telling(space: Space): readonly Deviation[] {
  const { base, parameters, deviations } = space
  const bases = [{}, { keep: () => true }]
  const effectOf = ({ part }: Pick<Deviation, 'part'>, steps: readonly string[]) => {
    const texts = bases.map((more) => writtenBy({ ...base, ...more, ...part }, parameters))
    return [...steps, ...texts].join('\0')
  }
  const none = effectOf({ part: {} }, [])
  const seen = new Set<string>()
  return deviations.filter((one) => {
    if ('digest' in one.part) return true
    const effect = effectOf(one, [])
    const known = effectOf(one, Object.keys(one.part))
    if (effect === none || seen.has(known)) return false
    seen.add(known)
    return true
  })
}

// Every way that the Worker accepts: one form for each kind of value.
function acceptedWays(accepted: readonly Deviation[]): readonly (readonly Deviation[])[] {
  let ways: (readonly Deviation[])[] = [[]]
  for (const one of accepted) {
    ways = [...ways, ...ways.filter((way) => areApart(way, one)).map((way) => [...way, one])]
  }
  return ways.slice(1)
}

function areApart(some: readonly Deviation[], other: Deviation): boolean {
  return some.every(({ part }) => Object.keys(part).every((step) => !(step in other.part)))
}

const subsetsOfMax = 10

// Several parameters sent and not signed.
function* leftOut(parameters: readonly Parameter[]): Generator<readonly Deviation[]> {
  const names = parameters.map(({ name }) => name).filter((name) => name !== 'sign')
  if (names.length > subsetsOfMax) return
  for (let bits = 1; bits < 2 ** names.length - 1; bits += 1) {
    const out = names.filter((_, at) => (bits & (1 << at)) !== 0)
    const pick: Plan['pick'] = (all) =>
      all.filter(({ name }) => name !== 'sign' && !out.includes(name))
    yield [deviation('left_out', { pick }, out.join(', '))]
  }
}

function foundIn(deviations: readonly Deviation[]): readonly Found[] {
  const all = deviations.flatMap(({ mistakes, detail }) =>
    mistakes.map((name): Found => (detail === undefined ? { name } : { name, detail })),
  )
  return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
}
