import { and, eq, lt, ne, or, sql } from 'drizzle-orm'
import { tallyColumns } from '../accounts/ledger-columns.ts'
import { commit, type MerchantDatabase, type Statement } from '../database.ts'
import { type archivedOrders, archiveObjects } from '../schema.ts'
import { rowsOf, sqlText } from '../sql-text.ts'
import { deleteOrderRows, hasOtherRows, insertOrderRows, type OrderRows } from './order-rows.ts'
import { returningLinks } from './returning-links.ts'

/** An archive object as recorded by its database. */
export type ArchiveObject = Omit<typeof archiveObjects.$inferSelect, 'refused'>

/** The numbers of an archived order; '' for an own number that equals the transaction number. */
export type ArchivedOrder = typeof archivedOrders.$inferSelect

/** The tallies of orders by merchant, channel and column. */
export type TallySum = {
  readonly merchantId: number
  readonly channel: string
  readonly sums: Readonly<Partial<Record<string, number>>>
}

/** Records that an object is being written, so that the leftovers of a killed run are found. */
export async function beginObject(
  db: MerchantDatabase,
  object: Pick<ArchiveObject, 'id' | 'name' | 'createdAt'>,
): Promise<void> {
  const empty = {
    state: 'begun',
    orders: 0,
    collected: 0,
    paidOut: 0,
    bytes: 0,
    sha256: '',
  } as const
  await db.insert(archiveObjects).values({ ...object, ...empty })
}

/** Records unknown objects as objects whose orders came back at that time (UTC seconds). */
export async function noteGoneObjects(
  db: MerchantDatabase,
  objects: readonly Pick<ArchiveObject, 'id' | 'name'>[],
  now: number,
): Promise<void> {
  await rowsOf(db, [insertGone({ objects: JSON.stringify(objects), now })])
}

const insertGone = sqlText<{ readonly objects: string; readonly now: number }>(`
  insert into archive_objects (
    id, name, state, orders, collected, paid_out, bytes, sha256, created_at, gone_at
  )
  select value ->> 'id', value ->> 'name', 'gone', 0, 0, 0, 0, '', :now, :now
  from json_each(:objects) where true
  on conflict (id) do nothing
`)

/** Orders to archive with all their rows, and their object. */
export type ArchiveBatch = {
  readonly object: ArchiveObject
  readonly orders: readonly Omit<ArchivedOrder, 'objectId' | 'booked'>[]
  readonly rows: OrderRows
  readonly tallies: readonly TallySum[]
}

/**
 * Deletes archived orders from the database, in one batch. `archive_changed`, with nothing written, if a row differs
 * from the object, another run has given up the object, or something began that would miss the orders.
 *
 * @param booked the seconds from each order's creation to its bookings
 */
export function removeOrders(
  db: MerchantDatabase,
  { object, orders, rows, tallies }: ArchiveBatch,
  booked: ReadonlyMap<number, readonly number[]>,
): Promise<'committed' | 'archive_changed'> {
  const ids = orders.map(({ id }) => id)
  const numbers = orders.map((one) => ({ ...one, booked: booked.get(one.id) ?? [] }))
  return committed(db, [
    insertArchived({ orders: JSON.stringify(numbers), objectId: object.id }),
    addTallies({ tallies: JSON.stringify(tallies), times: 1 }),
    keepObject({ ...object, ids: JSON.stringify(ids), rows: JSON.stringify(rows) }),
    addTotals({ ...object, times: 1 }),
    ...deleteOrderRows(ids),
  ])
}

/**
 * Moves all orders of an object back, in one batch; the object is then due for deletion. `archive_changed`, with
 * nothing written, if they are back already.
 */
export function putBack(
  db: MerchantDatabase,
  { object, orders, rows, tallies }: ArchiveBatch,
  now: number,
): Promise<'committed' | 'archive_changed'> {
  const ids = JSON.stringify(orders.map(({ id }) => id))
  const links = returningLinks(rows)
  return committed(db, [
    giveUpObject({ id: object.id, now }),
    deleteArchived({ ids }),
    addTallies({ tallies: JSON.stringify(tallies), times: -1 }),
    addTotals({ ...object, times: -1 }),
    links.before,
    ...insertOrderRows(links.rows),
    links.after,
    closeIfPaid({ ids }),
  ])
}

async function committed(
  db: MerchantDatabase,
  statements: readonly [Statement, ...Statement[]],
): Promise<'committed' | 'archive_changed'> {
  const outcome = await commit(db, statements)
  if (outcome === 'committed' || outcome === 'archive_changed') return outcome
  throw new Error(`archive: ${outcome}`)
}

const insertArchived = sqlText<{ readonly orders: string; readonly objectId: number }>(`
  insert into archived_orders (
    id, merchant_id, number, merchant_order_no, paid, link_id, booked, secret, undelivered, object_id
  )
  select value ->> 'id', value ->> 'merchantId', value ->> 'number', value ->> 'merchantOrderNo',
    value ->> 'paid', value ->> 'linkId', value ->> 'booked', value ->> 'secret',
    value ->> 'undelivered',
    (select id from archive_objects where id = :objectId and state = 'begun')
  from json_each(:orders)
`)

const deleteArchived = sqlText<{ readonly ids: string }>(
  'delete from archived_orders where id in (select value from json_each(:ids))',
)

// `times` is 1 when orders are archived, -1 when they come back.
const addTallies = sqlText<{ readonly tallies: string; readonly times: number }>(`
  insert into archived_tallies (merchant_id, channel, ${tallyColumns.join(', ')})
  select value ->> 'merchantId', value ->> 'channel',
    ${tallyColumns.map((tally) => `:times * coalesce(value ->> '$.sums.${tally}', 0)`).join(', ')}
  from json_each(:tallies) where true
  on conflict (merchant_id, channel) do update set
    ${tallyColumns.map((tally) => `${tally} = ${tally} + excluded.${tally}`).join(', ')}
`)

const addTotals = sqlText<Pick<ArchiveObject, 'orders' | 'bytes'> & { readonly times: number }>(`
  update archive_position set orders = orders + :times * :orders, bytes = bytes + :times * :bytes
  where id = 1
`)

/**
 * Whether something is under way that would miss orders which are archived meanwhile, in SQL: an erasure, a check of a
 * merchant's or the archive's sums, maintenance, or an open difference in the books.
 */
export const archiveIsHeldBack = `(
    exists (select 1 from erasures where ended_at is null)
    or exists (select 1 from maintenance where id = 1)
    or exists (
      select 1 from (select phase from book_passes order by number desc limit 1) where phase = 'tallies'
    )
    or exists (select 1 from book_findings where gone_at is null)
  )`

const keepObject = sqlText<ArchiveObject & { readonly ids: string; readonly rows: string }>(`
  update archive_objects set
    state = 'whole', orders = :orders, collected = :collected, paid_out = :paidOut, bytes = :bytes,
    sha256 = :sha256, refused = iif(${hasOtherRows} or ${archiveIsHeldBack}, 'archive_changed', null)
  where id = :id
`)

const giveUpObject = sqlText<{ readonly id: number; readonly now: number }>(`
  update archive_objects set
    gone_at = :now, refused = iif(state = 'whole', null, 'archive_changed'), state = 'gone'
  where id = :id
`)

/** Whether an order of a link's number is paid, here or in the archive, in SQL of `payment_links`. */
export const isNumberPaid = `(
    exists (
      select 1 from payment_links as other cross join collections on collections.id = other.collection_id
      where other.merchant_id = payment_links.merchant_id
        and other.merchant_order_no = payment_links.merchant_order_no and +collections.status <> 'pending'
    )
    or exists (
      select 1 from archived_orders as other
      where other.merchant_id = payment_links.merchant_id
        and other.merchant_order_no = payment_links.merchant_order_no
        and other.link_id is not null and other.paid = 1
    )
  )`

// Meanwhile another link of the number may have been paid, or its payment reversed.
const closeIfPaid = sqlText<{ readonly ids: string }>(`
  update payment_links set state = iif(state = 'closed', 'expired', 'closed')
  where collection_id in (select value from json_each(:ids)) and (state = 'closed') <> ${isNumberPaid}
`)

/** The object with that id; null when there is none. */
export async function findObject(db: MerchantDatabase, id: number): Promise<ArchiveObject | null> {
  return (await db.select().from(archiveObjects).where(eq(archiveObjects.id, id)).get()) ?? null
}

/**
 * The objects that may be deleted: those begun by a killed run before `begunBefore`, and those whose orders came back
 * before `goneBefore` (UTC seconds).
 */
export async function unneededObjects(
  db: MerchantDatabase,
  {
    begunBefore,
    goneBefore,
    limit,
  }: Readonly<Record<'begunBefore' | 'goneBefore' | 'limit', number>>,
): Promise<readonly Pick<ArchiveObject, 'id' | 'name'>[]> {
  const { id, name, state, createdAt, goneAt } = archiveObjects
  const isOver = or(
    and(eq(state, 'begun'), lt(createdAt, begunBefore)),
    and(eq(state, 'gone'), lt(goneAt, goneBefore)),
  )
  // sqlite uses the index only if the statement spells out its predicate.
  const isUnneeded = sql`${state} <> 'whole'`
  return db.select({ id, name }).from(archiveObjects).where(and(isUnneeded, isOver)).limit(limit)
}

/** Deletes the record of an object that the bucket no longer has. */
export async function forgetObject(db: MerchantDatabase, id: number): Promise<void> {
  await db
    .delete(archiveObjects)
    .where(and(eq(archiveObjects.id, id), ne(archiveObjects.state, 'whole')))
}

/** The position of the search for final orders, and when it last reached the end (UTC seconds). */
type ArchivePosition = { readonly after: number; readonly endedAt: number | null }

/** The position from which the next run continues. */
export async function archivePosition(db: MerchantDatabase, now: number): Promise<ArchivePosition> {
  const [[found]] = await rowsOf(db, [findPosition({})] as const)
  if (found !== undefined) return found
  await rowsOf(db, [beginPosition({ now })])
  return { after: 0, endedAt: null }
}

const findPosition = sqlText<Readonly<Record<string, never>>, ArchivePosition>(
  'select after_id as after, ended_at as endedAt from archive_position where id = 1',
)

const beginPosition = sqlText<{ readonly now: number }>(`
  insert into archive_position (id, after_id, went_on_at, orders, bytes) values (1, 0, :now, 0, 0)
  on conflict do nothing
`)

export async function keepArchivePosition(
  db: MerchantDatabase,
  position: ArchivePosition & { readonly now: number },
): Promise<void> {
  await rowsOf(db, [writePosition(position)])
}

const writePosition = sqlText<ArchivePosition & { readonly now: number }>(
  'update archive_position set after_id = :after, went_on_at = :now, ended_at = :endedAt where id = 1',
)
