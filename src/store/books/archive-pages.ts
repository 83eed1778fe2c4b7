import { tallyColumns } from '../accounts/ledger-columns.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

const countsOf = (kind: 'collection' | 'payout') =>
  tallyColumns.filter((name) => name.startsWith(kind) && name.endsWith('_count')).join(' + ')

/** The number of orders in a channel's tallies, as SQL. */
export const countsOfTallies = `${countsOf('collection')} + ${countsOf('payout')}`

const sum = (column: string) => `coalesce(sum(${column}), 0)`

/** The sums of the archive's objects by the archived tallies, as SQL. */
export const sumsOfTallies = `${sum(countsOfTallies)} as orders,
  ${sum('collection_succeeded_amount + collection_manual_amount')} as collected,
  ${sum('payout_processed_amount')} as "paidOut"`

/** A merchant's archived orders of each kind. */
export type ArchivedCounts = {
  readonly merchantId: number
  readonly collections: number
  readonly payouts: number
}

/** The archived orders of a page by merchant, and the merchants' tallies. */
type ArchivedPage = {
  readonly counted: readonly ArchivedCounts[]
  readonly tallied: readonly (ArchivedCounts & { readonly uid: string })[]
  /** The last order of a full page, else null. */
  readonly last: ArchivedPlace | null
}

/** The archived order before the next page. */
export type ArchivedPlace = { readonly merchantId: number; readonly id: number }

/** Counts the next archived orders, and reads the tallies of merchants from there on, in one transaction. */
export async function readArchived(
  db: MerchantDatabase,
  place: ArchivedPlace,
  limit: number,
): Promise<ArchivedPage> {
  const [found, tallied] = await rowsOf(db, [
    countArchived({ ...place, limit }),
    findTallied(place),
  ] as const)
  const count = found.reduce((all, { collections, payouts }) => all + collections + payouts, 0)
  const end = found.at(-1)
  const last = end && count === limit ? { merchantId: end.merchantId, id: end.id } : null
  return { counted: found.map(({ id: _id, ...counts }) => counts), tallied, last }
}

const countArchived = sqlText<
  ArchivedPlace & { readonly limit: number },
  ArchivedCounts & { readonly id: number }
>(`
  select merchant_id as merchantId, sum(id % 2 = 0) as collections, sum(id % 2 = 1) as payouts,
    max(id) as id
  from (
    select merchant_id, id from archived_orders where (merchant_id, id) > (:merchantId, :id)
    order by merchant_id, id limit :limit
  ) group by merchant_id order by merchant_id
`)

const findTallied = sqlText<ArchivedPlace, ArchivedPage['tallied'][number]>(`
  select merchant_id as merchantId, coalesce(uid, merchant_id) as uid,
    sum(${countsOf('collection')}) as collections, sum(${countsOf('payout')}) as payouts
  from archived_tallies left join merchants on merchants.id = merchant_id
  where merchant_id >= :merchantId group by merchant_id order by merchant_id
`)

/** The sums of archived orders; amounts in hundredths. */
export type ArchiveSums = Readonly<Record<'orders' | 'collected' | 'paidOut', number>>

/** The sums of a page of objects, and of all tallies. */
type ObjectsPage = {
  readonly sums: ArchiveSums
  readonly tallied: ArchiveSums
  /** The last object of a full page, else null. */
  readonly last: number | null
}

/** Sums the next objects, in one transaction with the tallies. */
export async function readObjects(
  db: MerchantDatabase,
  page: { readonly after: number; readonly limit: number },
): Promise<ObjectsPage> {
  const [[found], [tallied]] = await rowsOf(db, [addUpObjects(page), addUpTallies({})] as const)
  if (found === undefined || tallied === undefined) throw new Error('no sums')
  const { count, last, ...sums } = found
  return { sums, tallied, last: count === page.limit ? last : null }
}

const ofWhole = (column: string) => sum(`iif(state = 'whole', ${column}, 0)`)

const addUpObjects = sqlText<
  { readonly after: number; readonly limit: number },
  ArchiveSums & { readonly count: number; readonly last: number | null }
>(`
  select count(*) as count, max(id) as last, ${ofWhole('orders')} as orders,
    ${ofWhole('collected')} as collected, ${ofWhole('paid_out')} as "paidOut"
  from (select * from archive_objects where id > :after order by id limit :limit)
`)

const addUpTallies = sqlText<Readonly<Record<string, never>>, ArchiveSums>(
  `select ${sumsOfTallies} from archived_tallies`,
)
