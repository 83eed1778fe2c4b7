import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { NamedOrder } from '../../rules/orders/order-identity.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import type { StoredCallback } from '../callbacks/callbacks.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { type OrderOwner, ownerColumns } from '../merchants/merchants.ts'
import { newestPage, type Page, type Span, type Walk } from '../newest-rows.ts'
import { placeholders, prepared, preparedRead } from '../prepared.ts'
import { bankAccounts, callbacks, type collections, merchants, type payouts } from '../schema.ts'
import { noOtherKind } from './no-other-kind.ts'
import {
  type AskedOrder,
  askedOrder,
  bestFirst,
  hasNumbers,
  type OrderLookup,
} from './order-lookup.ts'

type OrderUnder<Name extends string, O> = { readonly [Key in Name]: O }

/** An order with the state of its callback, if it owes one. */
export type WithCallback<Name extends string, O> = OrderUnder<Name, O> & {
  readonly callback: StoredCallback | null
}

/** An order with its owner, and whether its database has a bank account. */
export type Owned<O> = {
  readonly order: O
  readonly merchant: OrderOwner
  readonly hasAccounts: boolean
}

/** An order of a list, with its merchant's uid. */
export type OrderItem<Name extends string, O> = OrderUnder<Name, O> & { readonly uid: string }

/**
 * The statements of one kind of order. What they find holds the order under that `name`.
 *
 * @param beside what a merchant's lookup reads beside the order
 */
export function orderTable<Name extends 'collection' | 'payout', O extends Collection | Payout>(
  name: Name,
  table: typeof collections | typeof payouts,
  ownNo: SQLiteColumn,
  statuses: { readonly statuses: readonly O['status'][]; readonly paid: readonly O['status'][] },
  beside: Readonly<Record<string, SQL.Aliased>> = {},
) {
  const columns = { ...table, ownNo, ...statuses }
  const lookUp = preparedRead<AskedOrder, unknown>((db, given) =>
    db
      .select({ [name as string]: table, callback: callbacks, ...beside })
      .from(table)
      .leftJoin(callbacks, eq(callbacks.orderId, table.id))
      .where(hasNumbers(columns, given))
      .orderBy(...bestFirst(columns, given))
      .limit(1)
      .prepare(),
  )
  const row = placeholders(table)
  // Drizzle has no type for the values of either table.
  const insertWith = (refused?: SQL) =>
    prepared((db) => db.insert(table).values({ ...row, refused } as never))
  const insertPlain = insertWith()
  const insertOnce = insertWith(refusedUnless({ other_kind: noOtherKind(name, row.merchantId) }))
  return {
    /** Inserts an order, guarded by `other_kind` with `others`; `merchant_changed` is a guard of its event. */
    insert(db: MerchantDatabase, order: O, others: OtherKinds | null = null): Statement {
      return others === null ? insertPlain(db, order) : insertOnce(db, { ...order, ...others })
    },

    /** Writes what a step has changed; the key of the step's event is the lock against another step. */
    update(db: MerchantDatabase, before: O, after: O): Statement {
      const changed = Object.entries(after).filter(
        ([column, value]) => before[column as keyof O] !== value,
      )
      return db.update(table).set(Object.fromEntries(changed)).where(eq(table.id, before.id))
    },

    /**
     * Finds one order of the merchant; null when none matches every identifier given. Where the merchant's number
     * repeats, a paid order wins, else the newest (decisions §4, "Status lookups"). Reads a bounded number of rows.
     */
    async find(db: MerchantDatabase, merchant: Merchant, lookup: OrderLookup) {
      const row = await lookUp(db, askedOrder(merchant, lookup))
      return (row ?? null) as WithCallback<Name, O> | null
    },

    /** Finds an order of any merchant, with its owner; null when there is none. */
    async findOfAnyone(db: MerchantDatabase, { id, tradeNo }: NamedOrder) {
      const row = await db
        .select({ order: table, merchant: ownerColumns, hasAccounts })
        .from(table)
        .innerJoin(merchants, eq(merchants.id, table.merchantId))
        // The number carries the id, so that it needs no index; comparing the rest of it rejects a guessed id.
        .where(and(eq(table.id, id), eq(table.tradeNo, tradeNo)))
        .get()
      return (row ?? null) as Owned<O> | null
    },

    /** A page of the orders of a walk, newest first, or oldest first where the span says so. */
    newest(db: MerchantDatabase, walk: Walk, span: Span): Promise<Page<OrderItem<Name, O>>> {
      const inOrder = span.oldestFirst === true ? asc(table.id) : desc(table.id)
      const read = async (where: SQL | undefined) => {
        const rows: unknown = await db
          .select({ [name as string]: table, uid: merchants.uid })
          .from(table)
          .innerJoin(merchants, eq(merchants.id, table.merchantId))
          .where(where)
          .orderBy(inOrder)
          .limit(span.limit)
        return rows as readonly OrderItem<Name, O>[]
      }
      return newestPage(db, table.id, walk, span, read)
    },
  }
}

const hasAccounts = sql`exists (select 1 from ${bankAccounts})`.mapWith(Boolean).as('hasAccounts')
