import { and, asc, desc, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { OrderRef, OrderType } from '../../rules/orders/order-identity.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import { archivedNumbered, archivedOrderOf } from '../archive/archived-orders.ts'
import { type OrderRows, wholeRow } from '../archive/order-rows.ts'
import type { StoredCallback } from '../callbacks/callbacks.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { type OrderOwner, ownerColumns } from '../merchants/merchants.ts'
import { newestPage, type RowsPage, type Span, type Walk } from '../newest-rows.ts'
import { bankAccounts, callbacks, type collections, merchants, type payouts } from '../schema.ts'
import { joinedReader, type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { noOtherKind } from './no-other-kind.ts'
import {
  type LookupTable,
  type NumberedOrder,
  type OrderLookup,
  orderLookup,
} from './order-lookup.ts'

/** An order with its callback's state, if it owes one. */
export type WithCallback<Kind extends OrderType, O> = {
  readonly kind: Kind
  readonly order: O
  readonly callback: StoredCallback | null
}

/** An order with its merchant, and whether its database has a bank account. */
export type OrderWithOwner<O> = {
  readonly order: O
  readonly merchant: OrderOwner
  readonly hasAccounts: boolean
}

/** An order of a list, with its merchant's uid. */
type OrderItem<O> = { readonly order: O; readonly uid: string }

/** The differences between kinds of order. */
type TableDefinition<Kind, O, Extra> = LookupTable & {
  readonly kind: Kind
  /** The order's own number: a collection's orderid, a payout's serial_no. */
  readonly numberOf: (order: O) => string
  /** Returns the statement that inserts an order, with the SQL of its column `refused`. */
  readonly insertion: <Others>(refused: string) => (order: O & Others & ReadVersion) => Statement
  readonly extraColumns: { readonly [Name in keyof Extra]: string }
}

/** The version of an order's merchant, as it was read. */
type ReadVersion = Pick<Merchant, 'version'>

/** The statements of one kind of order. */
export type OrderTable<
  Kind extends OrderType,
  O extends Collection | Payout,
  Extra extends object = object,
> = ReturnType<typeof orderTable<Kind, O, Extra>>

/** The statements of one kind of order; a lookup also returns the `extraColumns`. */
export function orderTable<
  Kind extends OrderType,
  O extends Collection | Payout,
  Extra extends object,
>(definition: TableDefinition<Kind, O, Extra>) {
  const { kind, table, numberOf, paid, extraColumns, insertion } = definition
  const select = orderLookup(definition)
  const readOrder = joinedReader<typeof collections | typeof payouts>(table)
  const insertPlain = insertion('null')
  const insertOnce = insertion<OtherKinds>(refusedUnless({ other_kind: noOtherKind(kind) }))
  const findSame = sqlText<Pick<Collection | Payout, 'id' | 'tradeNo'>>(
    `select 1 from ${getTableName(table)} where id = :id and trade_no = :tradeNo`,
  )
  const extra = Object.entries(extraColumns).map(([name, column]) => `${column} as ${name}`)
  const selectExtra = sqlText<Pick<Collection | Payout, 'bankAccountId'>, RawRow>(`
    select ${extra.join(', ') || 1}
    from (select :bankAccountId as bank_account_id) as ${getTableName(table)}
  `)
  const foundOf = (row: RawRow | undefined) => {
    if (row === undefined) return null
    const found = {
      kind,
      order: readOrder(row),
      callback: row['callbacks.order_id'] === null ? null : readCallback(row),
      ...Object.fromEntries(Object.keys(extraColumns).map((key) => [key, row[key]])),
    }
    return found as WithCallback<Kind, O> & Extra
  }
  return {
    kind,
    numberOf,

    /**
     * Inserts an order, guarded by `other_kind` with `others`. `merchant_changed` guards a collection itself, which may
     * have no event, and a payout's event.
     */
    insert(order: O, { version }: ReadVersion, others: OtherKinds | null): Statement {
      const values = { ...order, version }
      const inserted = others === null ? insertPlain(values) : insertOnce({ ...values, ...others })
      return { ...inserted, trace: findSame(order) }
    },

    /** Writes the changes of a step; the key of the step's event is the lock against another step. */
    update(db: MerchantDatabase, before: O, after: O): Statement {
      return db.update(table).set(changesOf(before, after)).where(eq(table.id, before.id))
    },

    /**
     * Finds one order of the merchant by all given numbers, or null. If the merchant's number repeats, a paid order
     * wins, else the newest (decisions §4, "Status lookups"). Reads a bounded number of rows.
     */
    async find(db: MerchantDatabase, merchant: Merchant, lookup: OrderLookup) {
      const [[row]] = await rowsOf(db, [select(merchant, lookup)] as const)
      return foundOf(row)
    },

    /** Like `find`, with the archived orders that the lookup may mean, in one snapshot. */
    async findAlsoArchived(db: MerchantDatabase, merchant: Merchant, lookup: OrderLookup) {
      const [[row], archived] = await rowsOf(db, [
        select(merchant, lookup),
        archivedNumbered({ merchantId: merchant.id, kind }, lookup),
      ] as const)
      return { found: foundOf(row), archived: archived.map(archivedOrderOf) }
    },

    /** Like `find` for an archived order, from its archived rows. */
    async findIn(db: MerchantDatabase, rows: OrderRows) {
      const joined = Object.fromEntries(
        [table, callbacks].flatMap((one) => {
          const name = getTableName(one)
          const [row] = rows[name] ?? []
          const values = row === undefined ? {} : wholeRow(one, row)
          return Object.entries(values).map(([column, value]) => [`${name}.${column}`, value])
        }),
      )
      const found = { 'callbacks.order_id': null, ...joined }
      if (extra.length === 0) return foundOf(found)
      const [[more]] = await rowsOf(db, [selectExtra(readOrder(joined))] as const)
      return foundOf({ ...found, ...more })
    },

    /** The lookup values of an order, as of an archived one. */
    numbersOf(order: O): NumberedOrder {
      const { id, merchantOrderNo, status } = order
      return { id, number: numberOf(order), merchantOrderNo, paid: paid.includes(status) }
    },

    /** Finds any merchant's order with its merchant, or null. */
    async findOfAnyone(db: MerchantDatabase, { id, tradeNo }: OrderRef) {
      const row = await db
        .select({ order: table, merchant: ownerColumns, hasAccounts })
        .from(table)
        .innerJoin(merchants, eq(merchants.id, table.merchantId))
        // The number carries the id, so it needs no index; comparing the whole number rejects a guessed id.
        .where(and(eq(table.id, id), eq(table.tradeNo, tradeNo)))
        .get()
      return (row ?? null) as OrderWithOwner<O> | null
    },

    /** A page of the orders of a walk, in the order of the span. */
    newest(db: MerchantDatabase, walk: Walk, span: Span): Promise<RowsPage<OrderItem<O>>> {
      const inOrder = span.oldestFirst === true ? asc(table.id) : desc(table.id)
      const read = async (where: SQL | undefined) => {
        const rows: unknown = await db
          .select({ order: table, uid: merchants.uid })
          .from(table)
          .innerJoin(merchants, eq(merchants.id, table.merchantId))
          .where(where)
          .orderBy(inOrder)
          .limit(span.limit)
        return rows as readonly OrderItem<O>[]
      }
      return newestPage({ db, id: table.id, walk, span, read })
    },
  }
}

/** The columns of an order that a step has changed. */
export function changesOf<O extends Collection | Payout>(before: O, after: O): Partial<O> {
  const changed = Object.entries(after).filter(
    ([column, value]) => before[column as keyof O] !== value,
  )
  return Object.fromEntries(changed) as Partial<O>
}

const readCallback = joinedReader(callbacks)

const hasAccounts = sql`exists (select 1 from ${bankAccounts})`.mapWith(Boolean).as('hasAccounts')
