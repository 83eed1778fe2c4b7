/**
 * Why a database did not carry out a statement, or may not have. `transient`: D1 allows the same again. `overloaded`: a
 * repetition would add to its load. `broken_off`: the statement took too much time, memory or processor time. `full`:
 * it accepts no writes until somebody makes room. `maintenance`: an operator has turned its writes off.
 */
export type DatabaseFailure = 'transient' | 'overloaded' | 'broken_off' | 'full' | 'maintenance'

// D1's own messages, from its list of errors and that of Durable Objects, with the list's advice for each.
const wordings: readonly (readonly [words: string, failure: DatabaseFailure])[] = [
  ['Network connection lost', 'transient'],
  ['storage caused object to be reset', 'transient'],
  ['reset because its code was updated', 'transient'],
  ['Cannot resolve D1 DB due to transient issue', 'transient'],
  ["Can't read from request stream because client disconnected", 'transient'],
  ['Replica disconnected from primary', 'transient'],
  ['D1 DB is overloaded', 'overloaded'],
  ['Durable Object is overloaded', 'overloaded'],
  // While the whole database is exported or imported.
  ['Currently processing a long-running', 'overloaded'],
  ['exceeded timeout which caused object to be reset', 'broken_off'],
  ['exceeded its memory limit and was reset', 'broken_off'],
  ['exceeded its CPU time limit and was reset', 'broken_off'],
  ['internal error; reference = ', 'broken_off'],
  ['Exceeded maximum DB size', 'full'],
  ['Exceeded maximum account storage', 'full'],
  ['SQLITE_FULL', 'full'],
  // Archived orders in the bucket, which does not answer.
  ['archive: ', 'broken_off'],
  // The triggers of the table maintenance.
  ['database_in_maintenance', 'maintenance'],
]

/** The failure in an error of a database; null for a broken constraint, and for a fault of ours. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  const message = databaseMessage(error)
  return wordings.find(([words]) => message.includes(words))?.[1] ?? null
}

/** D1's own message in an error: wrapping errors quote the statement's values, which callers choose. */
export function databaseMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : databaseMessage(error.cause)
}
