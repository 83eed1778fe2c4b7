import type { HoursRead } from '../../rules/views/overview-view.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** Which collections are counted. */
export type HoursTerms = {
  /** Those with a later id than this. */
  readonly after: number
  /** The newest so many. */
  readonly rowsMax: number
}

/** Counts the newest collections by the hour of their creation; reads no more than `rowsMax`. */
export async function readHours(db: MerchantDatabase, terms: HoursTerms): Promise<HoursRead> {
  const [rows] = await rowsOf(db, [countByHour(terms)])
  const read = rows.reduce((total, { created }) => total + created, 0)
  return { rows, isComplete: read < terms.rowsMax }
}

const countByHour = sqlText<HoursTerms, HoursRead['rows'][number]>(`
  select
    created_at / 3600 as hour,
    count(*) as created,
    sum(settled) as settled,
    sum(iif(settled, paid_amount, 0)) as paidAmount
  from (
    select
      created_at, paid_amount,
      status <> 'pending' and confirmation in ('none', 'accepted') as settled
    from collections
    where id > :after order by id desc limit :rowsMax
  ) as newest
  group by 1
`)
