/** A value that somebody tells of a line; null where it is not told. */
export type KnownValue = string | number | null

/**
 * Groups what is alike by its values, each group in the order that it came in. A value in whose place none of the
 * others tells one is left out: there it tells nothing apart.
 *
 * @param isTold in which places the others tell a value
 */
export function alikeOnes<One>(
  ones: readonly One[],
  valuesOf: (one: One) => readonly KnownValue[],
  isStated: readonly boolean[],
): readonly (readonly One[])[] {
  const groups = Map.groupBy(ones, (one) => {
    return JSON.stringify(valuesOf(one).map((value, place) => (isStated[place] ? value : null)))
  })
  return [...groups.values()]
}

/** In which places some of these tell a value. */
export function statedPlaces(all: Iterable<readonly KnownValue[]>): readonly boolean[] {
  const told: boolean[] = []
  for (const values of all) {
    for (const [place, value] of values.entries()) told[place] = told[place] || value !== null
  }
  return told
}

/** Finds by values of which a missing one, on either side, fits every other. */
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

  /** What fits, in groups of equal values, each in the order that it came in. */
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
