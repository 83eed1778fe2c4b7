import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { endOfIds, type IdSpan } from './order-pages.ts'

/** A bank transaction that pays an order whose events do not name it. */
export type StrayClaim = { readonly id: number; readonly orderId: number }

/** Where a step of so many transactions ends: `endOfIds` where no more are left. */
export async function endOfTransactions(
  db: MerchantDatabase,
  after: number,
  count: number,
): Promise<number> {
  const [[found]] = await rowsOf(db, [findEnd({ after, count: count - 1 })] as const)
  return found?.id ?? endOfIds
}

const findEnd = sqlText<
  { readonly after: number; readonly count: number },
  { readonly id: number }
>(`
  select id from bank_transactions where id > :after order by id limit 1 offset :count
`)

/** The claims of a span that the events of their orders know nothing of, in one transaction. */
export async function readStrayClaims(
  db: MerchantDatabase,
  span: IdSpan,
): Promise<readonly StrayClaim[]> {
  const [found] = await rowsOf(db, [readClaims(span)] as const)
  return found
}

// Which claims an order's events have freed again is looked at with the order.
const readClaims = sqlText<IdSpan, StrayClaim>(`
  select id, order_id as orderId from bank_transactions
  where id > :after and id <= :end and order_id is not null and not exists (
    select 1 from events cross join json_each(fact, '$.bankTransactions') as named
    where events.order_id = bank_transactions.order_id and named.value = bank_transactions.id
  )
`)
