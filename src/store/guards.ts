import { type SQL, sql } from 'drizzle-orm'

/**
 * A condition that only the database can check at the moment of the write. Each has the name of the constraint that it
 * breaks. `merchant_changed`: the merchant is as it was read. `not_covered`: the merchant has the money. `link_closed`:
 * the link and its order still take a payment. `other_kind`: there is no order of another kind that the same request
 * may have made. `over_quota`: the merchant's orders have not brought more custom data that day than they may.
 */
export const guards = [
  'merchant_changed',
  'not_covered',
  'link_closed',
  'other_kind',
  'over_quota',
] as const
export type Guard = (typeof guards)[number]

/** The value for a row's column `refused`: null when all conditions hold, else the name of the first that does not. */
export function refusedUnless(
  conditions: Readonly<Partial<Record<Guard, SQL | undefined>>>,
): SQL<never> {
  const refusals = Object.entries(conditions).map(
    ([guard, holds]) => sql`when (${holds}) is not true then ${sql.raw(`'${guard}'`)}`,
  )
  return sql<never>`case ${sql.join(refusals, sql` `)} end`
}
