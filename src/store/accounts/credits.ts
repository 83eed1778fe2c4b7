import { sqlText } from '../sql-text.ts'

// The days for which credits are stored: the longest settling time (fees §1), and a day.
const creditDaysMax = 31

const path = `'$."' || :creditDay || '"'`

const credited = (credits: string) => `json_set(${credits}, ${path},
  coalesce(json_extract(${credits}, ${path}), 0) + cast(:creditAmount as integer))`

/** The credits of a new balance: `:creditAmount` on the day `:creditDay`, as SQL. */
export const firstCredits = credited("'{}'")

/**
 * The credits of a balance after a change on the day `:day`, as SQL. A day's first change drops the days beyond any
 * settling time, and those with a sum of zero.
 */
export const creditsAfter = `case
  when day = :day then ${credited('credits')}
  else (
    select json_group_object(key, value) from json_each(${credited('credits')})
    where value <> 0 and cast(key as integer) > :day - ${creditDaysMax}
  )
end`

/** The credits of a balance from the day `from` on, as SQL. */
const unsettledSince = (from: string) => `(
  select coalesce(sum(value), 0) from json_each(balances.credits) where cast(key as integer) >= ${from}
)`

/** A merchant's withdrawable money, with credits from the day `from` on unsettled, as SQL (fees §3). */
export const withdrawableOf = (merchantId: string, from: string) => `(
  select max(0, coalesce(sum(available - ${unsettledSince(from)}), 0))
  from balances where merchant_id = ${merchantId}
)`

/** A merchant's withdrawable money, in hundredths. */
export const readWithdrawable = sqlText<
  { readonly merchantId: number; readonly from: number },
  { readonly withdrawable: number }
>(`select ${withdrawableOf(':merchantId', ':from')} as withdrawable`)
