/** Draws up to `count` items at random, none twice. `random` is in [0, 1). */
export function randomSample<Thing>(
  things: readonly Thing[],
  count: number,
  random: () => number,
): readonly Thing[] {
  const left = [...things]
  const drawn: Thing[] = []
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1))
  }
  return drawn
}

/** Orders items round-robin by owner; each owner's items keep their order. */
export function roundRobin<Thing, Owner>(
  things: readonly Thing[],
  ownerOf: (thing: Thing) => Owner,
): readonly Thing[] {
  const taken = new Map<Owner, number>()
  const placed = things.map((thing) => {
    const turn = taken.get(ownerOf(thing)) ?? 0
    taken.set(ownerOf(thing), turn + 1)
    return { thing, turn }
  })
  return placed.sort((a, b) => a.turn - b.turn).map(({ thing }) => thing)
}
