import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { NamedOrder } from '../../rules/orders/order-identity.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { StoredCallback } from '../callbacks/callbacks.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { type OrderOwner, ownerColumns } from '../merchants/merchants.ts'
import { pageOf } from '../newest-rows.ts'
import { preparedRead } from '../prepared.ts'
import { callbacks, type collections, merchants, type payouts } from '../schema.ts'
import {
  type AskedOrder,
  askedOrder,
  bestFirst,
  hasNumbers,
  type OrderLookup,
} from './order-lookup.ts'

type Named<Name extends string, O> = { readonly [Key in Name]: O }

/** An order with the state of its callback, if it owes one. */
export type Reported<Name extends string, O> = Named<Name, O> & {
  readonly callback: StoredCallback | null
}

/** An order with its owner. */
export type Owned<O> = { readonly order: O; readonly merchant: OrderOwner }

/** An order of a list, with its merchant's uid. */
export type Listed<Name extends string, O> = Named<Name, O> & { readonly uid: string }

/** The queries of one kind of order. What they find holds the order under that `name`. */
export function orderTable<Name extends string, O extends Collection | Payout>(
  name: Name,
  table: typeof collections | typeof payouts,
  ownNo: SQLiteColumn,
  statuses: { readonly statuses: readonly O['status'][]; readonly paid: readonly O['status'][] },
) {
  const columns = { ...table, ownNo, ...statuses }
  const lookUp = preparedRead<AskedOrder, unknown>((db, given) =>
    db
      .select({ [name as string]: table, callback: callbacks })
      .from(table)
      .leftJoin(callbacks, eq(callbacks.orderId, table.id))
      .where(hasNumbers(columns, given))
      .orderBy(...bestFirst(columns, given))
      .limit(1)
      .prepare(),
  )
  return {
    /** Writes what a step has changed; the step's event is what keeps two steps apart. */
    update(db: MerchantDatabase, before: O, after: O): Statement {
      const changed = Object.entries(after).filter(
        ([column, value]) => before[column as keyof O] !== value,
      )
      return db.update(table).set(Object.fromEntries(changed)).where(eq(table.id, before.id))
    },

    /**
     * Finds one order of the merchant; null when none matches every identifier given. Where the merchant's number
     * repeats, one that was paid wins, else the newest (decisions §4, "Status lookups"). Reads a bounded number of
     * rows.
     */
    async find(db: MerchantDatabase, merchant: Merchant, lookup: OrderLookup) {
      const row = await lookUp(db, askedOrder(merchant, lookup))
      return (row ?? null) as Reported<Name, O> | null
    },

    /** Finds an order of any merchant, with its owner; null when there is none. */
    async findOfAnyone(db: MerchantDatabase, { id, tradeNo }: NamedOrder) {
      const row = await db
        .select({ order: table, merchant: ownerColumns })
        .from(table)
        .innerJoin(merchants, eq(merchants.id, table.merchantId))
        // The number carries the id, so it needs no index; the rest of it keeps a guessed id out.
        .where(and(eq(table.id, id), eq(table.tradeNo, tradeNo)))
        .get()
      return (row ?? null) as Owned<O> | null
    },

    /** Lists orders, newest first, those with an id below `before`. Reads no more rows than a page asks for. */
    async list(
      db: MerchantDatabase,
      ranges: readonly (SQL | undefined)[],
      before: number,
      limit: number,
    ) {
      const rows: unknown = await db
        .select({ [name as string]: table, uid: merchants.uid })
        .from(table)
        .innerJoin(merchants, eq(merchants.id, table.merchantId))
        .where(pageOf(table.id, ranges, before, limit))
        .orderBy(desc(table.id))
        .limit(limit)
      return rows as readonly Listed<Name, O>[]
    },
  }
}
