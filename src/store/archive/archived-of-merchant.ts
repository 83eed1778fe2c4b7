import type { MerchantDatabase } from '../database.ts'
import type { RowsPage } from '../newest-rows.ts'
import { type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import type { ArchivedOrder } from './archive-objects.ts'
import { archivedOrderOf } from './archived-orders.ts'

/** The archived orders of a merchant to list: of one kind or both, within a range of ids. */
type OwnSpan = Readonly<Record<'merchantId' | 'from' | 'before' | 'limit', number>> & {
  readonly kind: 'collection' | 'payout' | undefined
}

/** A page of a merchant's archived orders, newest first; of one kind maybe short, because both are read. */
export async function archivedOfMerchant(
  db: MerchantDatabase,
  { kind, ...span }: OwnSpan,
): Promise<RowsPage<ArchivedOrder>> {
  const looking = kind === undefined ? span.limit : scannedMax
  const bit = kind === undefined ? null : Number(kind === 'payout')
  const [found, [end]] = await rowsOf(db, [
    pageOf({ ...span, looking, bit }),
    seenOf({ ...span, looking }),
  ] as const)
  const rows = found.map(archivedOrderOf)
  if (rows.length === span.limit) return { rows, scannedTo: rows.at(-1)?.id ?? null }
  return { rows, scannedTo: end?.count === looking ? end.last : null }
}

/** The limit of rows read from the index, which is in the order of ids. */
const scannedMax = 1_000

type OrderSearch = Omit<OwnSpan, 'kind'> & { readonly looking: number }

const looked = `(
  select id from archived_orders
  where merchant_id = :merchantId and id < :before and id >= :from order by id desc limit :looking
)`

const pageOf = sqlText<OrderSearch & { readonly bit: number | null }, RawRow>(`
  select * from archived_orders where id in (
    select id from ${looked} where :bit is null or id % 2 = :bit order by id desc limit :limit
  )
  order by id desc
`)

const seenOf = sqlText<OrderSearch, { readonly count: number; readonly last: number }>(
  `select count(*) as count, min(id) as last from ${looked}`,
)
