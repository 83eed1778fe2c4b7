import type { AlarmChannel, AlarmName } from '../../contract/back-office/states.ts'
import { daySeconds } from '../../units/clock.ts'

/** The last message to a channel about an alarm; "" for none. */
export type ChannelNotice = '' | 'raised' | 'over'

/** A message to a channel about an alarm. A reminder repeats that it is raised. */
export type AlarmNotice = 'raised' | 'reminder' | 'over'

/** The last message to a channel about an alarm, and its time in UTC seconds. */
type ChannelRecord = { readonly notice: ChannelNotice; readonly notifiedAt: number | null }

/** The acknowledgement of a raised alarm: the person, and the time in UTC seconds. */
export type Acknowledgement = { readonly at: number; readonly by: string; readonly note: string }

/** The subject of an alarm: `database:0`, `bank_account:32`, `merchant:M1`, `job:sweep`; "" for the whole service. */
export type AlarmKey = { readonly name: AlarmName; readonly subject: string }

/** The record of an alarm that is or was true. Times are UTC seconds. */
export type AlarmState = AlarmKey & {
  /** The newest value, in the unit of the alarm. */
  readonly value: number
  /** A description beyond the value, or "". */
  readonly detail: string
  /** The time from which it has been true without a break, or false; one of the two is null. */
  readonly trueSince: number | null
  readonly falseSince: number | null
  /** When it became true before it was raised, when it was raised, and when it was over. */
  readonly since: number | null
  readonly raisedAt: number | null
  readonly overAt: number | null
  readonly notices: Readonly<Record<AlarmChannel, ChannelRecord>>
  /** The last message to any channel. */
  readonly notifiedAt: number | null
  readonly acknowledgement: Acknowledgement | null
}

/** Cron starts some seconds early or late each minute. */
export const cronSlackSeconds = 30

/** The value of an alarm that is true, and what was found. */
export type AlarmReading = Pick<AlarmState, 'value' | 'detail'>

/** How long an alarm must be true before it is raised, and false before it is over, in seconds. */
export type Damping = { readonly raiseAfter: number; readonly overAfter: number }

/** Whether an alarm is raised and not over. */
export function isRaised({ raisedAt, overAt }: AlarmState): boolean {
  return raisedAt !== null && overAt === null
}

/**
 * The state of an alarm after a check; null if nothing of it must be kept.
 *
 * @param found its value and detail if it is true, else null
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
    notices: { webhook: untold, telegram: untold, escalation: untold },
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
  if (isRaised(before) || now - trueSince < raiseAfter) return after
  const { webhook, telegram, escalation } = before.notices
  const notices = {
    webhook: heardAgain(webhook),
    telegram: heardAgain(telegram),
    escalation: heardAgain(escalation),
  }
  return { ...after, since: trueSince, raisedAt: now, overAt: null, notices, acknowledgement: null }
}

// A channel that has no message of an alarm's end needs none when it is raised again.
function heardAgain(record: ChannelRecord): ChannelRecord {
  return record.notice === 'over' ? untold : record
}

function whileFalse(before: AlarmState, now: number, { overAfter }: Damping): AlarmState | null {
  if (before.raisedAt === null) return null
  const falseSince = before.falseSince ?? now
  const after = { ...before, trueSince: null, falseSince }
  if (!isRaised(before) || now - falseSince < overAfter) return after
  return { ...after, overAt: now }
}

/** An alarm that began and ended without a message is still reported for this time, in seconds. */
const missedSeconds = daySeconds

/** The time after which an unacknowledged alarm is repeated, in seconds. */
const reminderSeconds = 3_600 - cronSlackSeconds

/** The time after which an unacknowledged alarm goes to the escalation channel, in seconds. */
const escalationSeconds = 900 - cronSlackSeconds

/**
 * The next message to a channel about an alarm, or null. A raised alarm is repeated each hour until it is acknowledged;
 * after that only its end is sent (back office §6).
 */
export function nextNotice(
  channel: AlarmChannel,
  state: AlarmState,
  now: number,
): AlarmNotice | null {
  const { notice, notifiedAt } = state.notices[channel]
  if (isRaised(state)) {
    if (state.acknowledgement !== null) return null
    if (notice !== 'raised') return concerns(channel, state, now) ? 'raised' : null
    return now - (notifiedAt ?? 0) >= reminderSeconds ? 'reminder' : null
  }
  if (state.overAt === null) return null
  if (notice === 'raised') return 'over'
  const isMissed = notice === '' && now - state.overAt < missedSeconds
  return isMissed && concerns(channel, state, state.overAt) ? 'over' : null
}

// Whether a channel receives messages about an alarm that has been raised for this time.
function concerns(
  channel: AlarmChannel,
  { raisedAt, acknowledgement }: AlarmState,
  until: number,
): boolean {
  if (channel !== 'escalation') return true
  return acknowledgement === null && until - (raisedAt ?? until) >= escalationSeconds
}

/** The state of an alarm after a channel has received a message. */
export function afterNotice({
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
  return { ...state, notices: { ...state.notices, [channel]: record }, notifiedAt: now }
}
