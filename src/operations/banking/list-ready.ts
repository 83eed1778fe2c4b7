import type { Context, MerchantContext } from '../../context.ts'
import type { ReadyFilterCall } from '../../contract/back-office/banking/many-orders.ts'
import type { ListPage } from '../../contract/back-office/call.ts'
import type { Identity } from '../../contract/back-office/roles.ts'
import {
  type ExactPair,
  exactPairs,
  type FittingCollection,
  isLikely,
} from '../../rules/banking/exact-pairs.ts'
import { holdsOfOrder } from '../../rules/merchants/hold.ts'
import { collectionKind } from '../../rules/orders/order-kinds.ts'
import { namesOfAgent } from '../../rules/people/sight.ts'
import { readyView } from '../../rules/views/banking/ready-view.ts'
import {
  findDepositsWithFitting,
  unclaimedWithFitting,
} from '../../store/banking/fitting-collections.ts'
import { linksOf } from '../../store/links/payment-links.ts'
import { heldOrders } from '../../store/merchants/holds.ts'
import { uidsOf } from '../../store/merchants/merchants.ts'
import { contextsFor } from '../merchant-contexts.ts'
import { collectionWindow, readFitting } from './gather-evidence.ts'

type ReadyList = ListPage<ReturnType<typeof readyView>> & { readonly count: number }

/**
 * Exact pairs of a collection and its transaction, the longest waiting first (back office §8). Each call reads the next
 * `lookedAtMax` unclaimed transactions of each database and sorts within them.
 */
export async function listReady(
  context: Context,
  reader: Identity,
  { bank_account: account, agent, cursor, limit }: ReadyFilterCall,
): Promise<ReadyList> {
  const { part, after } = cursor ?? { part: 0, after: 0 }
  const names = namesOfAgent(reader)
  const asked = {
    bankAccountId: account ?? null,
    names,
    limit: lookedAtMax,
    offset: part * lookedAtMax,
    ...collectionWindow(context.settings),
  }
  const found = await Promise.all(
    contextsFor(context, {}).map(async (one) => {
      const { looked, fitting } = await unclaimedWithFitting(one.db, asked)
      const likely = fitting.map(readFitting(one.settings)).filter(isLikely)
      return { one, isLast: looked < lookedAtMax, likely }
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
      const named = likely.filter(({ member }) => judged.has(member.id))
      return exactOf(one, named, judged)
    }),
  )
  const exact = items.flat().sort((one, other) => one.id - other.id)
  const ofFirst = (n: number) => exact.filter(({ id }) => id <= (waiting[n - 1] ?? id))
  const isEnd = part === partsMax || found.every(({ isLast }) => isLast)
  const nextPart = isEnd ? null : `${part + 1}.0`
  return {
    items: ofFirst(limit).map(({ view }) => view),
    count: ofFirst(countedMax).length + Math.max(0, waiting.length - countedMax),
    next_cursor: waiting.length > limit ? `${part}.${waiting[limit - 1]}` : nextPart,
  }
}

const lookedAtMax = 300

// So many of them are judged for the count, however long the page is: every page tells one figure.
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
  const asked = { ...collectionWindow(settings), accountIds }
  const { named, fitting, isWhole } = await findDepositsWithFitting(db, ids, asked)
  const pairs = exactPairs(named, fitting.map(readFitting(settings)), isWhole)
  return viewsOf(
    db,
    pairs.filter(({ order }) => judged.has(order.id)),
  )
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
function holdsOfPair({ pair: { order, named }, uid }: OwnedPair) {
  const { id: orderId, tradeNo } = order
  const claimed = [named.counterpartyAccount]
  const party = collectionKind.party(order)
  return { orderId, holds: holdsOfOrder({ uid, tradeNo, party, claimed }) }
}

type OwnedPair = { readonly pair: ExactPair; readonly uid: string }
