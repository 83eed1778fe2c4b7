/** Draws up to `count` items at random, none twice. `random` is in [0, 1). */
export function randomSample<Thing>(
  things: readonly Thing[],
  count: number,
  random: () => number,
): readonly Thing[] {
  const rest = [...things]
  const drawn: Thing[] = []
  while (drawn.length < count && rest.length > 0) {
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  }
  return drawn
}

/** Orders items round-robin by owner; each owner's items keep their order. */
export function roundRobin<Thing, Owner>(
  things: readonly Thing[],
  ownerOf: (thing: Thing) => Owner,
): readonly Thing[] {
  const rounds = new Map<Owner, number>()
  const placed = things.map((thing) => {
    const round = rounds.get(ownerOf(thing)) ?? 0
    rounds.set(ownerOf(thing), round + 1)
    return { thing, round }
  })
  return placed.sort((a, b) => a.round - b.round).map(({ thing }) => thing)
}
