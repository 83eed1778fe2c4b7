import { get, post } from '../call.ts'
import { reasonBody } from '../values.ts'
import { collectionExport, collectionFilter, oldestFirst } from './filters.ts'
import { backing, confirmation, match, note, reversal, settlement, taking } from './move-bodies.ts'
import { noteView } from './order-history.ts'
import { collectionViews, memberPageView, orderLists } from './order-views.ts'

const collectionPath = '/collections/:trade_no'

/** The calls that list, show and move collections. */
export const collectionCalls = {
  listCollections: get('/collections', {
    summary: { zh: '代收清單，由新到舊', en: 'Lists collections, newest first' },
    notes: oldestFirst,
    query: collectionFilter,
    answer: orderLists.collections,
  }),
  exportCollections: get('/collections.csv', {
    summary: { zh: '代收的 CSV 檔', en: 'Exports collections as CSV' },
    query: collectionExport,
    answer: 'csv',
  }),
  showCollection: get(collectionPath, {
    summary: {
      zh: '一筆代收，含事件、通知嘗試與可執行的操作',
      en: 'Shows a collection with its events, callback attempts and possible actions',
    },
    answer: collectionViews.shown,
  }),
  takeCollection: post(`${collectionPath}/take`, {
    summary: { zh: '領取代收，或指派人員', en: 'Assigns a collection to the caller or an agent' },
    body: taking,
    answer: collectionViews.moved,
  }),
  releaseCollection: post(`${collectionPath}/release`, {
    summary: { zh: '放回代收', en: 'Releases a collection from its agent' },
    answer: collectionViews.moved,
  }),
  matchCollection: post(`${collectionPath}/match`, {
    summary: { zh: '指定會員匯入的帳戶', en: 'Assigns the account that the member pays into' },
    notes: {
      zh: '以 bank_account 指定（any 為任一可用帳戶），或以三個 collection_ 欄位指定，不可並用',
      en: 'Send either bank_account (`any`: any available account) or all three collection_ fields',
    },
    body: match,
    answer: collectionViews.moved,
    waits: true,
  }),
  settleCollection: post(`${collectionPath}/settle`, {
    summary: { zh: '將代收入帳，並通知商戶', en: 'Settles a collection and notifies the merchant' },
    body: settlement,
    answer: collectionViews.moved,
    waits: true,
  }),
  candidatesOfCollection: get(`${collectionPath}/candidates`, {
    summary: {
      zh: '可能支付此代收的銀行交易，最相符者在前',
      en: 'Lists bank transactions that may pay a collection, best first',
    },
    answer: orderLists.candidates,
  }),
  memberPageOfCollection: get(`${collectionPath}/member-page`, {
    summary: {
      zh: '會員的付款頁面目前顯示的內容；沒有頁面或已不再顯示為 not_found',
      en: 'Shows the content of the member’s wait page now; not_found if the order has none or it is no longer shown',
    },
    answer: memberPageView,
  }),
  reportException: post(`${collectionPath}/exception`, {
    summary: { zh: '將代收列為例外', en: 'Marks a collection as an exception, for a person' },
    body: reasonBody,
    answer: collectionViews.moved,
  }),
  noteCollection: post(`${collectionPath}/notes`, {
    summary: { zh: '為代收加備註，不通知商戶', en: 'Adds an internal note to a collection' },
    body: note,
    status: 201,
    answer: noteView,
  }),
  confirmCollection: post(`${collectionPath}/confirm`, {
    summary: { zh: '確認或退回商戶申報的款項', en: 'Confirms or rejects declared money' },
    notes: {
      zh: 'accept 為 false 時必須有 reason，商戶會看到',
      en: 'accept: false requires a reason, which the merchant sees',
    },
    body: confirmation,
    answer: collectionViews.moved,
    waits: true,
  }),
  reverseCollection: post(`${collectionPath}/reverse`, {
    summary: {
      zh: '沖正代收，之後可重新入帳',
      en: 'Reverses a settled collection, which can be settled again',
    },
    body: reversal,
    answer: collectionViews.moved,
    waits: true,
  }),
  backCollection: post(`${collectionPath}/back`, {
    summary: {
      zh: '為已入帳的代收補列銀行交易，或更換',
      en: 'Adds the bank transactions to a settled collection without any, or exchanges them',
    },
    body: backing,
    answer: collectionViews.moved,
    waits: true,
  }),
}
