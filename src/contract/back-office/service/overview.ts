import * as z from 'zod'
import { get } from '../call.ts'
import { day, meaning, money, shape, time } from '../shapes.ts'

const count = z.int()

/** `GET /api/overview`, `GET /api/overview/hours`: real and test merchants are never summed together. */
const overviewScope = z.strictObject({ test: z.enum(['only']).optional() })

export type OverviewScope = z.output<typeof overviewScope>

const oldestAt = meaning(
  time.nullable(),
  '最早一筆的建立時間',
  'When the oldest of them was created',
)

const overviewView = shape(
  'Overview',
  z.strictObject({
    counted_up_to: meaning(
      count,
      '計數上限；等於此數表示至少這麼多',
      'A figure of so many means so many or more',
    ),
    days_to_full: meaning(
      count.nullable(),
      '依近七日成長，最先額滿的資料庫剩餘天數；未知為 null',
      'In how many days the first database is full, at the growth of seven days; null where that is not known',
    ),
    archive: meaning(
      z
        .strictObject({
          orders: count,
          bytes: meaning(count, '在儲存空間的位元組', 'What they take in the bucket'),
          oldest_at: meaning(time.nullable(), '最早一筆的建立時間', 'When the oldest was created'),
          newest_at: meaning(time.nullable(), '最新一筆的建立時間', 'When the newest was created'),
          ended_at: meaning(
            time.nullable(),
            '各資料庫最近一次找完的時間，取最早者；尚未找完為 null',
            'When the search for final orders last came to its end, where that is longest ago; null for never',
          ),
        })
        .nullable(),
      '已封存的訂單；從未封存為 null',
      'The orders that have left for the bucket; null where nothing was ever archived',
    ),
    approvals_waiting: count,
    oldest_approval_at: oldestAt,
    operators: meaning(
      count.nullable(),
      '可核准的人數；本機為 null',
      'People who can approve; null locally',
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
        'Links of today that ran out without ever getting an account',
      ),
    }),
    payouts: z.strictObject({ waiting: count, oldest_waiting_at: oldestAt }),
    unbacked_orders: meaning(
      count,
      '已入帳或出款而無銀行交易佐證的訂單；每分鐘更新',
      'Orders that are settled without a bank transaction, as counted within the last minute',
    ),
    unclaimed_transactions: count,
    oldest_unclaimed_at: time.nullable(),
    unconfirmed_lines: meaning(
      count,
      '一日後仍未經對帳單確認的交易',
      'Lines of feeds and people that no statement has confirmed for a day',
    ),
    gaps: meaning(count, '對帳單缺漏', 'Days of accounts before which lines are missing'),
    caps: meaning(
      z.strictObject({ accounts: count, reached: count, room: money }),
      '設有每日上限的啟用中代收帳戶數、已達上限者，與今日剩餘額度',
      'Active accounts for collections that have a daily cap, those that have reached it, and what is left today',
    ),
    auto: z.strictObject({
      settled_today: meaning(
        count,
        '今日由系統自動入帳的筆數',
        'Orders that the service has settled today',
      ),
      median_minutes: meaning(
        count.nullable(),
        '其中半數在收到銀行交易後幾分鐘內入帳；無則為 null',
        'Within how many minutes of their bank transaction half of them were settled; null without any',
      ),
      unproven: meaning(
        count,
        '逾 48 小時仍無對帳單證明的自動入帳筆數',
        'Orders that the service settled and no statement has proved in 48 hours',
      ),
      contradicted: meaning(
        z.array(z.strictObject({ trade_no: z.string(), bank_account: z.int() })),
        '對帳單上沒有款項的訂單，及其帳戶',
        'Orders whose money statements lack, each with its account',
      ),
    }),
    callbacks: z.strictObject({
      due: count,
      due_is_complete: z.boolean(),
      failing: meaning(
        count,
        '已試過而未送達、稍後再試的通知',
        'Callbacks that were attempted and not delivered, and are due again later',
      ),
      oldest_due_at: time.nullable(),
      parked: count,
      given_up: count,
      attempts_last_hour: meaning(
        z.record(z.string(), count),
        '各結果的嘗試次數',
        'How many attempts ended in each outcome',
      ),
    }),
    endpoints: z.strictObject({
      open: meaning(count, '暫停嘗試的接收端數', 'Receivers whose attempts pause'),
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
          'Settled then, less those reversed; declared money that awaits confirmation counts',
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
        '平台的手續費收入，已扣除退還的',
        'What the platform earned in fees, less what it gave back',
      ),
    })
    .nullable(),
  '期間發生的；未計數為 null',
  'What happened in that time; null where it was not counted',
)

const seconds = meaning(
  z.strictObject({ median: count.nullable(), longest: count.nullable() }),
  '中位數與最長秒數；沒有為 null',
  'The median and the longest, in seconds; null where there was none',
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
      'Yesterday and a week ago are counted until the same time of day, today until now',
    ),
    month: meaning(
      z.strictObject({ from: day, income: money.nullable() }),
      '本月的手續費收入；未計數為 null',
      'What was earned this month; null where it was not counted',
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
          'What had become of the collections created in that hour thirty minutes after its end; null until then',
        ),
      }),
    ),
  }),
)

export const overviewCalls = {
  overview: get('/overview', {
    summary: {
      zh: '待處理事項與通知狀況',
      en: 'Shows what waits for a person, and how callbacks are delivered',
    },
    query: overviewScope,
    answer: overviewView,
  }),
  overviewHours: get('/overview/hours', {
    summary: {
      zh: '近 24 小時各小時，與今日、昨日、上週同日的代收與代付',
      en: 'Shows collections and payouts by hour, oldest first, and today beside yesterday and a week ago',
    },
    query: overviewScope,
    answer: overviewHoursView,
  }),
}
