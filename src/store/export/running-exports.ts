import type { MerchantDatabase } from '../database.ts'
import { type NewJournalRow, runJournaled } from '../people/journal.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

// The running exports, in the first database: one per person, three in all (back office §7).

/** A running export: its person, and an id that distinguishes it from the person's next one. */
type RunningExport = { readonly actor: string; readonly id: number }

const slots = '[1, 2, 3]'

/**
 * Takes a slot for an export and writes its row of the journal; false if its person has one, or every slot is taken.
 *
 * @param until when an abandoned export's slot becomes free, in UTC seconds
 */
export async function beginRunning(
  db: MerchantDatabase,
  row: NewJournalRow,
  until: number,
): Promise<boolean> {
  await rowsOf(db, [freeCutOff({ now: row.at, slots })])
  const running = { actor: row.principal.name, id: row.id, until, slots }
  return (await runJournaled(db, takeSlot(running), row)).length > 0
}

const freeCutOff = sqlText<{ now: number; slots: string }>(`
  delete from running_exports
  where slot in (select value from json_each(:slots)) and counts_until <= :now
`)

// The keys of the table decide races: each slot, and each person, has at most one export.
const takeSlot = sqlText<
  RunningExport & { readonly until: number; readonly slots: string },
  { readonly slot: number }
>(`
  insert into running_exports (slot, actor, id, counts_until)
  select slots.value, :actor, :id, :until
  from json_each(:slots) as slots
  where not exists (select 1 from running_exports where slot = slots.value)
  limit 1
  on conflict (actor) do nothing
  returning slot
`)

/** Prolongs an export's slot; false if it was given away after a long pause. */
export async function keepRunning(
  db: MerchantDatabase,
  running: RunningExport,
  until: number,
): Promise<boolean> {
  const [rows] = await rowsOf(db, [keepSlot({ ...running, until })])
  return rows.length > 0
}

const keepSlot = sqlText<RunningExport & { until: number }, { readonly slot: number }>(
  'update running_exports set counts_until = :until where actor = :actor and id = :id returning slot',
)

export async function endRunning(db: MerchantDatabase, running: RunningExport): Promise<void> {
  await rowsOf(db, [freeSlot(running)])
}

const freeSlot = sqlText<RunningExport>(
  'delete from running_exports where actor = :actor and id = :id',
)
