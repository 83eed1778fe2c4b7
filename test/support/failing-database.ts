import type { DatabaseFailure } from '../../src/store/database-failures.ts'

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

/** An error as D1 throws it. */
export function d1Error(message: string): Error {
  return new Error(`D1_ERROR: ${message}`, { cause: new Error(message) })
}

/** What becomes of a call: it fails before it has any effect, or after all of it. */
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
  const real = new WeakMap<D1PreparedStatement, Real>()
  const call = async <T>(sqls: readonly string[], run: () => Promise<T>): Promise<T> => {
    const isWrite = sqls.some((sql) => !/^\s*(?:select|with)\b/i.test(sql))
    const fault = faultOf({ isWrite, sqls })
    if (fault?.when === 'before') throw d1Error(fault.message)
    const result = await run()
    if (fault !== null) throw d1Error(fault.message)
    return result
  }
  const wrap = (sql: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(sql, statement.bind(...values)),
      all: () => call([sql], () => statement.all()),
      run: () => call([sql], () => statement.run()),
      raw: () => call([sql], () => statement.raw()),
    } as unknown as D1PreparedStatement
    real.set(wrapped, { sql, statement })
    return wrapped
  }
  return {
    prepare: (sql: string) => wrap(sql, d1.prepare(sql)),
    batch: (statements: readonly D1PreparedStatement[]) => {
      const sources = statements.map((one) => real.get(one) as Real)
      const run = () => d1.batch(sources.map(({ statement }) => statement))
      return call(
        sources.map(({ sql }) => sql),
        run,
      )
    },
  } as unknown as D1Database
}

type Real = { readonly sql: string; readonly statement: D1PreparedStatement }
