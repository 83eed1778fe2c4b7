import * as z from 'zod'
import { dateTimeText } from './replies.ts'

/** What `callback_status` can be (decisions §4). */
export const callbackStatuses = ['none', 'pending', 'success', 'failed'] as const
export type CallbackStatus = (typeof callbackStatuses)[number]

/** How delivery of an order's callback stands, in status answers. */
export const callbackProgress = z.object({
  attempts: z.int(),
  last_attempt_at: dateTimeText.nullable(),
  last_http_status: z.int().nullable(),
  next_attempt_at: dateTimeText.nullable(),
})
