import * as z from 'zod'
import { meaning, money, named, time } from './answer.ts'

const count = z.int()
const oldest = meaning(time.nullable(), '最早一筆的建立時間', 'When the oldest of them was created')

const overview = named(
  'Overview',
  z.strictObject({
    counted_up_to: meaning(
      count,
      '計數上限；等於此數表示至少這麼多',
      'A figure of so many means so many or more',
    ),
    approvals_waiting: count,
    oldest_approval_at: oldest,
    operators: meaning(
      count.nullable(),
      '可核准的人數；本機為 null',
      'People who can approve; null locally',
    ),
    can_approve: z.boolean(),
    collections: z.strictObject({
      ...{ waiting: count, exceptions: count, unconfirmed: count },
      ...{ oldest_waiting_at: oldest, oldest_exception_at: oldest, oldest_unconfirmed_at: oldest },
    }),
    payouts: z.strictObject({ waiting: count, oldest_waiting_at: oldest }),
    unbacked_orders: meaning(
      count,
      '已入帳或出款而無銀行交易佐證的訂單',
      'Orders that are settled without a bank transaction',
    ),
    unclaimed_transactions: count,
    oldest_unclaimed_at: time.nullable(),
    unconfirmed_lines: meaning(
      count,
      '一日後仍未經對帳單確認的交易',
      'Lines of feeds and people that no statement has confirmed for a day',
    ),
    gaps: meaning(count, '對帳單缺漏', 'Days of accounts before which lines are missing'),
    callbacks: z.strictObject({
      due: count,
      due_is_complete: z.boolean(),
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

const service = named(
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

const mark = z.string()

const keys = named(
  'Keys',
  z.strictObject({
    secrets_key: z.strictObject({
      seals_with: meaning(
        mark,
        '加密商戶密鑰的金鑰之檢查值',
        'The check value of the key that seals secrets',
      ),
      reads_also: meaning(
        z.array(mark),
        '亦可解密的其他金鑰之檢查值',
        'The check values of other keys that secrets are read with',
      ),
    }),
    link_signing_key: z.strictObject({
      signs_with: meaning(
        mark,
        '簽署付款連結的金鑰之檢查值',
        'The check value of the key that signs links',
      ),
      accepts_also: meaning(
        z.array(mark),
        '其簽名亦被接受的其他金鑰之檢查值',
        'The check values of other keys whose signs are accepted',
      ),
      signs_live_seconds: meaning(
        count,
        '付款連結的簽名最長有效秒數',
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
          '仍以其他金鑰加密的密鑰數；資料庫未回應時為 null',
          'Secrets that are still sealed under other keys; null where the database does not answer',
        ),
        unreadable: meaning(
          count.nullable(),
          '無法解密的密鑰數：其金鑰不在此部署中',
          'Secrets that cannot be read: the deployment does not have their key',
        ),
      }),
    ),
  }),
)

const hours = named(
  'OverviewHours',
  z.strictObject({
    hours: z.array(
      z.strictObject({
        from: time,
        created: meaning(count, '該小時建立的代收', 'Collections that were created in that hour'),
        settled: meaning(count, '其中目前已入帳的', 'How many of them are settled by now'),
        paid_amount: meaning(money, '已入帳的金額', 'What was paid for these'),
        is_complete: meaning(
          z.boolean(),
          'false 表示訂單過多，各數字為至少這麼多',
          'False where there are too many: each figure means so many or more',
        ),
      }),
    ),
  }),
)

export const overviewAnswers = {
  overview: {
    says: {
      zh: '待處理事項與通知狀況',
      en: 'Shows what waits for a person, and how callbacks are delivered',
    },
    answer: overview,
  },
  showService: {
    says: { zh: '此部署的設定', en: 'Shows how the deployment is set' },
    answer: service,
  },
  showKeys: {
    says: {
      zh: '金鑰更換的進度',
      en: 'Shows how far a rotation of keys is',
    },
    answer: keys,
  },
  overviewHours: {
    says: {
      zh: '近 24 小時的代收，依建立的小時，由舊到新',
      en: 'Shows the collections of the last 24 hours by the hour of their creation, oldest first',
    },
    answer: hours,
  },
}
