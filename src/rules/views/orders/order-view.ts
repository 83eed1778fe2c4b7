import { isTestId } from '../../orders/order-identity.ts'
import type { Order } from '../../orders/orders.ts'

export type OwnedOrder<O extends Order> = { readonly uid: string; readonly order: O }

/** The platform's own fields of an order, hidden from its merchant. */
export function platformFields({ id, agent, bankAccountId, backed, last5 }: Order) {
  return { agent, bank_account: bankAccountId, backed, last5, test: isTestId(id) }
}
