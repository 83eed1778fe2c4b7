import * as z from 'zod'
import { problem } from '../../../units/language.ts'
import { moneyFromJsonNumber, moneyFromText } from '../../../units/money.ts'
import { taipeiToSeconds } from '../../../units/taipei-time.ts'
import {
  collectionStatuses,
  matchingStatuses,
  payoutStatuses,
} from '../../orders/order-statuses.ts'
import { get, post } from '../call.ts'
import { day, listOf, meaning, money, shape, time } from '../shapes.ts'
import {
  candidateReasons,
  doubts,
  ignoredKinds,
  transactionSources,
  transactionStates,
} from '../states.ts'
import {
  cursor,
  lastFive,
  line,
  moment,
  notMoney,
  notTime,
  numberOrText,
  page,
  pageParameters,
  reasonBody,
  recordId,
  signedAmount,
  text,
  times,
  trueOrFalse,
} from '../values.ts'

// Input of the calls on bank transactions (back office §3). A time, or a day if the bank reports no time.
const booking = z
  .string()
  .transform((value, context) => {
    const at = taipeiToSeconds(value)
    if (at !== null) return { at, dayOnly: value.length === '2026-01-31'.length }
    context.addIssue(notTime)
    return z.NEVER
  })
  .register(times, { zone: 'Asia/Taipei' })

// An amount of either sign, 0 too.
const statementBalance = numberOrText.transform((value, context) => {
  const size = String(value).replace(/^-/, '')
  const read = typeof value === 'number' ? moneyFromJsonNumber(size) : moneyFromText(size)
  if (typeof read === 'number') return String(value).startsWith('-') && read !== 0 ? -read : read
  context.addIssue(notMoney)
  return z.NEVER
})

/** `POST /api/bank-transactions`: a line reported by a feed or a person. */
export const postedTransaction = z.strictObject({
  bank_account: recordId,
  booked_at: booking,
  amount: signedAmount,
  external_id: line(120),
  counterparty_account: text(100).default(''),
  counterparty_last5: z
    .string()
    .regex(/^(\d{5})?$/, problem('必須是五位數字', 'Must be five digits'))
    .default(''),
  counterparty_name: text(120).default(''),
  memo: text(500).default(''),
  balance_after: statementBalance.nullable().default(null),
})

export type PostedTransaction = z.output<typeof postedTransaction>

/**
 * `GET /api/bank-transactions`: booked from `from` until before `to`; outgoing amounts are negative. `confirmed`:
 * whether a statement has confirmed it.
 */
export const transactionFilter = page.extend({
  bank_account: recordId.optional(),
  state: z.enum(transactionStates).optional(),
  direction: z.enum(['in', 'out']).optional(),
  amount: signedAmount.optional(),
  last5: lastFive.optional(),
  // A doubt at the last judgement, or `any`; `unsure`: any doubt except that no order matches, or switches alone.
  // Listed by storage.
  doubt: z.enum([...doubts, 'any', 'unsure']).optional(),
  // Asks for the pending orders of each transaction's amount and payer.
  orders: z.literal('1').optional(),
  confirmed: trueOrFalse.optional(),
  from: moment.optional(),
  to: moment.optional(),
  cursor: cursor(/^\d{1,12}\.\d{1,16}$/)
    .transform((value) => {
      const [bookedAt = 0, id = 0] = value.split('.').map(Number)
      return { bookedAt, id }
    })
    .optional(),
})

export type TransactionFilter = z.output<typeof transactionFilter>

/** `POST /api/bank-transactions/:id/ignore`: a counterpart of the other direction is put aside with it. */
const ignoring = z.strictObject({
  kind: z.enum(ignoredKinds),
  reason: line(500),
  counterpart: recordId.optional(),
})

export type IgnoringCall = z.output<typeof ignoring>

/** `GET /api/bank-transactions.csv` */
const transactionExport = transactionFilter.omit({ ...pageParameters, orders: true })

export type TransactionExport = z.output<typeof transactionExport>

/** The booking of a line. */
export const booked = meaning(
  z.union([time, day]),
  '入帳時間；銀行只提供日期時為日期',
  'Booking time; only the date if the bank gives no time',
)

/** An incoming or outgoing amount. */
export const signedMoney = meaning(money, '出帳為負數', 'Negative for outgoing money')

const doubtsView = {
  doubts: meaning(
    z.array(z.enum(doubts)).nullable(),
    '未自動入帳的原因；帳戶不自動入帳或尚未判斷為 null',
    'Why it was not settled automatically; null if its account does not settle automatically or it was not judged yet',
  ),
}

const transactionFields = z.strictObject({
  id: z.int(),
  bank_account: z.int(),
  booked_at: booked,
  amount: signedMoney,
  balance_after: money.nullable(),
  external_id: meaning(z.string().nullable(), '銀行的編號或 null', 'The bank’s number or null'),
  counterparty_account: z.string(),
  counterparty_last5: z.string(),
  counterparty_name: z.string(),
  memo: z.string(),
  source: z.enum(transactionSources),
  state: z.enum(transactionStates),
  confirmed_at: meaning(
    time.nullable(),
    '對帳單確認的時間；未確認為 null',
    'When a statement confirmed it; null if unconfirmed',
  ),
  trade_no: meaning(
    z.string().nullable(),
    '認列的訂單或 null',
    'The order that claimed it or null',
  ),
  claimed_by: z.string(),
  claimed_at: time.nullable(),
  ignored_as: z.enum(ignoredKinds).nullable(),
  ignored_reason: z.string(),
  counterpart: meaning(
    z.int().nullable(),
    '一併不處理的另一方向交易；沒有為 null',
    'The opposite transaction ignored together with it; null for none',
  ),
  posted_by: z.string(),
  created_at: time,
  ...doubtsView,
})

const candidateReasonView = {
  reasons: meaning(z.array(z.enum(candidateReasons)), '相符之處', 'Matching evidence'),
  differs: meaning(z.array(z.enum(candidateReasons)), '不符之處', 'Evidence that does not match'),
  best: meaning(z.boolean(), '是否排在最前且沒有同級者', 'Whether it alone ranks first'),
}

const equalCandidates = meaning(z.int(), '並列最前的個數', 'Number of candidates that rank first')

const candidateOrderView = shape(
  'CandidateOrder',
  z.strictObject({
    kind: z.enum(['collection', 'payout']),
    trade_no: z.string(),
    merchant_uid: z.string(),
    merchant_order_no: z.string(),
    status: z.enum([...collectionStatuses, ...payoutStatuses]),
    collection_status: z.enum(matchingStatuses).nullable(),
    amount: money,
    paid_amount: money,
    counterparty_account: z.string(),
    counterparty_name: z.string(),
    agent: z.string(),
    backed: z.boolean().nullable(),
    created_at: time,
    ...candidateReasonView,
  }),
)

const movedTransactionFields = z.strictObject({
  ...transactionFields.shape,
  confirmed_by: meaning(
    z.strictObject({ import_id: z.int(), line: z.int().nullable() }).nullable(),
    '確認它的對帳單行；未確認為 null',
    'The statement line that confirmed it; null if unconfirmed',
  ),
})

const fittingOrders = meaning(
  z
    .array(
      z.strictObject({
        trade_no: z.string(),
        merchant_order_no: z.string(),
        name: meaning(z.string(), '付款人或會員姓名', 'Name of the payer or member'),
      }),
    )
    .optional(),
  '金額與末五碼相符的待付款訂單，最多三筆；其帳戶上沒有時為其他帳戶上的，再其次為其帳戶上末五碼相同、金額不同的；以 orders=1 查詢時才有',
  'At most three pending orders with its amount and last five digits: on its account; else on other accounts; else ' +
    'on its account with those digits and other amounts. With orders=1 only',
)

/** A bank transaction in a list, by itself, and after it was put aside or reopened. */
export const transactionViews = {
  listed: shape(
    'ListedBankTransaction',
    z.strictObject({ ...transactionFields.shape, orders: fittingOrders }),
  ),
  shown: shape(
    'BankTransaction',
    z.strictObject({
      ...movedTransactionFields.shape,
      candidates: meaning(
        z.array(candidateOrderView),
        '可能支付的訂單，最相符者在前',
        'The orders that it may pay, best first',
      ),
      equal: equalCandidates,
    }),
  ),
  moved: shape('MovedBankTransaction', movedTransactionFields),
}

/** The transactions that may pay an order. */
export const candidatesView = shape(
  'Candidates',
  z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.int(),
        bank_account: z.int(),
        booked_at: time,
        day_only: z.boolean(),
        amount: signedMoney,
        counterparty_account: z.string(),
        counterparty_last5: z.string(),
        counterparty_name: z.string(),
        memo: z.string(),
        fits_better: meaning(
          z.string().nullable(),
          '同帳戶中金額與末五碼都相符的另一筆訂單；沒有為 null',
          'Another order on that account with this amount and last five digits; null for none',
        ),
        ...doubtsView,
        ...candidateReasonView,
      }),
    ),
    equal: equalCandidates,
  }),
)

const transactionsPath = '/bank-transactions'

const transactionPath = `${transactionsPath}/:id{[0-9]{1,16}}` as const

export const transactionCalls = {
  listTransactions: get(transactionsPath, {
    summary: {
      zh: '銀行交易，由新到舊：指定帳戶或期間時依入帳時間，否則依收到的先後',
      en: 'Lists bank transactions, newest first: by booking time with an account or a period, else by time of storage',
    },
    query: transactionFilter,
    answer: listOf('BankTransactionList', transactionViews.listed),
  }),
  exportTransactions: get(`${transactionsPath}.csv`, {
    summary: { zh: '銀行交易的 CSV 檔', en: 'Exports bank transactions as CSV' },
    query: transactionExport,
    answer: 'csv',
  }),
  showTransaction: get(transactionPath, {
    summary: {
      zh: '一筆銀行交易與可能支付的訂單',
      en: 'Shows a bank transaction and the orders that it may pay',
    },
    answer: transactionViews.shown,
  }),
  postTransaction: post(transactionsPath, {
    summary: {
      zh: '回報一筆銀行交易；相同 external_id 只記一次',
      en: 'Stores a bank transaction reported by a feed or a person, once per external_id',
    },
    notes: {
      zh: '已有相同交易時，以狀態 200 回應該筆',
      en: 'If the transaction is already stored, returns it with status 200',
    },
    body: postedTransaction,
    status: 201,
    answer: transactionViews.listed,
    also: [{ status: 200, answer: transactionViews.listed }],
    waits: true,
  }),
  ignoreTransaction: post(`${transactionPath}/ignore`, {
    summary: { zh: '將銀行交易列為不處理', en: 'Ignores a bank transaction that pays no order' },
    body: ignoring,
    answer: transactionViews.moved,
    waits: true,
  }),
  reopenTransaction: post(`${transactionPath}/reopen`, {
    summary: { zh: '恢復已列為不處理的銀行交易', en: 'Reopens an ignored bank transaction' },
    body: reasonBody,
    answer: transactionViews.moved,
  }),
}
