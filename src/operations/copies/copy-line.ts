import type { MerchantContext } from '../../context.ts'
import { type ChunkHeader, type CopyUnit, chunkLines } from '../../rules/copies/copy-lines.ts'
import {
  type Manifest,
  newManifest,
  nextMerge,
  withMerged,
  withObject,
} from '../../rules/copies/manifest.ts'
import {
  getJson,
  getObject,
  gzipped,
  putJson,
  putObject,
  sha256Of,
} from '../../store/copies/copy-bucket.ts'
import {
  beginLine,
  copyPosition,
  type Note,
  noteUnnumberedRows,
} from '../../store/copies/copy-position.ts'
import { firstNote, type Reading } from '../../store/copies/read-changes.ts'

/** A database's copies in the course of a run, which ends with one write of the manifest. */
export type CopyLine = {
  readonly context: MerchantContext
  readonly bucket: R2Bucket
  /** The manifest as the bucket has it: another run that has come first has changed it. */
  readonly known: { readonly value: Manifest; readonly etag: string } | null
  manifest: Manifest
  /** The last note that the run has read. */
  last: Note
  /** UTC seconds: when the run has found nothing left to copy; null before that. */
  wholeAt: number | null
}

/** Another run copies the same database, and has come first: this one has nothing more to do. */
export class CopiedByAnother extends Error {}

/** The line of a database, begun where there is none. */
export async function openLine(context: MerchantContext, bucket: R2Bucket): Promise<CopyLine> {
  const { db, databaseNumber } = context
  const database = databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`
  const position = await copyPosition(db)
  const known =
    position && (await getJson<Manifest>(bucket, `${database}/${position.line}/manifest.json`))
  const run = { context, bucket, last: firstNote, wholeAt: null }
  // A database that was put back in time lacks what the bucket has since: it begins a line of its
  // own.
  if (position !== null && known !== null && known.value.epoch <= position.epoch) {
    return { ...run, known, manifest: known.value }
  }
  const line = await begin(context, bucket, database)
  return { ...run, known: null, manifest: newManifest(database, line) }
}

/** The lines of a database's copies, oldest first. */
export type Lines = {
  readonly database: string
  readonly lines: readonly string[]
}

// A database that was restored begins a line of its own, and the one that it was restored from
// stays as it was.
async function begin(
  context: MerchantContext,
  bucket: R2Bucket,
  database: string,
): Promise<string> {
  const { db, databaseNumber, log, now } = context
  const day = new Date(now()).toISOString().replace(/[-:]|\.\d+/g, '')
  const line = `${day}-${randomText(context)}`
  const key = `${database}/lines.json`
  const known = await getJson<Lines>(bucket, key)
  const lines: Lines = { database, lines: [...(known?.value.lines ?? []), line] }
  if (!(await putJson(bucket, key, lines, known?.etag ?? null))) throw new CopiedByAnother()
  await beginLine(db, line)
  await noteUnnumberedRows(db)
  log({ event: 'copies_begun', database: databaseNumber, line })
  return line
}

// Two runs may make one object at once: the manifest has one of them.
function randomText({ random }: MerchantContext): string {
  return Math.floor(random() * 2 ** 32).toString(36)
}

function keyOf({ manifest }: CopyLine, name: string): string {
  return `${manifest.database}/${manifest.line}/${name}`
}

/** Writes the line's manifest where it has changed. Throws `CopiedByAnother` where another run has. */
export async function writeManifest(line: CopyLine): Promise<void> {
  const { bucket, known, manifest } = line
  if (manifest === known?.value) return
  const key = keyOf(line, 'manifest.json')
  if (!(await putJson(bucket, key, manifest, known?.etag ?? null))) throw new CopiedByAnother()
}

/** The small tables of a reading that differ from their last copy, which they become. */
export async function changedTables(
  line: CopyLine,
  { tables }: Reading,
): Promise<readonly CopyUnit[]> {
  const changed: CopyUnit[] = []
  for (const unit of tables) {
    const sha256 = await sha256Of(new TextEncoder().encode(JSON.stringify(unit.rows)))
    if (line.manifest.tables[unit.kind] === sha256) continue
    changed.push(unit)
    const known = { ...line.manifest.tables, [unit.kind]: sha256 }
    line.manifest = { ...line.manifest, tables: known }
  }
  return changed
}

/** Puts units into the bucket as one object of one chunk. */
export async function addChunk(
  line: CopyLine,
  chunk: Pick<ChunkHeader, 'at' | 'epoch' | 'whole'>,
  units: readonly CopyUnit[],
): Promise<void> {
  const { bucket, context, manifest } = line
  const header = { database: manifest.database, line: manifest.line, ...chunk }
  const bytes = await gzipped(chunkLines(header, units))
  const name = `${manifest.next}-${randomText(context)}.jsonl.gz`
  const object = {
    name,
    first: manifest.next,
    bytes: bytes.length,
    sha256: await putObject(bucket, keyOf(line, name), bytes),
    from: chunk.at,
    wholeAt: chunk.whole ? chunk.at : null,
  }
  line.manifest = withObject({ ...manifest, epoch: chunk.epoch }, object)
}

/**
 * Deletes what nothing needs any more: what was put together in the run before, and what is older
 * than a restore reaches back.
 */
export async function deleteUnneeded(line: CopyLine): Promise<void> {
  const { bucket, manifest } = line
  const names = manifest.unneeded.slice(0, deletedMax)
  if (names.length === 0) return
  await bucket.delete(names.map((name) => keyOf(line, name)))
  line.manifest = { ...manifest, unneeded: manifest.unneeded.slice(deletedMax) }
}

/** What the bucket deletes in one call. */
const deletedMax = 1_000

/** Puts small objects together, one group a run, so that a restore reads some hundred at most. */
export async function mergeObjects(line: CopyLine): Promise<void> {
  const { bucket, context, manifest } = line
  const parts = nextMerge(manifest)
  const [first] = parts
  if (first === undefined) return
  if (parts.length === 1) {
    line.manifest = withMerged(manifest, parts, first)
    return
  }
  const read: Uint8Array[] = []
  for (const { name, sha256 } of parts) {
    read.push(await getObject(bucket, keyOf(line, name), sha256))
  }
  // Files of gzip one after the other are one of them.
  const bytes = new Uint8Array(await new Blob(read).arrayBuffer())
  const name = `${first.first}-${randomText(context)}.jsonl.gz`
  const sha256 = await putObject(bucket, keyOf(line, name), bytes)
  line.manifest = withMerged(manifest, parts, { name, bytes: bytes.length, sha256 })
}
