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
import { type CountedFor, isInCountedDoubt, storedRow, withPayersOrders } from './counted-doubts.ts'

/** An order that the service settles, with its transaction as it was judged. Times in UTC seconds. */
export type CertainPair = {
  readonly line: BankTransaction
  readonly counted: CountedFor
  readonly actor: string
  readonly now: number
}

/**
 * Claims a transaction for the order that it certainly pays. The batch breaks with `transaction_taken`,
 * `transaction_ignored`, and with `transaction_changed` where one of the doubts that are counted has arisen since, or
 * the transaction is no longer as it was judged (matching §4).
 */
export function claimCertain({ line, counted, actor, now }: CertainPair): Statement {
  const { id, counterpartyName, counterpartyAccount, confirmedAt } = line
  return claim({ ...counted, id, counterpartyName, counterpartyAccount, confirmedAt, actor, now })
}

const claim = sqlText<
  CountedFor &
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

/** What a settlement by the service changes on its account; amounts in hundredths, days as `taipeiDay` counts. */
export type SettledOnAccount = Omit<AccountChange, 'bankAccountId' | 'day'> & {
  readonly accountId: number
  readonly version: number
  /** The day that counts what the order is handed out. */
  readonly handedOutDay: number
  /** What of it no statement has confirmed. */
  readonly awaiting: number
  readonly today: number
  /** By how long its transaction waited. */
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
 * Writes what waits on the account less, and what the service has settled there. The batch breaks with
 * `account_changed` where the account is another one by now, may not settle so much that no statement has confirmed, or
 * where the deployment has been stopped.
 */
export const settleOnAccount = sqlText<SettledOnAccount>(`
  update bank_accounts
  set
    ${settledColumns},
    ${addFigures(':handedOutDay', { handedOut: ':handedOut' })},
    refused = ${whereNotAsJudged}
  where id = :accountId
`)

/**
 * The same with what a line that is not stored yet changes there as it is posted: it comes before `insertCertain`, for
 * it breaks as `addLine` does, too. What the order is handed out does not change.
 */
export const settlePostedOnAccount = sqlText<LineToStore & SettledOnAccount>(`
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
  LineToStore & CountedFor & { readonly actor: string; readonly claimedAt: number }
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

/** Notes why a transaction was not settled; nothing is written where that is so already, or it waits no longer. */
export const noteDoubts = sqlText<{ readonly id: number; readonly doubts: string | null }>(`
  update bank_transactions set doubts = :doubts
  where id = :id and state = 'unclaimed' and doubts is not :doubts
`)
