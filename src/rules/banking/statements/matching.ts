/**
 * Pairs as many as can be, each with one of its candidates and no candidate twice (Kuhn's algorithm). A candidate that
 * is named earlier is tried first.
 *
 * @returns the pairs
 */
export function matching<One, Other>(
  ones: readonly One[],
  candidatesOf: (one: One) => readonly Other[],
): ReadonlyMap<One, Other> {
  const pairs = new Map<One, Other>()
  const takenBy = new Map<Other, One>()
  // What a search that failed has reached leads to nothing free, ever after.
  const hopeless = new Set<Other>()
  for (const one of ones) {
    for (const [each, other] of newPairs(one, candidatesOf, takenBy, hopeless)) {
      pairs.set(each, other)
      takenBy.set(other, each)
    }
  }
  return pairs
}

// The pair of `first`, and those that are made anew to free its candidate; none where nothing can be freed.
function newPairs<One, Other>(
  first: One,
  candidatesOf: (one: One) => readonly Other[],
  takenBy: ReadonlyMap<Other, One>,
  hopeless: Set<Other>,
): readonly (readonly [One, Other])[] {
  const reachedFrom = new Map<Other, One>()
  const heldBefore = new Map<One, Other>()
  const waiting = [first]
  for (const one of waiting) {
    const candidates = candidatesOf(one).filter((other) => {
      return !hopeless.has(other) && !reachedFrom.has(other)
    })
    const free = candidates.find((other) => !takenBy.has(other))
    if (free !== undefined) {
      reachedFrom.set(free, one)
      return wayBack(free, reachedFrom, heldBefore)
    }
    for (const other of candidates) {
      const holder = takenBy.get(other)
      if (holder === undefined) continue
      reachedFrom.set(other, one)
      heldBefore.set(holder, other)
      waiting.push(holder)
    }
  }
  for (const other of reachedFrom.keys()) hopeless.add(other)
  return []
}

function wayBack<One, Other>(
  free: Other,
  reachedFrom: ReadonlyMap<Other, One>,
  heldBefore: ReadonlyMap<One, Other>,
): readonly (readonly [One, Other])[] {
  const pairs: (readonly [One, Other])[] = []
  for (let other: Other | undefined = free; other !== undefined; ) {
    const one = reachedFrom.get(other)
    if (one === undefined) break
    pairs.push([one, other])
    other = heldBefore.get(one)
  }
  return pairs
}
