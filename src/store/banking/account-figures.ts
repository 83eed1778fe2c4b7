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

/**
 * Columns of the newest accounts, in SQL. A bounded read of a database's accounts begins with the newest, because old
 * ones are closed and new ones are in use.
 */
export const newestAccounts = (columns: string): string =>
  `select ${columns} from bank_accounts where id > 0 order by id desc limit :accountsMax`
