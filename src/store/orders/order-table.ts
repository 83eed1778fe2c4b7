import { and, asc, desc, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import type { OrderRef, OrderType } from '../../rules/orders/order-identity.ts'
import type { Collection, Payout } from '../../rules/orders/orders.ts'
import type { OtherKinds } from '../../rules/orders/other-kinds.ts'
import { archivedNumbered, archivedOrderOf } from '../archive/archived-orders.ts'
import { type OrderRows, wholeRow } from '../archive/leaving-rows.ts'
import type { StoredCallback } from '../callbacks/callbacks.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { refusedUnless } from '../guards.ts'
import { type OrderOwner, ownerColumns } from '../merchants/merchants.ts'
import { newestPage, type Page, type Span, type Walk } from '../newest-rows.ts'
import { bankAccounts, callbacks, type collections, merchants, type payouts } from '../schema.ts'
import { joinedReader, type RawRow, rowsOf, sqlText } from '../sql-text.ts'
import { noOtherKind } from './no-other-kind.ts'
import {
  type LookupTable,
  type NumberedOrder,
  type OrderLookup,
  orderLookup,
} from './order-lookup.ts'

/** An order with the state of its callback, if it owes one. */
export type WithCallback<Kind extends OrderType, O> = {
  readonly kind: Kind
  readonly order: O
  readonly callback: StoredCallback | null
}

/** An order with its owner, and whether its database has a bank account. */
export type OrderWithOwner<O> = {
  readonly order: O
  readonly merchant: OrderOwner
  readonly hasAccounts: boolean
}

/** An order of a list, with its merchant's uid. */
export type OrderItem<O> = { readonly order: O; readonly uid: string }

/** What is particular to one kind of order. */
type TableOfKind<Kind, O, Beside> = LookupTable & {
  readonly kind: Kind
  /** The order's own number: a collection's orderid, a payout's serial_no. */
  readonly numberOf: (order: O) => string
  /** Returns the statement that inserts an order, of the SQL of its column `refused`. */
  readonly insertion: (refused: string) => (order: O & InsertValues) => Statement
  readonly beside: { readonly [Name in keyof Beside]: string }
}

/** What the insertion of an order takes beside it: its merchant's version, as it was read. */
type InsertValues = OtherKinds & Pick<Merchant, 'version'>

const noOthers: OtherKinds = { collectionNo: '', payoutNo: '', linkNo: '', sameAmount: 0, since: 0 }

/** The statements of one kind of order. */
export type OrderTable<
  Kind extends OrderType,
  O extends Collection | Payout,
  Beside extends object = object,
> = ReturnType<typeof orderTable<Kind, O, Beside>>

/** The statements of one kind of order; a lookup answers with what is selected `beside` it, too. */
export function orderTable<
  Kind extends OrderType,
  O extends Collection | Payout,
  Beside extends object,
>(ofKind: TableOfKind<Kind, O, Beside>) {
  const { kind, table, numberOf, paid, beside, insertion } = ofKind
  const select = orderLookup(ofKind)
  const readOrder = joinedReader<typeof collections | typeof payouts>(table)
  const insertPlain = insertion('null')
  const insertOnce = insertion(refusedUnless({ other_kind: noOtherKind(kind) }))
  const findSame = sqlText<Pick<Collection | Payout, 'id' | 'tradeNo'>>(
    `select 1 from ${getTableName(table)} where id = :id and trade_no = :tradeNo`,
  )
  const others = Object.entries(beside).map(([name, column]) => `${column} as ${name}`)
  const selectBeside = sqlText<Pick<Collection | Payout, 'bankAccountId'>, RawRow>(`
    select ${others.join(', ') || 1}
    from (select :bankAccountId as bank_account_id) as ${getTableName(table)}
  `)
  const foundOf = (row: RawRow | undefined) => {
    if (row === undefined) return null
    const found = {
      kind,
      order: readOrder(row),
      callback: row['callbacks.order_id'] === null ? null : readCallback(row),
      ...Object.fromEntries(Object.keys(beside).map((key) => [key, row[key]])),
    }
    return found as WithCallback<Kind, O> & Beside
  }
  return {
    kind,
    numberOf,

    /**
     * Inserts an order, guarded by `other_kind` with `others`. `merchant_changed` is a guard of a collection itself,
     * which may have no event, and of a payout's event.
     */
    insert(order: O, { version }: Pick<Merchant, 'version'>, others: OtherKinds | null): Statement {
      const insertOrder = others === null ? insertPlain : insertOnce
      const beside: InsertValues = { ...(others ?? noOthers), version }
      return { ...insertOrder({ ...order, ...beside }), trace: findSame(order) }
    },

    /** Writes what a step has changed; the key of the step's event is the lock against another step. */
    update(db: MerchantDatabase, before: O, after: O): Statement {
      return db.update(table).set(changesOf(before, after)).where(eq(table.id, before.id))
    },

    /**
     * Finds one order of the merchant; null when none matches every identifier given. Where the merchant's number
     * repeats, a paid order wins, else the newest (decisions §4, "Status lookups"). Reads a bounded number of rows.
     */
    async find(db: MerchantDatabase, merchant: Merchant, lookup: OrderLookup) {
      const [[row]] = await rowsOf(db, [select(merchant, lookup)] as const)
      return foundOf(row)
    },

    /** The same, and the archived orders that the lookup may mean: of one moment, as an order is here or there. */
    async findAlsoArchived(db: MerchantDatabase, merchant: Merchant, lookup: OrderLookup) {
      const [[row], archived] = await rowsOf(db, [
        select(merchant, lookup),
        archivedNumbered({ merchantId: merchant.id, kind }, lookup),
      ] as const)
      return { found: foundOf(row), archived: archived.map(archivedOrderOf) }
    },

    /** The same of an archived order, of the rows that left with it. */
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
      if (others.length === 0) return foundOf(found)
      const [[more]] = await rowsOf(db, [selectBeside(readOrder(joined))] as const)
      return foundOf({ ...found, ...more })
    },

    /** What an order is looked up by, as of an archived one. */
    numbersOf(order: O): NumberedOrder {
      const { id, merchantOrderNo, status } = order
      return { id, number: numberOf(order), merchantOrderNo, paid: paid.includes(status) }
    },

    /** Finds an order of any merchant, with its owner; null when there is none. */
    async findOfAnyone(db: MerchantDatabase, { id, tradeNo }: OrderRef) {
      const row = await db
        .select({ order: table, merchant: ownerColumns, hasAccounts })
        .from(table)
        .innerJoin(merchants, eq(merchants.id, table.merchantId))
        // The number carries the id, so that it needs no index; comparing the rest of it rejects a guessed id.
        .where(and(eq(table.id, id), eq(table.tradeNo, tradeNo)))
        .get()
      return (row ?? null) as OrderWithOwner<O> | null
    },

    /** A page of the orders of a walk, newest first, or oldest first where the span says so. */
    newest(db: MerchantDatabase, walk: Walk, span: Span): Promise<Page<OrderItem<O>>> {
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

/** The columns of an order that differ from what they were. */
export function changesOf<O extends Collection | Payout>(before: O, after: O): Partial<O> {
  const changed = Object.entries(after).filter(
    ([column, value]) => before[column as keyof O] !== value,
  )
  return Object.fromEntries(changed) as Partial<O>
}

const readCallback = joinedReader(callbacks)

const hasAccounts = sql`exists (select 1 from ${bankAccounts})`.mapWith(Boolean).as('hasAccounts')
