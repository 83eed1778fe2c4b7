// What an account has handed out and received on its `day`, in SQL of `bank_accounts`: a later day begins with nothing,
// and what comes late for an earlier one is left out.

/** What an account has handed out, or received, on a day. */
export function figureOn(day: string, figure: 'handed_out' | 'received'): string {
  return `iif(${day} > day, 0, ${figure})`
}

/** The columns of both figures with what is added to them on a day, for an update. */
export function addFigures(
  day: string,
  { handedOut = '0', received = '0' }: Readonly<Partial<Record<'handedOut' | 'received', string>>>,
): string {
  return `
    handed_out = ${figureOn(day, 'handed_out')} + iif(${day} >= day, ${handedOut}, 0),
    received = ${figureOn(day, 'received')} + iif(${day} >= day, ${received}, 0),
    day = max(day, ${day})`
}
