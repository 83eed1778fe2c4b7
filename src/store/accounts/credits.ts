import { sqlText } from '../sql-text.ts'

// How many days' credits are kept: the longest time that money may take to settle (fees §1), and a day.
const creditDaysMax = 31

const path = `'$."' || :creditDay || '"'`

const credited = (credits: string) => `json_set(${credits}, ${path},
  coalesce(json_extract(${credits}, ${path}), 0) + cast(:creditAmount as integer))`

/** The credits of a new balance: `:creditAmount` on the day `:creditDay`, as SQL. */
export const firstCredits = `iif(:creditAmount = 0, '{}', ${credited("'{}'")})`

/**
 * The credits of a balance after such a change on the day `:day`, as SQL. The first change of a day leaves out the days
 * that no setting reaches back to, and those whose credits add up to nothing.
 */
export const creditsAfter = `case
  when :creditAmount = 0 then credits
  when day = :day then ${credited('credits')}
  else (
    select json_group_object(key, value) from json_each(${credited('credits')})
    where value <> 0 and cast(key as integer) > :day - ${creditDaysMax}
  )
end`

/** What of a balance is credited on the day `from` or later, as SQL. */
const unsettledSince = (from: string) => `(
  select coalesce(sum(value), 0) from json_each(balances.credits) where cast(key as integer) >= ${from}
)`

/** What a merchant may withdraw where credits from the day `from` on are not settled yet, as SQL (fees §3). */
export const withdrawableOf = (merchantId: string, from: string) => `(
  select max(0, coalesce(sum(available - ${unsettledSince(from)}), 0))
  from balances where merchant_id = ${merchantId}
)`

/** What a merchant may withdraw, in hundredths. */
export const readWithdrawable = sqlText<
  { readonly merchantId: number; readonly from: number },
  { readonly withdrawable: number }
>(`select ${withdrawableOf(':merchantId', ':from')} as withdrawable`)
