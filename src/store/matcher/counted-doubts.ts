import type { CountedDoubts } from '../../rules/matcher/verdict.ts'
import { daySeconds, monthSeconds } from '../../units/clock.ts'
import { hasTwin } from '../banking/twins.ts'
import {
  isOutOfSlot,
  isSettledUnbacked,
  isSlotOf,
  leftOrders,
  scannedMax,
} from '../banking/unpaid-orders.ts'

// The counts of other orders and transactions around a pair, in SQL: once to judge it, and again in the batch that
// settles it (matching §3, §4). The transaction is `line`; the order is `DoubtValues`.

/** The values of the conditions. Times in UTC seconds, except `takenAt`. */
export type DoubtValues = {
  readonly orderId: number
  readonly merchantId: number
  readonly userId: string
  /** When the order took its slot, in UTC milliseconds. */
  readonly takenAt: number
  /** The lowest ids of orders at most a month older than the booking, and of those still awaited then. */
  readonly monthAgo: number
  readonly awaitedFrom: number
  readonly matchedGraceSeconds: number
}

const threeDaysSeconds = 72 * 3600
// 50 TWD.
const nearAmount = 5_000

// Excludes unpaid orders of the same member that had ended before the order was matched.
const isOwnEnded = (other: string) => `(
  :userId <> '' and ${other}.merchant_id = :merchantId and ${other}.user_id = :userId
  and 1000 * case
    when ${other}.collection_status = 'exception' then coalesce(
      (select max(at) from events where order_id = ${other}.id and name = 'exception'),
      9e15
    )
    when ${other}.link_id is null then ${other}.created_at + ${daySeconds}
    else 9e15
  end < :takenAt
)`

/** The row of a stored transaction, in SQL. */
export const storedRow = '(select * from bank_transactions where id = :id)'

/**
 * The table expressions before the statement: the payer's other pending orders of a month, on any account, and whether
 * they waited on this one.
 *
 * @param row the transaction's row, in SQL
 */
export const withPayersOrders = (row: string) => `with payers_orders as materialized (
  select
    other.amount, other.id, other.bank_account_id = line.bank_account_id as is_here, other.collection_status,
    other.bank_account_id = line.bank_account_id or exists (
      select 1 from former_accounts
      where former_accounts.bank_account_id = line.bank_account_id
        and former_accounts.amount = other.amount and former_accounts.order_id = other.id
        and left_at >= line.booked_at - ${monthSeconds}
    ) as waited
  from ${row} as line
  cross join (
    select id, last5 from collections where ${isOutOfSlot()}
    union all
    select order_id, last5 from slots
  ) as payers on payers.last5 = line.counterparty_last5
  cross join collections as other on other.id = payers.id
  where other.id <> :orderId and +other.status = 'pending' and +other.last5 = line.counterparty_last5
    and (other.id >= :monthAgo or other.collection_status = 'matched')
    and not ${isOwnEnded('other')}
)`

// A transaction of this account has paid the other order, by its events.
const isPaidHere = (other: string) => `exists (
  select 1 from events, json_each(events.fact, '$.bankTransactions') as named
  cross join bank_transactions as paid on paid.id = named.value
  where events.order_id = ${other}.id and paid.order_id = ${other}.id
    and paid.bank_account_id = line.bank_account_id
)`

// A slot keeps the order's id after the order has left for another account.
const holdsNoSlot = `not exists (
  select 1 from slots cross join collections as held on held.id = slots.order_id
  where ${isSlotOf('line')} and order_id = :orderId and held.bank_account_id = slots.bank_account_id
)`

const isOthersOfAmount = `exists (
  select 1 from payers_orders
  where amount = line.amount and (waited or (not is_here and collection_status = 'matched'))
)`

const isOthersOnWord = `exists (
  select 1 from collections as other
  where other.last5 = line.counterparty_last5 and other.bank_account_id = line.bank_account_id
    and other.amount = line.amount and ${isSettledUnbacked('other')}
    and other.id >= :monthAgo and other.id <> :orderId
)`

// The other order has left the account, maybe for one given in words, or another account's transaction has paid it.
const isOthersWhoLeft = `exists (
  select 1 from ${leftOrders('line', ':monthAgo')} as left_here
  cross join collections as other on other.id = left_here.order_id
  where left_here.place > ${scannedMax} or (
    left_here.left_at >= line.booked_at - ${monthSeconds}
    and other.id <> :orderId and other.last5 = line.counterparty_last5
    and iif(other.status = 'pending', other.bank_account_id is null and not ${isOwnEnded('other')},
      not ${isPaidHere('other')})
  )
)`

// An order without digits may be anybody's.
const isOfAnybody = `exists (
  select 1 from (
    select newest.*, row_number() over () as place from (
      select * from collections as one
      where one.last5 = '' and one.bank_account_id = line.bank_account_id
        and one.amount = line.amount and ${isOutOfSlot('one')}
        and one.id >= :awaitedFrom and one.id < line.id
      order by id desc limit ${scannedMax + 1}
    ) as newest
  ) as without_digits
  left join payment_links as link on link.id = without_digits.link_id
  where without_digits.id <> :orderId and (without_digits.place > ${scannedMax} or (
    without_digits.account_since / 1000 - 60 <= line.booked_at + iif(line.day_only, ${daySeconds}, 0)
    and line.booked_at <= case
      when without_digits.link_id is null then without_digits.created_at + ${daySeconds}
      else max(
        max(
          coalesce(link.wait_expires_at, link.expires_at),
          coalesce((select max(at) from events where order_id = without_digits.id and name = 'matched'), 0)
        ) + :matchedGraceSeconds,
        coalesce(link.ends_at, 0)
      )
    end
  ))
)`

// The payer's digits and amount have just paid for another member.
const isPaidForAnother = `exists (
  select 1 from bank_transactions as paid
  cross join collections as other on other.id = paid.order_id
  where paid.bank_account_id = line.bank_account_id
    and paid.counterparty_last5 in ('', line.counterparty_last5) and paid.amount = line.amount
    and paid.booked_at between line.booked_at - ${threeDaysSeconds} and line.booked_at
    and paid.state = 'claimed' and paid.id <> line.id
    and other.id <> :orderId and other.last5 = line.counterparty_last5
    and not (:userId <> '' and other.merchant_id = :merchantId and other.user_id = :userId)
)`

const isPart = `exists (
  select 1 from payers_orders
  where waited and amount <> line.amount and amount >= line.amount - ${nearAmount}
)
or exists (
  select 1 from payers_orders as payers_one cross join payers_orders as payers_other
  where payers_one.id < payers_other.id and payers_one.waited and payers_other.waited
    and payers_one.amount + payers_other.amount = line.amount
)`

const isSinceTaken = `(
  1000 * (other.booked_at + iif(other.day_only, ${daySeconds}, 60)) >= :takenAt
  or 1000 * (other.created_at + 1) >= :takenAt
)`

// At most a month old: earlier transactions cannot pay the order.
const isOtherTransaction = `exists (
  select 1 from bank_transactions as other
  where other.bank_account_id = line.bank_account_id
    and other.counterparty_last5 = line.counterparty_last5 and other.amount = line.amount
    and other.booked_at >= line.booked_at - ${monthSeconds}
    and other.id <> line.id and +other.state <> 'claimed'
    and ${isSinceTaken}
)`

// Unclaimed earlier money may be the same money from another reporter.
const mayBeTwin = `(other.state = 'claimed' or not ${isSinceTaken})`

const takesBack = (debit: string) => `
  ${debit}.bank_account_id = line.bank_account_id
  and ${debit}.amount between -line.amount
    and (select fee_max from bank_accounts where id = line.bank_account_id) - line.amount
  and ${debit}.booked_at
    between iif(line.day_only or ${debit}.day_only, line.booked_at - ${daySeconds}, line.booked_at - 600)
    and line.booked_at + ${threeDaysSeconds}
  and ${debit}.amount < 0
  and +${debit}.counterparty_last5 in ('', line.counterparty_last5)`

// Prevents sqlite from scanning all debits of the amount.
const isTakenBack = `exists (
  select 1 from bank_transactions as debit indexed by bank_transactions_unclaimed
  where ${takesBack('debit')} and debit.state = 'unclaimed'
)
or exists (
  select 1 from bank_transactions as debit where ${takesBack('debit')} and debit.state = 'ignored'
)`

/** The condition of each counted doubt, for a statement that begins with `withPayersOrders`. */
export const countedDoubts: Readonly<Record<keyof CountedDoubts, string>> = {
  two_orders: [
    holdsNoSlot,
    isOthersOfAmount,
    isOthersOnWord,
    isOthersWhoLeft,
    isOfAnybody,
    isPaidForAnother,
  ].join('\nor '),
  part: isPart,
  two_transactions: isOtherTransaction,
  sent_back: isTakenBack,
  twin: hasTwin('line', mayBeTwin),
}

/** Whether any counted doubt applies. Sqlite stops at the first. */
export const isInCountedDoubt = `case ${Object.values(countedDoubts)
  .map((condition) => `when ${condition} then 1`)
  .join('\n')} else 0 end`
