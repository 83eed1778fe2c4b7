import { and, sql } from 'drizzle-orm'
import type { Acknowledgement, AlarmState } from '../../rules/alarms/alarm-steps.ts'
import { commit, type PlatformDatabase, type Statement } from '../database.ts'
import { alarmRuns, alarms } from '../schema.ts'
import { sqlText } from '../sql-text.ts'

/** A stored alarm. A writer must have read its newest version. */
export type StoredAlarm = { readonly state: AlarmState; readonly version: number }

/** More than there can be: few bank accounts are watched. */
const alarmsMax = 2_000

/** All alarms that are or were true. */
export async function readAlarms(db: PlatformDatabase): Promise<readonly StoredAlarm[]> {
  const rows = await db
    .select()
    .from(alarms)
    // Always true, so that sqlite walks the primary key and stops at the limit.
    .where(sql`${alarms.name} > ''`)
    .limit(alarmsMax)
  return rows.map((row) => ({ state: stateOf(row), version: row.version }))
}

function stateOf(row: typeof alarms.$inferSelect): AlarmState {
  const { name, subject, value, detail, since, raisedAt, overAt, notifiedAt } = row
  const { trueSince, falseSince } = row
  return {
    name,
    subject,
    value,
    detail,
    trueSince,
    falseSince,
    since,
    raisedAt,
    overAt,
    notifiedAt,
    notices: {
      webhook: { notice: row.webhookNotice, notifiedAt: row.webhookNotifiedAt },
      telegram: { notice: row.telegramNotice, notifiedAt: row.telegramNotifiedAt },
      escalation: { notice: row.escalationNotice, notifiedAt: row.escalationNotifiedAt },
    },
    acknowledgement: acknowledgementOf(row),
  }
}

// An acknowledgement older than the alarm belongs to an earlier raising.
function acknowledgementOf(row: typeof alarms.$inferSelect): Acknowledgement | null {
  const { acknowledgedAt: at, acknowledgedBy: by, acknowledgementNote: note, raisedAt } = row
  if (at === null || by === null || raisedAt === null || at < raisedAt) return null
  return { at, by, note: note ?? '' }
}

/**
 * Writes an alarm, unless another writer has changed it since that version. Keeps the acknowledgement, which only
 * `acknowledgeAlarm` writes.
 */
export function writeAlarm(
  db: PlatformDatabase,
  state: AlarmState,
  readVersion: number,
): Statement<PlatformDatabase> {
  const { notices, acknowledgement: _acknowledgement, ...rest } = state
  const row = {
    ...rest,
    webhookNotice: notices.webhook.notice,
    webhookNotifiedAt: notices.webhook.notifiedAt,
    telegramNotice: notices.telegram.notice,
    telegramNotifiedAt: notices.telegram.notifiedAt,
    escalationNotice: notices.escalation.notice,
    escalationNotifiedAt: notices.escalation.notifiedAt,
    version: readVersion + 1,
  }
  const { name: _name, subject: _subject, ...set } = row
  return db
    .insert(alarms)
    .values(row)
    .onConflictDoUpdate({
      target: [alarms.name, alarms.subject],
      set,
      setWhere: sql`${alarms.version} = ${readVersion}`,
    })
}

/**
 * Records an acknowledgement, unless the alarm has ended or was raised again since it was read. `at` and `raisedAt` are
 * in UTC seconds. The version stays, so that a watch under way can still write.
 */
export const acknowledgeAlarm = sqlText<
  Readonly<{ name: string; subject: string; raisedAt: number } & Acknowledgement>,
  unknown,
  PlatformDatabase
>(`
  update alarms
  set acknowledged_at = max(:at, raised_at), acknowledged_by = :by, acknowledgement_note = :note
  where name = :name and subject = :subject and raised_at = :raisedAt and over_at is null
`)

/** Deletes an alarm, unless another writer has changed it since. */
export const dropAlarm = sqlText<
  Readonly<{ name: string; subject: string; version: number }>,
  unknown,
  PlatformDatabase
>('delete from alarms where name = :name and subject = :subject and version = :version')

/** Deletes the alarms that were over before that time (UTC seconds) and are not true again. */
export const dropOver = sqlText<{ readonly before: number }, unknown, PlatformDatabase>(
  `delete from alarms where name > '' and over_at < :before and true_since is null`,
)

/**
 * Acquires the watch for this run, until `until` at the latest (UTC seconds); of simultaneous runs one gets it.
 *
 * @returns whether this run has it
 */
export async function takeWatch(
  db: PlatformDatabase,
  now: number,
  until: number,
): Promise<boolean> {
  const lease = await db
    .insert(alarmRuns)
    .values({ id: 1, leaseUntil: until })
    .onConflictDoUpdate({
      target: alarmRuns.id,
      set: { leaseUntil: until },
      setWhere: sql`${alarmRuns.leaseUntil} <= ${now}`,
    })
    .returning({ id: alarmRuns.id })
  return lease.length > 0
}

/** Releases the watch, unless another run has acquired it since. */
export async function leaveWatch(db: PlatformDatabase, until: number): Promise<void> {
  await db
    .update(alarmRuns)
    .set({ leaseUntil: 0 })
    .where(and(sql`${alarmRuns.id} = 1`, sql`${alarmRuns.leaseUntil} = ${until}`))
}

/** Writes and drops alarms, all or none. */
export async function commitAlarms(
  db: PlatformDatabase,
  statements: readonly Statement<PlatformDatabase>[],
): Promise<void> {
  const [first, ...rest] = statements
  if (first !== undefined) await commit(db, [first, ...rest])
}
