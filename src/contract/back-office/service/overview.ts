import * as z from 'zod'
import { get } from '../call.ts'
import { day, meaning, money, shape, time } from '../shapes.ts'

const count = z.int()

/** `GET /api/overview`, `GET /api/overview/hours`: real and test merchants are never summed together. */
const overviewScope = z.strictObject({ test: z.enum(['only']).optional() })

export type OverviewScope = z.output<typeof overviewScope>

const oldestAt = meaning(time.nullable(), '最早一筆的建立時間', 'Creation time of the oldest one')

const overviewView = shape(
  'Overview',
  z.strictObject({
    counted_up_to: meaning(
      count,
      '計數上限；等於此數表示至少這麼多',
      'Counting limit: this figure means this many or more',
    ),
    days_to_full: meaning(
      count.nullable(),
      '依近七日成長，最先額滿的資料庫剩餘天數；未知為 null',
      'Days until the first database is full, at the growth of the last seven days; null if unknown',
    ),
    archive: meaning(
      z
        .strictObject({
          orders: count,
          bytes: meaning(count, '在儲存空間的位元組', 'Their bytes in the bucket'),
          oldest_at: time.nullable(),
          newest_at: time.nullable(),
          ended_at: meaning(
            time.nullable(),
            '各資料庫最近一次找完的時間，取最早者；尚未找完為 null',
            'When the search for final orders last completed, oldest of all databases; null for never',
          ),
        })
        .nullable(),
      '已封存的訂單；從未封存為 null',
      'Archived orders; null if none was ever archived',
    ),
    approvals_waiting: count,
    oldest_approval_at: oldestAt,
    operators: meaning(
      count.nullable(),
      '可核准的人數；本機為 null',
      'Possible approvers; null locally',
    ),
    can_approve: z.boolean(),
    collections: z.strictObject({
      waiting: count,
      exceptions: count,
      unconfirmed: count,
      oldest_waiting_at: oldestAt,
      oldest_exception_at: oldestAt,
      oldest_unconfirmed_at: oldestAt,
      ended_without_account: meaning(
        count,
        '今日未取得帳戶即逾時的付款連結',
        'Links that expired today without an assigned account',
      ),
    }),
    payouts: z.strictObject({ waiting: count, oldest_waiting_at: oldestAt }),
    unbacked_orders: meaning(
      count,
      '已入帳或出款而無銀行交易佐證的訂單；每分鐘更新',
      'Orders settled or paid without a bank transaction; updated every minute',
    ),
    unclaimed_transactions: count,
    oldest_unclaimed_at: time.nullable(),
    unconfirmed_lines: meaning(
      count,
      '一日後仍未經對帳單確認的交易',
      'Transactions that no statement has confirmed after a day',
    ),
    gaps: meaning(count, '對帳單缺漏的段數', 'Gaps in the statements of accounts'),
    caps: meaning(
      z.strictObject({ accounts: count, reached: count, room: money }),
      '設有每日上限的啟用中代收帳戶數、已達上限者，與今日剩餘額度',
      'Active collection accounts with a daily cap, those that reached it, and the amount left today',
    ),
    auto: z.strictObject({
      settled_today: count,
      median_minutes: meaning(
        count.nullable(),
        '其從收到銀行交易到入帳的分鐘數中位數；無則為 null',
        'Their median minutes from bank transaction to settlement; null for none',
      ),
      unproven: meaning(
        count,
        '逾 48 小時仍無對帳單證明的自動入帳筆數',
        'Automatic settlements that no statement has proved after 48 hours',
      ),
      contradicted: meaning(
        z.array(z.strictObject({ trade_no: z.string(), bank_account: z.int() })),
        '自動入帳而對帳單上沒有款項的訂單，及其帳戶',
        'Automatic settlements whose money is missing from statements, with the account',
      ),
    }),
    callbacks: z.strictObject({
      due: count,
      due_is_complete: z.boolean(),
      failing: meaning(
        count,
        '已試過而未送達、稍後再試的通知',
        'Callbacks attempted, not delivered, and due again later',
      ),
      oldest_due_at: time.nullable(),
      parked: count,
      given_up: count,
      attempts_last_hour: meaning(
        z.record(z.string(), count),
        '各結果的嘗試次數',
        'Number of attempts by outcome',
      ),
    }),
    endpoints: z.strictObject({
      open: meaning(count, '暫停嘗試的接收端數', 'Receivers whose attempts are paused'),
      named: z.array(z.strictObject({ merchant_uid: z.string(), server: z.string(), until: time })),
    }),
  }),
)

const dayFigures = meaning(
  z
    .strictObject({
      collections: z.strictObject({
        created: count,
        settled: meaning(
          count,
          '期間入帳的（扣除沖正），含待確認的申報款項',
          'Settled in the period, less reversals; includes declared money awaiting confirmation',
        ),
        settled_amount: money,
      }),
      payouts: z.strictObject({
        created: count,
        paid: count,
        paid_amount: money,
        cancelled: count,
      }),
      income: meaning(
        money,
        '平台的手續費收入，扣除退還',
        'The platform’s fee income, less refunds',
      ),
    })
    .nullable(),
  '期間內的數字；未計數為 null',
  'Figures of the period; null if not counted',
)

const seconds = meaning(
  z.strictObject({ median: count.nullable(), longest: count.nullable() }),
  '中位數與最長秒數；沒有為 null',
  'Median and longest, in seconds; null for none',
)

const dayOfOverview = z.strictObject({
  day: z.string(),
  so_far: dayFigures,
  whole: meaning(dayFigures, '整日；今日為 null', 'The whole day; null for today'),
})

const overviewHoursView = shape(
  'OverviewHours',
  z.strictObject({
    so_far_until: meaning(
      time,
      '昨日與上週計至同一時刻；今日計至現在',
      'Yesterday and a week ago are counted up to the same time of day, today up to now',
    ),
    month: meaning(
      z.strictObject({ from: day, income: money.nullable() }),
      '本月的手續費收入；未計數為 null',
      'Fee income of this month; null if not counted',
    ),
    today: dayOfOverview,
    yesterday: dayOfOverview,
    week_ago: dayOfOverview,
    hours: z.array(
      z.strictObject({
        from: time,
        happened: dayFigures,
        followed: meaning(
          z
            .strictObject({
              created: count,
              settled: count,
              seconds_to_account: seconds,
              seconds_to_settlement: seconds,
            })
            .nullable(),
          '該小時建立的代收，於結束三十分鐘後的結果；之前為 null',
          'Results, thirty minutes after its end, of the collections created in that hour; null before then',
        ),
      }),
    ),
  }),
)

export const overviewCalls = {
  overview: get('/overview', {
    summary: { zh: '待處理事項與通知狀況', en: 'Shows waiting work and the state of callbacks' },
    query: overviewScope,
    answer: overviewView,
  }),
  overviewHours: get('/overview/hours', {
    summary: {
      zh: '近 24 小時各小時，與今日、昨日、上週同日的代收與代付',
      en: 'Shows collections and payouts by hour for 24 hours, and by day for today, yesterday and a week ago',
    },
    query: overviewScope,
    answer: overviewHoursView,
  }),
}
