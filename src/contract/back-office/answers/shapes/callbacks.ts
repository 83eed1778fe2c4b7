import * as z from 'zod'
import { callbackStates, outcomes } from '../../../callbacks/callback-states.ts'
import { meaning, named, time } from '../answer.ts'

/** A callback as lists and orders show it. */
export const callback = named(
  'Callback',
  z.strictObject({
    callback_id: z.string(),
    merchant_uid: z.string(),
    trade_no: z.string(),
    url: z.string(),
    state: meaning(
      z.enum([...callbackStates, 'ended']),
      'ended:由不通知的事件終止',
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
