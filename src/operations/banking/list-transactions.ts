import type { Context, MerchantContext } from '../../context.ts'
import type {
  TransactionExport,
  TransactionFilter,
} from '../../contract/back-office/banking/transactions.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { Doubt } from '../../contract/back-office/states.ts'
import { notFound, type Refusal } from '../../contract/refusals.ts'
import type { TransactionItem } from '../../rules/banking/bank-transaction.ts'
import { aheadMaxSeconds } from '../../rules/banking/posted-line.ts'
import { namesOfAgent } from '../../rules/people/order-access.ts'
import type { Principal } from '../../rules/people/principal.ts'
import {
  bankTransactionView,
  transactionDetailView,
} from '../../rules/views/banking/bank-transaction-view.ts'
import { findTransaction, mayRead } from '../../store/banking/bank-transactions.ts'
import { newestTransactions, orderOf, type Place } from '../../store/banking/newest-transactions.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import type { Command } from '../command.ts'
import { currentDoubts } from '../matcher/judge-line.ts'
import { allContexts, contextOfOrder, idsByDatabase } from '../merchant-contexts.ts'
import { candidatesOfDeposit } from './find-candidates.ts'
import { type FittingView, type OrderOfLine, ordersOfLines } from './orders-of-lines.ts'

/**
 * Bank transactions, the newest first: by booking if an account, a span, or an amount with a payer's digits or among
 * what is unclaimed is given, else by storage (back office §3).
 * An agent's are those of its accounts. Without `to` they begin a day in the future, so that lines of later years,
 * which earlier releases accepted, do not lead the list. A call reads a limited number of rows; a page may be short
 * while `next_cursor` is set.
 */
export async function listTransactions(
  context: Context,
  principal: Principal,
  filter: TransactionFilter,
): Promise<ItemPage<TransactionRow>> {
  const { items, next } = await transactionPage({ context, principal, filter })
  const views = items.map(bankTransactionView)
  const read: OrderReader = (one, ids) => ordersOfLines(one, principal, ids)
  const orders = filter.orders === undefined ? null : await ordersOf(context, views, read)
  return {
    items: orders === null ? views : views.map((view) => withOrders(view, orders)),
    next_cursor: next === null ? null : `${next.bookedAt}.${next.id}`,
  }
}

type View = ReturnType<typeof bankTransactionView>

/** A transaction of a list; with the orders that it may pay where they are asked for. */
export type TransactionRow = View & { readonly orders?: readonly FittingView[] }

type OrderReader = (one: MerchantContext, ids: readonly number[]) => Promise<readonly OrderOfLine[]>

/** The orders that the unclaimed deposits among transactions may pay, as read in the database of each. */
export async function ordersOf(
  context: Context,
  views: readonly View[],
  read: OrderReader,
): Promise<readonly OrderOfLine[]> {
  const unclaimed = views.filter(({ state, amount }) => state === 'unclaimed' && amount > 0)
  const databases = idsByDatabase(
    context,
    unclaimed.map(({ id }) => id),
  )
  const found = await Promise.all(databases.map((one) => read(one.context, one.ids)))
  return found.flat()
}

export function withOrders(view: View, orders: readonly OrderOfLine[]): TransactionRow {
  const own = orders.filter(({ lineId }) => lineId === view.id)
  return { ...view, orders: own.map(({ order }) => order) }
}

/** The most transactions that a call reads, without their orders. */
const looksAtMax = 800

/** A page of stored transactions, and the beginning of the next one, or null. */
async function transactionPage(
  command: Command & { readonly filter: TransactionFilter },
): Promise<{ readonly items: readonly TransactionItem[]; readonly next: Place | null }> {
  const { limit, cursor } = command.filter
  const { contexts, narrowing: whole } = searchOf(command)
  const narrowing = { ...whole, below: cursor ?? whole.below }
  const rowsMax = Math.floor(looksAtMax / Math.max(1, contexts.length))
  const found = await Promise.all(
    contexts.map(({ db }) => newestTransactions({ db, narrowing, limit, rowsMax })),
  )
  const newerFirst = orderOf(narrowing)
  const stops = found.flatMap(({ scannedTo }) => scannedTo ?? []).sort(newerFirst)
  const reached = stops[0]
  const newest = found
    .flatMap(({ rows }) => rows)
    .filter((one) => reached === undefined || newerFirst(one, reached) <= 0)
    .sort(newerFirst)
  const items = newest.slice(0, limit)
  const last = newest.length > limit ? items.at(-1) : reached
  return { items, next: last ?? null }
}

/** The databases of a filter, and what is searched in each, from the newest on. */
export function searchOf({
  context,
  principal,
  filter,
}: Command & { readonly filter: TransactionExport }) {
  const accountId = filter.bank_account ?? null
  const names = namesOfAgent(principal)
  const narrowing = {
    accountId,
    state: filter.state ?? null,
    direction: filter.direction ?? null,
    amount: filter.amount ?? null,
    last5: filter.last5 ?? null,
    doubt: filter.doubt ?? null,
    confirmed: filter.confirmed ?? null,
    isSpan: filter.from !== undefined || filter.to !== undefined,
    from: filter.from ?? 0,
    to: filter.to ?? toSeconds(context.now()) + aheadMaxSeconds + 1,
    below: { bookedAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER },
    agents: names && JSON.stringify(names),
  }
  return { contexts: databasesOf(context, accountId), narrowing }
}

function databasesOf(context: Context, accountId: number | null): readonly MerchantContext[] {
  if (accountId === null) return allContexts(context)
  const one = contextOfOrder(context, accountId)
  return one === null ? [] : [one]
}

/**
 * A bank transaction by id, with the orders that it may pay; refuses with `not_found`, also an agent who may not use
 * its account.
 */
export async function showTransaction(
  context: Context,
  principal: Principal,
  id: number,
): Promise<TransactionDetails> {
  const { transaction, merchantContext } = await requireTransaction(context, id)
  const names = namesOfAgent(principal)
  const { db } = merchantContext
  if (names !== null && !(await mayRead(db, transaction.bankAccountId, names))) {
    throw unknownTransaction()
  }
  const [{ items, equal }, doubts] = await Promise.all([
    candidatesOfDeposit(merchantContext, transaction, principal),
    currentDoubts(merchantContext, id),
  ])
  return { ...transactionDetailView(transaction), doubts, candidates: items, equal }
}

type TransactionDetails = Omit<ReturnType<typeof transactionDetailView>, 'doubts'> & {
  readonly doubts: readonly Doubt[] | null
  readonly candidates: Awaited<ReturnType<typeof candidatesOfDeposit>>['items']
  readonly equal: number
}

/** A bank transaction with the context of its database; refuses with `not_found`. */
export async function requireTransaction(context: Context, id: number) {
  const merchantContext = contextOfOrder(context, id)
  const transaction = merchantContext && (await findTransaction(merchantContext.db, id))
  if (merchantContext === null || transaction === null) throw unknownTransaction()
  return { merchantContext, transaction }
}

function unknownTransaction(): Refusal {
  return notFound(
    say('查無此銀行交易，請確認編號', 'There is no such bank transaction; check its number'),
  )
}
