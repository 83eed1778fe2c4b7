import { post } from '../call.ts'
import { collectionPath } from './collection-calls.ts'
import { backing, confirmation, reversal } from './move-bodies.ts'
import { collectionViews, payoutViews } from './order-views.ts'
import { payoutPath } from './payout-calls.ts'

/** What only operators do with orders. */
export const operatorCalls = {
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
