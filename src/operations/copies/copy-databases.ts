import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { isScanDue, withScan } from '../../rules/copies/manifest.ts'
import {
  copyPosition,
  endLine,
  keepPosition,
  noteUnnumberedRows,
} from '../../store/copies/copy-position.ts'
import { type CopyReading, noNote, readChanges } from '../../store/copies/read-changes.ts'
import { toSeconds } from '../../units/clock.ts'
import { inTime } from '../../units/time-limit.ts'
import { noteUnknownObjects } from '../archive/unknown-objects.ts'
import { allContexts, contextIn } from '../merchant-contexts.ts'
import {
  addChunk,
  CopiedByAnother,
  type CopyLine,
  changedTables,
  deleteOldLines,
  deleteUnneeded,
  openLine,
  writeManifest,
  writeObject,
} from './copy-line.ts'

/**
 * Copies the new and changed rows of each database into the bucket (docs/recovery.md). A run is bounded, and the next
 * one begins with another database. Databases follow one another, so that a Worker holds one step's rows at a time.
 *
 * @param copyOn copies one database in an invocation of its own, within the given milliseconds
 * @returns the number of new chunks
 */
export async function copyDatabases(
  context: Context,
  limits = standardLimits,
  copyOn: CopyOnDatabase = (number, ms) => copyIn(context, number, { ...limits, ms }),
): Promise<number> {
  const numbers = allContexts(context).map(({ databaseNumber }) => databaseNumber)
  const first = Math.floor(context.now() / 60_000) % numbers.length
  const deadlineMs = context.now() + runMs
  let chunks = 0
  for (const database of [...numbers.slice(first), ...numbers.slice(0, first)]) {
    const leftMs = deadlineMs - context.now()
    if (leftMs < 0) break
    const run = await copyOn(database, leftMs).catch(faultOf)
    if (run.fault !== null) context.log({ event: 'copy_failed', database, fault: run.fault })
    chunks += run.chunks
  }
  return chunks
}

/** The result of a run in one database; `fault` is why it did not finish. */
export type CopyRun = { readonly chunks: number; readonly fault: string | null }

/** Copies a database by its number within this many milliseconds. */
export type CopyOnDatabase = (databaseNumber: number, ms: number) => Promise<CopyRun>

const faultOf = (error: unknown): CopyRun => ({ chunks: 0, fault: faultText(error) })

/** Copies one database. Never throws. */
export async function copyIn(
  context: Context,
  databaseNumber: number,
  { ms, ...limits }: Partial<CopyLimits> & { readonly ms: number },
): Promise<CopyRun> {
  const one = contextIn(context, databaseNumber)
  if (one === null) return faultOf(new Error(`settings: DB_${databaseNumber} is not bound`))
  const run = { ...standardLimits, ...limits, deadlineMs: context.now() + ms }
  const { archive } = context
  return (archive === null ? stopCopies(one) : copyOne(one, archive, run)).catch(
    (error: unknown) =>
      error instanceof CopiedByAnother ? { chunks: 0, fault: null } : faultOf(error),
  )
}

type CopyLimits = {
  /** Keys of one kind, and change notes, of a step. */
  readonly units: number
  /** Steps through new and changed rows. */
  readonly changes: number
  /** Steps of a full copy. */
  readonly scan: number
  /** How long other databases wait for one that does not answer, in milliseconds. */
  readonly timeoutMs: number
}

/** 4,000 changed orders a minute, and 2,000 of a full copy: a Worker can hold a step's rows with the longest texts. */
const standardLimits: CopyLimits = { units: 100, changes: 40, scan: 20, timeoutMs: 5_000 }

/** The working time of a run. */
const runMs = 20_000

type Run = CopyLimits & { readonly deadlineMs: number }

// Without a bucket nothing removes the notes of changes, so none may be made.
async function stopCopies({ db, databaseNumber, log }: MerchantContext): Promise<CopyRun> {
  await inTime(standardLimits.timeoutMs, endLine(db))
  log({ event: 'not_copied', database: databaseNumber })
  return { chunks: 0, fault: null }
}

async function copyOne(context: MerchantContext, bucket: R2Bucket, run: Run): Promise<CopyRun> {
  const { databaseNumber: database, log, now } = context
  const limitMs = () => Math.max(0, run.deadlineMs - now()) + run.timeoutMs
  const line = await inTime(run.timeoutMs, openLine(context, bucket))
  const chunks = await inTime(limitMs(), copyDatabase(line, run))
  const wholeAt = (await inTime(run.timeoutMs, copyPosition(context.db)))?.wholeAt ?? null
  const age_seconds = wholeAt === null ? undefined : Math.max(0, toSeconds(now()) - wholeAt)
  log({ event: 'copied', database, chunks, age_seconds })
  return { chunks, fault: null }
}

// Returns the number of chunks put into the bucket. They count once the manifest has them.
async function copyDatabase(line: CopyLine, run: Run): Promise<number> {
  const { context } = line
  await deleteUnneeded(line)
  const { unknownAfter } = line.manifest
  if (unknownAfter !== undefined) {
    const reached = await noteUnknownObjects(context, line.bucket, unknownAfter)
    line.manifest = { ...line.manifest, unknownAfter: reached }
  }
  const at = toSeconds(context.now())
  if (isScanDue(line.manifest, at)) {
    await deleteOldLines(line)
    await noteUnnumberedRows(context.db)
    line.manifest = withScan(line.manifest)
  }
  const isScanned = (await copyChanges(line, run)) && (await scanOn(line, run))
  if (isScanned) await copyChanges(line, run)
  await writeObject(line)
  await writeManifest(line)
  const wholeAt = line.manifest.bases.length > 0 ? line.wholeAt : null
  const scannedAt = line.manifest.bases.at(-1)?.at ?? null
  const { manifest, last } = line
  await keepPosition({ db: context.db, line: manifest.line, last, wholeAt, scannedAt })
  return line.chunks
}

// Returns whether nothing is left. The step that finds nothing else left reads the small tables.
async function copyChanges(line: CopyLine, { units, changes, deadlineMs }: Run): Promise<boolean> {
  const { now } = line.context
  let withSmallTables = true
  for (let step = 0; step < changes && now() < deadlineMs; step += 1) {
    const at = toSeconds(now())
    const { mark } = line.manifest
    const range = { mark, after: line.last, count: units, withSmallTables }
    const reading = await readLine(line, range)
    const whole = withSmallTables && !reading.isFull
    const tables = whole ? await changedTables(line, reading) : []
    // A chunk without rows marks those before it as whole.
    if (reading.units.length + tables.length > 0 || (whole && !line.manifest.endsWhole)) {
      await addChunk(line, { at, epoch: reading.epoch, whole }, [...reading.units, ...tables])
      line.manifest = { ...line.manifest, mark: reading.mark }
    }
    line.last = reading.last
    line.wholeAt = whole ? at : line.wholeAt
    if (whole) return true
    withSmallTables = !reading.isFull
  }
  return false
}

// Returns whether the full copy is complete.
async function scanOn(line: CopyLine, { units, scan: steps, deadlineMs }: Run): Promise<boolean> {
  const { now } = line.context
  for (let step = 0; step < steps && now() < deadlineMs; step += 1) {
    const { scan } = line.manifest
    if (scan === null || scan.mark === null) return false
    const at = toSeconds(now())
    const range = { mark: scan.mark, after: noNote, count: units, withSmallTables: false }
    const { epoch, units: found, mark, isFull } = await readLine(line, range)
    if (found.length > 0) await addChunk(line, { at, epoch, whole: false }, found)
    const read = { ...scan, mark: isFull ? mark : null }
    line.manifest = { ...line.manifest, endsWhole: false, scan: read }
    if (!isFull) return true
  }
  return false
}

type Range = Omit<Parameters<typeof readChanges>[1], 'line'>

async function readLine({ context, manifest }: CopyLine, range: Range): Promise<CopyReading> {
  const reading = await readChanges(context.db, { ...range, line: manifest.line })
  if (reading === null) throw new CopiedByAnother()
  return reading
}
