import { getTableColumns } from 'drizzle-orm'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { callbackAttempts } from './callback-schema.ts'

// Where attempts stand: the first in its callback's row, as JSON by the names below, the others in `callback_attempts`.
// That table has the first ones as well that were made before the column `first_attempt`.

export type StoredAttempt = typeof callbackAttempts.$inferSelect

/** What the first attempt has of that name, of a row of `callbacks`; null where the row has none. */
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
