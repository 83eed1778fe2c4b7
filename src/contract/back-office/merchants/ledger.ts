import * as z from 'zod'
import { get } from '../call.ts'
import { cursor } from '../values.ts'
import { balanceView, ledgerView } from './merchant-views.ts'

/** `GET /api/merchants/:uid/ledger` */
export const ledgerPage = z.strictObject({
  // The key of the entry before, and the merchant's balance before it, in hundredths.
  cursor: cursor(/^\d{1,16}\.\d{1,16}\.\d{1,9}\.\d{1,9}(\.-?\d{1,16})?$/)
    .transform((text) => {
      const [at = 0, orderId = 0, seq = 0, number = 0, balance = null] = text.split('.').map(Number)
      return { at, orderId, seq, number, balance }
    })
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export type LedgerPage = z.output<typeof ledgerPage>

/** The balance of a merchant, and its ledger. */
export const ledgerCalls = {
  showBalance: get('/merchants/:uid/balance', {
    summary: { zh: '商戶的餘額', en: 'Shows a merchant’s balance' },
    answer: balanceView,
  }),
  listLedger: get('/merchants/:uid/ledger', {
    summary: { zh: '商戶的帳務明細，由新到舊', en: 'Lists a merchant’s ledger, newest first' },
    query: ledgerPage,
    answer: ledgerView,
  }),
  exportLedger: get('/merchants/:uid/ledger.csv', {
    summary: { zh: '商戶帳務明細的 CSV 檔', en: 'Exports a merchant’s ledger as CSV' },
    answer: 'csv',
  }),
}
