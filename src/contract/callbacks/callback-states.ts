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
