import * as z from 'zod'
import { get } from '../call.ts'
import { listOf, meaning, money, shape, time } from '../shapes.ts'
import { page } from '../values.ts'

const balances = z.strictObject({ available: money, frozen: money, unconfirmed: money })

const statementView = shape(
  'MerchantStatement',
  z.strictObject({
    number: z.int(),
    state: z.enum(['open', 'closed']),
    opened_at: time,
    closed_at: meaning(time.nullable(), '進行中為 null', 'Null while it is open'),
    withdrawal: meaning(
      z.string().nullable(),
      '結此期的提領，其代付序號；進行中為 null',
      'The serial number of the withdrawal that closed it; null while it is open',
    ),
    opening: meaning(balances, '期初各餘額', 'The balances of each bucket at its start'),
    collections: meaning(money, '代收，扣除沖正', 'Collections less reversals'),
    payouts: meaning(money, '已出款的代付，為負', 'Paid payouts; negative'),
    returned: meaning(money, '代付與提領退回的款項', 'Returned payouts and withdrawals'),
    withdrawn: meaning(money, '已出款的提領，為負', 'Paid withdrawals; negative'),
    corrections: meaning(money, '調整，含手續費的調整', 'Corrections, including those of fees'),
    fees: meaning(money, '訂單手續費，為負', 'Fees of orders; negative'),
    closing: meaning(
      balances,
      '期末各餘額；期初合計加上以上各項等於期末合計',
      'The balances of each bucket at its end: total of `opening` plus the sums above = total of `closing`',
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
    summary: { zh: '商戶的一期結算單', en: 'Shows a merchant’s statement' },
    answer: statementView,
  }),
  exportMerchantStatement: get(file, {
    summary: {
      zh: '一期結算單的 CSV 檔：每筆明細一列，各項各一欄',
      en: 'Exports a statement as CSV: a row for each entry, a column for each sum',
    },
    answer: 'csv',
  }),
}
