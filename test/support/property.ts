import fc from 'fast-check'

type Arbitraries<Values> = { readonly [At in keyof Values]: fc.Arbitrary<Values[At]> }
type Check<Values extends unknown[]> = (...values: Values) => void

const isLong = process.env.PROPERTY_RUNS === 'all'

/** Of so many runs those that `npm test` makes: half, or a hundred. `npm run long -- properties` makes all. */
export function runsOf(all: number): number {
  return isLong ? all : Math.min(all, Math.max(100, Math.ceil(all / 2)))
}

/**
 * Runs a check on what the arbitraries draw, 100 times unless told, of which `npm test` makes a part; throws with the
 * smallest values that fail it.
 */
export function forAll<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  ...given: [Check<Values>] | [numRuns: number, Check<Values>]
): void {
  const [numRuns, check] = given.length === 1 ? [100, given[0]] : given
  fc.assert(fc.property<Values>(...arbitraries, check), { numRuns: runsOf(numRuns) })
}

/** Any character, lone surrogates excepted. Fast-check's own unit `binary` takes a second to make. */
export function anyCharacter(): fc.Arbitrary<string> {
  const [below, above] = [
    fc.integer({ max: 0xd7ff, min: 0 }),
    fc.integer({ max: 0x10ffff, min: 0xe000 }),
  ]
  return fc.oneof(below, above).map((code) => String.fromCodePoint(code))
}
