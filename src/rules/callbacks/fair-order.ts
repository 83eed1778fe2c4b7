/** Some of the things, so many at most, by chance: none twice. `random` draws in [0, 1). */
export function someOf<Thing>(
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

/** Things in an order in which their owners take turns; each owner's own things stay in the order they came. */
export function takingTurns<Thing, Owner>(
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
