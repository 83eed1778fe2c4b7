import type { AlarmSubjectKind } from '../../contract/back-office/states.ts'
import { daySeconds } from '../../units/clock.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { runbookPath } from './alarm-message.ts'
import { type AlarmState, isRaised } from './alarm-steps.ts'
import { alarmTable } from './alarm-table.ts'

/** How long an alarm is shown after its end, in seconds. */
export const shownSeconds = 7 * daySeconds

/** Alarms for the back office: raised ones first, pages before notices; those that are over for seven days. */
export function alarmViews(states: readonly AlarmState[], now: number) {
  const isPage = ({ name }: AlarmState) => alarmTable[name].severity === 'page'
  const newestFirst = states.toSorted((one, other) => (other.raisedAt ?? 0) - (one.raisedAt ?? 0))
  const standing = newestFirst.filter(isRaised)
  const over = newestFirst.filter(({ overAt }) => overAt !== null && now - overAt < shownSeconds)
  return [...standing.filter(isPage), ...standing.filter((state) => !isPage(state)), ...over].map(
    alarmView,
  )
}

function alarmView(state: AlarmState) {
  const { name, value, detail, since, raisedAt, overAt, notifiedAt, acknowledgement } = state
  const { severity, threshold, unit, means, remedy, runbook } = alarmTable[name]
  return {
    name,
    subject: subjectView(state),
    state: isRaised(state) ? ('standing' as const) : ('over' as const),
    severity,
    value,
    detail,
    threshold,
    unit,
    since: secondsToTaipei(since ?? 0),
    raised_at: secondsToTaipei(raisedAt ?? 0),
    over_at: secondsToTaipei(overAt),
    told_at: secondsToTaipei(notifiedAt),
    acknowledged_at: secondsToTaipei(acknowledgement?.at ?? null),
    acknowledged_by: acknowledgement?.by ?? null,
    note: acknowledgement?.note ?? '',
    means,
    what_to_do: remedy,
    runbook: runbookPath(runbook),
  }
}

function subjectView({ name, subject }: AlarmState): {
  readonly kind: AlarmSubjectKind
  readonly id: number | string | null
} {
  const kind = alarmTable[name].about
  const [, id] = subject.split(':')
  if (id === undefined) return { kind, id: null }
  return { kind, id: kind === 'merchant' || kind === 'job' ? id : Number(id) }
}
