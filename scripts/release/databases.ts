import { applyMigrations, bookmark, pendingMigrations, type Worker } from './commands.ts'
import { jsonIn, type ToldWrangler, unknownForm } from './wrangler.ts'

/** A database of an environment. */
export type Database = {
  /** `DB`, `DB_1` … */
  readonly binding: string
  readonly name: string
}

/**
 * Applies the migrations that databases lack, one database after the other, and before the first of them tells to which
 * point of time each can be brought back. What is applied already is not applied again. Throws a problem.
 */
export async function migrateDatabases(
  wrangler: ToldWrangler,
  worker: Worker,
  databases: readonly Database[],
  tell: (line: string) => void,
): Promise<void> {
  const behind: Database[] = []
  for (const database of databases) {
    const missing = await missingIn(wrangler, worker, database)
    tell(
      `${database.name} ${missing.length === 0 ? 'has all migrations' : `lacks ${missing.join(', ')}`}.`,
    )
    if (missing.length > 0) behind.push(database)
  }
  for (const { binding, name } of behind) {
    const answer = await wrangler(bookmark(worker, binding))
    const told = jsonIn(answer)
    const point = told !== null && typeof told === 'object' && 'bookmark' in told && told.bookmark
    if (!point) throw unknownForm(answer)
    tell(
      `Should everything written to ${name} from now on have to be undone: npx wrangler d1 time-travel restore ` +
        `${name} --bookmark=${point}`,
    )
  }
  for (const { binding } of behind) await wrangler(applyMigrations(worker, binding))
}

async function missingIn(
  wrangler: ToldWrangler,
  worker: Worker,
  { binding }: Database,
): Promise<readonly string[]> {
  const answer = await wrangler(pendingMigrations(worker, binding))
  const { output } = answer
  if (/No migrations to apply/.test(output)) return []
  const names = [...output.matchAll(/\b\d{4}_[\w-]+\.sql\b/g)].map(([found]) => found)
  if (names.length > 0) return names
  throw unknownForm(answer)
}
