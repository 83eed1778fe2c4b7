import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Role } from '../../contract/back-office/roles.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { journal, people } from './people-schema.ts'

/** A person with a role in the database. `updatedAt` is in UTC seconds. */
export type Person = typeof people.$inferSelect

/** The person with that name; null without a role in the database. */
export async function findPerson(db: MerchantDatabase, name: string): Promise<Person | null> {
  return (await db.select().from(people).where(eq(people.name, name)).get()) ?? null
}

/** People in the order of their names, after `after`. */
export async function peopleAfter(
  db: MerchantDatabase,
  after: string,
  limit: number,
): Promise<readonly Person[]> {
  return db
    .select()
    .from(people)
    .where(gt(people.name, after))
    .orderBy(asc(people.name))
    .limit(limit)
}

/** Gives a person a role, in place of the previous one. */
export function putPerson(db: MerchantDatabase, person: Person): Statement {
  const { role, updatedAt } = person
  return db
    .insert(people)
    .values(person)
    .onConflictDoUpdate({ target: people.name, set: { role, updatedAt } })
}

/** Takes a person's role away. */
export function removePerson(db: MerchantDatabase, name: string): Statement {
  return db.delete(people).where(eq(people.name, name))
}

/** The person's last role in the journal; null if it was removed, or never given. */
export async function lastRole(
  db: MerchantDatabase,
  name: string,
): Promise<Role | 'taken_away' | null> {
  const { id, subjectKind, subject, after } = journal
  const row = await db
    .select({ after })
    .from(journal)
    // The predicate of the partial index is spelled out, because sqlite ignores bound values.
    .where(
      and(
        eq(subjectKind, 'person'),
        eq(subject, name),
        sql`${subjectKind} not in ('collection', 'payout')`,
      ),
    )
    .orderBy(desc(id))
    .limit(1)
    .get()
  if (row === undefined) return null
  return (row.after?.role as Role | undefined) ?? 'taken_away'
}
