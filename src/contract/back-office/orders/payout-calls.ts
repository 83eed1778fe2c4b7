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
    summary: { zh: '代付的 CSV 檔', en: 'Gives payouts as a file of CSV' },
    query: payoutExport,
    answer: 'csv',
  }),
  showPayout: get(payoutPath, {
    summary: {
      zh: '一筆代付，含事件、通知嘗試與可做的事',
      en: 'Shows a payout with its events, callback attempts, and what can be done with it',
    },
    answer: payoutViews.shown,
  }),
  candidatesOfPayout: get(`${payoutPath}/candidates`, {
    summary: {
      zh: '可能為此代付的銀行交易，最佳者在前',
      en: 'Lists the bank transactions that may have paid a payout, the best first',
    },
    answer: orderLists.candidates,
  }),
  takePayout: post(`${payoutPath}/take`, {
    summary: { zh: '領取代付', en: 'Assigns a payout to whoever calls, or to an agent' },
    body: taking,
    answer: payoutViews.moved,
  }),
  releasePayout: post(`${payoutPath}/release`, {
    summary: { zh: '放回代付', en: 'Releases a payout from its agent' },
    answer: payoutViews.moved,
  }),
  processPayout: post(`${payoutPath}/process`, {
    summary: {
      zh: '出款完成並通知商戶',
      en: 'Books that a payout was paid and tells the merchant',
    },
    body: processing,
    answer: payoutViews.moved,
    waits: true,
  }),
  cancelPayout: post(`${payoutPath}/cancel`, {
    summary: {
      zh: '取消代付，款項退回商戶',
      en: 'Cancels a payout; its money goes back to the merchant',
    },
    body: reasonBody,
    answer: payoutViews.moved,
  }),
  notePayout: post(`${payoutPath}/notes`, {
    summary: {
      zh: '為代付加上備註，不通知商戶',
      en: 'Adds a note to a payout; no merchant is told',
    },
    body: note,
    status: 201,
    answer: noteView,
  }),
  reversePayout: post(`${payoutPath}/reverse`, {
    summary: { zh: '沖正銀行退回的代付', en: 'Reverses a payout that the bank sent back' },
    body: reversal,
    answer: payoutViews.moved,
    waits: true,
  }),
  backPayout: post(`${payoutPath}/back`, {
    summary: {
      zh: '補列已出款代付的銀行交易，或更換',
      en: 'Names the bank transactions that paid a processed payout, or other ones',
    },
    body: backing,
    answer: payoutViews.moved,
    waits: true,
  }),
}
