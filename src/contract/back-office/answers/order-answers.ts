import type { agentCalls, operatorOrderCalls } from '../calls/order-calls.ts'
import { type DocumentedCalls, listOf } from './answer.ts'
import { memberPage } from './shapes/member-page.ts'
import { collections, payouts } from './shapes/orders.ts'
import { found } from './shapes/search.ts'
import { candidates } from './shapes/transactions.ts'

const oldestFirst = {
  zh: 'order=oldest 由舊到新，用於待辦；taken=false 為無人領取者',
  en: 'order=oldest for work that waits: oldest first; taken=false for what nobody has in hand',
}

/** What the document says of what agents do with orders. */
export const agentAnswers = {
  search: {
    says: {
      zh: '以單號、帳號、金額或末五碼搜尋；待處理者在前',
      en: 'Finds what one text may stand for; what waits comes first',
    },
    answer: found,
  },
  listCollections: {
    says: { zh: '代收清單，由新到舊', en: 'Lists collections, newest first' },
    notes: oldestFirst,
    answer: listOf('CollectionList', collections.listed),
  },
  exportCollections: {
    says: { zh: '代收的 CSV 檔', en: 'Gives collections as a file of CSV' },
    answer: 'csv',
  },
  showCollection: {
    says: {
      zh: '一筆代收，含事件、通知嘗試與可做的事',
      en: 'Shows a collection with its events, callback attempts, and what can be done with it',
    },
    answer: collections.shown,
  },
  takeCollection: {
    says: { zh: '領取代收', en: 'Assigns a collection to whoever calls, or to an agent' },
    answer: collections.moved,
  },
  releaseCollection: {
    says: { zh: '放回代收', en: 'Releases a collection from its agent' },
    answer: collections.moved,
  },
  matchCollection: {
    says: { zh: '指定會員匯入的帳戶', en: 'Names the account that a member is to pay into' },
    notes: {
      zh: '以 bank_account 指定，或以三個 collection_ 欄位指定，不可並用',
      en: 'Either bank_account, or all three collection_ members',
    },
    answer: collections.moved,
    waits: true,
  },
  settleCollection: {
    says: { zh: '入帳並通知商戶', en: 'Books a deposit and tells the merchant' },
    answer: collections.moved,
    waits: true,
  },
  candidatesOfCollection: {
    says: {
      zh: '可能支付此代收的銀行交易，最佳者在前',
      en: 'Lists the bank transactions that may pay a collection, the best first',
    },
    answer: candidates,
  },
  memberPageOfCollection: {
    says: {
      zh: '會員的付款頁面目前顯示的內容；沒有頁面或已不再顯示為 not_found',
      en: 'Tells what the member’s page of a collection shows now; not_found where there is none any more',
    },
    answer: memberPage,
  },
  reportException: {
    says: { zh: '標示為例外，由人員查核', en: 'Puts a collection aside for a person to examine' },
    answer: collections.moved,
  },
  listPayouts: {
    says: { zh: '代付清單，由新到舊', en: 'Lists payouts, newest first' },
    notes: oldestFirst,
    answer: listOf('PayoutList', payouts.listed),
  },
  exportPayouts: {
    says: { zh: '代付的 CSV 檔', en: 'Gives payouts as a file of CSV' },
    answer: 'csv',
  },
  showPayout: {
    says: {
      zh: '一筆代付，含事件、通知嘗試與可做的事',
      en: 'Shows a payout with its events, callback attempts, and what can be done with it',
    },
    answer: payouts.shown,
  },
  candidatesOfPayout: {
    says: {
      zh: '可能為此代付的銀行交易，最佳者在前',
      en: 'Lists the bank transactions that may have paid a payout, the best first',
    },
    answer: candidates,
  },
  takePayout: {
    says: { zh: '領取代付', en: 'Assigns a payout to whoever calls, or to an agent' },
    answer: payouts.moved,
  },
  releasePayout: {
    says: { zh: '放回代付', en: 'Releases a payout from its agent' },
    answer: payouts.moved,
  },
  processPayout: {
    says: { zh: '出款完成並通知商戶', en: 'Books that a payout was paid and tells the merchant' },
    answer: payouts.moved,
    waits: true,
  },
  cancelPayout: {
    says: {
      zh: '取消代付，款項退回商戶',
      en: 'Cancels a payout; its money goes back to the merchant',
    },
    answer: payouts.moved,
  },
} satisfies DocumentedCalls<typeof agentCalls>

/** What it says of what operators alone do with orders. */
export const operatorOrderAnswers = {
  confirmCollection: {
    says: {
      zh: '確認或退回商戶申報的款項',
      en: 'Confirms, or rejects, money that the merchant declared itself',
    },
    notes: {
      zh: 'accept 為 false 時必須有 reason，商戶會看到',
      en: 'accept: false needs a reason, which the merchant reads',
    },
    answer: collections.moved,
    waits: true,
  },
  reverseCollection: {
    says: { zh: '沖正代收，可重新入帳', en: 'Reverses a settlement; it can be settled again' },
    answer: collections.moved,
    waits: true,
  },
  backCollection: {
    says: {
      zh: '補列已入帳代收的銀行交易，或更換',
      en: 'Names the bank transactions that paid a settled collection, or other ones',
    },
    answer: collections.moved,
    waits: true,
  },
  reversePayout: {
    says: { zh: '沖正銀行退回的代付', en: 'Reverses a payout that the bank sent back' },
    answer: payouts.moved,
    waits: true,
  },
  backPayout: {
    says: {
      zh: '補列已出款代付的銀行交易，或更換',
      en: 'Names the bank transactions that paid a processed payout, or other ones',
    },
    answer: payouts.moved,
    waits: true,
  },
} satisfies DocumentedCalls<typeof operatorOrderCalls>
