import { sql } from 'drizzle-orm'
import type { MerchantDatabase } from './database.ts'

/** How large a database is, in bytes: the platform tells it with every answer, so nothing is read for it. */
export async function databaseBytes(db: MerchantDatabase): Promise<number> {
  const { meta } = await db.run(sql`select 1`)
  return meta.size_after
}
