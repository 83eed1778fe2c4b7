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

/** The problems of a statement's lines, which count from 1, header included. */
export const statementProblemViews = z.array(
  z.strictObject({
    line: z.int(),
    problem: z.enum(statementProblems),
    text: meaning(z.string().optional(), '讀不懂的內容', 'What could not be read'),
    date_format: meaning(z.enum(dateFormats).optional(), '應有的格式', 'The form wanted'),
  }),
)

/** Whether its balances continue one another and the stored ones. */
export const chainView = z.enum(chains)

/** Where the chain of balances breaks, and how. */
export const brokenViews = {
  line: meaning(z.int().nullable(), '餘額不連續的行', 'The line where the balances do not follow'),
  balance: meaning(
    z.strictObject({ expected: money.nullable(), found: money.nullable() }).nullable(),
    '該行應有與實際的餘額',
    'The balance that was to stand there, and the one that does; null unless the chain is broken',
  ),
}

/** The account to which a file's lines belong. */
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
      new_in: meaning(money, '新交易的入帳合計', 'What came in by the new lines'),
      new_out: meaning(money, '新交易的出帳合計，為負數', 'What left by the new lines, negative'),
      not_covered: meaning(
        z.array(z.strictObject({ line: z.int(), day })),
        '讀不懂的行與其日期：這些日子不算涵蓋',
        'Lines that could not be read, and the days that are not covered for them',
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

const statementsView = shape(
  'AccountStatements',
  z.strictObject({
    covered_to: meaning(
      day.nullable(),
      '對帳單涵蓋的最後一日',
      'The last day that a statement covers, or null',
    ),
    balance: meaning(
      money.nullable(),
      '該日結束時的餘額；對帳單沒有餘額時為 null',
      'What that day ended with; null where its statement has no balances',
    ),
    later: meaning(
      z.strictObject({
        count: z.int(),
        amount: money,
        more: meaning(z.boolean(), '是否還有未計入的', 'Whether there are more than were counted'),
      }),
      '之後未經對帳單確認的交易',
      'What was told of the time after it, and no statement has confirmed',
    ),
    expected: meaning(
      money.nullable(),
      '現在預期的餘額，即兩者之和',
      'The balance that is expected now: both together',
    ),
    days: meaning(
      z.array(z.strictObject({ day, state: z.enum(dayCoverages) })),
      '近六週，自週一起，由舊到新',
      'The last six weeks, from a Monday on, oldest first',
    ),
  }),
)

const accountPath = '/bank-accounts/:id{[0-9]{1,16}}'

const importPath = '/imports/:id{[0-9]{1,16}}'

export const statementCalls = {
  showStatements: get(`${accountPath}/statements`, {
    summary: {
      zh: '帳戶的對帳單餘額、預期餘額與涵蓋的日期',
      en: 'Shows what statements say of an account: its balance, and the days that they cover',
    },
    answer: statementsView,
  }),
  listImports: get(`${accountPath}/imports`, {
    summary: { zh: '帳戶的匯入，由新到舊', en: 'Lists the imports of an account, newest first' },
    query: page,
    answer: listOf('ImportList', importViews.listed),
  }),
  importStatement: post(`${accountPath}/statements`, {
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
    answer: shape('ImportStarted', z.strictObject({ import_id: z.int() })),
    also: [{ status: 200, answer: importViews.planned }],
  }),
  showImport: get(importPath, {
    summary: { zh: '一次匯入的進度與結果', en: 'Shows how an import stands' },
    answer: importViews.shown,
  }),
  agreeImport: post(`${importPath}/agree`, {
    summary: { zh: '同意他人的匯入', en: 'Agrees to an import of somebody else' },
    notes: {
      zh: '匯入者本人與服務憑證不可同意；再次同意不會改變任何內容',
      en: 'Neither its importer nor a service token may; agreeing again changes nothing',
    },
    answer: importViews.shown,
  }),
  undoImport: post(`${importPath}/undo`, {
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
    body: reasonBody,
    answer: importViews.shown,
    waits: true,
  }),
  listStatementFormats: get('/statement-formats', {
    summary: {
      zh: '內建的對帳單格式',
      en: 'Lists the formats of statements that come with the service',
    },
    answer: shape(
      'StatementFormats',
      z.strictObject({
        items: z.array(z.strictObject({ name: z.string(), format: statementFormat })),
      }),
    ),
  }),
}
