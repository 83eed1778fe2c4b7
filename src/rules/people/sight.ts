import { holderOf, servicePrefix } from '../../contract/back-office-names.ts'
import { type BankAccount, mayUseAccount } from '../banking/bank-account.ts'
import type { Collection, Payout } from '../orders/orders.ts'
import type { Actor } from './principal.ts'

/** What of an order decides who sees it. */
export type OrderAccess = Pick<Collection | Payout, 'agent' | 'bankAccountId'>

/**
 * Whether a person of the back office sees an order (back office §7): an agent what is in its own hands, on no account,
 * or on an account that it may use; everybody else everything.
 *
 * @param account the order's account, where it is known
 */
export function seesOrder(
  reader: Actor,
  order: OrderAccess,
  account?: Pick<BankAccount, 'agents'>,
): boolean {
  if (reader.role !== 'agent' || order.bankAccountId === null) return true
  if (holderOf(order.agent) === holderOf(reader.name)) return true
  return account !== undefined && mayUseAccount(account, reader)
}

/** The names under which orders and accounts may have a reader that does not see everything; null for one that does. */
export function namesOfAgent({ name, role }: Actor): readonly string[] | null {
  if (role !== 'agent') return null
  const holder = holderOf(name)
  return holder.startsWith(servicePrefix) ? [holder, holder.slice(servicePrefix.length)] : [holder]
}
