import * as z from 'zod'
import { problem } from '../../../units/language.ts'
import { moneyFromJsonNumber, moneyFromText } from '../../../units/money.ts'
import { taipeiToSeconds } from '../../../units/taipei-time.ts'
import { statementBytesMax } from '../../limits.ts'
import {
  collectionStatuses,
  matchingStatuses,
  payoutStatuses,
} from '../../orders/order-statuses.ts'
import { get, post } from '../call.ts'
import { operators, orderReaders, readers } from '../roles.ts'
import { day, listOf, meaning, money, named, time } from '../shapes.ts'
import {
  candidateReasons,
  chains,
  doubts,
  ignoredKinds,
  importStates,
  statementProblems,
  transactionSources,
  transactionStates,
  undoStates,
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
  recordId,
  signedAmount,
  text,
  times,
} from '../values.ts'
import { statementFormat } from './statement-format.ts'

// What the back office's calls take about bank transactions (back office §3).
const setByOne = z
  .literal('1', { error: problem('必須是 1，或不給', 'Must be 1, or not be given') })
  .transform(() => true)
  .optional()

/** `POST /api/bank-accounts/:id/statements` */
export const statementOptions = z.strictObject({
  dry_run: setByOne,
  skip_problems: setByOne,
  this_account: setByOne,
})

export type StatementOptions = z.output<typeof statementOptions>

// A time, or a day where the bank tells no more.
const booking = z
  .string()
  .transform((given, context) => {
    const at = taipeiToSeconds(given)
    if (at !== null) return { at, dayOnly: given.length === '2026-01-31'.length }
    context.addIssue(notTime)
    return z.NEVER
  })
  .register(times, { zone: 'Asia/Taipei' })

// An amount of either sign, 0 too.
const statementBalance = numberOrText.transform((given, context) => {
  const size = String(given).replace(/^-/, '')
  const read = typeof given === 'number' ? moneyFromJsonNumber(size) : moneyFromText(size)
  if (typeof read === 'number') return String(given).startsWith('-') && read !== 0 ? -read : read
  context.addIssue(notMoney)
  return z.NEVER
})

/** `POST /api/bank-transactions`: a line that a feed, or a person, tells. */
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
 * `GET /api/bank-transactions`: booked from `from` until before `to`; the amount of what left is negative. `confirmed`
 * is whether a statement has confirmed it.
 */
export const transactionFilter = page.extend({
  bank_account: recordId.optional(),
  state: z.enum(transactionStates).optional(),
  direction: z.enum(['in', 'out']).optional(),
  amount: signedAmount.optional(),
  last5: lastFive.optional(),
  // Those of which this was in doubt when they were last judged, or anything was; `unsure`: anything but that no order
  // fits, or that switches alone keep the service from settling. These are listed by when they were stored.
  doubt: z.enum([...doubts, 'any', 'unsure']).optional(),
  // Whether each tells the pending orders of its amount and payer.
  orders: z.literal('1').optional(),
  confirmed: z
    .enum(['true', 'false'])
    .transform((given) => given === 'true')
    .optional(),
  from: moment.optional(),
  to: moment.optional(),
  cursor: cursor(/^\d{1,12}\.\d{1,16}$/)
    .transform((given) => {
      const [bookedAt = 0, id = 0] = given.split('.').map(Number)
      return { bookedAt, id }
    })
    .optional(),
})

export type TransactionFilter = z.output<typeof transactionFilter>

/** `POST /api/bank-transactions/:id/ignore`: the counterpart, of the other direction, is put aside with it. */
export const ignoring = z.strictObject({
  kind: z.enum(ignoredKinds),
  reason: line(500),
  counterpart: recordId.optional(),
})

export type IgnoringCall = z.output<typeof ignoring>

/** `POST /api/bank-transactions/:id/reopen` */
export const reopening = z.strictObject({ reason: line(500) })

/** `POST /api/imports/:id/undo` */
export const undoing = z.strictObject({ reason: line(500) })

/** `GET /api/bank-transactions.csv` */
export const transactionExport = transactionFilter.omit({ ...pageParameters, orders: true })

export type TransactionExport = z.output<typeof transactionExport>

const booked = meaning(
  z.union([time, day]),
  '入帳時間；銀行只提供日期時為日期',
  'When it was booked; a day alone where the bank tells no time',
)

const signedMoney = meaning(money, '出帳為負數', 'Negative where money left')

const doubtsView = {
  doubts: meaning(
    z.array(z.enum(doubts)).nullable(),
    '系統未自動入帳的原因；不適用為 null',
    'Why the service has not settled by it; null where it does not settle by itself, or has not judged it',
  ),
}

const transactionFields = z.strictObject({
  id: z.int(),
  bank_account: z.int(),
  booked_at: booked,
  amount: signedMoney,
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
  ...doubtsView,
})

const candidateReasonView = {
  reasons: meaning(z.array(z.enum(candidateReasons)), '相符之處', 'What speaks for it'),
  differs: meaning(z.array(z.enum(candidateReasons)), '不符之處', 'What does not hold'),
  best: meaning(
    z.boolean(),
    '排在最前且沒有其他同級者',
    'Whether it is the first, and none ranks like it',
  ),
}

const equalCandidates = meaning(
  z.int(),
  '與第一個同級的個數，含其本身',
  'How many rank like the first, itself included',
)

const candidateOrderView = named(
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
    '確認它的對帳單行',
    'The line of the statement that confirmed it, or null',
  ),
})

const fittingOrders = meaning(
  z
    .array(
      z.strictObject({
        trade_no: z.string(),
        merchant_order_no: z.string(),
        name: meaning(z.string(), '付款人或會員姓名', 'Of the payer, or of the member'),
      }),
    )
    .optional(),
  '金額與末五碼相符的待付款訂單，最多三筆；以 orders=1 查詢時才有',
  'Pending orders of its amount and last five, three at most; where orders=1 asks for them',
)

/** A bank transaction in a list, by itself, and after it was put aside or taken back. */
export const transactionViews = {
  listed: named(
    'ListedBankTransaction',
    z.strictObject({ ...transactionFields.shape, orders: fittingOrders }),
  ),
  shown: named(
    'BankTransaction',
    z.strictObject({
      ...movedTransactionFields.shape,
      candidates: meaning(
        z.array(candidateOrderView),
        '可能支付的訂單，最佳者在前',
        'The orders that it may pay, the best first',
      ),
      equal: equalCandidates,
    }),
  ),
  moved: named('MovedBankTransaction', movedTransactionFields),
}

/** What is wrong with lines of a statement, which count from 1, header included. */
export const statementProblemViews = z.array(
  z.strictObject({ line: z.int(), problem: z.enum(statementProblems) }),
)

/** How its balances follow one another, and those that are stored. */
export const chainView = z.enum(chains)

/** Where the chain breaks, and what it is like. */
export const brokenViews = {
  line: meaning(z.int().nullable(), '餘額不連續的行', 'The line where the balances do not follow'),
  balance: meaning(
    z.strictObject({ expected: money.nullable(), found: money.nullable() }).nullable(),
    '該行應有與實際的餘額',
    'The balance that was to stand there, and the one that does; null unless the chain is broken',
  ),
}

/** The account whose lines a file has. */
export const lookalikeView = meaning(
  z.int().nullable(),
  '檔案過半的行屬於這個帳戶；null 為否',
  'The other account that more than half of the lines are of, or null',
)

const importSize = {
  lines: z.int(),
  new: z.int(),
  known: z.int(),
  confirmed: meaning(z.int(), '確認既有交易的行數', 'Lines that confirm what is stored'),
  from: day.nullable(),
  to: day.nullable(),
  chain: chainView,
}

const importCounts = { ...importSize, problems: statementProblemViews }

const listedImport = {
  id: z.int(),
  bank_account: z.int(),
  state: z.enum([...importStates, ...undoStates]),
  ...importSize,
  actor: z.string(),
  agreed_by: meaning(
    z.string(),
    '同意此匯入的另一位營運人員；空字串為尚無',
    'The other operator who has agreed to it; empty for nobody',
  ),
  created_at: time,
}

/** An import as it stands, and what one would do. */
export const importViews = {
  shown: named('Import', z.strictObject({ ...listedImport, problems: statementProblemViews })),
  listed: named('ListedImport', z.strictObject(listedImport)),
  planned: named(
    'ImportPlan',
    z.strictObject({
      ...importCounts,
      broken_line: brokenViews.line,
      broken_balance: brokenViews.balance,
      looks_like: lookalikeView,
      new_in: meaning(money, '新交易的入帳合計', 'What came in by the new lines'),
      new_out: meaning(money, '新交易的出帳合計，為負數', 'What left by the new lines, negative'),
      missing: meaning(
        z.strictObject({
          count: z.int(),
          first: z.array(
            z.strictObject({
              id: z.int(),
              booked_at: booked,
              amount: signedMoney,
              counterparty_last5: z.string(),
              counterparty_name: z.string(),
            }),
          ),
        }),
        '這些日期內未經對帳單確認、檔案中也沒有的交易，與其前十筆',
        'Unconfirmed transactions of these days that the file does not hold, and the first ten of them',
      ),
      first: meaning(
        z.array(
          z.strictObject({
            line: z.int(),
            booked_at: booked,
            amount: signedMoney,
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
export const candidatesView = named(
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
          '同帳戶中金額與末五碼都相符的另一筆訂單',
          'Another order that waits on that account for this amount of this payer, or null',
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
    roles: orderReaders,
    summary: {
      zh: '銀行交易，由新到舊：指定帳戶或期間時依入帳時間，否則依收到的先後',
      en: 'Lists bank transactions, newest first: by booking of an account or in a span, else as they were stored',
    },
    query: transactionFilter,
    answer: listOf('BankTransactionList', transactionViews.listed),
  }),
  exportTransactions: get(`${transactionsPath}.csv`, {
    roles: readers,
    summary: { zh: '銀行交易的 CSV 檔', en: 'Gives bank transactions as a file of CSV' },
    query: transactionExport,
    answer: 'csv',
  }),
  showTransaction: get(transactionPath, {
    roles: orderReaders,
    summary: {
      zh: '一筆銀行交易與可能支付的訂單',
      en: 'Shows a bank transaction with what it may pay',
    },
    answer: transactionViews.shown,
  }),
  importStatement: post('/bank-accounts/:id{[0-9]{1,16}}/statements', {
    roles: operators,
    summary: {
      zh: '匯入對帳單，或試算其結果',
      en: 'Imports a statement, or tells what that would do',
    },
    notes: {
      zh:
        '202 後繼續寫入；dry_run=1 只回應試算結果，狀態 200。中斷的匯入以同一檔案重送即可完成。' +
        '過半的行屬於另一帳戶（looks_like）時，須以 this_account=1 確認',
      en:
        'It goes on after 202; dry_run=1 writes nothing and answers 200 with what an import would ' +
        'do. One that was cut off is finished by sending the file again. A file that looks_like another ' +
        'account’s is imported with this_account=1 only',
    },
    query: statementOptions,
    file: { mediaType: 'text/csv', bytesMax: statementBytesMax },
    status: 202,
    answer: named('ImportStarted', z.strictObject({ import_id: z.int() })),
    also: [{ status: 200, answer: importViews.planned }],
  }),
  showImport: get('/imports/:id{[0-9]{1,16}}', {
    roles: readers,
    summary: { zh: '一次匯入的進度與結果', en: 'Shows how an import stands' },
    answer: importViews.shown,
  }),
  agreeImport: post('/imports/:id{[0-9]{1,16}}/agree', {
    roles: operators,
    summary: {
      zh: '同意他人的匯入',
      en: 'Agrees to an import of somebody else',
    },
    notes: {
      zh: '匯入者本人與服務憑證不可同意；再次同意不會改變任何內容',
      en: 'Neither its importer nor a service token may; agreeing again changes nothing',
    },
    answer: importViews.shown,
  }),
  undoImport: post('/imports/:id{[0-9]{1,16}}/undo', {
    roles: operators,
    summary: {
      zh: '撤回一次匯入：只由它提供的交易、日期與確認都會移除',
      en: 'Takes back an import: what it alone told',
    },
    notes: {
      zh:
        '分段進行，完成前狀態為 undoing，之後為 undone。其交易已認列、列為不處理或另有回報時為 import_in_use。' +
        '其他匯入也有的交易會保留；撤回後可再匯入同一檔案。對撤回中的匯入再次呼叫會繼續進行',
      en:
        'It goes on in steps after the answer: undoing until then, undone afterwards. While one of its ' +
        'lines is claimed, ignored or met by a posting it is import_in_use. What another import holds ' +
        'too stays, and the same file can be imported again. Called again it goes on where it was cut off',
    },
    body: undoing,
    answer: importViews.shown,
    waits: true,
  }),
  listStatementFormats: get('/statement-formats', {
    roles: readers,
    summary: {
      zh: '內建的對帳單格式',
      en: 'Lists the formats of statements that come with the service',
    },
    answer: named(
      'StatementFormats',
      z.strictObject({
        items: z.array(z.strictObject({ name: z.string(), format: statementFormat })),
      }),
    ),
  }),
  postTransaction: post(transactionsPath, {
    roles: ['operator', 'feed'],
    summary: {
      zh: '回報一筆銀行交易；相同 external_id 只記一次',
      en: 'Takes a bank transaction that a feed, or a person, tells, once for each external_id',
    },
    notes: {
      zh: '已有相同交易時回應該筆，狀態 200',
      en: 'Where the same one is there already the answer is that one, with 200',
    },
    body: postedTransaction,
    status: 201,
    answer: transactionViews.listed,
    also: [{ status: 200, answer: transactionViews.listed }],
    waits: true,
  }),
  ignoreTransaction: post(`${transactionPath}/ignore`, {
    roles: operators,
    summary: { zh: '列為不處理', en: 'Puts a transaction aside that pays no order' },
    body: ignoring,
    answer: transactionViews.moved,
    waits: true,
  }),
  reopenTransaction: post(`${transactionPath}/reopen`, {
    roles: operators,
    summary: { zh: '恢復不處理的交易', en: 'Takes back a transaction that was put aside' },
    body: reopening,
    answer: transactionViews.moved,
  }),
}
