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
    summary: { zh: '代收的 CSV 檔', en: 'Gives collections as a file of CSV' },
    query: collectionExport,
    answer: 'csv',
  }),
  showCollection: get(collectionPath, {
    summary: {
      zh: '一筆代收，含事件、通知嘗試與可做的事',
      en: 'Shows a collection with its events, callback attempts, and what can be done with it',
    },
    answer: collectionViews.shown,
  }),
  takeCollection: post(`${collectionPath}/take`, {
    summary: { zh: '領取代收', en: 'Assigns a collection to whoever calls, or to an agent' },
    body: taking,
    answer: collectionViews.moved,
  }),
  releaseCollection: post(`${collectionPath}/release`, {
    summary: { zh: '放回代收', en: 'Releases a collection from its agent' },
    answer: collectionViews.moved,
  }),
  matchCollection: post(`${collectionPath}/match`, {
    summary: { zh: '指定會員匯入的帳戶', en: 'Names the account that a member is to pay into' },
    notes: {
      zh: '以 bank_account 指定（any 為任一可用帳戶），或以三個 collection_ 欄位指定，不可並用',
      en: 'Either bank_account (any: one that is free), or all three collection_ members',
    },
    body: match,
    answer: collectionViews.moved,
    waits: true,
  }),
  settleCollection: post(`${collectionPath}/settle`, {
    summary: { zh: '入帳並通知商戶', en: 'Books a deposit and tells the merchant' },
    body: settlement,
    answer: collectionViews.moved,
    waits: true,
  }),
  candidatesOfCollection: get(`${collectionPath}/candidates`, {
    summary: {
      zh: '可能支付此代收的銀行交易，最佳者在前',
      en: 'Lists the bank transactions that may pay a collection, the best first',
    },
    answer: orderLists.candidates,
  }),
  memberPageOfCollection: get(`${collectionPath}/member-page`, {
    summary: {
      zh: '會員的付款頁面目前顯示的內容；沒有頁面或已不再顯示為 not_found',
      en: 'Tells what the member’s page of a collection shows now; not_found where there is none any more',
    },
    answer: memberPageView,
  }),
  reportException: post(`${collectionPath}/exception`, {
    summary: {
      zh: '列為例外，由人員處理',
      en: 'Reports a collection as an exception, which a person decides',
    },
    body: reasonBody,
    answer: collectionViews.moved,
  }),
  noteCollection: post(`${collectionPath}/notes`, {
    summary: {
      zh: '為代收加上備註，不通知商戶',
      en: 'Adds a note to a collection; no merchant is told',
    },
    body: note,
    status: 201,
    answer: noteView,
  }),
  confirmCollection: post(`${collectionPath}/confirm`, {
    summary: {
      zh: '確認或退回商戶申報的款項',
      en: 'Confirms, or rejects, money that the merchant declared itself',
    },
    notes: {
      zh: 'accept 為 false 時必須有 reason，商戶會看到',
      en: 'accept: false needs a reason, which the merchant reads',
    },
    body: confirmation,
    answer: collectionViews.moved,
    waits: true,
  }),
  reverseCollection: post(`${collectionPath}/reverse`, {
    summary: { zh: '沖正代收，可重新入帳', en: 'Reverses a settlement; it can be settled again' },
    body: reversal,
    answer: collectionViews.moved,
    waits: true,
  }),
  backCollection: post(`${collectionPath}/back`, {
    summary: {
      zh: '補列已入帳代收的銀行交易，或更換',
      en: 'Names the bank transactions that paid a settled collection, or other ones',
    },
    body: backing,
    answer: collectionViews.moved,
    waits: true,
  }),
}
