import * as z from 'zod'
import {
  breakerStates,
  callbackStates,
  outcomes,
  signedBy,
} from '../../../callbacks/callback-states.ts'
import { meaning, named, time } from '../answer.ts'

/** A callback as lists and orders show it. */
export const callback = named(
  'Callback',
  z.strictObject({
    callback_id: z.string(),
    merchant_uid: z.string(),
    test: meaning(z.boolean(), '測試商戶的通知', 'Of a test merchant'),
    trade_no: z.string(),
    url: z.string(),
    state: meaning(
      z.enum([...callbackStates, 'ended']),
      'ended：由不通知的事件終止',
      'ended: by an event that is not told',
    ),
    attempts: z.int(),
    last_attempt_at: time.nullable(),
    last_http_status: z.int().nullable(),
    next_attempt_at: time.nullable(),
    last_outcome: z.enum(outcomes).nullable(),
    created_at: time,
  }),
)

/** An attempt to deliver one. */
export const attempt = named(
  'CallbackAttempt',
  z.strictObject({
    number: z.int(),
    callback_id: z.string().nullable(),
    trigger: z.string(),
    outcome: z.enum(outcomes),
    http_status: z.int().nullable(),
    answer: meaning(z.string(), '接收端回應的開頭', 'The beginning of what the receiver answered'),
    at: time,
    duration_ms: z.number(),
  }),
)

const sentRequest = z.strictObject({
  url: meaning(
    z.string().nullable(),
    '送往的網址；較早的版本未留存者為 null',
    'Where it was sent; null where an earlier release did not keep it',
  ),
  headers: meaning(
    z.record(z.string(), z.string()),
    '本服務所加的標頭',
    'The headers that the service sets',
  ),
  body: meaning(z.string(), '送出的內容，逐字', 'The body as it was sent, to the byte'),
  signed: meaning(
    z.enum(signedBy),
    'current：兩個簽名皆符合商戶目前的密鑰；changed：密鑰已更換，無法再驗證；unreadable：目前無法讀取密鑰',
    'current: both signatures are those of a secret that is valid now; changed: the secret has changed ' +
      'since; unreadable: the secret cannot be read just now',
  ),
})

/** An attempt with what was sent. */
export const sentAttempt = named(
  'SentCallbackAttempt',
  attempt.extend({
    sent: meaning(
      sentRequest.nullable(),
      '該次送出的請求；較早的版本未留存者為 null',
      'The request of the attempt; null where an earlier release did not keep it',
    ),
  }),
)

/** What an event told the merchant. */
export const told = z.strictObject({
  callback_id: z.string(),
  body: z.record(z.string(), z.union([z.string(), z.number()])),
})

// The receiver of a callback: a merchant's server, by its origin.
const breaker = {
  server: meaning(
    z.string(),
    '接收端的來源網址',
    'The origin of the addresses: https://shop.example',
  ),
  breaker: meaning(
    z.enum(breakerStates),
    'closed：照常；open：暫停嘗試；half_open：以一則試探',
    'closed: attempted as usual; open: attempts pause; half_open: one callback probes',
  ),
  until: meaning(
    time.nullable(),
    '暫停或試探的結束時間；closed 為 null',
    'When the pause or the probe ends; null while it is closed',
  ),
}

/** One callback, with all that is known of it. */
export const shownCallback = named(
  'ShownCallback',
  z.strictObject({
    callback: meaning(
      callback,
      '該訂單最新的通知',
      'The newest one of the order that the id names',
    ),
    type: z.enum(['collection', 'payout']),
    told: meaning(
      z.array(told),
      '由舊到新告知的內容；每次送出時另加 timestamp 與 sign',
      'What the order told, oldest first; each attempt adds its timestamp and sign',
    ),
    attempts: z.array(sentAttempt),
    receiver: z.strictObject(breaker),
  }),
)

const share = z.strictObject({ attempts: z.int(), failed: z.int() })

/** A receiver, and how attempts at it went. */
export const receiver = named(
  'Receiver',
  z.strictObject({
    merchant_uid: z.string(),
    ...breaker,
    due: meaning(z.int(), '待送通知數', 'Callbacks that it is owed'),
    next_attempt_at: time.nullable(),
    last_hour: meaning(
      share,
      '最新的通知在一小時內的嘗試與失敗次數',
      'Attempts of the last hour at the newest callbacks, and how many failed',
    ),
    last_day: share,
    last_attempts: meaning(
      z.array(
        z.strictObject({
          callback_id: z.string(),
          outcome: z.enum(outcomes),
          http_status: z.int().nullable(),
          at: time,
        }),
      ),
      '最近的嘗試，由新到舊',
      'The last attempts, newest first',
    ),
    test: meaning(z.boolean(), '測試商戶的接收端', "A test merchant's"),
  }),
)
