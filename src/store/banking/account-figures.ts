// An account's handed-out and received amounts on its `day`, in SQL of `bank_accounts`: a later day begins at zero, and
// late amounts for an earlier day are ignored.

/** The handed-out or received amount of an account on a day. */
export function figureOn(day: string, figure: 'handed_out' | 'received'): string {
  return `iif(${day} > day, 0, ${figure})`
}

/** Both columns with additions on a day, for an update. */
export function addFigures(
  day: string,
  { handedOut = '0', received = '0' }: Readonly<Partial<Record<'handedOut' | 'received', string>>>,
): string {
  return `
    handed_out = ${figureOn(day, 'handed_out')} + iif(${day} >= day, ${handedOut}, 0),
    received = ${figureOn(day, 'received')} + iif(${day} >= day, ${received}, 0),
    day = max(day, ${day})`
}
