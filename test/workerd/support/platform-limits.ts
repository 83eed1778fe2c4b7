// The platform's published limits of an invocation, which the local runtime does not enforce: six connections that wait
// for an answer at once, 1,000 queries, 30 s for a call to D1; one write a second to a key of R2. Its memory is not
// modelled, for no test can see it.

const connectionsMax = 6
const queriesMax = 1_000
const callMsMax = 30_000

/** How a database behaves. `slow` takes ten seconds for each call; `hangs` never answers; `gone` refuses each call. */
export type Condition = 'well' | 'slow' | 'hangs' | 'gone'

/** The bindings of one invocation, under its limits. */
export type Invocation = {
  /** Queries so far: each statement of a batch counts, and so does any other call. */
  readonly queries: () => number
  /** A bucket that takes one write of a key a second, by that clock (UTC milliseconds). */
  readonly bucket: (real: R2Bucket, now: () => number) => R2Bucket
  readonly database: (d1: D1Database, condition?: Condition) => D1Database
  /** Waits for a connection, as a call does, and keeps it until its work has an answer. */
  readonly connected: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
}

/** Begins an invocation. */
export function invocation(): Invocation {
  const waiting: (() => void)[] = []
  let open = 0
  let queries = 0
  const connected = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (open === connectionsMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else open += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) open -= 1
      else next()
    }
  }
  const query = <Answer>(count: number, condition: Condition, run: () => Promise<Answer>) => {
    queries += count
    if (queries > queriesMax) {
      throw new Error('D1_ERROR: Too many API requests by single worker invocation.')
    }
    return connected(() => answerOf(condition, run))
  }
  return {
    queries: () => queries,
    connected,
    bucket: (real, now) => limitedBucket(real, now, connected),
    database: (d1, condition = 'well') =>
      queriedDatabase(d1, (sqls, run) => query(sqls.length, condition, run)),
  }
}

async function answerOf<Answer>(condition: Condition, run: () => Promise<Answer>): Promise<Answer> {
  if (condition === 'gone') throw new Error('D1_ERROR: Network connection lost.')
  if (condition === 'hangs') {
    await scheduler.wait(callMsMax)
    throw new Error(
      'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
    )
  }
  if (condition === 'slow') await scheduler.wait(10_000)
  return run()
}

/** Runs what a call to a database does; each statement of a batch has its text. */
export type Query = <Answer>(sqls: readonly string[], run: () => Promise<Answer>) => Promise<Answer>

/** A database each of whose calls goes through `query`. */
export function queriedDatabase(d1: D1Database, query: Query): D1Database {
  const real = new WeakMap<object, { readonly statement: D1PreparedStatement; sql: string }>()
  const queried = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => queried(target.bind(...values), sql)
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => query([sql], async () => value.apply(target, given))
      },
    })
    real.set(proxy, { statement, sql })
    return proxy
  }
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => queried(target.prepare(sql), sql)
      if (name !== 'batch') return Reflect.get(target, name)
      return (statements: readonly D1PreparedStatement[]) => {
        const known = statements.map((one) => real.get(one) ?? { statement: one, sql: '' })
        const run = () => target.batch(known.map(({ statement }) => statement))
        return query(
          known.map(({ sql }) => sql),
          run,
        )
      }
    },
  })
}

// Of all invocations together: a key is the bucket's.
const writtenAt = new Map<string, number>()

function limitedBucket(
  real: R2Bucket,
  now: () => number,
  connected: Invocation['connected'],
): R2Bucket {
  return new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (key: string, ...more: unknown[]) => {
        if (name === 'put') {
          if (now() - (writtenAt.get(key) ?? 0) < 1_000) {
            throw new Error('put: Reduce your concurrent request rate for the same object. (10058)')
          }
          writtenAt.set(key, now())
        }
        return connected(async () => value.call(target, key, ...more))
      }
    },
  })
}
