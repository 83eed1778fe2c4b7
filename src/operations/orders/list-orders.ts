import type { Context, MerchantContext } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type {
  CollectionExport,
  CollectionFilterCall,
  PayoutExport,
  PayoutFilterCall,
} from '../../contract/back-office/orders/filters.ts'
import type { Identity } from '../../contract/back-office/roles.ts'
import { collectionKind, payoutKind } from '../../rules/orders/order-kinds.ts'
import type { Collection, Order } from '../../rules/orders/orders.ts'
import {
  actionsOfCollection,
  actionsOfPayout,
  type PossibleAction,
} from '../../rules/orders/possible-actions.ts'
import { namesOfAgent } from '../../rules/people/order-access.ts'
import { orderEntryView } from '../../rules/views/ledger-view.ts'
import {
  type CollectionItem,
  collectionDetailView,
  type LinkedCollection,
  listedCollectionView,
} from '../../rules/views/orders/collection-view.ts'
import { orderHistoryView } from '../../rules/views/orders/order-history-view.ts'
import type { OwnedOrder } from '../../rules/views/orders/order-view.ts'
import {
  listedPayoutView,
  type PayoutItem,
  type payoutView,
} from '../../rules/views/orders/payout-view.ts'
import { possibleActionView } from '../../rules/views/people/possible-action-view.ts'
import { ifPaidView } from '../../rules/views/settlement/fee-view.ts'
import { entriesOfOrder } from '../../store/accounts/order-entries.ts'
import { attemptsOf } from '../../store/callbacks/attempts.ts'
import { findCallback } from '../../store/callbacks/callbacks.ts'
import { linksOf } from '../../store/links/payment-links.ts'
import { ordersInSlots } from '../../store/matcher/slots.ts'
import { agentsScannedMax } from '../../store/newest-rows.ts'
import { eventsOf } from '../../store/orders/booking.ts'
import { newestCollections } from '../../store/orders/collections.ts'
import { newestPayouts } from '../../store/orders/payouts.ts'
import { notesOf } from '../../store/people/journal.ts'
import { withDebitMarks, withDepositMarks } from '../banking/mark-deposits.ts'
import { type List, listPage } from '../list.ts'
import { approvalsOfOrder } from '../people/list-approvals.ts'
import { situationOf } from './judge-actions.ts'
import { collectionBook } from './move-collection.ts'
import { findOrder, type LocatedOrder, type OrderOfMerchant } from './move-order.ts'
import { payoutBook } from './move-payout.ts'

type CollectionView = ReturnType<typeof listedCollectionView>
type PayoutView = ReturnType<typeof payoutView>
type PayoutItemView = ReturnType<typeof listedPayoutView>
type OrderDetailView<View extends { uid: string }> = ReturnType<typeof orderHistoryView<View>> & {
  readonly actions: readonly ReturnType<typeof possibleActionView>[]
  readonly ledger: readonly ReturnType<typeof orderEntryView>[]
  readonly hold: number | null
  readonly waiting_approvals: Awaited<ReturnType<typeof approvalsOfOrder>>
}

/** Any merchant's collection by its transaction number, with its events, callback attempts and possible actions. */
export async function showCollection(
  context: Context,
  reader: Identity,
  tradeNo: string,
): Promise<
  OrderDetailView<ReturnType<typeof collectionDetailView>> & {
    readonly if_paid: ReturnType<typeof ifPaidView>
  }
> {
  const found = await findOrder(context, collectionBook, { tradeNo, reader })
  const { order, merchant, merchantContext } = found
  const owned = { uid: merchant.uid, order }
  const [linked = { ...owned, link: null }] = await withLinks(merchantContext, [owned])
  const judging = situationOf(collectionKind, found, reader).then((one) => ({
    actions: actionsOfCollection(one),
    holdId: one.holdId,
  }))
  const detail = await detailView(collectionKind.name, found, {
    order: collectionDetailView(linked),
    judging,
  })
  return { ...detail, if_paid: ifPaidView(order, merchant) }
}

/** Any merchant's payout by its transaction number, with its events, callback attempts and possible actions. */
export async function showPayout(
  context: Context,
  reader: Identity,
  tradeNo: string,
): Promise<OrderDetailView<PayoutView>> {
  const found = await findOrder(context, payoutBook, { tradeNo, reader })
  const judging = situationOf(payoutKind, found, reader).then((one) => ({
    actions: actionsOfPayout(one),
    holdId: one.holdId,
  }))
  return detailView(payoutKind.name, found, { order: payoutBook.view(found), judging })
}

/** A filter of orders, and the names of an agent that sees a part of them. */
type AgentFilter<Filter> = Filter & { readonly seenBy?: readonly string[] | undefined }

/** The list of collections, of all merchants or one. */
export const collectionList: List<
  AgentFilter<CollectionExport> & Pick<CollectionFilterCall, 'deposits'>,
  CollectionItem,
  CollectionView
> = {
  async read(one, filter, span) {
    const narrowed = {
      ...narrowingOf(filter),
      status: filter.status,
      collectionStatus: filter.collection_status,
      confirmation: filter.confirmation,
      expired: filter.expired,
      saidPaid: filter.said_paid,
      settledBy: filter.settled_by,
      ownNo: filter.orderid,
    }
    const { rows, scannedTo } = await newestCollections(one.db, narrowed, span)
    const linked = await withLinks(one, rows)
    const isMarked = filter.deposits !== undefined
    return {
      rows: isMarked ? await withDepositMarks(one, linked, filter.seenBy) : linked,
      scannedTo,
    }
  },
  idOf: ({ order }) => order.id,
  viewOf: listedCollectionView,
  archived(filter) {
    const { status, collection_status: matching, confirmation, expired, orderid: ownNo } = filter
    const isWaiting =
      status === 'pending' && (expired === false || (matching ?? 'exception') !== 'exception')
    if (isWaiting || confirmation === 'awaiting') return null
    const paid = status === undefined ? undefined : status !== 'pending'
    return { ...narrowingOf(filter), kind: 'collection', ownNo, paid }
  },
}

/** A page of collections; an agent's has those that it may see (back office §7). */
export function listCollections(
  context: Context,
  reader: Identity,
  filter: CollectionFilterCall,
): Promise<ItemPage<CollectionView>> {
  return listPage(context, collectionList, seenBy(reader, filter))
}

function seenBy<Filter extends object>(
  reader: Identity,
  filter: Filter,
): AgentFilter<Filter> & SightLimit {
  const names = namesOfAgent(reader)
  return names === null ? filter : { ...filter, seenBy: names, scanLimit: agentsScannedMax }
}

type SightLimit = { readonly scanLimit?: number }

/** Collections with their payment links, and whether they have their slots. */
export async function withLinks(
  { db }: MerchantContext,
  collections: readonly OwnedOrder<Collection>[],
): Promise<readonly LinkedCollection[]> {
  const unsure = collections.filter(({ order }) => mayHaveLostSlot(order))
  const [links, inSlots] = await Promise.all([
    linksOf(
      db,
      collections.map(({ order }) => order),
    ),
    ordersInSlots(
      db,
      unsure.map(({ order }) => order.id),
    ),
  ])
  return collections.map((one) => ({
    ...one,
    link: links.get(one.order.linkId ?? 0) ?? null,
    slot: mayHaveLostSlot(one.order) ? inSlots.has(one.order.id) : one.order.waitsInSlot,
  }))
}

// A waiting order has its slot; a later order may have taken that of a finished one.
function mayHaveLostSlot(order: Collection): boolean {
  const { last5, bankAccountId, status, collectionStatus } = order
  if (bankAccountId === null || last5 === '') return false
  return status !== 'pending' || collectionStatus === 'exception'
}

/** The list of payouts, of all merchants or one. */
export const payoutList: List<
  AgentFilter<PayoutExport> & Pick<PayoutFilterCall, 'debits'>,
  PayoutItem,
  PayoutItemView
> = {
  async read(one, filter, span) {
    const { status, serial_no: ownNo, debits, seenBy } = filter
    const query = { ...narrowingOf(filter), status, ownNo }
    const { rows, scannedTo } = await newestPayouts(one.db, query, span)
    return {
      rows: debits === undefined ? rows : await withDebitMarks(one, rows, seenBy),
      scannedTo,
    }
  },
  idOf: ({ order }) => order.id,
  viewOf: listedPayoutView,
  archived(filter) {
    const { status, serial_no: ownNo } = filter
    if (status === 'pending') return null
    const paid = status === undefined ? undefined : status === 'processed'
    return { ...narrowingOf(filter), kind: 'payout', ownNo, paid }
  },
}

/** A page of payouts; an agent's has those that it may see. */
export function listPayouts(
  context: Context,
  reader: Identity,
  filter: PayoutFilterCall,
): Promise<ItemPage<PayoutItemView>> {
  return listPage(context, payoutList, seenBy(reader, filter))
}

// The common filters of both kinds of order.
function narrowingOf(filter: AgentFilter<Omit<CollectionExport | PayoutExport, 'status'>>) {
  const { merchant_uid: merchantUid, agent, taken, amount, last5, backed, seenBy } = filter
  const { merchant_order_no: merchantOrderNo, bank_account: bankAccountId } = filter
  return {
    merchantUid,
    merchantOrderNo,
    agent,
    taken,
    bankAccountId,
    amount,
    last5,
    backed,
    seenBy,
  }
}

/** A reader's possible actions on an order, and the hold that prevents its payment. */
type Judgement = { readonly actions: readonly PossibleAction[]; readonly holdId: number | null }

async function detailView<View extends { readonly uid: string }>(
  kind: 'collection' | 'payout',
  { order, merchant, merchantContext }: LocatedOrder<OrderOfMerchant<Order>>,
  { order: view, judging }: { readonly order: View; readonly judging: Promise<Judgement> },
): Promise<OrderDetailView<View>> {
  const { db } = merchantContext
  const { id, tradeNo } = order
  const [events, notes, entries, callback, attempts, judged, waiting] = await Promise.all([
    eventsOf(db, order),
    notesOf(db, tradeNo),
    entriesOfOrder(db, merchant.id, id),
    findCallback(db, id),
    attemptsOf(db, id),
    judging,
    approvalsOfOrder(merchantContext, { kind, name: tradeNo }),
  ])
  const history = orderHistoryView({ order: view, events, notes, callback, attempts })
  const ledger = entries.map(orderEntryView)
  const { actions, holdId } = judged
  return {
    ...history,
    ledger,
    hold: holdId,
    waiting_approvals: waiting,
    actions: actions.map(possibleActionView),
  }
}
