import { eq } from 'drizzle-orm'
import type { MerchantDatabase, Statement } from '../database.ts'
import { sweeps } from '../schema.ts'

/** Records a sweep of this database's callbacks at `at` (UTC seconds). */
export function noteSweep(db: MerchantDatabase, at: number): Statement {
  return db
    .insert(sweeps)
    .values({ id: 1, at })
    .onConflictDoUpdate({ target: sweeps.id, set: { at } })
}

/** The time of the last sweep, or null. */
export async function lastSweepAt(db: MerchantDatabase): Promise<number | null> {
  const row = await db.select({ at: sweeps.at }).from(sweeps).where(eq(sweeps.id, 1)).get()
  return row?.at ?? null
}
