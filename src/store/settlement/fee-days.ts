import type { FeeDay, FeeName } from '../../rules/views/settlement/fee-day-view.ts'
import { joinClosedBefore } from '../accounts/ledger-days.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// By the column of a balance.
const columns: Readonly<Record<FeeName, string>> = {
  collections: 'collection_fees',
  payouts: 'payout_fees',
  withdrawals: 'withdrawal_fees',
  corrections: 'corrected_fees',
}

/** The days to read: of the newest merchants first, and of each the newest first. */
export type FeeSpan = {
  /** The first day and the last one. */
  readonly from: number
  readonly to: number
  /** The merchant and the day before which the list continues, by id. */
  readonly before: { readonly merchantId: number; readonly day: number }
  /** The only merchant; null for all. */
  readonly uid: string | null
  /** The most days returned, and the most merchants. */
  readonly limit: number
  readonly merchantsMax: number
}

/**
 * Reads the platform's fees by merchant and day, without days of zero, from the ends of days. Reads no entries. `last`
 * is the id of the last merchant read, if there may be more.
 */
export async function readFeeDays(
  db: MerchantDatabase,
  { before, uid, ...span }: FeeSpan,
): Promise<{ readonly days: readonly FeeDay[]; readonly last: number | null }> {
  const values = { ...span, ...before, after: before.merchantId + 1 }
  if (uid !== null) {
    const [days] = await rowsOf(db, [daysOfOne({ ...values, uid })] as const)
    return { days, last: null }
  }
  const [days, [end]] = await rowsOf(db, [daysOfAll(values), lastScanned(values)] as const)
  return { days, last: end?.id ?? null }
}

type Values = Omit<FeeSpan, 'before' | 'uid'> & FeeSpan['before'] & { readonly after: number }

const names = Object.keys(columns) as readonly FeeName[]
const each = (column: (name: FeeName) => string) => names.map(column).join(', ')

const ofTable = (table: string, stands = (column: string) => column) =>
  each((name) => `${stands(`${table}.${columns[name]}`)} as ${name}`)

const balancesOfLooked =
  'from looked cross join balances on balances.merchant_id = looked.id and balances.day >= :from'

// A day's fees are the difference between its end and the previous day's end.
const feeDays = (looked: string) => `
  with looked as materialized (${looked}),
  stands as (
    select balances.merchant_id, balances.channel, :from - 1 as day,
      ${ofTable('ledger_days', (column) => `coalesce(${column}, 0)`)}
    ${balancesOfLooked} ${joinClosedBefore(':from', 'balances')}
    union all
    select balances.merchant_id, balances.channel, ledger_days.day, ${ofTable('ledger_days')}
    ${balancesOfLooked} cross join ledger_days on ledger_days.merchant_id = balances.merchant_id
      and ledger_days.channel = balances.channel
      and ledger_days.day >= :from and ledger_days.day <= :to
    union all
    select balances.merchant_id, balances.channel, balances.day, ${ofTable('balances')}
    ${balancesOfLooked} and balances.day <= :to
  ),
  changes as (
    select merchant_id, day, ${each((name) => `${name} - lag(${name}) over days as ${name}`)}
    from stands window days as (partition by merchant_id, channel order by day)
  )
  select merchant_id as merchantId, uid, day, ${each((name) => `sum(${name}) as ${name}`)}
  from changes cross join merchants on merchants.id = merchant_id
  where day >= :from and (merchant_id, day) < (:merchantId, :day)
  group by merchant_id, day
  having ${names.map((name) => `sum(${name}) <> 0`).join(' or ')}
  order by merchant_id desc, day desc
  limit :limit
`

// The cursor's own merchant may have more days.
const newest = 'from merchants where id < :after order by id desc limit'

const daysOfAll = sqlText<Values, FeeDay>(feeDays(`select id ${newest} :merchantsMax`))

const daysOfOne = sqlText<Values & { readonly uid: string }, FeeDay>(
  feeDays('select id from merchants where uid = :uid'),
)

const lastScanned = sqlText<Values, { readonly id: number }>(
  `select id ${newest} 1 offset :merchantsMax - 1`,
)
