import type { Context } from '../../context.ts'
import type {
  MaintenanceCall,
  MaintenanceView,
} from '../../contract/back-office/service/maintenance.ts'
import { faultText } from '../../contract/log-redaction.ts'
import type { JournalChange } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import {
  beginMaintenance,
  endMaintenance,
  findMaintenance,
} from '../../store/service/maintenance.ts'
import { toSeconds } from '../../units/clock.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import { inTime } from '../../units/time-limit.ts'
import type { Command } from '../command.ts'
import { withoutDatabase, withSandbox } from '../merchant-contexts.ts'
import { commitCommand } from '../people/commit-command.ts'
import { writeInEach } from '../write-in-each.ts'

/** The maintenance of each database; `on` is null if it does not answer in three seconds (back office §6). */
export async function showMaintenance(context: Context): Promise<MaintenanceView> {
  const items = await Promise.all(
    withSandbox(context).map(async ({ db, databaseNumber: database, log }) => {
      try {
        const found = await inTime(databaseTimeoutMs, findMaintenance(db))
        const since = found && secondsToTaipei(found.since)
        const { actor = '', reason = '' } = found ?? {}
        return { database, on: found !== null, since, actor, reason }
      } catch (error) {
        log({ event: 'maintenance_unknown', database, fault: faultText(error) })
        return { database, on: null, since: null, actor: '', reason: '' }
      }
    }),
  )
  return { items }
}

const databaseTimeoutMs = 3_000

/**
 * Turns maintenance on or off in one database, or in all (back office §6); off needs a second person. Refuses with
 * `validation_error` an unknown number. The first database is written with the row of the journal. A database that does
 * not answer is unchanged, as the answer shows.
 */
export async function switchMaintenance({
  context,
  principal,
  on,
  reason,
  database,
}: Command & MaintenanceCall): Promise<MaintenanceView> {
  const homes = withSandbox(context).filter(
    ({ databaseNumber }) => database === undefined || databaseNumber === database,
  )
  const [home, ...others] = homes
  if (home === undefined) throw withoutDatabase(context, database)
  // An end spares what began after it was read.
  const found = on ? null : await findMaintenance(home.db)
  const since = found?.since ?? toSeconds(context.now())
  const statement = on
    ? beginMaintenance({ since, actor: principal.name, reason })
    : endMaintenance({ since })
  // An end is written elsewhere once the first database has found the approval; a beginning before.
  if (on) await writeInEach(others, () => statement)
  const written: JournalChange = {
    action: on ? 'begin' : 'end',
    subject: { kind: 'maintenance', name: database === undefined ? 'all' : String(database) },
    before: null,
    after: null,
    reason,
  }
  const concern = on ? null : standingConcern('maintenance_ended')
  const outcome = await commitCommand({
    context: home,
    principal,
    call: { written, concern },
    statements: [statement],
  })
  if (outcome !== 'committed') throw new Error(`maintenance: ${outcome}`)
  if (!on) await writeInEach(others, () => statement)
  return showMaintenance(context)
}
