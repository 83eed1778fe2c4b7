import { moneyText } from '../../../units/money.ts'
import { formFields } from '../form-body.ts'
import { feeBesides, feeReturned, lessFee } from '../labels/order-labels.ts'
import { summaryOf } from '../orders/outcome-summary.ts'
import { money, type Presentations, text } from './presentation.ts'

const backing = {
  done: { zh: '已補列銀行交易。', en: 'The bank transactions are added.' },
  name: { zh: '更換銀行交易', en: 'exchange bank transactions' },
  effect: () => ({
    zh: '不移動任何款項，只更改佐證的銀行交易。',
    en: 'No money moves: only the bank transactions behind the order change.',
  }),
  form: () => ['back'] as const,
}

export const orderPresentations = {
  takeCollection: { done: { zh: '已領取。', en: 'Taken.' } },
  releaseCollection: { done: { zh: '已放回。', en: 'Released.' }, undoneBy: 'takeCollection' },
  matchCollection: {
    done: { zh: '已指定帳戶。', en: 'The account is given.' },
    opensNext: true,
    detail: ({ collection_bank_name: bank, collection_account_no: account }) =>
      `${bank} …${account.slice(-5)}`,
    name: { zh: '指定帳戶', en: 'give an account' },
    request: ({ subject }) => ({
      zh: `指定代收 ${subject} 的收款帳戶`,
      en: `Give collection ${subject} an account`,
    }),
    effect: ({ order }) =>
      order.page_ends_at === null
        ? {
            zh: '商戶查詢訂單時取得此帳戶，會員將匯款到這裡。',
            en: 'The merchant gets this account when it queries the order, and the member pays into it.',
          }
        : {
            zh: '會員的頁面會顯示此帳戶，會員將匯款到這裡。',
            en: "The member's page shows this account, and the member pays into it.",
          },
    form: (body) => ['bank_account' in body ? 'match' : 'match-words'],
    subject: ['collection', 'trade_no'],
  },
  settleCollection: {
    done: { zh: '已入帳，將通知商戶。', en: 'Settled. The merchant will be notified.' },
    doneUnreported: { zh: '已入帳。', en: 'Settled.' },
    opensNext: true,
    detail: ({ paid_amount: paid, user_name: name }) =>
      [moneyText(paid), name].filter((part) => part !== '').join(' · '),
    name: { zh: '代收入帳', en: 'settle a collection' },
    request: ({ subject }) => ({ zh: `代收 ${subject} 入帳`, en: `Settle collection ${subject}` }),
    effect: ({ order, body }) => ({
      zh: `${money(body.paid_amount)} ${lessFee(order.pricing).zh}記入商戶 ${text(order.uid)}，並通知商戶。之後只能沖正。`,
      en:
        `${money(body.paid_amount)}${lessFee(order.pricing).en} is credited to ${text(order.uid)}, which is ` +
        'notified. Only a reversal undoes it.',
    }),
    form: () => ['settle'],
    subject: ['collection', 'trade_no'],
    booksMoney: true,
  },
  settleCollections: {
    done: { zh: '已逐筆入帳。', en: 'Each was settled on its own.' },
    outcomes: ({ items }) => summaryOf(items),
  },
  reassignCollections: {
    done: { zh: '已改指定帳戶。', en: 'They have another account.' },
    outcomes: ({ items }) => summaryOf(items),
  },
  noteCollection: { done: { zh: '已加上備註。', en: 'The note is added.' } },
  reportException: { done: { zh: '已列為例外。', en: 'Reported as an exception.' } },
  confirmCollection: {
    done: { zh: '款項的確認已記錄。', en: 'Your decision on the money is recorded.' },
    name: { zh: '確認款項', en: 'decide on declared money' },
    request: ({ subject, body }) =>
      body.accept === false
        ? { zh: `退回代收 ${subject} 申報的款項`, en: `Reject the money of collection ${subject}` }
        : {
            zh: `確認代收 ${subject} 申報的款項`,
            en: `Confirm the money of collection ${subject}`,
          },
    effect: ({ order, body }) =>
      body.accept === false
        ? {
            zh: `${money(order.paid_amount)} 從商戶 ${text(order.uid)} 的餘額移除，商戶會看到原因。`,
            en: `${money(order.paid_amount)} is removed from the balance of ${text(order.uid)}, which sees the reason.`,
          }
        : {
            zh: `${money(order.paid_amount)} ${lessFee(order.pricing).zh}成為商戶 ${text(order.uid)} 的可用餘額。`,
            en: `${money(order.paid_amount)}${lessFee(order.pricing).en} becomes available to ${text(order.uid)}.`,
          },
    form: ({ accept }) => [accept === false ? 'reject' : 'accept'],
    subject: ['collection', 'trade_no'],
    booksMoney: true,
  },
  reverseCollection: {
    done: { zh: '已沖正。', en: 'Reversed.' },
    name: { zh: '沖正代收', en: 'reverse a collection' },
    request: ({ subject }) => ({ zh: `沖正代收 ${subject}`, en: `Reverse collection ${subject}` }),
    effect: ({ order }) => ({
      zh: `${money(order.paid_amount)} 從商戶 ${text(order.uid)} 的餘額扣回${feeReturned(order.fee).zh}，訂單可再入帳。`,
      en:
        `${money(order.paid_amount)} is taken back from ${text(order.uid)}${feeReturned(order.fee).en}. ` +
        'The order can be settled again.',
    }),
    form: () => ['reverse'],
    subject: ['collection', 'trade_no'],
  },
  backCollection: {
    ...backing,
    request: ({ subject }) => ({
      zh: `更換代收 ${subject} 的銀行交易`,
      en: `Exchange the bank transactions of collection ${subject}`,
    }),
    subject: ['collection', 'trade_no'],
  },
  takePayout: { done: { zh: '已領取。', en: 'Taken.' } },
  releasePayout: { done: { zh: '已放回。', en: 'Released.' }, undoneBy: 'takePayout' },
  processPayout: {
    done: { zh: '已出款，將通知商戶。', en: 'Paid out. The merchant will be notified.' },
    doneUnreported: { zh: '已出款。', en: 'Paid out.' },
    opensNext: true,
    name: { zh: '出款完成', en: 'complete a payout' },
    request: ({ subject }) => ({
      zh: `代付 ${subject} 出款完成`,
      en: `Payout ${subject} was paid`,
    }),
    effect: ({ order, body }) => ({
      zh: `${money(body.paid_amount)} 從商戶 ${text(order.uid)} 的餘額扣除${feeBesides(order.fee).zh}，並通知商戶。之後只能沖正。`,
      en:
        `${text(order.uid)} is debited ${money(body.paid_amount)}${feeBesides(order.fee).en}, and is notified. ` +
        'Only a reversal undoes it.',
    }),
    form: () => ['process'],
    subject: ['payout', 'trade_no'],
    booksMoney: true,
  },
  cancelPayout: {
    done: { zh: '已取消，款項退回商戶。', en: 'Cancelled. The money is returned to the merchant.' },
  },
  notePayout: {
    done: { zh: '已加上備註。', en: 'The note is added.' },
    doneBefore: { zh: '已記錄：', en: 'Recorded:' },
    detail: (_, { sent }) => sent[formFields.outcome]?.[0] ?? '',
  },
  reversePayout: {
    done: { zh: '已沖正。', en: 'Reversed.' },
    name: { zh: '沖正代付', en: 'reverse a payout' },
    request: ({ subject }) => ({ zh: `沖正代付 ${subject}`, en: `Reverse payout ${subject}` }),
    effect: ({ order }) => ({
      zh: `${money(order.actual_amount)} 退回商戶 ${text(order.uid)} 的可用餘額${feeReturned(order.fee).zh}。`,
      en: `${money(order.actual_amount)} is available to ${text(order.uid)} again${feeReturned(order.fee).en}.`,
    }),
    form: () => ['reverse'],
    subject: ['payout', 'trade_no'],
  },
  backPayout: {
    ...backing,
    request: ({ subject }) => ({
      zh: `更換代付 ${subject} 的銀行交易`,
      en: `Exchange the bank transactions of payout ${subject}`,
    }),
    subject: ['payout', 'trade_no'],
  },
} satisfies Partial<Presentations>
