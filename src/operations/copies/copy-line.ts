import type { MerchantContext } from '../../context.ts'
import { type ChunkHeader, type CopyUnit, chunkLines } from '../../rules/copies/copy-lines.ts'
import {
  deletableObjects,
  type Manifest,
  newManifest,
  objectBytesMax,
  openObject,
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
  type ChangeNote,
  copyPosition,
  noteUnnumberedRows,
} from '../../store/copies/copy-position.ts'
import { type CopyReading, firstNote } from '../../store/copies/read-changes.ts'
import { toSeconds } from '../../units/clock.ts'
import { eraseAgain } from '../privacy/mask-personal-fields.ts'

/** A database's copies during a run, which ends with one write of the manifest. */
export type CopyLine = {
  readonly context: MerchantContext
  readonly bucket: R2Bucket
  /** The manifest in the bucket, which another run may have changed. */
  readonly known: { readonly value: Manifest; readonly etag: string } | null
  manifest: Manifest
  /** The object that the run extends; null before its first chunk. */
  open: OpenObject | null
  /** The number of chunks added by the run. */
  chunks: number
  /** The last change note read by the run. */
  last: ChangeNote
  /** UTC seconds of the moment at which nothing was left to copy, or null. */
  wholeAt: number | null
}

type OpenObject = {
  readonly number: number
  readonly from: number
  readonly wholeAt: number | null
  /** In bytes, the sum of its parts. */
  readonly size: number
  readonly parts: readonly Uint8Array[]
}

/** Thrown when another run has copied the same database meanwhile; this one has nothing more to do. */
export class CopiedByAnother extends Error {}

/** The line of copies of a database, begun if there is none. */
export async function openLine(context: MerchantContext, bucket: R2Bucket): Promise<CopyLine> {
  const { db, databaseNumber } = context
  const database = databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`
  const position = await copyPosition(db)
  const known =
    position && (await getJson<Manifest>(bucket, `${database}/${position.line}/manifest.json`))
  const run = { context, bucket, open: null, chunks: 0, last: firstNote, wholeAt: null }
  // A database that was put back in time lacks rows of the bucket, so it begins a new line.
  if (position !== null && known !== null && known.value.epoch <= position.epoch) {
    return { ...run, known, manifest: known.value }
  }
  const line = await begin(context, bucket, database)
  return { ...run, known: null, manifest: newManifest(database, line) }
}

/** The lines of a database's copies, oldest first. */
type Lines = { readonly database: string; readonly lines: readonly string[] }

// A restored database begins a new line; the line from which it was restored stays unchanged.
async function begin(
  context: MerchantContext,
  bucket: R2Bucket,
  database: string,
): Promise<string> {
  const { db, databaseNumber, log, now } = context
  const line = `${stampOf(now())}-${randomText(context)}`
  const key = `${database}/lines.json`
  const known = await getJson<Lines>(bucket, key)
  const lines: Lines = { database, lines: [...(known?.value.lines ?? []), line] }
  if (!(await putJson({ bucket, key, value: lines, etag: known?.etag ?? null })))
    throw new CopiedByAnother()
  await beginLine(db, line, toSeconds(now()))
  await noteUnnumberedRows(db)
  await eraseAgain(context, bucket)
  log({ event: 'copies_begun', database: databaseNumber, line })
  return line
}

// Names that sort by time.
function stampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
}

// Two runs may write the same object number; the manifest names one of them.
function randomText({ random }: MerchantContext): string {
  return Math.floor(random() * 2 ** 32).toString(36)
}

function keyOf({ manifest }: CopyLine, name: string): string {
  return `${manifest.database}/${manifest.line}/${name}`
}

/** Writes a changed manifest. Throws `CopiedByAnother` if another run has changed it. */
export async function writeManifest(line: CopyLine): Promise<void> {
  const { bucket, known, manifest } = line
  if (manifest === known?.value) return
  const key = keyOf(line, 'manifest.json')
  if (!(await putJson({ bucket, key, value: manifest, etag: known?.etag ?? null })))
    throw new CopiedByAnother()
}

/** The small tables of a read that differ from their last copy; they become the last copy. */
export async function changedTables(
  line: CopyLine,
  { tables }: CopyReading,
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

/** Adds units as a chunk to the newest object while it is small, else to a new one. */
export async function addChunk(
  line: CopyLine,
  chunk: Pick<ChunkHeader, 'at' | 'epoch' | 'whole'>,
  units: readonly CopyUnit[],
): Promise<void> {
  const { database, line: name } = line.manifest
  const { at, epoch, whole } = chunk
  const bytes = await gzipped(chunkLines({ database, line: name, at, epoch, whole }, units))
  const open = line.open ?? (await reopened(line, at))
  const size = open.size + bytes.length
  const wholeAt = whole ? at : open.wholeAt
  line.open = { ...open, wholeAt, size, parts: [...open.parts, bytes] }
  line.manifest = { ...line.manifest, epoch, endsWhole: whole }
  line.chunks += 1
  if (size >= objectBytesMax) await writeObject(line)
}

async function reopened(line: CopyLine, at: number): Promise<OpenObject> {
  const known = openObject(line.manifest)
  if (known === null) {
    return { number: line.manifest.next, from: at, wholeAt: null, size: 0, parts: [] }
  }
  const { name, number, from, wholeAt, bytes, sha256 } = known
  const part = await getObject(line.bucket, keyOf(line, name), sha256)
  return { number, from, wholeAt, size: bytes, parts: [part] }
}

/** Writes the run's object to the bucket under a new name. */
export async function writeObject(line: CopyLine): Promise<void> {
  const { bucket, context, open } = line
  if (open === null) return
  const { number, from, wholeAt, parts } = open
  // Consecutive gzip files are one gzip file.
  const bytes = new Uint8Array(await new Blob([...parts]).arrayBuffer())
  const name = `${number}-${randomText(context)}.jsonl.gz`
  const sha256 = await putObject(bucket, keyOf(line, name), bytes)
  const object = { number, name, bytes: bytes.length, sha256, from, wholeAt }
  line.manifest = withObject(line.manifest, object, toSeconds(context.now()))
  line.open = null
}

/**
 * Deletes a line of copies that ended sixty days ago, when its database was restored or put back. It leaves the list
 * once its objects are deleted, a thousand at a time.
 */
export async function deleteOldLines({ bucket, context, manifest }: CopyLine): Promise<void> {
  const { database, line } = manifest
  const key = `${database}/lines.json`
  const known = await getJson<Lines>(bucket, key)
  if (known === null) return
  const { lines } = known.value
  const oldest = stampOf(context.now() - linesKeptMs)
  const ended = lines.filter((name, place) => name !== line && (lines[place + 1] ?? line) < oldest)
  const [first] = ended
  if (first === undefined) return
  const { objects } = await bucket.list({ prefix: `${database}/${first}/`, limit: 1_000 })
  if (objects.length > 0) await bucket.delete(objects.map((object) => object.key))
  if (objects.length === 1_000) return
  const value: Lines = { database, lines: lines.filter((name) => name !== first) }
  await putJson({ bucket, key, value, etag: known.etag })
}

const linesKeptMs = 60 * 86_400_000

/** Deletes objects that are no longer needed. */
export async function deleteUnneeded(line: CopyLine): Promise<void> {
  const { bucket, context, manifest } = line
  const unneeded = deletableObjects(manifest, toSeconds(context.now()))
  if (unneeded.length === 0) return
  await bucket.delete(unneeded.map(({ name }) => keyOf(line, name)))
  line.manifest = {
    ...manifest,
    unneeded: manifest.unneeded.filter((one) => !unneeded.includes(one)),
  }
}
