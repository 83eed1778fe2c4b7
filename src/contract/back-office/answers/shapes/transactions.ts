import * as z from 'zod'
import {
  collectionStatuses,
  matchingStatuses,
  payoutStatuses,
} from '../../../orders/order-statuses.ts'
import {
  candidateReasons,
  chains,
  ignoredKinds,
  importStates,
  statementProblems,
  transactionSources,
  transactionStates,
} from '../../banking-values.ts'
import { day, meaning, money, named, time } from '../answer.ts'

const booked = meaning(
  z.union([time, day]),
  '入帳時間；銀行只提供日期時為日期',
  'When it was booked; a day alone where the bank tells no time',
)
const signed = meaning(money, '出帳為負數', 'Negative where money left')

const transaction = z.strictObject({
  id: z.int(),
  bank_account: z.int(),
  booked_at: booked,
  amount: signed,
  balance_after: money.nullable(),
  external_id: meaning(z.string().nullable(), '銀行的編號', 'The bank’s own number, or null'),
  counterparty_account: z.string(),
  counterparty_last5: z.string(),
  counterparty_name: z.string(),
  memo: z.string(),
  source: z.enum(transactionSources),
  state: z.enum(transactionStates),
  confirmed_at: meaning(
    time.nullable(),
    '對帳單確認的時間',
    'When a statement confirmed it, or null',
  ),
  trade_no: meaning(z.string().nullable(), '認列的訂單', 'The order that it pays, or null'),
  claimed_by: z.string(),
  claimed_at: time.nullable(),
  ignored_as: z.enum(ignoredKinds).nullable(),
  ignored_reason: z.string(),
  counterpart: meaning(
    z.int().nullable(),
    '一併不處理的另一方向交易',
    'The transaction of the other direction that is put aside with it, or null',
  ),
  posted_by: z.string(),
  created_at: time,
})

const reasons = {
  reasons: meaning(z.array(z.enum(candidateReasons)), '相符之處', 'What speaks for it'),
  differs: meaning(z.array(z.enum(candidateReasons)), '不符之處', 'What does not hold'),
  best: meaning(
    z.boolean(),
    '排在最前且沒有其他同級者',
    'Whether it is the first, and none ranks like it',
  ),
}

const equal = meaning(
  z.int(),
  '與第一個同級的個數，含其本身',
  'How many rank like the first, itself included',
)

const candidateOrder = named(
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
    ...reasons,
  }),
)

const moved = z.strictObject({
  ...transaction.shape,
  confirmed_by: meaning(
    z.strictObject({ import_id: z.int(), line: z.int().nullable() }).nullable(),
    '確認它的對帳單行',
    'The line of the statement that confirmed it, or null',
  ),
})

/** A bank transaction in a list, by itself, and after it was put aside or taken back. */
export const transactions = {
  listed: named('ListedBankTransaction', transaction),
  shown: named(
    'BankTransaction',
    z.strictObject({
      ...moved.shape,
      candidates: meaning(
        z.array(candidateOrder),
        '可能支付的訂單，最佳者在前',
        'The orders that it may pay, the best first',
      ),
      equal,
    }),
  ),
  moved: named('MovedBankTransaction', moved),
}

/** What is wrong with lines of a statement, which count from 1, header included. */
export const problems = z.array(
  z.strictObject({ line: z.int(), problem: z.enum(statementProblems) }),
)

/** How its balances follow one another, and those that are stored. */
export const chain = z.enum(chains)

const counts = {
  lines: z.int(),
  new: z.int(),
  known: z.int(),
  confirmed: meaning(z.int(), '確認既有交易的行數', 'Lines that confirm what is stored'),
  problems,
  from: day.nullable(),
  to: day.nullable(),
  chain,
}

/** An import as it stands, and what one would do. */
export const imports = {
  shown: named(
    'Import',
    z.strictObject({
      id: z.int(),
      bank_account: z.int(),
      state: z.enum(importStates),
      ...counts,
      actor: z.string(),
      agreed_by: meaning(
        z.string(),
        '同意此匯入的另一位營運人員；空字串為尚無',
        'The other operator who has agreed to it; empty for nobody',
      ),
      created_at: time,
    }),
  ),
  planned: named(
    'ImportPlan',
    z.strictObject({
      ...counts,
      broken_line: z.int().nullable(),
      first: meaning(
        z.array(
          z.strictObject({
            line: z.int(),
            booked_at: booked,
            amount: signed,
            balance_after: money.nullable(),
            memo: z.string(),
            counterparty_account: z.string(),
            counterparty_name: z.string(),
          }),
        ),
        '前十行的解讀結果',
        'The first ten lines as they are understood',
      ),
    }),
  ),
}

/** The transactions that may pay an order. */
export const candidates = named(
  'Candidates',
  z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.int(),
        bank_account: z.int(),
        booked_at: time,
        day_only: z.boolean(),
        amount: signed,
        counterparty_account: z.string(),
        counterparty_last5: z.string(),
        counterparty_name: z.string(),
        memo: z.string(),
        ...reasons,
      }),
    ),
    equal,
  }),
)
