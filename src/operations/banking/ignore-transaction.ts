import type { Context, MerchantContext } from '../../context.ts'
import type { IgnoringCall } from '../../contract/back-office/banking/transactions.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { areOpposite, type TransactionItem } from '../../rules/banking/bank-transaction.ts'
import { databaseOf } from '../../rules/orders/order-identity.ts'
import { isJournaled, type JournalChange, type Principal } from '../../rules/people/principal.ts'
import { concernOfIgnoring } from '../../rules/people/second-person.ts'
import { transactionDetailView } from '../../rules/views/banking/bank-transaction-view.ts'
import {
  findTransaction,
  type IgnoreChange,
  ignoreOrReopen,
} from '../../store/banking/bank-transactions.ts'
import { insertJournalRow } from '../../store/people/journal.ts'
import { say } from '../../units/language.ts'
import type { Command } from '../command.ts'
import { commitCommand } from '../people/commit-command.ts'
import { journalRow } from '../people/journal-rows.ts'
import { requireTransaction } from './list-transactions.ts'

type TransactionDetail = ReturnType<typeof transactionDetailView>

/**
 * Ignores a transaction that pays no order (back office §3), with its counterpart of the other direction. Refuses
 * with `bank_transaction_taken` and `bank_transaction_ignored`. Debits need a second person from an amount on (§5).
 */
export async function ignoreTransaction({
  context,
  principal,
  id,
  call: { kind, reason, counterpart },
}: Command & { readonly id: number; readonly call: IgnoringCall }): Promise<TransactionDetail> {
  const { transaction, merchantContext } = await requireTransaction(context, id)
  const other = await counterpartOf(merchantContext, transaction, counterpart ?? null)
  const ignored = (counterpartId: number | null) => ({ kind, reason, counterpartId })
  await write({ context: merchantContext, principal, reason }, [
    { one: transaction, from: 'unclaimed', to: ignored(other?.id ?? null) },
    ...(other === null
      ? []
      : [{ one: other, from: 'unclaimed', to: ignored(transaction.id) } as const]),
  ])
  return shownAfter(context, id)
}

/**
 * Reopens an ignored transaction, with its counterpart. Refuses with `bank_transaction_taken` if an order has claimed
 * it, and with `move_not_allowed` if it is not ignored.
 */
export async function reopenTransaction({
  context,
  principal,
  id,
  reason,
}: Command & { readonly id: number; readonly reason: string }): Promise<TransactionDetail> {
  const { transaction, merchantContext } = await requireTransaction(context, id)
  const { counterpartId } = transaction
  const other = counterpartId && (await findTransaction(merchantContext.db, counterpartId))
  const back = { kind: null, reason: '', counterpartId: null } as const
  await write({ context: merchantContext, principal, reason }, [
    { one: transaction, from: 'ignored', to: back },
    ...(other ? [{ one: other, from: 'ignored', to: back } as const] : []),
  ])
  return shownAfter(context, id)
}

type Change = {
  readonly one: TransactionItem
  readonly from: 'unclaimed' | 'ignored'
  readonly to: IgnoreChange
}

async function write(
  {
    context,
    principal,
    reason,
  }: { readonly context: MerchantContext; readonly principal: Principal; readonly reason: string },
  [first, ...more]: readonly [Change, ...Change[]],
): Promise<void> {
  const statement = ({ one, from, to }: Change) => ignoreOrReopen({ id: one.id, state: from }, to)
  const amounts = first.from === 'unclaimed' ? [first, ...more].map(({ one }) => one.amount) : []
  const journaled = { written: writtenOf(first, reason), concern: concernOfIgnoring(amounts) }
  const rowsOfMore = isJournaled(principal)
    ? more.map((change) => journalRow(context, principal, writtenOf(change, reason)))
    : []
  const outcome = await commitCommand({
    context,
    principal,
    call: journaled,
    statements: [statement(first), ...more.map(statement), ...rowsOfMore.map(insertJournalRow)],
  })
  if (outcome === 'committed') return
  for (const { one } of [first, ...more]) {
    const now = await findTransaction(context.db, one.id)
    if (now?.state === 'claimed') {
      throw new Refusal('bank_transaction_taken', { held_by: now.tradeNo ?? '' })
    }
  }
  if (first.from === 'unclaimed') throw new Refusal('bank_transaction_ignored')
  throw new Refusal('move_not_allowed', {
    message: say(
      '此銀行交易未列為不處理，不需恢復',
      'The bank transaction is not ignored; there is nothing to reopen',
    ),
  })
}

function writtenOf({ one, from, to }: Change, reason: string): JournalChange {
  const { kind, counterpartId } = to
  return {
    action: from === 'unclaimed' ? 'ignore' : 'reopen',
    subject: { kind: 'bank_transaction', name: String(one.id) },
    before: { state: from, ...(kind === null ? { ignored_as: one.ignoredAs } : {}) },
    after:
      kind === null
        ? { state: 'unclaimed' }
        : { state: 'ignored', ignored_as: kind, counterpart: counterpartId },
    reason,
  }
}

async function counterpartOf(
  { db }: MerchantContext,
  transaction: TransactionItem,
  id: number | null,
): Promise<TransactionItem | null> {
  if (id === null) return null
  if (databaseOf(id) !== databaseOf(transaction.id)) throw new Refusal('bank_account_elsewhere')
  const other = await findTransaction(db, id)
  if (other === null)
    throw invalid('counterpart', say('查無此銀行交易', 'There is no such bank transaction'))
  if (!areOpposite(transaction, other))
    throw invalid(
      'counterpart',
      say('必須是另一方向的交易', 'Must be a transaction in the opposite direction'),
    )
  return other
}

async function shownAfter(context: Context, id: number): Promise<TransactionDetail> {
  const { transaction } = await requireTransaction(context, id)
  return transactionDetailView(transaction)
}
