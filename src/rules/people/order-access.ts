import { holderOf, servicePrefix } from '../../contract/back-office-names.ts'
import { type BankAccount, mayUseAccount } from '../banking/bank-account.ts'
import type { Collection, Payout } from '../orders/orders.ts'
import type { Actor } from './principal.ts'

/** The fields of an order that decide who may see it. */
export type OrderAccess = Pick<Collection | Payout, 'agent' | 'bankAccountId'>

/**
 * Whether a person may see an order (back office §7): an agent its own orders, and those without an account or on an
 * account that it may use; everybody else all.
 *
 * @param account the order's account, if known
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

/** The names of an agent in orders and accounts; null for a reader who sees everything. */
export function namesOfAgent({ name, role }: Actor): readonly string[] | null {
  if (role !== 'agent') return null
  const holder = holderOf(name)
  return holder.startsWith(servicePrefix) ? [holder, holder.slice(servicePrefix.length)] : [holder]
}
