import { getTableColumns } from 'drizzle-orm'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { callbackAttempts } from './callback-schema.ts'

// The first attempt is JSON in its callback's row, with the names below; the others are in `callback_attempts`, as are
// first attempts from before the column `first_attempt`.

export type StoredAttempt = typeof callbackAttempts.$inferSelect

/** A value of the first attempt in a row of `callbacks`, as SQL; null if the row has none. */
export function firstAttemptField(
  name: Exclude<keyof StoredAttempt, 'orderId' | 'number'>,
): string {
  return `first_attempt ->> '${name}'`
}

/** The attempts of a callback, oldest first. */
export async function attemptsOf(
  db: MerchantDatabase,
  orderId: number,
): Promise<readonly StoredAttempt[]> {
  const [found] = await rowsOf(db, [findAttempts({ orderId })] as const)
  return found
}

const { orderId: _orderId, number: _number, ...parts } = getTableColumns(callbackAttempts)
const names = Object.keys(parts) as (keyof typeof parts)[]

const findAttempts = sqlText<{ orderId: number }, StoredAttempt>(`
  select order_id as orderId, 1 as number,
    ${names.map((name) => `${firstAttemptField(name)} as "${name}"`).join(', ')}
  from callbacks where order_id = :orderId and first_attempt is not null
  union all
  select order_id, number, ${names.map((name) => parts[name].name).join(', ')}
  from callback_attempts where order_id = :orderId
  order by number
`)
