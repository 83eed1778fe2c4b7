import type { AlarmChannel, AlarmName } from '../../contract/back-office/states.ts'

/** What a channel was told last of an alarm; empty where that is nothing. */
export type ChannelNotice = '' | 'raised' | 'over'

/** What a channel is sent of an alarm; a reminder says again that it is raised. */
export type AlarmNotice = 'raised' | 'reminder' | 'over'

/** What a channel was told last of an alarm, and when it was told of it last, in UTC seconds. */
export type ChannelRecord = { readonly notice: ChannelNotice; readonly notifiedAt: number | null }

/** Who has acknowledged an alarm that stands, and when (UTC seconds). */
export type Acknowledgement = { readonly at: number; readonly by: string; readonly note: string }

/** What an alarm is about: `database:0`, `bank_account:32`, `merchant:M1`, `job:sweep`; empty for the whole service. */
export type AlarmKey = { readonly name: AlarmName; readonly subject: string }

/** What is known of an alarm that is, or was, true. Times are UTC seconds. */
export type AlarmState = AlarmKey & {
  /** The newest value, in the unit of the alarm. */
  readonly value: number
  /** What was found, where there is more to say than the value. */
  readonly detail: string
  /** Since when it is true in a row, or false; one of the two is null. */
  readonly trueSince: number | null
  readonly falseSince: number | null
  /** Since when it was true as it was raised; when it was raised; when it was over. */
  readonly since: number | null
  readonly raisedAt: number | null
  readonly overAt: number | null
  readonly told: Readonly<Record<AlarmChannel, ChannelRecord>>
  /** When any channel was told of it last. */
  readonly notifiedAt: number | null
  readonly acknowledgement: Acknowledgement | null
}

/** The cron comes some seconds sooner or later each minute. */
export const cronSlackSeconds = 30

/** The value of an alarm that is true, and what was found. */
export type AlarmReading = Pick<AlarmState, 'value' | 'detail'>

/** How long an alarm has to be true before it is raised, and false before it is over, in seconds. */
export type Damping = { readonly raiseAfter: number; readonly overAfter: number }

/** Whether an alarm stands: it was raised, and is not over. */
export function stands({ raisedAt, overAt }: AlarmState): boolean {
  return raisedAt !== null && overAt === null
}

/**
 * An alarm after a look at what it is about; null where nothing of it need be remembered.
 *
 * @param found its value and detail where it is true, null where it is not
 * @param now UTC seconds
 */
export function stepAlarm({
  key,
  before,
  found,
  now,
  damping,
}: {
  readonly key: AlarmKey
  readonly before: AlarmState | null
  readonly found: AlarmReading | null
  readonly now: number
  readonly damping: Damping
}): AlarmState | null {
  if (found !== null) return whileTrue({ before: before ?? newAlarm(key), found, now, damping })
  return before === null ? null : whileFalse(before, now, damping)
}

function newAlarm({ name, subject }: AlarmKey): AlarmState {
  return {
    name,
    subject,
    value: 0,
    detail: '',
    trueSince: null,
    falseSince: null,
    since: null,
    raisedAt: null,
    overAt: null,
    told: { webhook: untold, telegram: untold, escalation: untold },
    notifiedAt: null,
    acknowledgement: null,
  }
}

const untold: ChannelRecord = { notice: '', notifiedAt: null }

function whileTrue({
  before,
  found: { value, detail },
  now,
  damping: { raiseAfter },
}: {
  readonly before: AlarmState
  readonly found: AlarmReading
  readonly now: number
  readonly damping: Damping
}): AlarmState {
  const trueSince = before.trueSince ?? now
  const after = { ...before, value, detail, trueSince, falseSince: null }
  if (stands(before) || now - trueSince < raiseAfter) return after
  const { webhook, telegram, escalation } = before.told
  const told = {
    webhook: heardAgain(webhook),
    telegram: heardAgain(telegram),
    escalation: heardAgain(escalation),
  }
  return { ...after, since: trueSince, raisedAt: now, overAt: null, told, acknowledgement: null }
}

// Whoever has not heard that it was over has not to hear that it is raised again.
function heardAgain(told: ChannelRecord): ChannelRecord {
  return told.notice === 'over' ? untold : told
}

function whileFalse(before: AlarmState, now: number, { overAfter }: Damping): AlarmState | null {
  if (before.raisedAt === null) return null
  const falseSince = before.falseSince ?? now
  const after = { ...before, trueSince: null, falseSince }
  if (!stands(before) || now - falseSince < overAfter) return after
  return { ...after, overAt: now }
}

/** An alarm that came and went without a message is still told for so long, in seconds. */
const missedSeconds = 86_400

/** An alarm that nobody has acknowledged is told again after so long, in seconds. */
const reminderSeconds = 3_600 - cronSlackSeconds

/** The escalation channel hears of an alarm that nobody has acknowledged for so long, in seconds. */
const escalationSeconds = 900 - cronSlackSeconds

/**
 * What a channel has yet to hear of an alarm; null where that is nothing. One that stands is told again each hour until
 * somebody acknowledges it: from then on only that it is over (back office §6).
 */
export function owedTo(channel: AlarmChannel, state: AlarmState, now: number): AlarmNotice | null {
  const { notice, notifiedAt } = state.told[channel]
  if (stands(state)) {
    if (state.acknowledgement !== null) return null
    if (notice !== 'raised') return concerns(channel, state, now) ? 'raised' : null
    return now - (notifiedAt ?? 0) >= reminderSeconds ? 'reminder' : null
  }
  if (state.overAt === null) return null
  if (notice === 'raised') return 'over'
  const isMissed = notice === '' && now - state.overAt < missedSeconds
  return isMissed && concerns(channel, state, state.overAt) ? 'over' : null
}

// Whether a channel has to hear of an alarm that has stood until then.
function concerns(
  channel: AlarmChannel,
  { raisedAt, acknowledgement }: AlarmState,
  until: number,
): boolean {
  if (channel !== 'escalation') return true
  return acknowledgement === null && until - (raisedAt ?? until) >= escalationSeconds
}

/** The alarm when a channel has heard that. */
export function heard({
  channel,
  state,
  what,
  now,
}: {
  readonly channel: AlarmChannel
  readonly state: AlarmState
  readonly what: AlarmNotice
  readonly now: number
}): AlarmState {
  const record = { notice: what === 'over' ? 'over' : 'raised', notifiedAt: now }
  return { ...state, told: { ...state.told, [channel]: record }, notifiedAt: now }
}
