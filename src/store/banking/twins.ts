/**
 * Whether a transaction has a twin, in SQL: another one of its account and amount, booked within a week, that may be
 * the same money from another reporter (matching §3). Different known last five digits, or a common reporter (the
 * statements, a feed, or a person), exclude it. A transaction without last five digits has none, because it is no
 * evidence anyway.
 *
 * @param one the name of the transaction's table in the statement
 * @param isClaimed the condition on the other one, named `other`
 */
export function hasTwin(one: string, isClaimed: string): string {
  // Sqlite evaluates both sides of an `and`; the case avoids a needless read.
  return `case when ${one}.counterparty_last5 <> '' then exists (
    select 1 from bank_transactions as other
    where other.bank_account_id = ${one}.bank_account_id
      and other.counterparty_last5 in ('', ${one}.counterparty_last5)
      and other.amount = ${one}.amount
      and other.booked_at between ${one}.booked_at - ${weekSeconds} and ${one}.booked_at + ${weekSeconds}
      and other.id <> ${one}.id
      and ${isClaimed}
      and (other.line_key is null or ${one}.line_key is null)
      and not exists (select name from (${reportersOfLine('other')}) where name in (${reportersOfLine(one)}))
  ) else 0 end`
}

// Reporters other than statements, whose lines have a key.
function reportersOfLine(one: string): string {
  return `
    select ${one}.posted_by as name where ${one}.posted_as is not null
    union all
    select posted_by from bank_transaction_numbers where transaction_id = ${one}.id`
}

const weekSeconds = 168 * 3600
