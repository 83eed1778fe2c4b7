import type { Context, MerchantContext } from '../../context.ts'
import type { SearchQuery } from '../../contract/back-office/search.ts'
import { invalid } from '../../contract/refusals.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import { namesOfAgent } from '../../rules/people/order-access.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { collectionHit, payoutHit } from '../../rules/search/order-hits.ts'
import { type SearchKeys, searchKeys } from '../../rules/search/search-keys.ts'
import {
  filterByName,
  type RankableHit,
  type ReaderAccess,
  rankHits,
  readerAccessOf,
  type SearchHit,
  searchHitView,
} from '../../rules/search/search-result.ts'
import type { OwnedOrder } from '../../rules/views/orders/order-view.ts'
import {
  archivedIdsOfNumber,
  idsOfBeginning,
  idsOfMember,
  idsOfNumber,
  idsOfTradeNoEnd,
  idsOnAccounts,
  idsOnNone,
  type NumberedId,
  ordersOfIds,
} from '../../store/search/find-orders.ts'
import { readScope, type SearchScope } from '../../store/search/search-scope.ts'
import { lastFive } from '../../units/account-digits.ts'
import { say } from '../../units/language.ts'
import { archivedContext } from '../archive/archived-rows.ts'
import { withDepositMarks } from '../banking/mark-deposits.ts'
import { contextsFor, isSandbox } from '../merchant-contexts.ts'
import { withLinks } from '../orders/list-orders.ts'
import { ordersInSight } from '../people/orders-in-sight.ts'
import {
  findByUid,
  findCallback,
  findLink,
  noOrderFields,
  searchTransactions,
} from './search-others.ts'

/** A search of one database: the keys, the scope, and the reader's access. */
type Search = {
  readonly context: MerchantContext
  readonly keys: SearchKeys
  readonly scope: SearchScope
  readonly sight: ReaderAccess
  /** The merchant that it is narrowed to. */
  readonly uid: string | null
}

/**
 * Finds all that a text may stand for, in the databases of the call (back office §7): waiting records first, then the
 * newest. Agents find what they may see in lists. Refuses with `validation_error` of `merchant_uid` if nothing was
 * found and there are too many merchants to search a number at each.
 */
export async function search(
  context: Context,
  principal: Principal,
  { q, merchant_uid, limit, test }: SearchQuery,
): Promise<{ readonly items: readonly ReturnType<typeof searchHitView>[] }> {
  const keys = searchKeys(q)
  const uid = merchant_uid ?? null
  const prepare = async (one: MerchantContext): Promise<Search> => {
    const scope = await readScope(one.db, uid)
    return { context: one, keys, scope, sight: readerAccessOf(principal, scope.accounts), uid }
  }
  const contexts = contextsFor(context, { test, merchant_uid })
  const searches = await Promise.all(contexts.map(prepare))
  const found = await Promise.all([
    ...(principal.role === 'agent' ? [] : keys.numbers).map((uid) =>
      findByUid(context, uid, contexts),
    ),
    ...searches.map(searchOne),
  ])
  const isOfMerchant = ({ merchantUid }: RankableHit) =>
    uid === null || merchantUid === null || merchantUid === uid
  const items = rankHits(found.flat().filter(isOfMerchant), limit)
  if (items.length === 0 && searches.some(({ scope }) => scope.merchants === null)) {
    throw invalid(
      'merchant_uid',
      say(
        '商戶眾多，以編號搜尋時請指定商戶',
        'There are many merchants; a search by number requires a merchant',
      ),
    )
  }
  return { items: items.map(searchHitView) }
}

async function searchOne(one: Search): Promise<readonly RankableHit[]> {
  const { context, keys, sight } = one
  const lines = searchTransactions(context, keys, sight)
  const found = await Promise.all([
    searchOrders(
      one,
      lines.then(({ paid }) => paid),
    ),
    lines.then(({ found: transactions }) => transactions),
    findLink(context, keys.link, sight),
    sight.everything ? findCallback(context, keys.callback) : [],
  ])
  const test = isSandbox(context)
  const all = withOrders([...found.flat(), ...accountsOf(one)])
  return filterByName(all, keys.name).map((each) => ({ ...each, test }))
}

// Adds the numbers of paid orders to transactions, if those orders were found.
function withOrders(found: readonly SearchHit[]): readonly SearchHit[] {
  const isOrder = ({ kind }: SearchHit) => kind === 'collection' || kind === 'payout'
  const numbers = new Map(found.filter(isOrder).map(({ orderId, name }) => [orderId, name]))
  return found.map((one) => {
    const tradeNo = one.kind === 'bank_transaction' ? numbers.get(one.orderId) : undefined
    return tradeNo === undefined ? one : { ...one, tradeNo }
  })
}

function accountsOf({ keys, scope, sight }: Search): readonly SearchHit[] {
  const { accountNo: number, accountEnd } = keys
  const matches = scope.accounts.filter(({ id, bankCode, accountNo }) => {
    // Members and wait pages put the bank's code in front.
    const isWhole = number === accountNo || number === bankCode + accountNo
    return (
      sight.accounts.has(id) && (accountEnd === null ? isWhole : accountNo.endsWith(accountEnd))
    )
  })
  return matches.map(({ id, accountNo, holderName, state, createdAt }) => ({
    kind: 'bank_account',
    ...noOrderFields,
    parties: [holderName],
    last5: lastFive(accountNo),
    bankAccountId: id,
    name: String(id),
    matchedOn: 'account_no',
    merchantUid: null,
    amount: null,
    status: state,
    createdAt,
    waits: false,
  }))
}

async function searchOrders(
  one: Search,
  paid: Promise<readonly number[]>,
): Promise<readonly SearchHit[]> {
  const { context, keys, sight } = one
  const ids = (await Promise.all([idsOf(one), paid])).flat()
  const [collections, payouts] = await ordersAnywhere(context, [...new Set(ids)])
  const orders = [...collections, ...payouts].map(({ order }) => order)
  const visible = new Set<object>(await ordersInSight(context, sight.reader, orders))
  const found = [
    ...collections.map((found) => [found.order, collectionHit(found, keys)] as const),
    ...payouts.map((found) => [found.order, payoutHit(found, keys)] as const),
  ]
  const hits = found.flatMap(([order, one]) => (one !== null && visible.has(order) ? [one] : []))
  return withMarks(one, collections, hits)
}

// Adds to waiting collections whether their money has come, as in the queue (back office §8).
async function withMarks(
  { context, sight }: Search,
  collections: readonly OwnedOrder<Collection>[],
  hits: readonly SearchHit[],
): Promise<readonly SearchHit[]> {
  const found = new Set(hits.map(({ orderId }) => orderId))
  const waiting = collections.filter(({ order: { id, status } }) => {
    return status === 'pending' && found.has(id)
  })
  if (waiting.length === 0) return hits
  const linked = await withLinks(context, waiting.slice(0, markedMax))
  const listed = await withDepositMarks(context, linked, namesOfAgent(sight.reader) ?? undefined)
  const marks = new Map(
    listed.flatMap(({ order, deposits, held }) =>
      deposits === undefined || held === undefined ? [] : [[order.id, { deposits, held }]],
    ),
  )
  return hits.map((hit) => {
    const found = hit.orderId === null ? undefined : marks.get(hit.orderId)
    return found === undefined || hit.kind !== 'collection' ? hit : { ...hit, marks: found }
  })
}

// As many as a page of the queue has.
const markedMax = 20

// Live orders, and archived ones among the rest.
async function ordersAnywhere(
  context: MerchantContext,
  ids: readonly number[],
): ReturnType<typeof ordersOfIds> {
  const [collections, payouts] = await ordersOfIds(context.db, ids)
  const living = new Set([...collections, ...payouts].map(({ order }) => order.id))
  const others = ids.filter((id) => !living.has(id))
  const archived = others.length === 0 ? null : await archivedContext(context, others)
  if (archived === null) return [collections, payouts]
  const [came, went] = await ordersOfIds(archived.db, others)
  return [
    [...collections, ...came],
    [...payouts, ...went],
  ]
}

// The ids of all orders that match the keys.
async function idsOf({ context: { db }, keys, scope, sight, uid }: Search) {
  const { numbers, amount, last5, name, tradeNoEnd, beginnings } = keys
  const deposit = amount === null && last5 === null ? null : { amount, last5 }
  const names = namesOfAgent(sight.reader)
  const merchants = scope.merchants ?? []
  const [merchantId] = uid === null ? [] : merchants
  // A name filters the results, so more of them are read.
  const limits = name === null ? unnarrowed : { ...unnarrowed, limit: narrowedLimit }
  const { limit } = limits
  const found = await Promise.all([
    [keys.order, keys.callback].flatMap((one) => one?.id ?? []),
    Promise.all(
      numbers.flatMap((number) => [
        idsOfNumber(db, merchants, { number, names, limit }),
        archivedIdsOfNumber(db, merchants, { number, limit }),
      ]),
    ).then(async (whole) =>
      whole.flat().length > 0 || beginnings.length === 0
        ? whole.flat()
        : wholeOrBegun(await idsOfBeginning(db, merchants, { beginnings, names, limit }), keys),
    ),
    tradeNoEnd === null ? [] : idsOfTradeNoEnd(db, tradeNoEnd),
    deposit === null ? [] : idsOnAccounts({ db, accountIds: [...sight.accounts], deposit, limits }),
    deposit === null ? [] : idsOnNone(db, deposit, limits),
    ...(merchantId === undefined
      ? []
      : numbers.map((memberNo) => idsOfMember({ db, merchantId, memberNo, limits }))),
  ])
  return found.flat()
}

// An order with the whole number, in any spelling, excludes those with longer numbers.
function wholeOrBegun(found: readonly NumberedId[], { beginnings }: SearchKeys): readonly number[] {
  const whole = found.filter(({ number }) => beginnings.includes(number))
  return (whole.length > 0 ? whole : found).map(({ id }) => id)
}

/** The orders read without an account, and of one merchant (back office §7). */
const unnarrowed = { limit: 50, scanLimit: 1_000 }
const narrowedLimit = 500
