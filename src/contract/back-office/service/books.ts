import * as z from 'zod'
import { get, post } from '../call.ts'
import { meaning, shape, time } from '../shapes.ts'

const count = z.int()

const bookPassView = z.strictObject({
  number: count,
  phase: meaning(
    z.enum(['orders', 'adjustments', 'transactions', 'entries', 'tallies', 'done']),
    '目前檢查到的部分；done 為已完成',
    'What it reads now; done once it is through',
  ),
  started_at: time,
  finished_at: time.nullable(),
  orders: meaning(count, '已檢查的訂單數', 'Orders that it has checked'),
  entries: meaning(count, '已加總的分錄數', 'Ledger entries that it has added up'),
  differences: meaning(count, '發現的不符數', 'Differences that it has found'),
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
          'False where the database does not answer: the rest is null',
        ),
        pass: meaning(
          bookPassView.nullable(),
          '最近一次檢查；尚未檢查為 null',
          'The newest check; null before the first one',
        ),
        finished_at: meaning(
          time.nullable(),
          '最近一次完成檢查的時間',
          'When a check was last through the whole database',
        ),
        differences: meaning(
          count.nullable(),
          '仍存在的不符數',
          'Differences that are there still',
        ),
      }),
    ),
    items: meaning(
      z.array(
        z.strictObject({
          database: count,
          record: meaning(z.string(), '資料表', 'The table'),
          subject: meaning(
            z.string(),
            '哪一列：C0… 為訂單，C0…#2 為其第二個事件，C0…#2.1 為該事件的第一筆分錄',
            'Which row: C0… an order, C0…#2 its second event, C0…#2.1 that event’s first entry',
          ),
          field: z.string(),
          expected: meaning(z.string(), '依其他列應為', 'What the other rows say'),
          found: meaning(z.string(), '該列所記', 'What the row says'),
          first_seen: time,
          last_seen: time,
        }),
      ),
      '仍存在的不符，每個資料庫最多 100 筆，由舊到新',
      'The differences that are there still, the oldest first: of each database at most 100',
    ),
    counted_up_to: count,
  }),
)

export const bookCalls = {
  showBooks: get('/books', {
    summary: {
      zh: '帳目檢查的進度與不符之處',
      en: 'Shows how far the check of the books is, and what does not agree',
    },
    answer: booksView,
  }),
  checkBooks: post('/books/check', {
    summary: { zh: '立即開始檢查帳目', en: 'Begins a check of the books now' },
    answer: booksView,
  }),
}
