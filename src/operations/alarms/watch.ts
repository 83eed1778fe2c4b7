import type { Context } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import {
  databaseSubject,
  findAlarms,
  isUndecided,
  type WatchReadings,
} from '../../rules/alarms/alarm-checks.ts'
import {
  type AlarmKey,
  type AlarmState,
  cronSlackSeconds,
  type Damping,
  isRaised,
  stepAlarm,
} from '../../rules/alarms/alarm-steps.ts'
import { alarmTable } from '../../rules/alarms/alarm-table.ts'
import { shownSeconds } from '../../rules/alarms/alarm-view.ts'
import { countedKinds } from '../../store/alarms/alarm-schema.ts'
import {
  commitAlarms,
  dropAlarm,
  dropOver,
  leaveWatch,
  readAlarms,
  type StoredAlarm,
  takeWatch,
  writeAlarm,
} from '../../store/alarms/alarms.ts'
import { dropCounts } from '../../store/alarms/watch-counts.ts'
import { toSeconds } from '../../units/clock.ts'
import { inTime, pause } from '../../units/time-limit.ts'
import { notifyChannels } from './notify-channels.ts'
import { type MinuteFigures, readWatch } from './read-watch.ts'

/** Counts of alarms after a run of the watch. */
export type WatchResult = {
  readonly standing: number
  readonly raised: number
  readonly over: number
}

/**
 * Checks everything that alarms are about, raises and ends alarms, and sends the messages. Of simultaneous runs one
 * checks. An alarm is reported when it is raised, each hour until it is acknowledged, and once when it is over; a run
 * that dies between sending and recording sends again. If the first database does not answer, only that alarm is sent,
 * from the isolate's memory.
 *
 * @param figures the results of the minute's run
 */
export async function watch(context: Context, figures: MinuteFigures): Promise<WatchResult> {
  const now = toSeconds(context.now())
  const until = now + leaseSeconds
  try {
    const isOurs = await inTime(databaseTimeoutMs, takeWatch(context.platformDb, now, until))
    if (!isOurs) return { standing: 0, raised: 0, over: 0 }
  } catch (error) {
    context.log({ event: 'watch_without_database', database: 0, fault: faultText(error) })
    return withoutDatabase(context, now)
  }
  try {
    return await look(context, figures, now)
  } finally {
    await leaveWatch(context.platformDb, until)
  }
}

/** Longer than a run can take: reads, messages and writes all have deadlines. */
const leaseSeconds = 90
const databaseTimeoutMs = 4_000

async function look(context: Context, figures: MinuteFigures, now: number): Promise<WatchResult> {
  const stored = withOutage(context, await readAlarms(context.platformDb))
  const readings = await readWatch(context, figures, now)
  const steps = stepsOf(stored, readings, now)
  await write(context, steps, now)
  context.isolate.outage.alarm = null
  for (const { before, after } of steps) logStep(context, before, after)

  const known = steps.flatMap(({ after }) => after ?? [])
  const notified = await notifyChannels(context, known, now)
  const changes = steps.flatMap(({ after, version, isWritten }) => {
    const state = notified[after === null ? -1 : known.indexOf(after)] ?? null
    if (after === null || state === null || state === after) return []
    return [
      { before: after, after: state, version: version + (isWritten ? 1 : 0), isWritten: true },
    ]
  })
  await write(context, changes, now)
  return {
    standing: known.filter(isRaised).length,
    raised: steps.filter(({ before, after }) => hasJustRaised(before, after)).length,
    over: steps.filter(({ before, after }) => isOver(before, after)).length,
  }
}

/** An alarm before and after a check; `version` is that of its row, or 0. */
type Step = {
  readonly before: AlarmState | null
  readonly after: AlarmState | null
  readonly version: number
  readonly isWritten: boolean
}

function stepsOf(
  stored: ReadonlyMap<string, StoredAlarm>,
  readings: WatchReadings,
  now: number,
): readonly Step[] {
  const findings = new Map(findAlarms(readings, now).map((one) => [keyText(one), one]))
  const keys = new Map<string, AlarmKey>([
    ...[...stored].map(([key, { state }]) => [key, state] as const),
    ...findings,
  ])
  return [...keys].map(([key, alarm]) => {
    const { state: before = null, version = 0 } = stored.get(key) ?? {}
    const found = findings.get(key) ?? null
    const isKept = found === null && isUndecided(alarm, readings)
    const after = isKept
      ? before
      : stepAlarm({ key: alarm, before, found, now, damping: dampingOf(alarm) })
    return { before, after, version, isWritten: isNews(before, after) }
  })
}

function keyText({ name, subject }: AlarmKey): string {
  return `${name} ${subject}`
}

function dampingOf({ name }: AlarmKey): Damping {
  const { raiseMinutes, overMinutes } = alarmTable[name]
  const seconds = (minutes: number) => Math.max(0, minutes * 60 - cronSlackSeconds)
  return { raiseAfter: seconds(raiseMinutes), overAfter: seconds(overMinutes) }
}

// A small change of the value is not worth a written row each minute.
function isNews(before: AlarmState | null, after: AlarmState | null): boolean {
  if (before === null || after === null) return before !== after
  const { value: was, ...old } = before
  const { value: is, ...fresh } = after
  return JSON.stringify(old) !== JSON.stringify(fresh) || Math.abs(is - was) > was / 10
}

function hasJustRaised(before: AlarmState | null, after: AlarmState | null): boolean {
  return after !== null && isRaised(after) && after.raisedAt !== before?.raisedAt
}

function isOver(before: AlarmState | null, after: AlarmState | null): boolean {
  return before !== null && after !== null && isRaised(before) && !isRaised(after)
}

function logStep({ log }: Context, before: AlarmState | null, after: AlarmState | null): void {
  if (after === null) return
  const { name: alarm, subject, value } = after
  const { severity } = alarmTable[alarm]
  if (hasJustRaised(before, after)) log({ event: 'alarm_raised', alarm, subject, severity, value })
  if (isOver(before, after)) log({ event: 'alarm_over', alarm, subject, severity })
}

const triesMax = 3
const pauseMs = 300

// Retried at once: an unrecorded message would be sent again.
async function write(context: Context, steps: readonly Step[], now: number): Promise<void> {
  const { platformDb: db } = context
  const minute = Math.floor(now / 60) - keptMinutes
  const statements = steps.flatMap(({ before, after, version, isWritten }) => {
    if (!isWritten) return []
    if (after !== null) return [writeAlarm(db, after, version)]
    return before === null ? [] : [dropAlarm({ ...before, version })]
  })
  // Deletes old counts, and alarms that are no longer shown, once an hour.
  const ofCounts = countedKinds.map((kind) => {
    const isCompared = kind === 'creations' || kind === 'links'
    return dropCounts({ kind, minute: isCompared ? minute - comparedMinutes : minute })
  })
  const drops = minute % 60 === 0 ? [dropOver({ before: now - shownSeconds }), ...ofCounts] : []
  for (let tries = 1; ; tries += 1) {
    try {
      await commitAlarms(db, [...statements, ...drops])
      return
    } catch (error) {
      if (tries === triesMax) throw error
      await pause(pauseMs * tries)
    }
  }
}

/** A day, for people who inspect the table. */
const keptMinutes = 1_440

/** Creations and links are compared with those of the previous seven days. */
const comparedMinutes = 7 * 1_440

const outageKey = { name: 'database_down', subject: databaseSubject(0) } as const

// Nothing can be stored: this isolate keeps the alarm, and another isolate may report it too.
async function withoutDatabase(context: Context, now: number): Promise<WatchResult> {
  const { outage } = context.isolate
  const before = outage.alarm
  const found = { value: 1, detail: '' }
  const after = stepAlarm({ key: outageKey, before, found, now, damping: dampingOf(outageKey) })
  if (after === null) throw new Error('an alarm that is true has a state')
  logStep(context, before, after)
  const [state = after] = await notifyChannels(context, [after], now)
  outage.alarm = state
  return {
    standing: isRaised(state) ? 1 : 0,
    raised: hasJustRaised(before, after) ? 1 : 0,
    over: 0,
  }
}

// Once the database answers again, it takes over the isolate's alarm and reports its end; the isolate forgets it when
// that is written.
function withOutage(
  { isolate: { outage } }: Context,
  stored: readonly StoredAlarm[],
): ReadonlyMap<string, StoredAlarm> {
  const alarms = new Map(stored.map((one) => [keyText(one.state), one]))
  const remembered = outage.alarm
  if (remembered !== null && isRaised(remembered)) {
    const version = alarms.get(keyText(outageKey))?.version ?? 0
    alarms.set(keyText(outageKey), { state: remembered, version })
  }
  return alarms
}
