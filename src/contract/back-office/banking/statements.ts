import * as z from 'zod'
import { problem } from '../../../units/language.ts'
import { statementBytesMax } from '../../limits.ts'
import { get, post } from '../call.ts'
import { day, listOf, meaning, money, shape, time } from '../shapes.ts'
import { chains, dayCoverages, importStates, statementProblems, undoStates } from '../states.ts'
import { page, reasonBody } from '../values.ts'
import { dateFormats, statementFormat } from './statement-format.ts'
import { booked, signedMoney } from './transactions.ts'

// Input and answers of the calls on statements and imports (back office §3).
const setByOne = z
  .literal('1', { error: problem('必須是 1，或不傳', 'Must be 1 or absent') })
  .transform(() => true)
  .optional()

/** `POST /api/bank-accounts/:id/statements` */
export const statementOptions = z.strictObject({
  dry_run: setByOne,
  skip_problems: setByOne,
  this_account: setByOne,
})

export type StatementOptions = z.output<typeof statementOptions>

/** The problems of a statement's lines, which count from 1, header included. */
export const statementProblemViews = z.array(
  z.strictObject({
    line: z.int(),
    problem: z.enum(statementProblems),
    text: meaning(z.string().optional(), '無法解讀的內容', 'The unreadable content'),
    date_format: meaning(z.enum(dateFormats).optional(), '應有的日期格式', 'Expected date format'),
  }),
)

/** Whether its balances continue one another and the stored ones. */
export const chainView = z.enum(chains)

/** Where the chain of balances breaks, and how. */
export const brokenViews = {
  line: meaning(
    z.int().nullable(),
    '餘額不連續的行；連續為 null',
    'The line where the balances do not continue; null for none',
  ),
  balance: meaning(
    z.strictObject({ expected: money.nullable(), found: money.nullable() }).nullable(),
    '該行應有與實際的餘額；餘額連續為 null',
    'The expected and the actual balance of that line; null unless the chain is broken',
  ),
}

/** The account to which a file's lines belong. */
export const lookalikeView = meaning(
  z.int().nullable(),
  '檔案過半的行屬於這個其他帳戶；沒有為 null',
  'The other account to which more than half of the lines belong; null for none',
)

const importSize = {
  lines: z.int(),
  new: z.int(),
  known: z.int(),
  confirmed: meaning(z.int(), '確認既有交易的行數', 'Lines that confirm stored transactions'),
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
    '同意此匯入的另一位營運人員；尚無為空',
    'The other operator who agreed to it; empty for none',
  ),
  created_at: time,
}

const importViews = {
  shown: shape('Import', z.strictObject({ ...listedImport, problems: statementProblemViews })),
  listed: shape('ImportRow', z.strictObject(listedImport)),
  planned: shape(
    'ImportPlan',
    z.strictObject({
      ...importCounts,
      broken_line: brokenViews.line,
      broken_balance: brokenViews.balance,
      looks_like: lookalikeView,
      new_in: meaning(money, '新交易的入帳合計', 'Total of the new incoming lines'),
      new_out: meaning(money, '新交易的出帳合計，為負', 'Total of new outgoing lines, negative'),
      not_covered: meaning(
        z.array(z.strictObject({ line: z.int(), day })),
        '無法解讀的行與其日期：這些日子不算涵蓋',
        'Unreadable lines and their days, which do not count as covered',
      ),
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
        '這些日期內未經對帳單確認、檔案中也沒有的交易數，與其前十筆',
        'Number of unconfirmed transactions of these days that the file lacks, and the first ten',
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
        'The first ten lines as read',
      ),
    }),
  ),
}

const statementsView = shape(
  'AccountStatements',
  z.strictObject({
    covered_to: meaning(
      day.nullable(),
      '對帳單涵蓋的最後一日；沒有為 null',
      'Last day covered by a statement; null for none',
    ),
    balance: meaning(
      money.nullable(),
      '該日結束時的餘額；對帳單沒有餘額時為 null',
      'Balance at the end of that day; null if its statement has no balances',
    ),
    later: meaning(
      z.strictObject({
        count: z.int(),
        amount: money,
        more: meaning(z.boolean(), '是否還有未計入的', 'Whether more exist than were counted'),
      }),
      '之後未經對帳單確認的交易',
      'Later transactions that no statement has confirmed',
    ),
    expected: meaning(
      money.nullable(),
      '目前預期的餘額（兩者之和）',
      'Expected balance, the sum of both',
    ),
    days: meaning(
      z.array(z.strictObject({ day, state: z.enum(dayCoverages) })),
      '近六週，自週一起，由舊到新',
      'The last six weeks, starting on a Monday, oldest first',
    ),
  }),
)

const accountPath = '/bank-accounts/:id{[0-9]{1,16}}'

const importPath = '/imports/:id{[0-9]{1,16}}'

export const statementCalls = {
  showStatements: get(`${accountPath}/statements`, {
    summary: {
      zh: '帳戶的對帳單餘額、預期餘額與涵蓋的日期',
      en: 'Shows an account’s statement balance, its expected balance and the covered days',
    },
    answer: statementsView,
  }),
  listImports: get(`${accountPath}/imports`, {
    summary: { zh: '帳戶的匯入，由新到舊', en: 'Lists the imports of an account, newest first' },
    query: page,
    answer: listOf('ImportList', importViews.listed),
  }),
  importStatement: post(`${accountPath}/statements`, {
    summary: { zh: '匯入對帳單，或試算其結果', en: 'Imports a statement, or previews the result' },
    notes: {
      zh:
        '202 後繼續寫入；dry_run=1 只回應試算結果，狀態 200。中斷的匯入以同一檔案重送即可完成。' +
        '過半的行屬於另一帳戶（looks_like）時，須以 this_account=1 確認',
      en:
        'Writing continues after the 202; dry_run=1 writes nothing and returns a preview with 200. To finish ' +
        'an interrupted import, send the same file again. If most lines belong to another account ' +
        '(looks_like), this_account=1 is required',
    },
    query: statementOptions,
    file: { mediaType: 'text/csv', bytesMax: statementBytesMax },
    status: 202,
    answer: shape('ImportStarted', z.strictObject({ import_id: z.int() })),
    also: [{ status: 200, answer: importViews.planned }],
  }),
  showImport: get(importPath, {
    summary: { zh: '一次匯入的進度與結果', en: 'Shows an import’s progress and result' },
    answer: importViews.shown,
  }),
  agreeImport: post(`${importPath}/agree`, {
    summary: { zh: '同意他人的匯入', en: 'Agrees to an import by another person' },
    notes: {
      zh: '匯入者本人與服務憑證不可同意；再次同意不會改變任何內容',
      en: 'Neither the importer nor a service token may agree; agreeing again changes nothing',
    },
    answer: importViews.shown,
  }),
  undoImport: post(`${importPath}/undo`, {
    summary: {
      zh: '撤回一次匯入：只由它提供的交易、日期與確認都會移除',
      en: 'Undoes an import: removes the transactions, days and confirmations that only it provided',
    },
    notes: {
      zh:
        '分段進行，完成前狀態為 undoing，之後為 undone。其交易已認列、列為不處理或另有回報時為 import_in_use。' +
        '其他匯入也有的交易會保留；撤回後可再匯入同一檔案。對撤回中的匯入再次呼叫會繼續進行',
      en:
        'Runs in steps after the answer; the state is undoing until it is undone. Refused with import_in_use ' +
        'while one of its lines is claimed, ignored or also reported by a feed or a person. Transactions ' +
        'that another import has too stay. The same file can be imported again. A repeated call resumes ' +
        'an interrupted undo',
    },
    body: reasonBody,
    answer: importViews.shown,
    waits: true,
  }),
  listStatementFormats: get('/statement-formats', {
    summary: { zh: '內建的對帳單格式', en: 'Lists the built-in statement formats' },
    answer: shape(
      'StatementFormats',
      z.strictObject({
        items: z.array(z.strictObject({ name: z.string(), format: statementFormat })),
      }),
    ),
  }),
}
