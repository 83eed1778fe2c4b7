import type { Context, MerchantContext } from '../../context.ts'
import type { ReadyFilterCall } from '../../contract/back-office/banking/many-orders.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { Identity } from '../../contract/back-office/roles.ts'
import type { Doubt } from '../../contract/back-office/states.ts'
import {
  doubtOf,
  type ExactPair,
  exactPairs,
  type FittingCollection,
  isLikely,
} from '../../rules/banking/exact-pairs.ts'
import { holdsOfOrder } from '../../rules/merchants/hold.ts'
import { collectionKind } from '../../rules/orders/order-kinds.ts'
import { namesOfAgent } from '../../rules/people/order-access.ts'
import { bankTransactionView } from '../../rules/views/banking/bank-transaction-view.ts'
import { readyView } from '../../rules/views/banking/ready-view.ts'
import { findTransactions } from '../../store/banking/bank-transactions.ts'
import {
  findDepositsWithFitting,
  unclaimedWithFitting,
} from '../../store/banking/fitting-collections.ts'
import { linksOf } from '../../store/links/payment-links.ts'
import { heldOrders } from '../../store/merchants/holds.ts'
import { uidsOf } from '../../store/merchants/merchants.ts'
import { contextsFor } from '../merchant-contexts.ts'
import { collectionWindow, readFitting } from './gather-evidence.ts'
import { ordersOf, type TransactionRow, withOrders } from './list-transactions.ts'
import { ordersNearLines, ordersOfLines } from './orders-of-lines.ts'

type ReadyList = ItemPage<ReturnType<typeof readyView>> & {
  readonly count: number
  readonly unsure: readonly TransactionRow[]
}

/**
 * Exact pairs of a collection and its transaction, the longest waiting first (back office §8). Each call reads the next
 * `scannedMax` unclaimed transactions of each database and sorts within them. The first page also has money to judge,
 * the newest first: what is in doubt on accounts without automatic matching, and on any account what fits no order.
 */
export async function listReady(
  context: Context,
  reader: Identity,
  { bank_account: account, agent, cursor, limit }: ReadyFilterCall,
): Promise<ReadyList> {
  const { part, after } = cursor ?? { part: 0, after: 0 }
  const names = namesOfAgent(reader)
  const query = {
    bankAccountId: account ?? null,
    names,
    limit: scannedMax,
    offset: part * scannedMax,
    ...collectionWindow(context.settings),
  }
  const found = await Promise.all(
    contextsFor(context, {}).map(async (one) => {
      const { readCount, fitting, unjudged, settleable } = await unclaimedWithFitting(one.db, query)
      const all = fitting.map(readFitting(one.settings))
      const likely = all.filter(isLikely)
      const shared = sharedAmong(all.filter(({ depositId }) => unjudged.has(depositId)))
      const others = [...settleable].filter((id) => !likely.some((one) => one.depositId === id))
      return { one, isLast: readCount < scannedMax, all, likely, shared, others }
    }),
  )
  const orders = found
    .flatMap(({ likely }) => likely.map(({ member }) => member))
    .filter((order) => order.id > after && (agent ?? order.agent) === order.agent)
    .map(({ id }) => id)
  const waiting = [...new Set(orders)].sort((one, other) => one - other)
  const judged = new Set(waiting.slice(0, Math.max(limit, countedMax)))
  const items = await Promise.all(
    found.map(async ({ one, likely }) => {
      const certain = likely.filter(({ member }) => judged.has(member.id))
      return exactOf(one, certain, judged)
    }),
  )
  const exact = items.flat().sort((one, other) => one.id - other.id)
  const ofFirst = (n: number) => exact.filter(({ id }) => id <= (waiting[n - 1] ?? id))
  const isFirst = cursor === undefined && agent === undefined
  const unsure = isFirst
    ? await Promise.all(
        found.flatMap(({ one, all, shared, others }) => [
          unsureOf(one, shared.slice(0, limit)),
          unlikelyOf(one, others.sort(newerFirst).slice(0, limit), all),
        ]),
      )
    : []
  const newest = unsure
    .flat()
    .sort((one, other) => newerFirst(one.id, other.id))
    .slice(0, limit)
  const isBare = ({ doubts: [first] }: (typeof newest)[number]) => first === 'no_order'
  const [ofFitting, nearBare] = await Promise.all([
    ordersOf(
      context,
      newest.filter((view) => !isBare(view)),
      (one, ids) => ordersOfLines(one, reader, ids),
    ),
    ordersOf(context, newest.filter(isBare), (one, ids) => ordersNearLines(one, reader, ids)),
  ])
  const isEnd = part === partsMax || found.every(({ isLast }) => isLast)
  const nextPart = isEnd ? null : `${part + 1}.0`
  return {
    items: ofFirst(limit).map(({ view }) => view),
    count: ofFirst(countedMax).length + Math.max(0, waiting.length - countedMax),
    unsure: newest.map((view) => {
      const isPart = nearBare.some((one) => one.lineId === view.id && one.isPart)
      const marked = isPart ? { ...view, doubts: ['part' as const] } : view
      return withOrders(marked, [...ofFitting, ...nearBare])
    }),
    next_cursor: waiting.length > limit ? `${part}.${waiting[limit - 1]}` : nextPart,
  }
}

const scannedMax = 300

// The orders judged for the count, whatever the page's limit: every page shows the same figure.
const countedMax = 8

// A later part reads past all parts before it.
const partsMax = 99

// The judged collections that one of these transactions certainly pays.
async function exactOf(
  { db, settings }: MerchantContext,
  likely: readonly FittingCollection[],
  judged: ReadonlySet<number>,
) {
  const ids = [...new Set(likely.map(({ depositId }) => depositId))]
  // A likely collection is on its transaction's account.
  const accountIds = [...new Set(likely.flatMap(({ member }) => member.bankAccountId ?? []))]
  const window = { ...collectionWindow(settings), accountIds }
  const { deposits, fitting, isWhole } = await findDepositsWithFitting(db, ids, window)
  const pairs = exactPairs(deposits, fitting.map(readFitting(settings)), isWhole)
  return viewsOf(
    db,
    pairs.filter(({ order }) => judged.has(order.id)),
  )
}

// The transactions that fit a waiting collection beside others, or several collections, the newest first.
function sharedAmong(all: readonly FittingCollection[]): readonly number[] {
  const isShared = (one: FittingCollection) =>
    all.some((other) => (other.depositId === one.depositId) !== (other.member.id === one.member.id))
  const shared = all.filter((one) => isLikely(one) && isShared(one))
  return [...new Set(shared.map(({ depositId }) => depositId))].sort(newerFirst)
}

// Ids sort by the time of storage.
const newerFirst = (one: number, other: number) => other - one

// The transactions that no order fits exactly, each with its doubt.
async function unsureOf({ db, settings }: MerchantContext, ids: readonly number[]) {
  const { deposits, fitting, isWhole } = await findDepositsWithFitting(
    db,
    ids,
    collectionWindow(settings),
  )
  const all = fitting.map(readFitting(settings))
  const exact = new Set(exactPairs(deposits, all, isWhole).map(({ line }) => line.deposit.id))
  const found = await findTransactions(
    db,
    ids.filter((id) => !exact.has(id)),
  )
  return found.map(bankTransactionView).map((view) => {
    const isOfSeveral = all.filter(({ depositId }) => depositId === view.id).length > 1
    const doubts: readonly Doubt[] = [isOfSeveral ? 'two_orders' : 'two_transactions']
    return { ...view, doubts }
  })
}

// The transactions that likely belong to no order, each with its doubt.
async function unlikelyOf(
  { db }: MerchantContext,
  ids: readonly number[],
  fitting: readonly FittingCollection[],
) {
  const found = await findTransactions(db, ids)
  return found.map(bankTransactionView).map((view) => {
    const doubts: readonly Doubt[] = [
      doubtOf(fitting.filter(({ depositId }) => depositId === view.id)),
    ]
    return { ...view, doubts }
  })
}

async function viewsOf(db: MerchantContext['db'], pairs: readonly ExactPair[]) {
  const orders = pairs.map(({ order }) => order)
  const merchants = new Set(orders.map(({ merchantId }) => merchantId))
  const [links, uids] = await Promise.all([linksOf(db, orders), uidsOf(db, [...merchants])])
  const owned = pairs.map((pair) => ({ pair, uid: uids.get(pair.order.merchantId) ?? '' }))
  const held = await heldOrders(db, owned.map(holdsOfPair))
  return owned.map(({ pair, uid }) => {
    const { id, linkId } = pair.order
    const link = links.get(linkId ?? 0) ?? null
    return { id, view: readyView(pair, { uid, link, held: held.has(id) }) }
  })
}

// The paying account counts, as at the settlement.
function holdsOfPair({ pair: { order, line }, uid }: OwnedPair) {
  const { id: orderId, tradeNo } = order
  const claimed = [line.counterpartyAccount]
  const party = collectionKind.party(order)
  return { orderId, holds: holdsOfOrder({ uid, tradeNo, party, claimed }) }
}

type OwnedPair = { readonly pair: ExactPair; readonly uid: string }
