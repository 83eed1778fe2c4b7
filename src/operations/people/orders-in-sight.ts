import type { MerchantContext } from '../../context.ts'
import { type OrderAccess, seesOrder } from '../../rules/people/order-access.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { findTermsOf } from '../../store/banking/claims.ts'

/** The orders of one database that a reader may see (back office §7). Reads accounts only if they decide. */
export async function ordersInSight<O extends OrderAccess>(
  { db }: Pick<MerchantContext, 'db'>,
  reader: Actor,
  orders: readonly O[],
): Promise<readonly O[]> {
  const inDoubt = orders.filter((order) => !seesOrder(reader, order))
  const ids = new Set(inDoubt.map(({ bankAccountId }) => bankAccountId ?? 0))
  const accounts = new Map((await findTermsOf(db, [...ids])).map((one) => [one.id, one]))
  return orders.filter((order) => seesOrder(reader, order, accounts.get(order.bankAccountId ?? 0)))
}
