import { watchedBinding } from './watched.ts'

// The platform's usage, counted at the bindings, for tests and the bench.

/** One statement that was run, with the database's own counts: each written index entry is a row. */
export type RanStatement = {
  readonly sql: string
  readonly values: readonly unknown[]
  readonly rowsRead: number
  readonly rowsWritten: number
}

/** The usage since the meter was made or reset. */
export type Usage = {
  /** Calls to the database: a batch is one. */
  trips: number
  /** How each session was opened: `first-primary`, or a bookmark, which a replica may answer. */
  sessions: string[]
  rowsRead: number
  rowsWritten: number
  statements: RanStatement[]
  kvReads: number
  kvWrites: number
  queueMessages: number
}

type Meter = {
  readonly usage: Usage
  reset(): void
  database(d1: D1Database): D1Database
  kv(kv: KVNamespace): KVNamespace
  queue<Message>(queue: Queue<Message>): Queue<Message>
}

/** Counts the usage of the bindings that it wraps. */
export function meter(): Meter {
  const usage = nothingUsed()
  return {
    usage,
    reset: () => Object.assign(usage, nothingUsed()),
    database: (d1) => meteredDatabase(d1, usage),
    kv: (kv) =>
      watched(kv, {
        get: () => add(usage, 'kvReads'),
        getWithMetadata: () => add(usage, 'kvReads'),
        put: () => add(usage, 'kvWrites'),
      }),
    queue: (queue) =>
      watched(queue, {
        send: () => add(usage, 'queueMessages'),
        sendBatch: (messages) => add(usage, 'queueMessages', (messages as unknown[]).length),
      }),
  }
}

function nothingUsed(): Usage {
  return {
    trips: 0,
    sessions: [],
    rowsRead: 0,
    rowsWritten: 0,
    statements: [],
    kvReads: 0,
    kvWrites: 0,
    queueMessages: 0,
  }
}

function add(usage: Usage, name: 'kvReads' | 'kvWrites' | 'queueMessages', count = 1): void {
  usage[name] += count
}

type Watchers = Readonly<Record<string, (first: unknown) => void>>

function watched<Binding extends object>(binding: Binding, watchers: Watchers): Binding {
  return watchedBinding(binding, (run, name, [first]) => {
    watchers[name]?.(first)
    return run()
  })
}

type Source = { readonly sql: string; readonly values: readonly unknown[] }
type Real = Source & { readonly statement: D1PreparedStatement }

function meteredDatabase(d1: D1Database, usage: Usage): D1Database {
  return {
    ...meteredCalls(d1, usage),
    withSession(opened: string) {
      usage.sessions.push(opened)
      const session = d1.withSession(opened)
      return { ...meteredCalls(session, usage), getBookmark: () => session.getBookmark() }
    },
  } as unknown as D1Database
}

type Calls = Pick<D1Database, 'prepare' | 'batch'>

// Of every connection: a batch takes statements that another has prepared.
const real = new WeakMap<D1PreparedStatement, Real>()

function meteredCalls(d1: Calls, usage: Usage): Calls {
  const note = ({ sql, values }: Source, { meta }: D1Result) => {
    const { rows_read: rowsRead, rows_written: rowsWritten } = meta
    usage.rowsRead += rowsRead
    usage.rowsWritten += rowsWritten
    usage.statements.push({ sql, values, rowsRead, rowsWritten })
  }
  const wrap = (source: Real): D1PreparedStatement => {
    const { sql, statement } = source
    const all = async () => {
      usage.trips += 1
      const result = await statement.all()
      note(source, result)
      return result
    }
    const methods: Pick<D1PreparedStatement, 'bind' | 'all' | 'run'> & Record<string, unknown> = {
      bind: (...values) => wrap({ sql, values, statement: statement.bind(...values) }),
      all: all as D1PreparedStatement['all'],
      run: all as D1PreparedStatement['run'],
      // `raw` has no counts, and `all` merges columns of one name: a read is made by both, a write by `all`.
      raw: async () => {
        const { results } = await all()
        return isRead(sql) ? statement.raw() : results.map((row) => Object.values(row as object))
      },
    }
    const wrapped = methods as unknown as D1PreparedStatement
    real.set(wrapped, source)
    return wrapped
  }
  return {
    prepare: (sql) => wrap({ sql, values: [], statement: d1.prepare(sql) }),
    async batch(statements) {
      usage.trips += 1
      const sources = statements.map((one) => real.get(one) as Real)
      const results = await d1.batch(sources.map(({ statement }) => statement))
      for (const [index, result] of results.entries()) note(sources[index] as Real, result)
      return results as D1Result<never>[]
    },
  }
}

function isRead(sql: string): boolean {
  return /^\s*(?:select|with|pragma|explain)\b/i.test(sql)
}
