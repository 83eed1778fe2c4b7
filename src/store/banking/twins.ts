/**
 * Whether a transaction has a twin, in SQL: another of that account and amount, booked within a week before or after,
 * that may be the same money told by somebody else (matching §3). It is none where the payers' last five digits are
 * known and differ, or where one teller has told both: the statements, a feed, or a person. Without its payer's last
 * five digits a transaction has none, for then it is no evidence anyway.
 *
 * @param one the name of the transaction's table in the statement
 * @param isClaimed which others are looked at, named `other`
 */
export function hasTwin(one: string, isClaimed: string): string {
  // Sqlite evaluates both sides of an `and`: the case keeps it from reading where there is nothing to find.
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

// Of feeds and people: a statement's line has a key.
function reportersOfLine(one: string): string {
  return `
    select ${one}.posted_by as name where ${one}.posted_as is not null
    union all
    select posted_by from bank_transaction_numbers where transaction_id = ${one}.id`
}

const weekSeconds = 168 * 3600
