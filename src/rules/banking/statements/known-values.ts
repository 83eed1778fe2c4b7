/** A value of a line; null if it is missing. */
export type KnownValue = string | number | null

/**
 * Groups items with equal values, each group in its original order. Ignores a value in a place where the other side has
 * none: it cannot distinguish items there.
 *
 * @param isStated the places in which the other side has values
 */
export function equalGroups<One>(
  ones: readonly One[],
  valuesOf: (one: One) => readonly KnownValue[],
  isStated: readonly boolean[],
): readonly (readonly One[])[] {
  const groups = Map.groupBy(ones, (one) => {
    return JSON.stringify(valuesOf(one).map((value, place) => (isStated[place] ? value : null)))
  })
  return [...groups.values()]
}

/** The places in which at least one item has a value. */
export function placesWithValues(all: Iterable<readonly KnownValue[]>): readonly boolean[] {
  const known: boolean[] = []
  for (const values of all) {
    for (const [place, value] of values.entries()) known[place] = known[place] || value !== null
  }
  return known
}

/** An index by values in which a missing value, on either side, matches every value. */
export class FittingIndex<One> {
  readonly #root = aBranch<One>()

  constructor(all: readonly One[], valuesOf: (one: One) => readonly KnownValue[]) {
    for (const one of all) {
      let branch = this.#root
      for (const value of valuesOf(one)) {
        const next = branch.next.get(value) ?? aBranch<One>()
        branch.next.set(value, next)
        branch = next
      }
      branch.ones.push(one)
    }
  }

  /** The matching items in groups of equal values, each in its original order. */
  fitting(values: readonly KnownValue[]): readonly (readonly One[])[] {
    let branches: readonly Branch<One>[] = [this.#root]
    for (const value of values) {
      branches = branches.flatMap(({ next }) => {
        if (value === null) return [...next.values()]
        return [next.get(value), next.get(null)].filter((branch) => branch !== undefined)
      })
    }
    return branches.map(({ ones }) => ones)
  }
}

type Branch<One> = { readonly next: Map<KnownValue, Branch<One>>; readonly ones: One[] }

function aBranch<One>(): Branch<One> {
  return { next: new Map(), ones: [] }
}
