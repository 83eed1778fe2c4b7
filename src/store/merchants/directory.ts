import { asc, desc, eq, gt, lt } from 'drizzle-orm'
import type { PlatformDatabase, Statement } from '../database.ts'
import { directory } from '../schema.ts'

/** The number of a merchant's database; null for an unknown uid. */
export async function findDatabaseOf(db: PlatformDatabase, uid: string): Promise<number | null> {
  const row = await db.select().from(directory).where(eq(directory.uid, uid)).get()
  return row?.database ?? null
}

/** Adds a merchant; an existing uid keeps its database. */
export function addToDirectory(
  db: PlatformDatabase,
  uid: string,
  database: number,
): Statement<PlatformDatabase> {
  return db.insert(directory).values({ uid, database }).onConflictDoNothing()
}

/** A merchant's entry; its `id` increases with time. */
export type DirectoryEntry = typeof directory.$inferSelect

/** The number of merchants after the one with the id `after`, in the order of their creation or newest first. */
export type CreationSpan = {
  readonly after: number
  readonly limit: number
  readonly newestFirst: boolean
}

/** Entries in the order of the merchants' creation after the one with the id `after`, or from the newest on. */
export async function listDirectory(
  db: PlatformDatabase,
  { after, limit, newestFirst }: CreationSpan,
): Promise<readonly DirectoryEntry[]> {
  return db
    .select()
    .from(directory)
    .where(newestFirst ? lt(directory.id, after) : gt(directory.id, after))
    .orderBy(newestFirst ? desc(directory.id) : asc(directory.id))
    .limit(limit)
}
