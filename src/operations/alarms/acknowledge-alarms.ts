import type { AcknowledgementCall } from '../../contract/back-office/service/alarms.ts'
import { notFound } from '../../contract/refusals.ts'
import { type AlarmState, isRaised } from '../../rules/alarms/alarm-steps.ts'
import { alarmViews } from '../../rules/alarms/alarm-view.ts'
import { acknowledgeAlarm, commitAlarms, readAlarms } from '../../store/alarms/alarms.ts'
import { insertJournalRowOfChange } from '../../store/people/journal.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import type { Command } from '../command.ts'
import { journalRow } from '../people/journal-rows.ts'

/**
 * Acknowledges the raised alarms of a name, or the one of a subject: only their end is still reported (back office §6).
 * Refuses with `not_found` if none is raised.
 */
export async function acknowledgeAlarms({
  context,
  principal,
  name,
  subject,
  note = '',
}: Command & { readonly name: string } & AcknowledgementCall) {
  const stored = (await readAlarms(context.platformDb)).map(({ state }) => state)
  const standing = stored.filter(
    (state) =>
      isRaised(state) &&
      state.name === name &&
      (subject === undefined || state.subject === subject),
  )
  if (standing.length === 0) {
    throw notFound(
      say(
        '沒有這個名稱與對象的持續中警報，請重新查看警報',
        'No ongoing alarm has that name and subject; see GET /api/alarms',
      ),
    )
  }
  const now = toSeconds(context.now())
  const acknowledgement = { at: now, by: principal.name, note }
  await commitAlarms(
    context.platformDb,
    standing.flatMap(({ name, subject, raisedAt }) => [
      acknowledgeAlarm({ name, subject, raisedAt: raisedAt ?? 0, ...acknowledgement }),
      insertJournalRowOfChange(
        journalRow({ ...context, databaseNumber: 0 }, principal, {
          action: 'acknowledge',
          subject: { kind: 'alarm', name: subject === '' ? name : `${name}/${subject}` },
          before: null,
          after: null,
          reason: note,
        }),
      ),
    ]),
  )
  const acknowledged = standing.map((state): AlarmState => ({ ...state, acknowledgement }))
  return { items: alarmViews(acknowledged, now) }
}
