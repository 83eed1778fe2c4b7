// The words of alarms.

/** Every alarm. `src/rules/alarms/alarm-table.ts` says when each is true, and what to do. */
export const alarmNames = [
  'callback_backlog',
  'callbacks_parked',
  'callbacks_given_up',
  'dead_wake_ups',
  'sweep_stopped',
  'server_errors',
  'database_down',
  'database_filling',
  'wrong_secrets_key',
  'books_differ',
  'books_unchecked',
  'copies_late',
  'deposits_unclaimed',
  'account_silent',
  'statement_gap',
  'feed_over_limit',
  'approval_waiting',
] as const
export type AlarmName = (typeof alarmNames)[number]

/** `page`: wakes somebody. `notice`: waits until quiet hours are over. */
export const severities = ['page', 'notice'] as const
export type Severity = (typeof severities)[number]

/** What the value and the threshold of an alarm count; a `flag` is true or not, as 1 or 0. */
export const alarmUnits = ['seconds', 'percent', 'bytes', 'count', 'flag'] as const
export type AlarmUnit = (typeof alarmUnits)[number]

/** What an alarm is about: one database, one bank account, or the whole service. */
export const alarmSubjectKinds = ['database', 'bank_account', 'service'] as const
export type AlarmSubjectKind = (typeof alarmSubjectKinds)[number]

/** Where alarms are sent. */
export const alarmChannels = ['webhook', 'telegram'] as const
export type AlarmChannel = (typeof alarmChannels)[number]

/** Whether alarms go to a channel: `incomplete` where it lacks a part of its settings. */
export const channelStates = ['on', 'off', 'incomplete'] as const
export type ChannelState = (typeof channelStates)[number]

/** How a message to a channel ended. */
export const sendOutcomes = ['delivered', 'refused', 'timeout', 'network'] as const
export type SendOutcome = (typeof sendOutcomes)[number]
