import type { Identity } from '../../contract/back-office/roles.ts'
import { holdsOfOrder } from '../../rules/merchants/hold.ts'
import type { OrderKind } from '../../rules/orders/order-kinds.ts'
import type { Order } from '../../rules/orders/orders.ts'
import type { Situation } from '../../rules/orders/possible-actions.ts'
import { readSituation } from '../../store/orders/order-situation.ts'
import { selectAlone } from '../../store/people/carried-out-alone.ts'
import { rowsOf } from '../../store/sql-text.ts'
import { toSeconds } from '../../units/clock.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import { isSandbox } from '../merchant-contexts.ts'
import { peopleContext } from '../people/known-roles.ts'
import type { LocatedOrder, OrderOfMerchant } from './move-order.ts'

/** The records on which a reader's possible actions depend (back office §7). */
export async function situationOf<O extends Order>(
  kind: OrderKind<O>,
  { order, merchant, hasAccounts, merchantContext }: LocatedOrder<OrderOfMerchant<O>>,
  { name, role }: Identity,
): Promise<Situation<O> & { readonly holdId: number | null }> {
  const { db, settings } = merchantContext
  const now = toSeconds(merchantContext.now())
  const asker = { actor: name, day: taipeiDay(now) }
  const query = {
    merchantId: merchant.id,
    bankAccountId: order.bankAccountId,
    asker,
    linkId: kind.linkId(order),
    holds: holdsOfOrder({ uid: merchant.uid, tradeNo: order.tradeNo, party: kind.party(order) }),
  }
  // A call about a test order never needs a second person.
  const on = settings.approvals.on && !isSandbox(merchantContext)
  const first = peopleContext(merchantContext).db
  const [stands, [[sum]]] = await Promise.all([
    readSituation(db, query),
    on && db !== first ? rowsOf(first, [selectAlone(asker)]) : [[]],
  ])
  const approvals = { ...settings.approvals, on }
  const alone = sum?.amount ?? stands.alone
  const maker = { actor: { name, role }, now }
  return { kind, order, merchant, maker, hasAccounts, approvals, ...stands, alone }
}
