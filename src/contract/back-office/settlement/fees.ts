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
    collections: meaning(money, '代收的手續費，退還為負', 'Of collections; given back is negative'),
    payouts: meaning(money, '代付的手續費', 'Of payouts'),
    withdrawals: meaning(money, '提領的手續費', 'Of withdrawals'),
    corrections: meaning(
      money,
      '手續費的調整，退給商戶為負',
      'Corrections of fees; given to the merchant is negative',
    ),
    total: money,
  }),
)

const notes = {
  zh: '日期以台北時間計，含首末日，最多 92 日；未傳 to 為今日，未傳 from 為 to 當月一日。沒有收入的日子不列出',
  en:
    'Days are in Taipei time, both included, at most 92; without to until today, without from since the ' +
    'first of that month. Days without income are not listed',
}

export const feeCalls = {
  listFees: get('/fees', {
    summary: {
      zh: '平台的手續費收入，依商戶與日',
      en: 'Lists what the platform earned, by merchant and day',
    },
    notes,
    query: feeFilter,
    answer: listOf('FeeDayList', feeDayView),
  }),
  exportFees: get('/fees.csv', {
    summary: { zh: '手續費收入的 CSV 檔', en: 'Gives what was earned as a file of CSV' },
    query: feeExport,
    answer: 'csv',
  }),
}
