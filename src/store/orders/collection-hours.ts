import type { HourRead } from '../../rules/views/overview-view.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** Which collections are counted: `count` hours, by the lowest id of the first one and the ids that an hour has. */
export type HoursTerms = Readonly<Record<'first' | 'width' | 'count', number>> & {
  /** No hour is counted further than this. */
  readonly countedMax: number
}

/** Counts collections by the hour of their creation, oldest first; reads no more than `countedMax` of each hour. */
export async function readHours(
  db: MerchantDatabase,
  terms: HoursTerms,
): Promise<readonly HourRead[]> {
  const [hours] = await rowsOf(db, [countByHour(terms)])
  return hours.map(({ counted }) => {
    const [created, settled, paidAmount] = JSON.parse(counted) as [number, number, number]
    return { created, settled, paidAmount }
  })
}

// Each hour is summed by itself: to group them the database would read every row twice. Ids sort by time.
const countByHour = sqlText<HoursTerms, { readonly counted: string }>(`
  with recursive hour (n, first) as (
    select 0, :first
    union all
    select n + 1, first + :width from hour where n + 1 < :count
  )
  select (
    select json_array(
      count(*), coalesce(sum(settled), 0), coalesce(sum(iif(settled, paid_amount, 0)), 0)
    )
    from (
      select
        paid_amount,
        status <> 'pending' and confirmation in ('none', 'accepted') as settled
      from collections
      where id >= hour.first and id < hour.first + :width
      limit :countedMax
    )
  ) as counted
  from hour
  order by n
`)
