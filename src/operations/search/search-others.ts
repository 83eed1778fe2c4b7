import type { Context, MerchantContext } from '../../context.ts'
import { callbackId } from '../../rules/orders/order-identity.ts'
import type { SearchKeys } from '../../rules/search/search-keys.ts'
import type { RankableHit, ReaderAccess, SearchHit } from '../../rules/search/search-result.ts'
import { archivedOfLink } from '../../store/archive/archived-orders.ts'
import { findOwnedCallback } from '../../store/callbacks/callbacks.ts'
import { findLinkBeginning, findTransactions } from '../../store/search/find-others.ts'
import { monthSeconds, toSeconds } from '../../units/clock.ts'
import { contextOfArchived, findAnywhere } from '../archive/archived-rows.ts'
import { isSandbox } from '../merchant-contexts.ts'
import { locateMerchant } from '../merchants/read-merchant.ts'
import { ordersInSight } from '../people/orders-in-sight.ts'

// The searches for records other than orders, one function per kind.

/** The merchant with that uid in these databases. */
export async function findByUid(
  context: Context,
  uid: string,
  contexts: readonly MerchantContext[],
): Promise<readonly RankableHit[]> {
  const found = await locateMerchant(context, uid)
  if (found === null || !contexts.includes(found.merchantContext)) return []
  const { enabled, createdAt, name } = found.merchant
  return [
    {
      kind: 'merchant',
      name: uid,
      matchedOn: 'uid',
      merchantUid: uid,
      ...noOrderFields,
      parties: [name],
      amount: null,
      status: enabled ? 'enabled' : 'disabled',
      createdAt,
      waits: false,
      test: isSandbox(found.merchantContext),
    },
  ]
}

export async function findCallback(
  context: MerchantContext,
  ref: SearchKeys['callback'],
): Promise<readonly SearchHit[]> {
  const found = ref && (await findAnywhere(context, ref.id, (db) => findOwnedCallback(db, ref)))
  if (found === null) return []
  const { callback, uid } = found.found
  const { state, endedAt, createdAt } = callback
  const isOver = endedAt !== null
  return [
    {
      kind: 'callback',
      matchedOn: 'callback_id',
      merchantUid: uid,
      ...noOrderFields,
      amount: null,
      name: callbackId(callback.tradeNo, callback.eventNumber),
      createdAt,
      status: isOver ? 'ended' : state,
      waits: !isOver && state !== 'delivered',
    },
  ]
}

/** The link whose session or token begins with the text. A link has no name of its own, so this beginning names it. */
export async function findLink(
  context: MerchantContext,
  ref: SearchKeys['link'],
  { reader }: ReaderAccess,
): Promise<readonly SearchHit[]> {
  const archived = ref && (await archivedOfLink(context.db, ref.id))
  const place = archived === null ? context : await contextOfArchived(context, [archived])
  const found = ref && (await findLinkBeginning(place.db, ref))
  if (found === null) return []
  const { link, uid, collection } = found
  // A link without a collection waits on no account.
  const collections = collection === null ? [] : [collection]
  const visible = await ordersInSight(context, reader, collections)
  if (visible.length < collections.length) return []
  const { state, session, createdAt, merchantOrderNo, content } = link
  return [
    {
      kind: 'link',
      matchedOn: 'link',
      merchantUid: uid,
      parties: [content.payerName],
      last5: content.payerAccountLast5,
      orderNo: merchantOrderNo,
      bankAccountId: collection?.bankAccountId ?? null,
      orderId: null,
      name: session.slice(0, beginningLength),
      status: state,
      createdAt,
      amount: collection?.amount ?? link.sentAmount,
      waits: state === 'open',
      ...(collection === null ? {} : { tradeNo: collection.tradeNo }),
    },
  ]
}

const beginningLength = 9

/** The order fields of a hit that is no order. */
export const noOrderFields = {
  parties: [],
  last5: '',
  orderNo: '',
  bankAccountId: null,
  orderId: null,
} satisfies Partial<SearchHit>

/** The transactions of the reader's accounts, and the orders that the deposit's paid in the last 30 days. */
export async function searchTransactions(
  { db, now }: MerchantContext,
  { text, amount, last5 }: SearchKeys,
  { accounts }: ReaderAccess,
): Promise<{ readonly found: readonly SearchHit[]; readonly paid: readonly number[] }> {
  if (accounts.size === 0) return { found: [], paid: [] }
  const lines = await findTransactions({
    db,
    accountIds: [...accounts],
    externalId: text,
    deposit: { amount, last5 },
  })
  const since = toSeconds(now()) - paidSeconds
  const paying = lines.filter(({ matchedOn, claimedAt }) => {
    return matchedOn !== 'external_id' && claimedAt !== null && claimedAt >= since
  })
  const found = lines.map(({ id, state, partyName, claimedAt: _at, ...rest }) => ({
    kind: 'bank_transaction' as const,
    name: String(id),
    merchantUid: null,
    parties: [partyName],
    orderNo: '',
    ...rest,
    status: state,
    waits: state === 'unclaimed',
  }))
  return { found, paid: paying.flatMap(({ orderId }) => orderId ?? []) }
}

const paidSeconds = monthSeconds
