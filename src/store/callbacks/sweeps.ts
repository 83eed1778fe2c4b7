import { eq } from 'drizzle-orm'
import type { MerchantDatabase, Statement } from '../database.ts'
import { sweeps } from '../schema.ts'

/** Notes that the callbacks of this database have been looked through, at `at` (UTC seconds). */
export function noteSweep(db: MerchantDatabase, at: number): Statement {
  return db
    .insert(sweeps)
    .values({ id: 1, at })
    .onConflictDoUpdate({ target: sweeps.id, set: { at } })
}

/** When that was last done; null when it never was. */
export async function lastSweepAt(db: MerchantDatabase): Promise<number | null> {
  const row = await db.select({ at: sweeps.at }).from(sweeps).where(eq(sweeps.id, 1)).get()
  return row?.at ?? null
}
