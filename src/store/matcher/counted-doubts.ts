import type { CountedDoubts } from '../../rules/matcher/verdict.ts'
import { hasTwin } from '../banking/twins.ts'
import { isOutOfSlot, isSlotOf } from '../banking/unpaid-orders.ts'

// What the database counts around an order and a transaction that may pay it, in SQL: once to judge the two, and again
// in the batch that settles (matching §3, §4). The transaction is `line`; the order is `CountedFor`.

/** The values of the conditions. Times in UTC seconds but for `takenAt`. */
export type CountedFor = {
  readonly orderId: number
  readonly merchantId: number
  readonly userId: string
  /** When the order took its slot, in UTC milliseconds. */
  readonly takenAt: number
  /** Ids from which orders are a month old at the most, seen from the booking; and those still awaited then. */
  readonly monthAgo: number
  readonly awaitedFrom: number
  readonly matchedGraceSeconds: number
}

const monthSeconds = 30 * 86_400
const threeDaysSeconds = 72 * 3600
const daySeconds = 86_400
// 50 TWD.
const nearAmount = 5_000

// What the order's own member had left unpaid, and had ended, before the order was matched, is not counted.
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

// The payer's other pending orders of a month, whatever account they are on, with whether they waited on this one.
const payersOthers = `(
  select
    other.amount, other.id, other.bank_account_id, other.collection_status,
    other.bank_account_id = line.bank_account_id or exists (
      select 1 from former_accounts
      where former_accounts.bank_account_id = line.bank_account_id
        and former_accounts.amount = other.amount and former_accounts.order_id = other.id
        and left_at >= line.booked_at - ${monthSeconds}
    ) as waited
  from collections as other
  where other.id in (
      select id from collections where last5 = line.counterparty_last5 and ${isOutOfSlot()}
      union all
      select order_id from slots where last5 = line.counterparty_last5
    )
    and other.id <> :orderId and +other.status = 'pending' and +other.last5 = line.counterparty_last5
    and (other.id >= :monthAgo or other.collection_status = 'matched')
    and not ${isOwnEnded('other')}
)`

// An order that was here is paid by a transaction of this account where its events say so.
const isPaidHere = (other: string) => `exists (
  select 1 from events, json_each(events.fact, '$.bankTransactions') as named
  cross join bank_transactions as paid on paid.id = named.value
  where events.order_id = ${other}.id and paid.order_id = ${other}.id
    and paid.bank_account_id = line.bank_account_id
)`

const holdsNoSlot = `not exists (
  select 1 from slots where ${isSlotOf('line')} and order_id = :orderId
)`

const isOthersOfAmount = `exists (
  select 1 from ${payersOthers} as other
  where other.amount = line.amount and (
    other.waited
    or (other.bank_account_id <> line.bank_account_id and other.collection_status = 'matched')
  )
)`

// It left the account, or was settled without a transaction of it.
const isOthersWhoLeft = `exists (
  select 1 from former_accounts
  cross join collections as other on other.id = former_accounts.order_id
  where former_accounts.bank_account_id = line.bank_account_id
    and former_accounts.amount = line.amount and former_accounts.order_id >= :monthAgo
    and left_at >= line.booked_at - ${monthSeconds}
    and other.id <> :orderId and other.status <> 'pending' and other.last5 = line.counterparty_last5
    and not ${isPaidHere('other')}
)`

// An order that tells no digits may be anybody's.
const isOfAnybody = `exists (
  select 1 from collections as other
  left join payment_links as link on link.id = other.link_id
  where other.last5 = '' and other.bank_account_id = line.bank_account_id
    and other.bank_account_id is not null and other.status = 'pending' and other.waits_in_slot = 0
    and other.id >= :awaitedFrom and other.id < line.id
    and +other.amount = line.amount and other.id <> :orderId
    and other.account_since / 1000 - 60 <= line.booked_at + iif(line.day_only, ${daySeconds}, 0)
    and line.booked_at <= case
      when other.link_id is null then other.created_at + ${daySeconds}
      else max(
        coalesce(link.wait_expires_at, link.expires_at) + :matchedGraceSeconds,
        coalesce(link.ends_at, 0)
      )
    end
)`

// One payer's digits and amount have paid for another member a moment ago.
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
  select 1 from ${payersOthers} as other
  where other.waited and other.amount <> line.amount
    and other.amount >= line.amount - ${nearAmount}
)
or exists (
  select 1 from ${payersOthers} as one cross join ${payersOthers} as other
  where one.id < other.id and one.waited and other.waited and one.amount + other.amount = line.amount
)`

const isSinceTaken = `(
  1000 * (other.booked_at + iif(other.day_only, ${daySeconds}, 60)) >= :takenAt
  or 1000 * (other.created_at + 1) >= :takenAt
)`

// A month's at most: what came before the order waited pays nothing of it.
const isOtherTransaction = `exists (
  select 1 from bank_transactions as other
  where other.bank_account_id = line.bank_account_id
    and other.counterparty_last5 = line.counterparty_last5 and other.amount = line.amount
    and other.booked_at >= line.booked_at - ${monthSeconds}
    and other.id <> line.id and +other.state <> 'claimed'
    and ${isSinceTaken}
)`

// Earlier money that nobody has claimed may be this money, too, told by another.
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

// Sqlite would go through all debits of the amount.
const isTakenBack = `exists (
  select 1 from bank_transactions as debit indexed by bank_transactions_unclaimed
  where ${takesBack('debit')} and debit.state = 'unclaimed'
)
or exists (
  select 1 from bank_transactions as debit where ${takesBack('debit')} and debit.state = 'ignored'
)`

/** Each doubt that is counted, as a condition. */
export const countedDoubts: Readonly<Record<keyof CountedDoubts, string>> = {
  two_orders: [holdsNoSlot, isOthersOfAmount, isOthersWhoLeft, isOfAnybody, isPaidForAnother].join(
    '\nor ',
  ),
  part: isPart,
  two_transactions: isOtherTransaction,
  sent_back: isTakenBack,
  twin: hasTwin('line', mayBeTwin),
}

/** Whether any of them is so. Sqlite stops at the first. */
export const isInCountedDoubt = `case ${Object.values(countedDoubts)
  .map((condition) => `when ${condition} then 1`)
  .join('\n')} else 0 end`
