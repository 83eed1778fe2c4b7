import * as z from 'zod'
import { get, post } from '../call.ts'
import { meaning, shape, time } from '../shapes.ts'

const count = z.int()

const bookPassView = z.strictObject({
  number: count,
  phase: meaning(
    z.enum(['orders', 'adjustments', 'transactions', 'entries', 'tallies', 'done']),
    '目前檢查到的部分；done 為已完成',
    'The part being checked; done at the end',
  ),
  started_at: time,
  finished_at: time.nullable(),
  orders: count,
  entries: count,
  differences: meaning(count, '發現的不符數', 'Differences found so far'),
})

const booksView = shape(
  'Books',
  z.strictObject({
    databases: z.array(
      z.strictObject({
        database: count,
        answers: meaning(
          z.boolean(),
          'false 表示資料庫未回應，其餘為 null',
          'false: the database does not answer, and the other fields are null',
        ),
        pass: meaning(
          bookPassView.nullable(),
          '最近一次檢查；尚未檢查為 null',
          'The latest check; null before the first one',
        ),
        finished_at: meaning(
          time.nullable(),
          '最近一次完成檢查的時間；尚未完成為 null',
          'When a check last completed; null for never',
        ),
        differences: meaning(count.nullable(), '仍存在的不符數', 'Remaining differences'),
      }),
    ),
    items: meaning(
      z.array(
        z.strictObject({
          database: count,
          record: meaning(z.string(), '資料表', 'The database table'),
          subject: meaning(
            z.string(),
            '哪一列：C0… 為訂單，C0…#2 為其第二個事件，C0…#2.1 為該事件的第一筆分錄',
            'The row: C0… is an order, C0…#2 its second event, C0…#2.1 that event’s first ledger entry',
          ),
          field: z.string(),
          expected: meaning(z.string(), '依其他列應有的值', 'Value that other rows imply'),
          found: z.string(),
          first_seen: time,
          last_seen: time,
        }),
      ),
      '仍存在的不符，每個資料庫最多 100 筆，由舊到新',
      'The remaining differences, oldest first; at most 100 per database',
    ),
    counted_up_to: count,
  }),
)

export const bookCalls = {
  showBooks: get('/books', {
    summary: {
      zh: '帳目檢查的進度與不符之處',
      en: 'Shows the progress of the check of the books, and the differences',
    },
    answer: booksView,
  }),
  checkBooks: post('/books/check', {
    summary: { zh: '立即開始檢查帳目', en: 'Starts a check of the books now' },
    answer: booksView,
  }),
}
