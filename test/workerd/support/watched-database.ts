import { env } from 'cloudflare:workers'
import { type MerchantDatabase, openMerchantDatabase } from '../../../src/store/database.ts'

/** A statement that the database was given, and how many rows it wrote. */
export type Watched = {
  readonly query: string
  readonly values: readonly unknown[]
  readonly rowsWritten: number
  /** Which call it came with, from 0: the statements of one batch share theirs. */
  readonly call: number
}

/** The database, telling of each statement. */
export function watchedDatabase(): {
  readonly db: MerchantDatabase
  readonly d1: D1Database
  readonly seen: Watched[]
} {
  const seen: Watched[] = []
  let calls = 0
  type Kept = { query: string; values: unknown[]; statement: D1PreparedStatement }
  const keptOf = new WeakMap<object, Kept>()
  const tell = ({ query, values }: Kept, meta: D1Meta, call: number) => {
    seen.push({ query, values, rowsWritten: meta.rows_written, call })
  }
  const watched = (kept: Kept): D1PreparedStatement => {
    const all = async () => {
      const call = calls++
      const result = await kept.statement.all()
      tell(kept, result.meta, call)
      return result
    }
    const proxy = {
      bind: (...values: unknown[]) =>
        watched({ ...kept, values, statement: kept.statement.bind(...values) }),
      all,
      run: all,
      // Only this way are joined columns that share a name kept apart, and it does not tell what was read.
      raw: async () => {
        if (!kept.query.startsWith('select')) return (await all()).results.map(Object.values)
        seen.push({ query: kept.query, values: kept.values, rowsWritten: 0, call: calls++ })
        return kept.statement.raw()
      },
    } as unknown as D1PreparedStatement
    keptOf.set(proxy, kept)
    return proxy
  }
  const d1: unknown = {
    prepare: (query: string) => watched({ query, values: [], statement: env.DB.prepare(query) }),
    batch: async (statements: D1PreparedStatement[]) => {
      const call = calls++
      const kept = statements.map((one) => keptOf.get(one) as Kept)
      const results = await env.DB.batch(kept.map(({ statement }) => statement))
      results.forEach(({ meta }, n) => {
        tell(kept[n] as Kept, meta, call)
      })
      return results
    },
  }
  return { db: openMerchantDatabase(d1 as D1Database), d1: d1 as D1Database, seen }
}

/** What the database plans to do for a statement, line by line. */
export async function planOf({ query, values }: Watched): Promise<string[]> {
  const { results } = await env.DB.prepare(`explain query plan ${query}`)
    .bind(...values)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}
