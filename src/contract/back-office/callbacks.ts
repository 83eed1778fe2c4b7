import * as z from 'zod'
import { problem } from '../../units/language.ts'
import { breakerStates, callbackStates, outcomes, signedBy } from '../callbacks/callback-states.ts'
import { get, post } from './call.ts'
import { isTest, listOf, meaning, nextCursor, shape, time } from './shapes.ts'
import { moment, page, testScope, text, trueOrFalse } from './values.ts'

/**
 * `GET /api/callbacks`: of orders created from `from` until before `to`. `failing`: undelivered after an attempt of
 * their schedule.
 */
export const callbackFilter = page.extend({
  merchant_uid: text(20).optional(),
  state: z.enum(callbackStates).optional(),
  outcome: z.enum(outcomes).optional(),
  failing: trueOrFalse.optional(),
  from: moment.optional(),
  to: moment.optional(),
  test: testScope,
})

export type CallbackFilterCall = z.output<typeof callbackFilter>

// The callbacks that a bulk call selects: one page of those whose orders were created from `from` until before `to`.
const bulkFilter = z.strictObject({
  merchant_uid: text(20).optional(),
  outcome: z.enum(outcomes).optional(),
  from: moment.optional(),
  to: moment.optional(),
  test: testScope,
  cursor: page.shape.cursor,
  limit: z.int().min(1).max(200).default(100),
})

export type BulkFilter = z.output<typeof bulkFilter>

// A bulk call must have a condition, because one without would select the callbacks of all merchants.
function naming<const Name extends string>(...names: readonly Name[]) {
  const isNamed = (filter: Readonly<Partial<Record<Name, unknown>>>) =>
    names.some((name) => filter[name] !== undefined)
  return [
    isNamed,
    {
      message: problem(
        `至少須指定一項條件：${names.join('、')}`,
        `At least one of these is required: ${names.join(', ')}`,
      ),
    },
  ] as const
}

/** `POST /api/callbacks/resend` */
export const bulkResend = bulkFilter
  .extend({
    state: z.enum(callbackStates).optional(),
    failing: z.boolean().optional(),
    include_delivered: z.boolean().default(false),
  })
  .refine(({ state, include_delivered }) => state !== 'delivered' || include_delivered, {
    path: ['include_delivered'],
    message: problem('重送已送達的通知時必須為 true', 'Must be true to resend delivered callbacks'),
  })
  .refine(...naming('merchant_uid', 'state', 'outcome', 'failing', 'from', 'to'))

export type BulkResend = z.output<typeof bulkResend>

/** `POST /api/callbacks/revive`: parked ones only. */
export const bulkRevival = bulkFilter.refine(...naming('merchant_uid', 'outcome', 'from', 'to'))

export type BulkRevival = z.output<typeof bulkRevival>

/** `GET /api/receivers`: those of one merchant, or all that need attention. */
const receiverFilter = z.strictObject({
  merchant_uid: text(20).optional(),
  test: testScope,
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

export type ReceiverFilterCall = z.output<typeof receiverFilter>

/** `POST /api/callbacks/test` */
const callbackTest = z.strictObject({ merchant_uid: text(20), url: text(255) })

export type CallbackTest = z.output<typeof callbackTest>

/** A callback as lists and orders show it. */
export const callbackView = shape(
  'Callback',
  z.strictObject({
    callback_id: z.string(),
    merchant_uid: z.string(),
    test: isTest,
    trade_no: z.string(),
    url: z.string(),
    state: meaning(
      z.enum([...callbackStates, 'ended']),
      'ended：由不通知商戶的事件終止',
      'ended: stopped by a later event that is not reported',
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
export const attemptView = shape(
  'CallbackAttempt',
  z.strictObject({
    number: z.int(),
    callback_id: z.string().nullable(),
    trigger: z.string(),
    outcome: z.enum(outcomes),
    http_status: z.int().nullable(),
    answer: meaning(z.string(), '接收端回應的開頭', 'The beginning of the receiver’s answer'),
    at: time,
    duration_ms: z.number(),
  }),
)

const sentRequestView = z.strictObject({
  url: meaning(
    z.string().nullable(),
    '送往的網址；較早的版本未留存者為 null',
    'The address; null for an attempt of an earlier release, which did not store it',
  ),
  headers: z.record(z.string(), z.string()),
  body: meaning(z.string(), '送出的內容，逐字', 'The body, byte for byte'),
  signed: meaning(
    z.enum(signedBy),
    'current：兩個簽章皆符合商戶目前的金鑰；changed：金鑰已更換，無法再驗證；unreadable：目前無法讀取金鑰',
    'current: both signatures match a secret that is valid now; changed: the secret was replaced and the ' +
      'signatures cannot be checked; unreadable: the secret cannot be read at present',
  ),
})

const sentAttemptView = shape(
  'SentCallbackAttempt',
  attemptView.extend({
    sent: meaning(
      sentRequestView.nullable(),
      '該次送出的請求；較早的版本未留存者為 null',
      'The request; null for an attempt of an earlier release, which did not store it',
    ),
  }),
)

/** The report of an event to the merchant. */
export const notificationView = z.strictObject({
  callback_id: z.string(),
  body: z.record(z.string(), z.union([z.string(), z.number()])),
})

// The receiver of a callback: a merchant's server, by its origin.
const breakerFields = {
  server: meaning(
    z.string(),
    '接收端的來源網址',
    'Origin of the callback addresses, e.g. https://shop.example',
  ),
  breaker: meaning(
    z.enum(breakerStates),
    'closed：照常；open：暫停嘗試；half_open：以一則試探',
    'closed: normal attempts; open: attempts are paused; half_open: one callback is sent as a probe',
  ),
  until: meaning(
    time.nullable(),
    '暫停或試探的結束時間；closed 為 null',
    'When the pause or probe ends; null for closed',
  ),
}

const callbackDetailView = shape(
  'ShownCallback',
  z.strictObject({
    callback: meaning(callbackView, '該訂單最新的通知', 'The newest callback of that order'),
    type: z.enum(['collection', 'payout']),
    told: meaning(
      z.array(notificationView),
      '訂單的各次通知內容，由舊到新；每次送出時另加 timestamp 與 sign',
      'The order’s notifications, oldest first; each attempt adds a timestamp and sign',
    ),
    attempts: z.array(sentAttemptView),
    receiver: z.strictObject(breakerFields),
  }),
)

const attemptShareView = z.strictObject({ attempts: z.int(), failed: z.int() })

/** A receiver with the outcomes of its attempts. */
const receiverView = shape(
  'Receiver',
  z.strictObject({
    merchant_uid: z.string(),
    ...breakerFields,
    due: meaning(z.int(), '待送通知數', 'Undelivered callbacks to this receiver'),
    next_attempt_at: time.nullable(),
    last_hour: meaning(
      attemptShareView,
      '最新訂單的通知在一小時內的嘗試與失敗次數',
      'Attempts in the last hour for callbacks of the newest orders, and failures among them',
    ),
    last_day: attemptShareView,
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
      'Latest attempts, newest first',
    ),
    test: isTest,
  }),
)

const countedUpTo = meaning(
  z.int(),
  'due 的計數上限；等於此數表示至少這麼多',
  'Counting limit of `due`: this figure means this many or more',
)

// The result of a bulk call for one page of callbacks.
const bulkPageFields = {
  matched: meaning(z.int(), '此頁符合條件的通知數', 'Callbacks of this page that match the filter'),
  skipped: meaning(z.int(), '略過的通知數', 'Those already handled by another call or attempt'),
  next_cursor: nextCursor,
}

export const callbackCalls = {
  listCallbacks: get('/callbacks', {
    summary: { zh: '通知清單，依訂單由新到舊', en: 'Lists callbacks, newest orders first' },
    notes: {
      zh: '沒有索引的條件會使一頁較短；請依 next_cursor 續查。failing：已試過而仍未送達者',
      en: 'A page may be short although next_cursor is set; read on. failing: attempted, not delivered',
    },
    query: callbackFilter,
    answer: listOf('CallbackList', callbackView),
  }),
  showCallback: get('/callbacks/:id{cb_[A-Z0-9.]+}', {
    summary: {
      zh: '一則通知：內容、每次嘗試與接收端狀況',
      en: 'Shows a callback with its content, attempts and the state of its receiver',
    },
    answer: callbackDetailView,
  }),
  listReceivers: get('/receivers', {
    summary: {
      zh: '需要留意的接收端，暫停嘗試者在前',
      en: 'Lists receivers that need attention, paused ones first',
    },
    notes: {
      zh: '近期失敗或有待送通知者；指定 merchant_uid 時另含其最新訂單的接收端。比例依最新訂單的通知計算',
      en: 'Receivers with recent failures or undelivered callbacks; with merchant_uid also those of its newest orders',
    },
    query: receiverFilter,
    answer: shape(
      'ReceiverList',
      z.strictObject({ counted_up_to: countedUpTo, items: z.array(receiverView) }),
    ),
  }),
  resendCallbacks: post('/callbacks/resend', {
    summary: {
      zh: '重送符合條件的通知，一次一頁',
      en: 'Resends the callbacks that match a filter, one page per call',
    },
    notes: {
      zh: '至少須指定 merchant_uid、state、outcome、failing、from、to 其中一項',
      en: 'At least one of merchant_uid, state, outcome, failing, from and to is required',
    },
    body: bulkResend,
    status: 202,
    answer: shape('BulkResent', z.strictObject({ ...bulkPageFields, requested: z.int() })),
  }),
  reviveCallbacks: post('/callbacks/revive', {
    summary: {
      zh: '恢復符合條件的擱置通知，一次一頁',
      en: 'Revives the parked callbacks that match a filter, one page per call',
    },
    notes: {
      zh: '至少須指定 merchant_uid、outcome、from、to 其中一項',
      en: 'At least one of merchant_uid, outcome, from and to is required',
    },
    body: bulkRevival,
    answer: shape('BulkRevived', z.strictObject({ ...bulkPageFields, revived: z.int() })),
  }),
  testCallback: post('/callbacks/test', {
    summary: {
      zh: '送出一則已簽章的範例通知至指定網址；不留存',
      en: 'Sends a signed sample callback to an address; nothing is stored',
    },
    body: callbackTest,
    answer: shape(
      'CallbackTried',
      z.strictObject({
        outcome: z.enum(outcomes),
        http_status: z.int().nullable(),
        duration_ms: z.number(),
        answer: z.string(),
      }),
    ),
  }),
  resendCallback: post('/callbacks/:id/resend', {
    summary: { zh: '重送一則通知', en: 'Resends a callback' },
    status: 202,
    answer: callbackView,
  }),
  reviveCallback: post('/callbacks/:id/revive', {
    summary: { zh: '恢復一則擱置的通知', en: 'Revives a parked callback, which is sent again' },
    answer: callbackView,
  }),
}
