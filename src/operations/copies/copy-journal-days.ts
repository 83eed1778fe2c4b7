import type { MerchantContext } from '../../context.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import { gzipped, putObject } from '../../store/copies/copy-bucket.ts'
import {
  type JournalPosition,
  journalLines,
  journalPosition,
  keepJournalPosition,
} from '../../store/copies/journal-position.ts'
import { toSeconds } from '../../units/clock.ts'
import { dayToTaipei, taipeiDayStart } from '../../units/taipei-time.ts'
import { openDay } from '../books/take-step.ts'

/**
 * Writes the journal of each finished day to the bucket, in parts (docs/recovery.md). A day is complete once its
 * `whole.json` exists, which has the number of parts and rows, and stays as it is. A run is bounded; a run that is
 * killed writes its part again, unchanged.
 *
 * @returns the number of new rows
 */
export async function copyJournalDays(context: MerchantContext): Promise<number> {
  const { db, archive, now } = context
  if (archive === null) return 0
  const open = openDay(toSeconds(now()))
  let at = (await journalPosition(db)) ?? beginningOf(open - 1)
  let rows = 0
  for (let step = 0; step < stepsMax && at.day < open; step += 1) {
    const next = await exportPart(context, archive, at)
    rows += next.day === at.day ? next.exported - at.exported : 0
    await keepJournalPosition(db, next)
    at = next
  }
  return rows
}

/** Rows of a part, and parts of a run. */
const partRows = 1_000
const stepsMax = 5

async function exportPart(
  { db, databaseNumber }: MerchantContext,
  bucket: R2Bucket,
  at: JournalPosition,
): Promise<JournalPosition> {
  const database = databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`
  const key = `${database}/journal/${dayToTaipei(at.day)}`
  // A database that was restored, or put back, lacks rows of a day that is whole in the bucket.
  const isWhole = at.part === 1 && (await bucket.head(`${key}/whole.json`)) !== null
  if (isWhole) return beginningOf(at.day + 1)
  const before = firstIdAt(taipeiDayStart(at.day + 1))
  const next = await journalLines(db, { after: at.afterId, limit: partRows })
  const lines = next.filter(({ id }) => id < before)
  const last = lines.at(-1)
  if (last === undefined) {
    const whole = { database, day: dayToTaipei(at.day), parts: at.part - 1, rows: at.exported }
    await bucket.put(`${key}/whole.json`, JSON.stringify(whole))
    return beginningOf(at.day + 1)
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`)
  await putObject(bucket, `${key}/${at.part}.jsonl.gz`, await gzipped(text))
  return { ...at, afterId: last.id, part: at.part + 1, exported: at.exported + lines.length }
}

function beginningOf(day: number): JournalPosition {
  return { day, afterId: firstIdAt(taipeiDayStart(day)) - 1, part: 1, exported: 0 }
}
