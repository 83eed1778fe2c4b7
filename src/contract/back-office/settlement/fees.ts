import * as z from 'zod'
import { get } from '../call.ts'
import { day, listOf, meaning, money, shape } from '../shapes.ts'
import { calendarDay, pageOfScope, pageParameters, text } from '../values.ts'

/** `GET /api/fees`: by default from the first of the month to today (fees §5). */
export const feeFilter = pageOfScope.extend({
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  merchant_uid: text(20).optional(),
})

export type FeeFilter = z.output<typeof feeFilter>

/** `GET /api/fees.csv` */
const feeExport = feeFilter.omit(pageParameters)

export type FeeExport = z.output<typeof feeExport>

const feeDayView = shape(
  'FeeDay',
  z.strictObject({
    uid: z.string(),
    day,
    collections: meaning(money, '代收的手續費，退還為負', 'Collection fees; refunds are negative'),
    payouts: meaning(money, '代付的手續費，退還為負', 'Payout fees; refunds are negative'),
    withdrawals: meaning(money, '提領的手續費，退還為負', 'Withdrawal fees; refunds are negative'),
    corrections: meaning(money, '手續費調整，退還為負', 'Fee corrections; credits are negative'),
    total: money,
  }),
)

const notes = {
  zh: '日期以台北時間計，含首末日，最多 92 日；未傳 to 為今日，未傳 from 為 to 當月一日。沒有收入的日子不列出',
  en:
    'Days in Taipei time, both ends included, at most 92. `to` defaults to today, `from` to the first ' +
    'day of the month of `to`. Days without income are not listed',
}

export const feeCalls = {
  listFees: get('/fees', {
    summary: { zh: '手續費收入，依商戶與日', en: 'Lists fee income by merchant and day' },
    notes,
    query: feeFilter,
    answer: listOf('FeeDayList', feeDayView),
  }),
  exportFees: get('/fees.csv', {
    summary: { zh: '手續費收入的 CSV 檔', en: 'Exports the fee income as CSV' },
    query: feeExport,
    answer: 'csv',
  }),
}
