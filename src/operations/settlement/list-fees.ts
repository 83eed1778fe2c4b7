import type { Context, MerchantContext } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { FeeExport, FeeFilter } from '../../contract/back-office/settlement/fees.ts'
import { invalid } from '../../contract/refusals.ts'
import { feeColumns } from '../../rules/export/book-columns.ts'
import { csvTable } from '../../rules/export/csv-table.ts'
import { pageView } from '../../rules/views/page-view.ts'
import { type FeeDay, feeDayView } from '../../rules/views/settlement/fee-day-view.ts'
import type { RowsPage } from '../../store/newest-rows.ts'
import { type FeeSpan, readFeeDays } from '../../store/settlement/fee-days.ts'
import { toSeconds } from '../../units/clock.ts'
import { type Language, say } from '../../units/language.ts'
import { firstOfMonth, taipeiDay } from '../../units/taipei-time.ts'
import { boundedPages, type CsvParts, csvParts, type Pages } from '../export/csv-pages.ts'
import { contextsFor, pageOfAll } from '../merchant-contexts.ts'

/**
 * The platform's fees by merchant and day, the newest merchants first (fees §5). A page reads a limited number of
 * merchants of each database, so it may be short while `next_cursor` is set.
 */
export async function listFees(
  context: Context,
  filter: FeeFilter,
): Promise<ItemPage<ReturnType<typeof feeDayView>>> {
  const { limit, cursor = beforeAll } = filter
  const days = daysOf(context, filter)
  const part = { ...days, before: cursor, limit, balances: 600 }
  const { rows, scannedTo } = await feePage(context, filter, part)
  return pageView({ items: rows, limit, viewOf: feeDayView, idOf, scannedTo })
}

export function exportFees(context: Context, filter: FeeExport, language: Language): CsvParts {
  const days = daysOf(context, filter)
  const pages = boundedPages(context, (counted) => feePages(counted, filter, days))
  return csvParts(csvTable(feeColumns, language), pages, feeDayView)
}

async function* feePages(context: Context, filter: FeeExport, days: Days): Pages<KeyedDay> {
  let before = beforeAll
  for (let n = 0; n < pagesMax && context.mayGoOn(); n += 1) {
    const part = { ...days, before, limit: 5_000, balances: 5_000 }
    const { rows, scannedTo } = await feePage(context, filter, part)
    yield rows
    const last = rows.length < part.limit ? undefined : rows.at(-1)
    const next = last === undefined ? scannedTo : idOf(last)
    if (next === null) return 'whole'
    before = next
  }
  return 'cut_off'
}

const pagesMax = 300

/** A day with its position among those of all databases. */
type KeyedDay = FeeDay & { readonly id: number }

const idOf = ({ id }: KeyedDay) => id

/** The first day and the last one (Asia/Taipei, in days since 1970). */
type Days = Readonly<Record<'from' | 'to', number>>

type Part = Days & {
  /** The position before which it begins. */
  readonly before: number
  readonly limit: number
  /** The days of balances read from each database. */
  readonly balances: number
}

async function feePage(
  context: Context,
  filter: FeeExport,
  { before, balances, ...part }: Part,
): Promise<RowsPage<KeyedDay>> {
  const merchantsMax = Math.ceil(balances / (part.to - part.from + 4))
  const span = { ...part, uid: filter.merchant_uid ?? null, merchantsMax }
  const read = async ({ db, databaseNumber }: MerchantContext): Promise<RowsPage<KeyedDay>> => {
    const place = (merchantId: number, day: number) => feePlace(databaseNumber, merchantId, day)
    const { days, last } = await readFeeDays(db, {
      ...span,
      before: behind(before, databaseNumber),
    })
    return {
      rows: days.map((one) => ({ ...one, id: place(one.merchantId, one.day) })),
      scannedTo: last === null ? null : place(last, 0),
    }
  }
  return pageOfAll({ contexts: contextsFor(context, filter), read, idOf, span })
}

const feeDaysMax = 92

function daysOf(context: Context, { from, to }: FeeExport): Days {
  const last = to ?? taipeiDay(toSeconds(context.now()))
  const first = from ?? firstOfMonth(last)
  if (first > last) throw invalid('from', say('不可晚於 to', 'Must not be later than to'))
  if (last - first >= feeDaysMax) {
    throw invalid(
      'from',
      say(`一次最多 ${feeDaysMax} 日，請分次查詢`, `At most ${feeDaysMax} days; split the query`),
    )
  }
  return { from: first, to: last }
}

// A position combines a merchant's number, its database's number (4 bits), and a day (17 bits).
const [databases, days] = [16, 131_072]
const beforeAll = Number.MAX_SAFE_INTEGER

function feePlace(databaseNumber: number, merchantId: number, day: number): number {
  return (merchantId * databases + databaseNumber) * days + day
}

/** The span of a database before a position: days of its merchants, by id. */
function behind(place: number, databaseNumber: number): FeeSpan['before'] {
  const owner = Math.floor(place / days)
  const [merchantId, database] = [Math.floor(owner / databases), owner % databases]
  if (databaseNumber < database) return { merchantId, day: days }
  const day = databaseNumber === database ? place % days : 0
  // After the merchant's last day comes the merchant before it.
  return day === 0 ? { merchantId: merchantId - 1, day: days } : { merchantId, day }
}
