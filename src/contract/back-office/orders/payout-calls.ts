import { get, post } from '../call.ts'
import { reasonBody } from '../values.ts'
import { oldestFirst, payoutExport, payoutFilter } from './filters.ts'
import { backing, note, processing, reversal, taking } from './move-bodies.ts'
import { noteView } from './order-history.ts'
import { orderLists, payoutViews } from './order-views.ts'

const payoutPath = '/payouts/:trade_no'

/** The calls that list, show and move payouts. */
export const payoutCalls = {
  listPayouts: get('/payouts', {
    summary: { zh: '代付清單，由新到舊', en: 'Lists payouts, newest first' },
    notes: oldestFirst,
    query: payoutFilter,
    answer: orderLists.payouts,
  }),
  exportPayouts: get('/payouts.csv', {
    summary: { zh: '代付的 CSV 檔', en: 'Exports payouts as CSV' },
    query: payoutExport,
    answer: 'csv',
  }),
  showPayout: get(payoutPath, {
    summary: {
      zh: '一筆代付，含事件、通知嘗試與可執行的操作',
      en: 'Shows a payout with its events, callback attempts and possible actions',
    },
    answer: payoutViews.shown,
  }),
  candidatesOfPayout: get(`${payoutPath}/candidates`, {
    summary: {
      zh: '可能為此代付出款的銀行交易，最相符者在前',
      en: 'Lists bank transactions that may have paid a payout, best first',
    },
    answer: orderLists.candidates,
  }),
  takePayout: post(`${payoutPath}/take`, {
    summary: { zh: '領取代付，或指派人員', en: 'Assigns a payout to the caller or an agent' },
    body: taking,
    answer: payoutViews.moved,
  }),
  releasePayout: post(`${payoutPath}/release`, {
    summary: { zh: '放回代付', en: 'Releases a payout from its agent' },
    answer: payoutViews.moved,
  }),
  processPayout: post(`${payoutPath}/process`, {
    summary: { zh: '完成代付並通知商戶', en: 'Marks a payout as paid and notifies the merchant' },
    body: processing,
    answer: payoutViews.moved,
    waits: true,
  }),
  cancelPayout: post(`${payoutPath}/cancel`, {
    summary: {
      zh: '取消代付，款項退回商戶餘額，並通知商戶',
      en: 'Cancels a payout, returns its money to the balance and notifies the merchant',
    },
    body: reasonBody,
    answer: payoutViews.moved,
  }),
  notePayout: post(`${payoutPath}/notes`, {
    summary: { zh: '為代付加備註，不通知商戶', en: 'Adds an internal note to a payout' },
    body: note,
    status: 201,
    answer: noteView,
  }),
  reversePayout: post(`${payoutPath}/reverse`, {
    summary: { zh: '沖正已出款的代付', en: 'Reverses a paid payout' },
    body: reversal,
    answer: payoutViews.moved,
    waits: true,
  }),
  backPayout: post(`${payoutPath}/back`, {
    summary: {
      zh: '為已出款的代付補列銀行交易，或更換',
      en: 'Adds the bank transactions to a paid payout without any, or exchanges them',
    },
    body: backing,
    answer: payoutViews.moved,
    waits: true,
  }),
}
