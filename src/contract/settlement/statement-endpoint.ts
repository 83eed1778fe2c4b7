import * as z from 'zod/mini'
import { buckets, content, dateTimeText, success } from '../answer-shapes.ts'
import { described } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'
import { integerBetween, optional } from '../fields.ts'

/** Endpoint 16 (fees §4): the merchant's money between two withdrawals. */
export const statementQuery = endpoint({
  number: 16,
  path: '/api/v1/merchant/statements',
  summary: { zh: '查詢結算單', en: 'Query a statement' },
  notes: [
    {
      zh:
        '每次提領結束一期結算單，提領凍結的款項是該期最後一筆，之後的異動屬於下一期。一期的 ' +
        '`closing` 就是下一期的 `opening`。',
      en:
        'Each withdrawal closes a statement: the amount it freezes is the last entry, and ' +
        'later entries belong to the next statement. The `closing` of one is the `opening` of ' +
        'the next.',
    },
    {
      zh:
        '`opening` 的合計加上 `collections`、`payouts`、`returned`、`withdrawn`、`corrections`、' +
        '`fees`，等於 `closing` 的合計。',
      en:
        'The total of `opening` plus `collections`, `payouts`, `returned`, `withdrawn`, ' +
        '`corrections` and `fees` equals the total of `closing`.',
    },
  ],
  request: {
    number: optional({
      kind: integerBetween(1, 999_999_999),
      absent: null,
      zh: '第幾期；未傳為進行中的一期',
      en: 'Number of the statement; defaults to the open one',
    }),
  },
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({
        number: described(z.int(), '第幾期', 'Statement number'),
        state: described(
          z.enum(['open', 'closed']),
          '進行中或已結',
          'Whether it is open or closed',
        ),
        opened_at: described(dateTimeText(), '起始時間', 'Time at which it was opened'),
        closed_at: described(
          z.nullable(dateTimeText()),
          '結帳時間；進行中為 `null`',
          'Time at which it was closed; `null` while it is open',
        ),
        withdrawal: described(
          z.nullable(z.string()),
          '結束這一期的提領的 serial_no；進行中為 `null`',
          'serial_no of the withdrawal that closed it; `null` while it is open',
        ),
        opening: buckets('期初各餘額', 'Opening balances'),
        collections: described(z.number(), '代收，扣除沖正', 'Collections less reversals'),
        payouts: described(z.number(), '已出款的代付，為負', 'Payouts paid; negative'),
        returned: described(
          z.number(),
          '代付與提領被銀行退匯的款項',
          'Money returned from payouts and withdrawals',
        ),
        withdrawn: described(z.number(), '已出款的提領，為負', 'Withdrawals paid; negative'),
        corrections: described(z.number(), '平台調整', 'Adjustments by the platform'),
        fees: described(z.number(), '手續費，為負', 'Fees; negative'),
        closing: buckets('期末各餘額', 'Closing balances'),
      }),
    }),
  refusals: ['statement_not_found'],
})
