import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { tallyColumns } from '../accounts/ledger-columns.ts'
import { requiredBoolean, requiredInteger, requiredText } from '../columns.ts'
import type { Guard } from '../guards.ts'

export const archiveObjects = sqliteTable(
  'archive_objects',
  {
    id: integer('id').primaryKey(),
    name: requiredText('name'),
    state: requiredText('state').$type<'begun' | 'whole' | 'gone'>(),
    orders: requiredInteger('orders'),
    collected: requiredInteger('collected'),
    paidOut: requiredInteger('paid_out'),
    bytes: requiredInteger('bytes'),
    sha256: requiredText('sha256'),
    createdAt: requiredInteger('created_at'),
    goneAt: integer('gone_at'),
    refused: text('refused').$type<Guard>(),
  },
  (table) => [index('archive_objects_unneeded').on(table.state).where(sql`state <> 'whole'`)],
)

export const archivedOrders = sqliteTable(
  'archived_orders',
  {
    id: integer('id').primaryKey(),
    merchantId: requiredInteger('merchant_id'),
    number: requiredText('number'),
    merchantOrderNo: text('merchant_order_no'),
    paid: requiredBoolean('paid'),
    linkId: integer('link_id'),
    objectId: requiredInteger('object_id'),
    booked: text('booked', { mode: 'json' }).$type<readonly number[]>().notNull(),
    secret: requiredText('secret'),
    undelivered: requiredBoolean('undelivered'),
  },
  (table) => [
    index('archived_orders_number').on(table.merchantId, table.number).where(sql`number <> ''`),
    index('archived_orders_merchant_order_no')
      .on(table.merchantId, table.merchantOrderNo, table.paid)
      .where(sql`merchant_order_no is not null`),
    index('archived_orders_by_merchant').on(table.merchantId),
    uniqueIndex('archived_orders_link').on(table.linkId).where(sql`link_id is not null`),
    index('archived_orders_undelivered').on(table.undelivered).where(sql`undelivered = 1`),
  ],
)

type TallyColumns = Record<(typeof tallyColumns)[number], ReturnType<typeof requiredInteger>>

export const archivedTallies = sqliteTable(
  'archived_tallies',
  {
    merchantId: requiredInteger('merchant_id'),
    channel: requiredText('channel'),
    ...(Object.fromEntries(
      tallyColumns.map((name) => [name, requiredInteger(name)]),
    ) as TallyColumns),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.channel] })],
)

export const archivePosition = sqliteTable('archive_position', {
  id: integer('id').primaryKey(),
  afterId: requiredInteger('after_id'),
  wentOnAt: requiredInteger('went_on_at'),
  endedAt: integer('ended_at'),
  orders: requiredInteger('orders'),
  bytes: requiredInteger('bytes'),
})
