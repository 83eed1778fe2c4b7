import type { Context, MerchantContext } from '../../context.ts'
import type { SearchQuery } from '../../contract/back-office/search.ts'
import { invalid } from '../../contract/refusals.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { namesOfAgent } from '../../rules/people/sight.ts'
import { foundCollection, foundPayout } from '../../rules/search/found-orders.ts'
import { type SearchKeys, searchKeys } from '../../rules/search/search-keys.ts'
import {
  foundView,
  type Placed,
  ranked,
  type SearchHit,
  type Sight,
  sightOf,
} from '../../rules/search/search-result.ts'
import {
  idsOfMember,
  idsOfNumber,
  idsOnAccounts,
  idsOnNone,
  ordersOfIds,
} from '../../store/search/find-orders.ts'
import { readScope, type SearchScope } from '../../store/search/search-scope.ts'
import { say } from '../../units/language.ts'
import { contextsFor, isSandbox } from '../merchant-contexts.ts'
import { ordersInSight } from '../people/orders-in-sight.ts'
import { findByUid, findCallback, findLink, searchTransactions } from './search-others.ts'

/** A search of one database: for what, where, and what of it the reader may see. */
type Search = {
  readonly context: MerchantContext
  readonly keys: SearchKeys
  readonly scope: SearchScope
  readonly sight: Sight
  /** The merchant that it is narrowed to. */
  readonly uid: string | null
}

/**
 * Finds what the text of one box may stand for, in the databases that it asks for (back office §7): what waits first,
 * then the newest.
 * Agents see of it what they see of lists. Refuses with `validation_error` of
 * `merchant_uid` when nothing was found and there are too many merchants to look for a number at each.
 */
export async function search(
  context: Context,
  principal: Principal,
  { q, merchant_uid, limit, test }: SearchQuery,
): Promise<{ readonly items: readonly ReturnType<typeof foundView>[] }> {
  const keys = searchKeys(q)
  const uid = merchant_uid ?? null
  const prepare = async (one: MerchantContext): Promise<Search> => {
    const scope = await readScope(one.db, uid)
    return { context: one, keys, scope, sight: sightOf(principal, scope.accounts), uid }
  }
  const contexts = contextsFor(context, { test, merchant_uid })
  const searches = await Promise.all(contexts.map(prepare))
  const found = await Promise.all([
    principal.role === 'agent' ? [] : findByUid(context, keys.text, contexts),
    ...searches.map(searchOne),
  ])
  const isOfMerchant = ({ merchantUid }: Placed) =>
    uid === null || merchantUid === null || merchantUid === uid
  const items = ranked(found.flat().filter(isOfMerchant), limit)
  if (items.length === 0 && searches.some(({ scope }) => scope.merchants === null)) {
    throw invalid(
      'merchant_uid',
      say(
        '商戶眾多，以單號搜尋時請指定商戶',
        'There are many merchants: name one to search by a number',
      ),
    )
  }
  return { items: items.map(foundView) }
}

async function searchOne(one: Search): Promise<readonly Placed[]> {
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
  return [...found.flat(), ...accountsOf(one)].map((each) => ({ ...each, test }))
}

function accountsOf({ keys, scope, sight }: Search): readonly SearchHit[] {
  const named = scope.accounts.filter(({ id, accountNo }) => {
    return sight.accounts.has(id) && accountNo === keys.accountNo
  })
  return named.map(({ id, state, createdAt }) => ({
    kind: 'bank_account',
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
  const [collections, payouts] = await ordersOfIds(context.db, [...new Set(ids)])
  const orders = [...collections, ...payouts].map(({ order }) => order)
  const seen = new Set<object>(await ordersInSight(context, sight.reader, orders))
  const found = [
    ...collections.map(({ order, uid }) => [order, foundCollection(uid, order, keys)] as const),
    ...payouts.map(({ order, uid }) => [order, foundPayout(uid, order, keys)] as const),
  ]
  return found.flatMap(([order, one]) => (one !== null && seen.has(order) ? [one] : []))
}

// The ids of all orders that the keys lead to.
async function idsOf({ context: { db }, keys, scope, sight, uid }: Search) {
  const { text, amount, last5 } = keys
  const deposit = amount === null && last5 === null ? null : { amount, last5 }
  const names = namesOfAgent(sight.reader)
  const [merchantId] = uid === null ? [] : (scope.merchants ?? [])
  const found = await Promise.all([
    [keys.order, keys.callback].flatMap((one) => one?.id ?? []),
    idsOfNumber(db, scope.merchants ?? [], { number: text, names, limit: limits.limit }),
    deposit === null ? [] : idsOnAccounts({ db, accountIds: [...sight.accounts], deposit, limits }),
    deposit === null ? [] : idsOnNone(db, deposit, limits),
    merchantId === undefined ? [] : idsOfMember({ db, merchantId, memberNo: text, limits }),
  ])
  return found.flat()
}

/** Of what waits on no account, and of a merchant's, so many are looked at (back office §7). */
const limits = { limit: 50, lookedAt: 1_000 }
