import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { described, object, repeated } from '../described-fields.ts'
import { endpoint, orderNumberAliases, orderNumbers } from '../endpoint.ts'
import { oneOf, required } from '../fields.ts'
import { callbackStatuses, outcomes } from './callback-states.ts'

/** The field `callback_status` of answers. */
export const callbackStatus = described(
  z.enum(callbackStatuses),
  '通知的送達狀態',
  'Delivery status of the callback',
)

const attempts = described(z.int(), '已嘗試次數', 'Number of attempts so far')

/** The field `callback` of status answers: the delivery of the order's callback. */
export const callbackProgress = object({
  attempts,
  last_attempt_at: described(
    z.nullable(dateTimeText()),
    '最近一次嘗試的時間',
    'Time of the last attempt',
  ),
  last_outcome: described(
    z.nullable(z.enum(outcomes)),
    '最近一次嘗試的結果',
    'Outcome of the last attempt',
  ),
  last_http_status: described(
    z.nullable(z.int()),
    '最近一次嘗試得到的 HTTP 狀態',
    'HTTP status of your response to the last attempt',
  ),
  next_attempt_at: described(
    z.nullable(dateTimeText()),
    '下一次嘗試的時間',
    'Time of the next attempt',
  ),
})

const fields = {
  type: required(oneOf(['collection', 'payout']), '訂單種類', 'Kind of order'),
  ...orderNumbers,
}

const lastAttempt = object({
  at: described(dateTimeText(), '嘗試的時間', 'Time of the attempt'),
  outcome: described(z.string(), '嘗試的結果', 'Outcome of the attempt'),
  http_status: described(
    z.nullable(z.int()),
    '您的伺服器回應的 HTTP 狀態；沒有回應時為 `null`',
    'HTTP status of your response; `null` without one',
  ),
})

/** §4.11: sends an order's callback again. */
export const callbackResend = endpoint({
  number: 11,
  path: '/api/v1/merchant/callbacks/retry',
  summary: { zh: '重送通知', en: 'Resend a callback' },
  notes: [
    {
      zh: '立即多送一次通知，不影響原有排程；同一訂單每 10 秒一次。回應在嘗試之前送出。',
      en:
        'Makes one extra attempt at once without changing the schedule; once every 10 s per ' +
        'order. The response is sent before the attempt.',
    },
    {
      zh: '訂單須已完成且有通知網址；以任一單號指定訂單，單號重複時與查詢相同。',
      en:
        'The order must be final and have a callback URL. Identify it by any of its numbers; ' +
        'one that is not unique selects the same order as a query.',
    },
  ],
  request: fields,
  earlierNames: orderNumberAliases,
  legacyGroup: 'by_type',
  response: () =>
    success({
      data: content({
        callback_id: described(
          z.string(),
          '通知編號，即 webhook-id',
          'Callback ID, same as webhook-id',
        ),
        type: described(z.enum(['collection', 'payout']), '訂單種類', 'Kind of order'),
        orderid: repeated(z.optional(z.string()), fields.orderid),
        serial_no: repeated(z.optional(z.string()), fields.serial_no),
        url: described(z.string(), '通知網址', 'Callback URL'),
        callback_status: callbackStatus,
        attempts,
        last_attempt: described(z.nullable(lastAttempt), '最近一次嘗試', 'Last attempt'),
      }),
    }),
  refusals: ['order_not_found', 'callback_not_available', 'too_many_requests'],
})
