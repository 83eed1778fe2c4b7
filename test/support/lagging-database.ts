// D1 with replicas, for tests: locally D1 has none.

/**
 * A database with a replica that has its writes up to one that a test chooses, and another that has all of them, which
 * answers whoever has a newer bookmark.
 */
type LaggingDatabase = {
  readonly database: D1Database
  /** How each session was opened, and who has answered each call, since the last `forget`. */
  readonly seen: { opened: string[]; answered: ('primary' | 'replica')[] }
  forget(): void
  /** Has the replica that is behind take in so many of the writes that it lacks. */
  catchUp(writes: number): Promise<void>
}

type Source = { readonly sql: string; readonly values: readonly unknown[] }
type Call = {
  readonly sources: readonly Source[]
  readonly run: (d1: D1Database) => Promise<unknown>
}
type Answer = (call: Call) => Promise<unknown>

/** Both databases have the same rows at first. Sessions are as D1's: bookmarks are honoured, writes go to the primary. */
export function laggingDatabase(primary: D1Database, copy: D1Database): LaggingDatabase {
  const seen: LaggingDatabase['seen'] = { opened: [], answered: [] }
  const written: (readonly Source[])[] = []
  let taken = 0
  // One call at a time, so that the writes are in the order in which they were committed.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
  const takeUpTo = async (position: number) => {
    for (; taken < Math.min(position, written.length); taken += 1) {
      const statements = (written[taken] ?? []).map((one) => prepared(copy, one))
      await copy.batch(statements)
    }
  }
  const askPrimary: Answer = ({ sources, run }) =>
    inTurn(async () => {
      seen.answered.push('primary')
      const result = await run(primary)
      if (sources.some(isWrite)) written.push(sources)
      return result
    })
  const withSession = (opened: string) => {
    seen.opened.push(opened)
    let position = /^[0-9a-f]{8}-/.test(opened) ? Number.parseInt(opened, 16) : null
    const ask: Answer = async (call) => {
      const isPrimary =
        call.sources.some(isWrite) || (position === null && opened !== 'first-unconstrained')
      if (isPrimary) {
        const result = await askPrimary(call)
        position = written.length
        return result
      }
      return inTurn(async () => {
        seen.answered.push('replica')
        const isBehind = (position ?? 0) > taken
        position = isBehind ? written.length : taken
        return call.run(isBehind ? primary : copy)
      })
    }
    return { ...callsBy(ask), getBookmark: () => (position === null ? null : bookmarkAt(position)) }
  }
  return {
    database: { ...callsBy(askPrimary), withSession } as unknown as D1Database,
    seen,
    forget: () => void Object.assign(seen, { opened: [], answered: [] }),
    catchUp: (writes) => inTurn(() => takeUpTo(taken + writes)),
  }
}

const bookmarkAt = (position: number) => `${position.toString(16).padStart(8, '0')}-00000000`

const isWrite = ({ sql }: Source) => /\b(?:insert|update|delete|replace into)\b/i.test(sql)

const prepared = (d1: D1Database, { sql, values }: Source) => d1.prepare(sql).bind(...values)

// Of every connection: a batch takes statements that another has prepared.
const sourceOf = new WeakMap<object, Source>()

function callsBy(ask: Answer): Pick<D1Database, 'prepare' | 'batch'> {
  const statement = (source: Source): D1PreparedStatement => {
    const by = (name: 'all' | 'run' | 'raw') => () =>
      ask({ sources: [source], run: (d1) => prepared(d1, source)[name]() })
    const made = {
      bind: (...values: unknown[]) => statement({ ...source, values }),
      all: by('all'),
      run: by('run'),
      raw: by('raw'),
    } as unknown as D1PreparedStatement
    sourceOf.set(made, source)
    return made
  }
  return {
    prepare: (sql) => statement({ sql, values: [] }),
    batch: (statements) => {
      const sources = statements.map((one) => sourceOf.get(one) as Source)
      const run = (d1: D1Database) => d1.batch(sources.map((one) => prepared(d1, one)))
      return ask({ sources, run }) as Promise<D1Result<never>[]>
    },
  }
}
