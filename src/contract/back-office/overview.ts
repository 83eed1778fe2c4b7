import * as z from 'zod'
import { get, type Immutable, post } from './call.ts'
import { operators, orderReaders, readers } from './roles.ts'
import { day, meaning, money, named, time } from './shapes.ts'
import {
  alarmChannels,
  alarmNames,
  alarmSubjectKinds,
  alarmUnits,
  autoStates,
  channelStates,
  sendOutcomes,
  severities,
} from './states.ts'
import { line, reasonBody, text } from './values.ts'

/** `GET /api/overview`, `GET /api/overview/hours`: real and test merchants are never summed together. */
const overviewScope = z.strictObject({ test: z.enum(['only']).optional() })

export type OverviewScope = z.output<typeof overviewScope>

const count = z.int()

const oldestAt = meaning(
  time.nullable(),
  '最早一筆的建立時間',
  'When the oldest of them was created',
)

const overviewView = named(
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

const serviceView = named(
  'Service',
  z.strictObject({
    merchant_api: meaning(
      z.string().nullable(),
      '商戶 API 的網址；本機未設定時為 null',
      'Where merchants call; null where it is not set, locally',
    ),
    databases: meaning(count, '資料庫數', 'How many databases the deployment has'),
    approvals: z.strictObject({
      on: meaning(z.boolean(), '是否須第二人核准', 'Whether calls wait for a second person'),
      from: meaning(
        money.nullable(),
        '自此金額起須核准；null 為不限金額',
        'The amount from which they do; null where no amount does',
      ),
    }),
  }),
)

const checkValue = z.string()

const keysView = named(
  'Keys',
  z.strictObject({
    secrets_key: z.strictObject({
      seals_with: meaning(
        checkValue,
        '加密商戶金鑰的主金鑰之檢查值',
        'The check value of the key that seals secrets',
      ),
      reads_also: meaning(
        z.array(checkValue),
        '亦可解密的其他主金鑰之檢查值',
        'The check values of other keys that secrets are read with',
      ),
    }),
    link_signing_key: z.strictObject({
      signs_with: meaning(
        checkValue,
        '簽署付款連結的金鑰之檢查值',
        'The check value of the key that signs links',
      ),
      accepts_also: meaning(
        z.array(checkValue),
        '其簽章亦被接受的其他金鑰之檢查值',
        'The check values of other keys whose signs are accepted',
      ),
      signs_live_seconds: meaning(
        count,
        '付款連結的簽章最長有效秒數',
        'How many seconds the sign of a link can be needed',
      ),
    }),
    unusable: meaning(
      z.array(z.string()),
      '內容不是金鑰的設定',
      'Settings that hold something else than keys',
    ),
    counted_up_to: meaning(
      count,
      '每把金鑰的計數上限',
      'How many secrets of a key are counted at most',
    ),
    databases: z.array(
      z.strictObject({
        database: count,
        under_other_keys: meaning(
          count.nullable(),
          '仍以其他主金鑰加密的商戶金鑰數；資料庫未回應時為 null',
          'Secrets that are still sealed under other keys; null where the database does not answer',
        ),
        unreadable: meaning(
          count.nullable(),
          '無法解密的商戶金鑰數：其主金鑰不在此部署中',
          'Secrets that cannot be read: the deployment does not have their key',
        ),
      }),
    ),
  }),
)

const happened = meaning(
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
  so_far: happened,
  whole: meaning(happened, '整日；今日為 null', 'The whole day; null for today'),
})

const overviewHoursView = named(
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
        happened,
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

const inBothLanguages = z.strictObject({ zh: z.string(), en: z.string() })

const alarmView = named(
  'Alarm',
  z.strictObject({
    name: z.enum(alarmNames),
    subject: meaning(
      z.strictObject({
        kind: z.enum(alarmSubjectKinds),
        id: z.union([z.int(), z.string()]).nullable(),
      }),
      '資料庫編號、銀行帳戶的 id、商戶的 uid 或工作名稱；整個服務為 null',
      'The number of a database, id of a bank account, uid of a merchant, name of a job; null for the service',
    ),
    state: meaning(z.enum(['standing', 'over']), '持續中或已解除', 'Whether it stands, or is over'),
    severity: meaning(
      z.enum(severities),
      'page 立即通知；notice 靜音時段後通知',
      'page is sent at once; notice waits until quiet hours are over',
    ),
    value: meaning(z.int(), '最近的值，單位見 unit', 'The newest value, in its unit'),
    detail: meaning(z.string(), '發現的內容', 'What was found'),
    threshold: meaning(z.int(), '門檻', 'From which value on it is true'),
    unit: meaning(z.enum(alarmUnits), 'flag 為 1 或 0', 'A flag is 1 or 0'),
    since: time,
    raised_at: time,
    over_at: time.nullable(),
    told_at: meaning(
      time.nullable(),
      '最近一次送出；未送出為 null',
      'When a channel was last told of it; null for never',
    ),
    acknowledged_at: meaning(
      time.nullable(),
      '何時有人確認；確認後不再通知，直到解除',
      'When somebody acknowledged it: it is told no more until it is over',
    ),
    acknowledged_by: z.string().nullable(),
    note: z.string(),
    means: inBothLanguages,
    what_to_do: inBothLanguages,
    runbook: meaning(z.string(), '處置手冊在儲存庫的路徑', 'The run book in the repository'),
  }),
)

/** `POST /api/alarms/:name/acknowledge` */
export const acknowledgement = z.strictObject({
  subject: text(60)
    .optional()
    .describe(
      '對象，例如 database:0 或 bank_account:32；省略為所有同名警報 / What it is about, as database:0 or ' +
        'bank_account:32; all alarms of that name if absent',
    ),
  note: text(500).optional(),
})

export type AcknowledgementCall = z.output<typeof acknowledgement>

const acknowledgedView = named(
  'AcknowledgedAlarms',
  z.strictObject({
    items: meaning(z.array(alarmView), '已確認的警報', 'What was acknowledged'),
  }),
)

const alarmChannel = z.enum(alarmChannels)

const channelState = meaning(
  z.enum(channelStates),
  'incomplete 表示設定不全，不會送出',
  'incomplete where a part of its settings is missing: it is sent nothing',
)

const alarmsView = named(
  'Alarms',
  z.strictObject({
    items: meaning(
      z.array(alarmView),
      '持續中的在前；已解除的留七日',
      'Those that stand first; those that are over for seven days',
    ),
    channels: z.array(z.strictObject({ channel: alarmChannel, state: channelState })),
    quiet_hours: meaning(
      z.strictObject({ from: z.string(), until: z.string() }).nullable(),
      '台北時間；無則為 null',
      'In Taipei; null for none',
    ),
  }),
)

const alarmTestView = named(
  'AlarmTest',
  z.strictObject({
    channels: z.array(
      z.strictObject({
        channel: alarmChannel,
        state: channelState,
        outcome: meaning(
          z.enum(sendOutcomes).nullable(),
          '未送出為 null',
          'Null where nothing was sent',
        ),
        http_status: z.int().nullable(),
      }),
    ),
  }),
)

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

const booksView = named(
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

/** `POST /api/maintenance` (back office §6): of one database, or of all of them. */
const maintenanceSwitch = z.strictObject({
  on: z.boolean(),
  reason: line(500),
  database: z.int().min(0).max(15).optional(),
})

export type MaintenanceCall = z.output<typeof maintenanceSwitch>

const maintenanceView = named(
  'Maintenance',
  z.strictObject({
    items: z.array(
      z.strictObject({
        database: meaning(
          z.int(),
          '資料庫編號；15 為測試商戶的資料庫',
          'The number of the database; 15 is that of test merchants',
        ),
        on: meaning(
          z.boolean().nullable(),
          '是否維護中；資料庫未回應時為 null',
          'Whether it is in maintenance; null where it does not answer',
        ),
        since: time.nullable(),
        actor: meaning(z.string(), '由誰開啟', 'Who has turned it on'),
        reason: z.string(),
      }),
    ),
  }),
)

export type MaintenanceView = Immutable<z.output<typeof maintenanceView>>

const autoView = named(
  'Auto',
  z.strictObject({
    state: meaning(
      z.enum(autoStates),
      '是否由系統自動指定帳戶與入帳：running 進行中、stopped 已停止',
      'Whether the service gives accounts and settles by itself',
    ),
    since: meaning(
      time.nullable(),
      '最近一次切換的時間；未曾切換為 null',
      'When it was switched last; null where it never was',
    ),
    by: meaning(z.string(), '由誰切換', 'Who has switched it'),
    reason: z.string(),
    today: z.strictObject({
      assigned: meaning(count, '今日自動指定帳戶的筆數', 'Orders that it gave an account today'),
      settled: meaning(count, '今日自動入帳的筆數', 'Orders that it settled today'),
      doubts: meaning(
        count,
        '今日留待人員判斷的銀行交易',
        'Bank transactions of today that it leaves to people',
      ),
      unproven: meaning(
        count,
        '今日起逾 48 小時未經證明的筆數',
        'Orders that became unproven today',
      ),
      contradicted: meaning(
        count,
        '今日發現與對帳單不符的筆數',
        'Orders that statements contradicted today',
      ),
    }),
  }),
)

export type AutoView = Immutable<z.output<typeof autoView>>

export const overviewCalls = {
  overview: get('/overview', {
    roles: readers,
    summary: {
      zh: '待處理事項與通知狀況',
      en: 'Shows what waits for a person, and how callbacks are delivered',
    },
    query: overviewScope,
    answer: overviewView,
  }),
  overviewHours: get('/overview/hours', {
    roles: readers,
    summary: {
      zh: '近 24 小時各小時，與今日、昨日、上週同日的代收與代付',
      en: 'Shows collections and payouts by hour, oldest first, and today beside yesterday and a week ago',
    },
    query: overviewScope,
    answer: overviewHoursView,
  }),
  showAuto: get('/auto', {
    roles: orderReaders,
    summary: {
      zh: '系統是否自動指定帳戶與入帳，及今日的筆數',
      en: 'Shows whether the service matches by itself, and what it did today',
    },
    answer: autoView,
  }),
  stopAuto: post('/auto/stop', {
    roles: operators,
    summary: {
      zh: '立即停止自動指定帳戶與入帳；回應後不再有任何一筆',
      en: 'Stops automatic matching at once: after the answer nothing is assigned or settled',
    },
    body: reasonBody,
    answer: autoView,
  }),
  startAuto: post('/auto/start', {
    roles: operators,
    summary: {
      zh: '恢復自動指定帳戶與入帳',
      en: 'Starts automatic matching again',
    },
    body: reasonBody,
    waits: true,
    answer: autoView,
  }),
  showMaintenance: get('/maintenance', {
    roles: readers,
    summary: {
      zh: '各資料庫是否維護中',
      en: 'Shows which databases are in maintenance',
    },
    answer: maintenanceView,
  }),
  switchMaintenance: post('/maintenance', {
    roles: operators,
    summary: {
      zh: '開啟或結束維護：期間建立、異動與匯入皆為 503，通知暫停，查詢照常',
      en: 'Turns maintenance on or off: while on, writes are 503, callbacks wait, look-ups go on',
    },
    body: maintenanceSwitch,
    waits: true,
    answer: maintenanceView,
  }),
  showService: get('/service', {
    roles: readers,
    summary: { zh: '此部署的設定', en: 'Shows how the deployment is set' },
    answer: serviceView,
  }),
  showKeys: get('/service/keys', {
    roles: readers,
    summary: {
      zh: '金鑰更換的進度',
      en: 'Shows how far a rotation of keys is',
    },
    answer: keysView,
  }),
  listAlarms: get('/alarms', {
    roles: readers,
    summary: { zh: '警報，與警報送往何處', en: 'Lists alarms, and where they are sent' },
    answer: alarmsView,
  }),
  acknowledgeAlarm: post('/alarms/:name/acknowledge', {
    roles: operators,
    summary: {
      zh: '確認持續中的警報：解除前不再通知',
      en: 'Acknowledges alarms that stand: they are told no more until they are over',
    },
    body: acknowledgement,
    answer: acknowledgedView,
  }),
  testAlarms: post('/alarms/test', {
    roles: operators,
    summary: {
      zh: '送出測試訊息至各頻道，並顯示結果',
      en: 'Sends a test message to each channel, and shows how that went',
    },
    answer: alarmTestView,
  }),
  showBooks: get('/books', {
    roles: readers,
    summary: {
      zh: '帳目檢查的進度與不符之處',
      en: 'Shows how far the check of the books is, and what does not agree',
    },
    answer: booksView,
  }),
  checkBooks: post('/books/check', {
    roles: operators,
    summary: {
      zh: '立即開始檢查帳目',
      en: 'Begins a check of the books now',
    },
    answer: booksView,
  }),
}
