import { and, sql } from 'drizzle-orm'
import type { AlarmState } from '../../rules/alarms/alarm-state.ts'
import { commit, type PlatformDatabase, type Statement } from '../database.ts'
import { alarmRuns, alarms } from '../schema.ts'
import { sqlText } from '../sql-text.ts'

/** An alarm as it is stored. Whoever writes it has to have read its newest version. */
export type StoredAlarm = { readonly state: AlarmState; readonly version: number }

/** More are read by nobody: bank accounts that trouble is looked for on are fewer. */
const alarmsMax = 2_000

/** All alarms that are, or were, true. */
export async function readAlarms(db: PlatformDatabase): Promise<readonly StoredAlarm[]> {
  const rows = await db
    .select()
    .from(alarms)
    // Always true, so that sqlite walks the primary key and stops at the limit.
    .where(sql`${alarms.name} > ''`)
    .limit(alarmsMax)
  return rows.map(({ version, webhookNotice, telegramNotice, ...row }) => ({
    state: { ...row, told: { webhook: webhookNotice, telegram: telegramNotice } },
    version,
  }))
}

/** Writes an alarm, or changes nothing where somebody else has written it since it was read in that version. */
export function writeAlarm(
  db: PlatformDatabase,
  state: AlarmState,
  readVersion: number,
): Statement<PlatformDatabase> {
  const { told, ...rest } = state
  const row = {
    ...rest,
    webhookNotice: told.webhook,
    telegramNotice: told.telegram,
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

/** Forgets an alarm, unless somebody else has written it since. */
export const dropAlarm = sqlText<
  Readonly<{ name: string; subject: string; version: number }>,
  unknown,
  PlatformDatabase
>('delete from alarms where name = :name and subject = :subject and version = :version')

/**
 * Takes the watch for this run, until `until` at the latest (UTC seconds): of all that run at once one has it.
 *
 * @returns whether this run has it
 */
export async function takeWatch(
  db: PlatformDatabase,
  now: number,
  until: number,
): Promise<boolean> {
  const taken = await db
    .insert(alarmRuns)
    .values({ id: 1, leaseUntil: until })
    .onConflictDoUpdate({
      target: alarmRuns.id,
      set: { leaseUntil: until },
      setWhere: sql`${alarmRuns.leaseUntil} <= ${now}`,
    })
    .returning({ id: alarmRuns.id })
  return taken.length > 0
}

/** Lets the watch go, unless another run has taken it since. */
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
