import { sql } from 'drizzle-orm'
import type { MerchantDatabase } from './database.ts'

/** The size of a database in bytes. The platform reports it with every result, so that no row is read. */
export async function databaseBytes(db: MerchantDatabase): Promise<number> {
  const { meta } = await db.run(sql`select 1`)
  return meta.size_after
}
