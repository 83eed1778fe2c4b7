import * as z from 'zod/mini'
import { dateTimeText, success } from '../answer-shapes.ts'
import { endpoint, tradeNumbers } from '../endpoint.ts'
import { identifier, oneOf, optional, required } from '../fields.ts'

/** What `callback_status` can be (decisions §4). */
export const callbackStatuses = ['none', 'pending', 'success', 'failed'] as const
export type CallbackStatus = (typeof callbackStatuses)[number]

/** What can be said of a callback: it waits for its next attempt, it was acknowledged, it is tried no more, … */
export const callbackStates = ['due', 'delivered', 'given_up', 'parked'] as const
export type CallbackState = (typeof callbackStates)[number]

/** How an attempt at a callback can end (decisions §6, "One attempt"). */
export const outcomes = [
  'delivered',
  'blocked_address',
  'timeout',
  'network',
  'dns',
  'refused',
  'tls',
  'http_3xx',
  'http_4xx',
  'http_5xx',
  'wrong_answer',
] as const
export type Outcome = (typeof outcomes)[number]

/** How delivery of an order's callback stands, in status answers. */
export const callbackProgress = z.object({
  attempts: z.int(),
  last_attempt_at: z.nullable(dateTimeText),
  last_http_status: z.nullable(z.int()),
  next_attempt_at: z.nullable(dateTimeText),
})

/** §4.11: sends an order's callback again. */
export const resendCallback = endpoint({
  number: 11,
  path: '/api/v1/merchant/callbacks/retry',
  summary: { zh: '重送通知', en: 'Resend a callback' },
  request: {
    type: required(
      oneOf(['collection', 'payout']),
      '訂單種類:代收或代付',
      'Kind of order: collection or payout',
    ),
    orderid: optional(
      identifier(64),
      '',
      '代收單號(代收用)',
      'Collection number, for a collection',
    ),
    serial_no: optional(identifier(40), '', '代付單號(代付用)', 'Payout number, for a payout'),
    merchant_order_no: optional(identifier(80), '', '商戶訂單號', 'Merchant order number'),
    ...tradeNumbers,
    // v6.0 knew one number for all of them.
    orderNo: optional(identifier(80), '', '舊版單號', 'Order number of the earlier protocol'),
  },
  earlierNames: [
    ['orderNo', 'orderid'],
    ['orderNo', 'serial_no'],
    ['orderNo', 'merchant_order_no'],
  ],
  legacyGroup: 'by_type',
  response: success({
    data: z.object({
      callback_id: z.string(),
      type: z.enum(['collection', 'payout']),
      orderid: z.optional(z.string()),
      serial_no: z.optional(z.string()),
      url: z.string(),
      callback_status: z.enum(callbackStatuses),
      attempts: z.int(),
      last_attempt: z.nullable(
        z.object({
          at: dateTimeText,
          outcome: z.string(),
          http_status: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  refusals: ['order_not_found', 'callback_not_available', 'too_many_requests'],
})
