import type { Doubt } from '../../../contract/back-office/states.ts'
import { toAmount } from '../../../units/money.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'
import type { TransactionItem } from '../../banking/bank-transaction.ts'

/** A bank transaction for the back office, with a day alone if the bank reports no time. */
export function bankTransactionView(one: TransactionItem) {
  const bookedAt = secondsToTaipei(one.bookedAt)
  return {
    id: one.id,
    bank_account: one.bankAccountId,
    booked_at: one.dayOnly ? bookedAt.slice(0, 10) : bookedAt,
    amount: toAmount(one.amount),
    balance_after: one.balanceAfter === null ? null : toAmount(one.balanceAfter),
    external_id: one.externalId,
    counterparty_account: one.counterpartyAccount,
    counterparty_last5: one.counterpartyLast5,
    counterparty_name: one.counterpartyName,
    memo: one.memo,
    source: one.source,
    state: one.state,
    confirmed_at: secondsToTaipei(one.confirmedAt),
    trade_no: one.tradeNo,
    claimed_by: one.claimedBy,
    claimed_at: secondsToTaipei(one.claimedAt),
    ignored_as: one.ignoredAs,
    ignored_reason: one.ignoredReason,
    counterpart: one.counterpartId,
    posted_by: one.postedBy,
    created_at: secondsToTaipei(one.createdAt),
    doubts: doubtsOf(one),
  }
}

// A claimed or ignored transaction is no longer in doubt.
function doubtsOf({ state, doubts }: TransactionItem): readonly Doubt[] | null {
  return state === 'unclaimed' && doubts ? (JSON.parse(doubts) as readonly Doubt[]) : null
}

/** One transaction, with the statement line that confirmed it. */
export function transactionDetailView(one: TransactionItem) {
  const { importId, importLine } = one
  return {
    ...bankTransactionView(one),
    confirmed_by: importId === null ? null : { import_id: importId, line: importLine },
  }
}
