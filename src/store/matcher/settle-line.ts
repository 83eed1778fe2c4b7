import type { AccountChange } from '../../rules/banking/account-changes.ts'
import type { BankTransaction } from '../../rules/banking/bank-transaction.ts'
import { addFigures } from '../banking/account-figures.ts'
import { isBeingUndone } from '../banking/imports/standing-imports.ts'
import {
  isBasisChanged,
  type LineToStore,
  postedColumns,
  postedOnAccount,
  receivedByLine,
  rowToStore,
} from '../banking/posted-lines.ts'
import type { Statement } from '../database.ts'
import { sqlText } from '../sql-text.ts'
import { oneMore } from './auto-counts.ts'
import { isRunning } from './auto-switch.ts'
import {
  type DoubtValues,
  isInCountedDoubt,
  storedRow,
  withPayersOrders,
} from './counted-doubts.ts'

/** An order and its transaction as judged. Times in UTC seconds. */
type CertainPair = {
  readonly line: BankTransaction
  readonly counted: DoubtValues
  readonly actor: string
  readonly now: number
}

/**
 * Claims a transaction for the order that it certainly pays. The batch breaks with `transaction_taken`,
 * `transaction_ignored`, and with `transaction_changed` if a counted doubt has arisen since, or the transaction has
 * changed since it was judged (matching §4).
 */
export function claimCertain({ line, counted, actor, now }: CertainPair): Statement {
  const { id, counterpartyName, counterpartyAccount, confirmedAt } = line
  return claim({ ...counted, id, counterpartyName, counterpartyAccount, confirmedAt, actor, now })
}

const claim = sqlText<
  DoubtValues &
    Pick<BankTransaction, 'id' | 'counterpartyName' | 'counterpartyAccount' | 'confirmedAt'> & {
      readonly actor: string
      readonly now: number
    }
>(`
  ${withPayersOrders(storedRow)}
  update bank_transactions as line
  set
    state = 'claimed',
    order_id = :orderId,
    claimed_by = :actor,
    claimed_at = :now,
    refused = case
      when line.state = 'claimed' then 'transaction_taken'
      when line.state = 'ignored' then 'transaction_ignored'
      when line.counterparty_name <> :counterpartyName
        or line.counterparty_account <> :counterpartyAccount
        or line.confirmed_at is not :confirmedAt or line.freed = 1
        then 'transaction_changed'
      when ${isBeingUndone('line')} then 'transaction_changed'
      when ${isInCountedDoubt} then 'transaction_changed'
    end
  where line.id = :id
`)

/** The changes of an automatic settlement on its account; amounts in hundredths, days as of `taipeiDay`. */
type AccountSettlement = Omit<AccountChange, 'bankAccountId' | 'day'> & {
  readonly accountId: number
  readonly version: number
  /** The day of the order's handed-out amount. */
  readonly handedOutDay: number
  /** The part that no statement has confirmed. */
  readonly awaiting: number
  readonly today: number
  /** The count for its transaction's waiting time. */
  readonly settlingCount: string
}

const settledColumns = `
    waiting_count = waiting_count + :waitingCount,
    waiting_amount = waiting_amount + :waitingAmount,
    auto_awaiting = auto_awaiting + :awaiting,
    auto_counts = json_set(
      ${oneMore('settled', ':today')},
      '$.' || :settlingCount,
      iif(auto_counts ->> 'day' = :today, coalesce(auto_counts ->> :settlingCount, 0), 0) + 1
    )`

const whereNotAsJudged = `case
      when version <> :version or auto <> 'settle' then 'account_changed'
      when :awaiting > 0 and auto_awaiting + :awaiting > auto_awaiting_max then 'account_changed'
      when not (${isRunning}) then 'account_changed'
    end`

/**
 * Moves an order from the account's waiting to its settled figures. The batch breaks with `account_changed` if the
 * account has changed, if its unconfirmed settlements reach their limit, or if automatic matching has been stopped.
 */
export const settleOnAccount = sqlText<AccountSettlement>(`
  update bank_accounts
  set
    ${settledColumns},
    ${addFigures(':handedOutDay', { handedOut: ':handedOut' })},
    refused = ${whereNotAsJudged}
  where id = :accountId
`)

/**
 * Like `settleOnAccount`, for a line that is not stored yet, with the posting's changes. Comes before `insertCertain`,
 * because it also breaks as `addLine` does. The handed-out amount does not change.
 */
export const settlePostedOnAccount = sqlText<LineToStore & AccountSettlement>(`
  update bank_accounts
  set
    ${postedOnAccount},
    ${settledColumns},
    ${addFigures(':today', { received: receivedByLine })},
    refused = iif(${isBasisChanged}, 'account_changed', ${whereNotAsJudged})
  where id = :accountId
`)

/** Writes a posted line as claimed by the order that it certainly pays; its batch breaks as that of `claimCertain`. */
export const insertCertain = sqlText<
  LineToStore & DoubtValues & { readonly actor: string; readonly claimedAt: number }
>(`
  ${withPayersOrders(rowToStore)}
  insert into bank_transactions (
    ${postedColumns}, state, order_id, claimed_by, claimed_at, doubts, refused
  )
  select
    ${postedColumns}, 'claimed', :orderId, :actor, :claimedAt, doubts,
    case when ${isInCountedDoubt} then 'transaction_changed' end
  from ${rowToStore} as line
`)

/** Records a transaction's doubts; writes nothing if they are unchanged, or it waits no longer. */
export const noteDoubts = sqlText<{ readonly id: number; readonly doubts: string | null }>(`
  update bank_transactions set doubts = :doubts
  where id = :id and state = 'unclaimed' and doubts is not :doubts
`)
