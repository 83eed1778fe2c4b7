/** Things in an order in which their owners take turns; each owner's own things stay in the order they came. */
export function takingTurns<Thing>(
  things: readonly Thing[],
  ownerOf: (thing: Thing) => number,
): readonly Thing[] {
  const taken = new Map<number, number>()
  const placed = things.map((thing) => {
    const turn = taken.get(ownerOf(thing)) ?? 0
    taken.set(ownerOf(thing), turn + 1)
    return { thing, turn }
  })
  return placed.sort((a, b) => a.turn - b.turn).map(({ thing }) => thing)
}
