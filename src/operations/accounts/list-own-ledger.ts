import {
  type LedgerCursor,
  ledgerDaysMax,
  type ledgerQuery,
} from '../../contract/accounts/ledger-endpoint.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { invalid } from '../../contract/refusals.ts'
import { areBucketsEqual, ownLedgerPage } from '../../rules/accounts/own-ledger.ts'
import { ownLedgerView } from '../../rules/views/own-ledger-view.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { taipeiDay, taipeiDayStart } from '../../units/taipei-time.ts'
import { ownLedger } from '../archive/ledger-entries.ts'
import type { MerchantRequest } from '../command.ts'

/**
 * Lists the merchant's ledger by days, oldest entry first (decisions §7, "A merchant's own books"). The opening and the
 * entries of all pages add up to the closing. The last page is refused if an entry was added before an earlier page's
 * last one, which can only happen during the day.
 */
export async function listOwnLedger({
  context,
  merchant,
  request,
}: MerchantRequest<RequestOf<typeof ledgerQuery>>): Promise<ResponseOf<typeof ledgerQuery>> {
  const now = toSeconds(context.now())
  const { cursor, limit } = request
  const today = taipeiDay(now)
  const days = { from: request.from ?? today, to: request.to ?? today }
  refuseDays(days)
  const [start, end] = [taipeiDayStart(days.from), taipeiDayStart(days.to + 1)]
  if (cursor !== null && (cursor.at < start || cursor.at >= end)) {
    throw invalid(
      'cursor',
      say(
        '不屬於 from 至 to 的期間（未傳的日期為今日），請以相同條件取下一頁',
        'Does not belong to the period from–to (an omitted date means today); request the next ' +
          'page with the same conditions',
      ),
    )
  }
  const { opening, closing, entries } = await ownLedger(context, {
    merchantId: merchant.id,
    from: days.from,
    until: days.to + 1,
    end,
    after: cursor ?? beforeAll(start),
    limit: limit + 1,
  })
  const page = ownLedgerPage({
    found: entries,
    before: cursor ?? opening,
    limit,
    unsettledFrom: now - settlingSeconds,
  })
  if (page.next === null && cursor !== null && !areBucketsEqual(page.balances, closing)) {
    throw invalid(
      'cursor',
      say(
        '查詢期間有較早時間的異動入帳，請不帶 cursor 從第一頁重新查詢',
        'An entry with an earlier time was booked during the query; start again from the first page, without cursor',
      ),
    )
  }
  return ownLedgerView(page, { opening, closing }, merchant)
}

function refuseDays({ from, to }: { readonly from: number; readonly to: number }): void {
  if (from > to)
    throw invalid(
      'from',
      say(
        '不可晚於 to（未傳的日期為今日）',
        'Must not be later than to (an omitted date means today)',
      ),
    )
  if (to - from >= ledgerDaysMax) {
    throw invalid(
      'from',
      say(
        `一次最多查詢 ${ledgerDaysMax} 日，請分次查詢`,
        `At most ${ledgerDaysMax} days per query; split the query`,
      ),
    )
  }
}

function beforeAll(start: number): Pick<LedgerCursor, 'at' | 'orderId' | 'seq' | 'number'> {
  return { at: start, orderId: 0, seq: 0, number: 0 }
}

/** The time from an entry's `at` to its write, which hardly ever takes longer. */
const settlingSeconds = 10
