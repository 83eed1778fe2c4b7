import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { isScanDue, type Scan, withoutOld, withScan } from '../../rules/copies/manifest.ts'
import { endLine, noteKept } from '../../store/copies/copy-position.ts'
import { firstKeyOf, kindAfter, readChanges, scanRows } from '../../store/copies/read-changes.ts'
import { inTime } from '../../units/time-limit.ts'
import { allContexts } from '../merchant-contexts.ts'
import { copyAge } from './copy-age.ts'
import { CopiedByAnother, type CopyLine, keepChunk, openLine, writeManifest } from './copy-line.ts'
import { mergeCopies } from './merge-copies.ts'

/**
 * Copies into the bucket what is new or has changed in each database since the run before
 * (docs/recovery.md). A run is bounded, the next one goes on; one database after the other, so that
 * a Worker holds one step's rows at a time.
 */
export async function copyDatabases(context: Context, limits = standardLimits): Promise<number> {
  let chunks = 0
  for (const one of allContexts(context)) {
    if (context.archive === null) await stopCopies(one)
    else chunks += await copyOrLog(one, context.archive, limits)
  }
  return chunks
}

/** How much a run does in one database. */
export type CopyLimits = {
  /** Units of one kind that a step reads. */
  readonly units: number
  /** Steps through what is new or has changed. */
  readonly changes: number
  /** Steps of a scan of everything. */
  readonly scan: number
  /** How long the other databases wait for one that does not answer, in milliseconds. */
  readonly timeoutMs: number
}

/**
 * 4,000 changed orders a minute, and 2,000 of a scan: a step's rows with the longest texts are what
 * a Worker can hold.
 */
const standardLimits: CopyLimits = { units: 100, changes: 40, scan: 20, timeoutMs: 40_000 }

/** How long a run works on one database before it leaves the rest to the next one. */
const runMs = 20_000

// Without a bucket nothing takes the notes of changes out again, so none may be made.
async function stopCopies({ db, databaseNumber, log }: MerchantContext): Promise<void> {
  try {
    await inTime(standardLimits.timeoutMs, endLine(db))
    log({ event: 'not_copied', database: databaseNumber })
  } catch (error) {
    log({ event: 'copy_failed', database: databaseNumber, fault: faultText(error) })
  }
}

async function copyOrLog(
  context: MerchantContext,
  bucket: R2Bucket,
  limits: CopyLimits,
): Promise<number> {
  const { databaseNumber: database, log } = context
  try {
    const chunks = await inTime(limits.timeoutMs, copyIn(context, bucket, limits))
    const age = await inTime(limits.timeoutMs, copyAge(context))
    log({ event: 'copied', database, chunks, ...(age !== null && { age_seconds: age }) })
    return chunks
  } catch (error) {
    if (!(error instanceof CopiedByAnother)) {
      log({ event: 'copy_failed', database, fault: faultText(error) })
    }
    return 0
  }
}

// How many chunks it has put into the bucket.
async function copyIn(
  context: MerchantContext,
  bucket: R2Bucket,
  limits: CopyLimits,
): Promise<number> {
  const { line, kinds } = await openLine(context, bucket)
  const before = line.manifest.next
  await copyDatabase(line, kinds, limits)
  return line.manifest.next - before
}

async function copyDatabase(
  line: CopyLine,
  kinds: readonly string[],
  limits: CopyLimits,
): Promise<void> {
  const { now } = line.context
  const deadlineMs = now() + runMs
  if (isScanDue(line.manifest, Math.floor(now() / 1000))) {
    const scan = withScan(line.manifest, Math.floor(now() / 1000), kindAfter(null) ?? '')
    await writeManifest(line, scan)
  }
  const run = { ...limits, deadlineMs }
  const isWhole = await copyChanges(line, kinds, run)
  if (isWhole && (await scanOn(line, run))) await copyChanges(line, [], run)
  await mergeCopies(line)
}

type Run = CopyLimits & { readonly deadlineMs: number }

// Whether nothing is left.
async function copyChanges(
  line: CopyLine,
  known: readonly string[],
  { units, changes, deadlineMs }: Run,
): Promise<boolean> {
  const { db, now } = line.context
  let kinds = known
  for (let step = 0; step < changes && now() < deadlineMs; step += 1) {
    const at = Math.floor(now() / 1000)
    const read = await readChanges(db, line.manifest.line, kinds, units)
    if (read === null) throw new CopiedByAnother()
    const { scan, endsWhole } = line.manifest
    const endsScan = read.isWhole && scan !== null && scan.kind === null
    // A chunk without rows says that those before it are whole.
    if (read.units.length > 0 || endsScan || (read.isWhole && !endsWhole)) {
      await keepChunk(line, { at, epoch: read.epoch, whole: read.isWhole }, read.units)
    }
    const isRestorable = line.manifest.bases.length > 0
    await noteKept(db, line.manifest.line, read.kept, read.isWhole && isRestorable ? at : null)
    if (endsScan) await writeManifest(line, withoutOld(line.manifest))
    if (read.isWhole) return true
    kinds = read.kinds
  }
  return false
}

// Whether it has come to the end of everything. A kind without rows is no step.
async function scanOn(line: CopyLine, { units: count, ...run }: Run): Promise<boolean> {
  const { db, now } = line.context
  let { scan } = line.manifest
  for (let steps = 0; steps < run.scan && now() < run.deadlineMs; ) {
    if (scan === null || scan.kind === null) break
    const { kind } = scan
    const at = Math.floor(now() / 1000)
    const from = scan.after === '' ? firstKeyOf(kind) : scan.after
    const { units, after } = await scanRows(db, kind, from, count)
    const next: Scan =
      after === null ? { ...scan, kind: kindAfter(kind), after: '' } : { ...scan, after }
    scan = next
    if (units.length === 0) continue
    steps += 1
    await keepChunk(line, { at, epoch: null, whole: false }, units, (manifest) => ({
      ...manifest,
      scan: next,
    }))
  }
  if (scan !== line.manifest.scan) await writeManifest(line, { ...line.manifest, scan })
  return scan !== null && scan.kind === null
}
