import * as z from 'zod'
import { get } from '../call.ts'
import { listOf, meaning, money, shape, time } from '../shapes.ts'
import { page } from '../values.ts'

const balances = z.strictObject({ available: money, frozen: money, unconfirmed: money })

const statementView = shape(
  'MerchantStatement',
  z.strictObject({
    number: z.int(),
    state: meaning(z.enum(['open', 'closed']), '進行中或已結', 'Whether it goes on, or is closed'),
    opened_at: time,
    closed_at: meaning(time.nullable(), '進行中為 null', 'Null while it is open'),
    withdrawal: meaning(
      z.string().nullable(),
      '結此期的提領，其代付序號；進行中為 null',
      'The serial number of the withdrawal that closed it; null while it is open',
    ),
    opening: meaning(balances, '期初各餘額', 'What stood in each bucket before it'),
    collections: meaning(money, '代收，扣除沖正', 'Collections less their reversals'),
    payouts: meaning(money, '已出款的代付，為負', 'Payouts that were paid; negative'),
    returned: meaning(money, '代付與提領退回的款項', 'What payouts and withdrawals brought back'),
    withdrawn: meaning(money, '已出款的提領，為負', 'Withdrawals that were paid; negative'),
    corrections: meaning(money, '調整，含手續費的調整', 'Corrections, those of fees too'),
    fees: meaning(money, '訂單手續費，為負', 'Fees of orders; negative'),
    closing: meaning(
      balances,
      '期末各餘額；期初合計加上以上各項等於期末合計',
      'What stood in each bucket after it: all of the opening and the sums are all of it',
    ),
  }),
)

/** The number of a statement in a path, or of its file. */
const number = '/merchants/:uid/statements/:number{[0-9]{1,9}}'
const file = '/merchants/:uid/statements/:number{[0-9]{1,9}[.]csv}'

export const merchantStatementCalls = {
  listMerchantStatements: get('/merchants/:uid/statements', {
    summary: {
      zh: '商戶的結算單，由新到舊；每次提領結一期',
      en: 'Lists a merchant’s statements, newest first; each withdrawal closes one',
    },
    query: page,
    answer: listOf('MerchantStatementList', statementView),
  }),
  showMerchantStatement: get(number, {
    summary: { zh: '商戶的一期結算單', en: 'Shows a statement of a merchant' },
    answer: statementView,
  }),
  exportMerchantStatement: get(file, {
    summary: {
      zh: '一期結算單的 CSV 檔：每筆明細一列，各項各一欄',
      en: 'Gives a statement as a file of CSV: a line an entry, a column for each sum',
    },
    answer: 'csv',
  }),
}
