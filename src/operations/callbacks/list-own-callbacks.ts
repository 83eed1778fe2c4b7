import type { MerchantContext } from '../../context.ts'
import {
  type callbackList,
  listedAttemptsMax,
} from '../../contract/callbacks/callback-list-endpoint.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { invalid } from '../../contract/refusals.ts'
import { ownCallbackView } from '../../rules/views/callbacks/own-callback-view.ts'
import { pageView } from '../../rules/views/page-view.ts'
import type { ArchivedOrder } from '../../store/archive/archive-objects.ts'
import { archivedOfMerchant } from '../../store/archive/archived-of-merchant.ts'
import { archivedByNumbers } from '../../store/archive/archived-orders.ts'
import {
  newestOwnCallbacks,
  type OwnCallback,
  type OwnCallbackFilter,
} from '../../store/callbacks/own-callbacks.ts'
import type { MerchantDatabase } from '../../store/database.ts'
import type { RowsPage } from '../../store/newest-rows.ts'
import { say } from '../../units/language.ts'
import { contextsOfArchived } from '../archive/archived-rows.ts'
import type { MerchantRequest } from '../command.ts'

type Request = RequestOf<typeof callbackList>

/** Endpoint 17: the callbacks of the merchant's orders, newest first (decisions §7, "A merchant's callbacks"). */
export async function listOwnCallbacks({
  context,
  merchant,
  request,
}: MerchantRequest<Request>): Promise<ResponseOf<typeof callbackList>> {
  const { cursor, limit, orderid, serial_no } = request
  const { rows: items, scannedTo } = await alsoArchived(context, {
    merchantId: merchant.id,
    along: alongOf(request),
    number: orderid || serial_no,
    before: cursor ?? Number.MAX_SAFE_INTEGER,
    limit,
    attemptsMax: listedAttemptsMax,
  })
  const data = pageView({ items, limit, viewOf: ownCallbackView, idOf, scannedTo })
  return { ok: 1, message: 'success', data: { ...data, items: [...data.items] } }
}

// Adds callbacks of archived orders, by id. The page ends where one of the two lists stopped looking.
async function alsoArchived(
  context: MerchantContext,
  filter: OwnCallbackFilter,
): Promise<RowsPage<OwnCallback>> {
  const { db, archive } = context
  const { limit } = filter
  const page = await newestOwnCallbacks(db, filter)
  if (archive === null) return page
  const last = page.rows.length === limit ? page.rows.at(-1) : undefined
  const from = last === undefined ? (page.scannedTo ?? 0) : idOf(last)
  const archived = await archivedOf(db, filter, from)
  const views = await contextsOfArchived(context, archived.rows)
  const found = await Promise.all(views.map((view) => newestOwnCallbacks(view.db, filter)))
  const end = Math.max(from, archived.scannedTo ?? 0)
  // A callback that was archived between the two reads is in both.
  const all = [...found.flatMap(({ rows }) => rows), ...page.rows].map(
    (row) => [idOf(row), row] as const,
  )
  const rows = [...new Map(all).values()]
    .filter((row) => idOf(row) >= end)
    .sort((one, other) => idOf(other) - idOf(one))
  return { rows: rows.slice(0, limit), scannedTo: end === 0 ? null : end }
}

const idOf = ({ callback }: OwnCallback) => callback.orderId

// Archived orders from an id on whose callbacks may match the filter, newest first.
async function archivedOf(
  db: MerchantDatabase,
  { merchantId, along, number, before, limit }: OwnCallbackFilter,
  from: number,
): Promise<RowsPage<ArchivedOrder>> {
  const kind = kinds[along]
  if (number !== '') {
    const owned = { merchantId, kind: kind ?? 'collection' }
    return { rows: await archivedByNumbers(db, owned, { ownNo: number }), scannedTo: null }
  }
  // Some of them owe no callback.
  return archivedOfMerchant(db, { merchantId, kind, from, before, limit: Math.max(limit, 20) })
}

const kinds = {
  orders: undefined,
  collections: 'collection',
  orderid: 'collection',
  payouts: 'payout',
  serial_no: 'payout',
} as const

function alongOf({ type, orderid, serial_no }: Request): OwnCallbackFilter['along'] {
  if (orderid !== '' && (serial_no !== '' || type === 'payout')) throw contradicting('orderid')
  if (serial_no !== '' && type === 'collection') throw contradicting('serial_no')
  if (orderid !== '') return 'orderid'
  if (serial_no !== '') return 'serial_no'
  return type === null ? 'orders' : `${type}s`
}

function contradicting(field: 'orderid' | 'serial_no') {
  const problem = say(
    'orderid 為代收、serial_no 為代付，請只傳送一個，並與 type 一致',
    'orderid names a collection, serial_no a payout: send one of them, and of the kind in type',
  )
  return invalid(field, problem)
}
