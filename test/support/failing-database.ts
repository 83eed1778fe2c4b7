import type { DatabaseFailure } from '../../src/store/database-failures.ts'
import { watchedD1 } from './watched.ts'

// D1 as it is on a bad day, for tests.

/** Messages of D1, as its documentation lists them, and what each stands for. */
export const d1Errors: readonly (readonly [message: string, failure: DatabaseFailure])[] = [
  ['Network connection lost.', 'transient'],
  ['D1 DB reset because its code was updated.', 'transient'],
  ['Internal error while starting up D1 DB storage caused object to be reset.', 'transient'],
  ['Internal error in D1 DB storage caused object to be reset.', 'transient'],
  ['Cannot resolve D1 DB due to transient issue on remote node.', 'transient'],
  ["Can't read from request stream because client disconnected.", 'transient'],
  ['D1 DB is overloaded. Requests queued for too long.', 'overloaded'],
  ['D1 DB is overloaded. Too many requests queued.', 'overloaded'],
  ['Currently processing a long-running export.', 'overloaded'],
  ['D1 DB storage operation exceeded timeout which caused object to be reset.', 'broken_off'],
  ["D1 DB's isolate exceeded its memory limit and was reset.", 'broken_off'],
  ['D1 DB exceeded its CPU time limit and was reset.', 'broken_off'],
  ['internal error; reference = 0123456789abcdef', 'broken_off'],
  ['Exceeded maximum DB size.', 'full'],
  ['database or disk is full: SQLITE_FULL', 'full'],
]

export function d1Error(message: string): Error {
  return new Error(`D1_ERROR: ${message}`, { cause: new Error(message) })
}

/** The fault of a call: it fails before its effect, or after it. */
export type CallFault = { readonly message: string; readonly when: 'before' | 'after' }

/**
 * A database of which calls fail.
 *
 * @param faultOf the fault of the next call; null where it has none. Called once for each.
 */
export function failingD1(
  d1: D1Database,
  faultOf: (call: {
    readonly isWrite: boolean
    readonly sqls: readonly string[]
  }) => CallFault | null,
): D1Database {
  return watchedD1(d1, async (run, sqls) => {
    const isWrite = sqls.some((sql) => !/^\s*(?:select|with)\b/i.test(sql))
    const fault = faultOf({ isWrite, sqls })
    if (fault?.when === 'before') throw d1Error(fault.message)
    const answer = await run()
    if (fault !== null) throw d1Error(fault.message)
    return answer
  })
}

/** A database that is full: it reads, and takes no writes. */
export function fullD1(d1: D1Database): D1Database {
  const fault = { message: 'Exceeded maximum DB size.', when: 'before' } as const
  return failingD1(d1, ({ isWrite }) => (isWrite ? fault : null))
}
