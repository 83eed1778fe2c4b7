/** The values of `callback_status` (decisions §4). */
export const callbackStatuses = ['none', 'pending', 'success', 'failed'] as const
export type CallbackStatus = (typeof callbackStatuses)[number]

/** The states of a callback: due for its next attempt, delivered, given up, or parked after faults of ours. */
export const callbackStates = ['due', 'delivered', 'given_up', 'parked'] as const
export type CallbackState = (typeof callbackStates)[number]

/** The outcomes of a callback attempt (decisions §6, "One attempt"). */
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

/** The attempts at a receiver's callbacks (decisions §6, "Isolation"): all, none for a pause, one as a probe. */
export const breakerStates = ['closed', 'open', 'half_open'] as const
export type BreakerState = (typeof breakerStates)[number]

/** Whether the signatures of an attempt are by a current secret of its merchant. */
export const signedBy = ['current', 'changed', 'unreadable'] as const

export type SigningSecret = (typeof signedBy)[number]
