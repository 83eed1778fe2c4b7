import { watchedBinding, watchedD1 } from '../../support/watched.ts'

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
      watchedD1(d1, (run, sqls) => query(sqls.length, condition, run)),
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

// Of all invocations together: a key is the bucket's.
const writtenAt = new Map<string, number>()

function limitedBucket(
  real: R2Bucket,
  now: () => number,
  connected: Invocation['connected'],
): R2Bucket {
  return watchedBinding(real, (run, name, given) => {
    if (name === 'put') {
      const key = String(given[0])
      if (now() - (writtenAt.get(key) ?? 0) < 1_000) {
        throw new Error('put: Reduce your concurrent request rate for the same object. (10058)')
      }
      writtenAt.set(key, now())
    }
    return connected(run)
  })
}
