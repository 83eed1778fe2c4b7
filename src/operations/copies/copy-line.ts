import type { MerchantContext } from '../../context.ts'
import {
  type ChunkHeader,
  type CopyUnit,
  chunkLines,
  rowCount,
} from '../../rules/copies/copy-lines.ts'
import { type Manifest, newManifest, withObject } from '../../rules/copies/manifest.ts'
import { getJson, gzipped, putJson, putObject, sealed } from '../../store/copies/copy-bucket.ts'
import { beginLine, copyPosition } from '../../store/copies/copy-position.ts'
import { kindAfter } from '../../store/copies/read-changes.ts'

/** Where a database's copies are, at a moment of this run. */
export type CopyLine = {
  readonly context: MerchantContext
  readonly bucket: R2Bucket
  /** `DB`, `DB_1` …: what the names of its objects begin with. */
  readonly database: string
  manifest: Manifest
  /** The manifest's version: another run that has come first has changed it. */
  etag: string
}

/** Another run copies the same database, and has come first: this one has nothing more to do. */
export class CopiedByAnother extends Error {}

/** The line of a database, begun where there is none, and the kinds of which rows have changed. */
export async function openLine(
  context: MerchantContext,
  bucket: R2Bucket,
): Promise<{ readonly line: CopyLine; readonly kinds: readonly string[] }> {
  const { db, databaseNumber } = context
  const database = databaseNumber === 0 ? 'DB' : `DB_${databaseNumber}`
  const known = await copyPosition(db)
  const found =
    known && (await getJson<Manifest>(bucket, manifestOf(database, known.position.line)))
  // A database that was put back in time lacks what the bucket has since: it begins a line of its
  // own.
  if (known !== null && found !== null && found.value.epoch <= known.position.epoch) {
    const { value: manifest, etag } = found
    return { line: { context, bucket, database, manifest, etag }, kinds: known.kinds }
  }
  const line = await begin(context, bucket, database)
  return { line, kinds: known?.kinds ?? [] }
}

// A database that was restored begins a line of its own, and the one that it was restored from
// stays as it was.
async function begin(
  context: MerchantContext,
  bucket: R2Bucket,
  database: string,
): Promise<CopyLine> {
  const { db, now, random } = context
  const at = now()
  const day = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  const name = `${day}-${Math.floor(random() * 2 ** 32).toString(36)}`
  const known = await getJson<Lines>(bucket, linesOf(database))
  const lines = { format: 1, database, lines: [...(known?.value.lines ?? []), name] } as const
  if ((await putJson(bucket, linesOf(database), lines, known?.etag ?? null)) === null) {
    throw new CopiedByAnother()
  }
  // The scan may begin only when all that changes is noted.
  await beginLine(db, name)
  const manifest = newManifest(database, name, Math.floor(at / 1000), kindAfter(null) ?? '')
  const etag = await putJson(bucket, manifestOf(database, name), manifest, null)
  if (etag === null) throw new CopiedByAnother()
  context.log({ event: 'copies_begun', database: context.databaseNumber, line: name })
  return { context, bucket, database, manifest, etag }
}

/** The lines of a database's copies, oldest first. */
export type Lines = {
  readonly format: 1
  readonly database: string
  readonly lines: readonly string[]
}

const linesOf = (database: string) => `${database}/lines.json`
const manifestOf = (database: string, line: string) => `${database}/${line}/manifest.json`

/** The name in the bucket of an object of the line. */
export function keyOf({ database, manifest }: CopyLine, name: string): string {
  return `${database}/${manifest.line}/${name}`
}

/** Writes the line's manifest. Throws `CopiedByAnother` where another run has. */
export async function writeManifest(line: CopyLine, manifest: Manifest): Promise<void> {
  const { bucket, database, etag } = line
  const written = await putJson(bucket, manifestOf(database, manifest.line), manifest, etag)
  if (written === null) throw new CopiedByAnother()
  line.manifest = manifest
  line.etag = written
}

/**
 * Puts units into the bucket as one object of one chunk, and then into the manifest with what
 * `then` changes in it.
 */
export async function keepChunk(
  line: CopyLine,
  chunk: Pick<ChunkHeader, 'at' | 'epoch' | 'whole'>,
  units: readonly CopyUnit[],
  then: (manifest: Manifest) => Manifest = (manifest) => manifest,
): Promise<void> {
  const { bucket, context, database, manifest } = line
  const header = { database, line: manifest.line, ...chunk }
  const made = await sealed(await gzipped(chunkLines(header, units)))
  // Two runs may make one number at once: the manifest has one of them.
  const name = `${manifest.next}-${Math.floor(context.random() * 2 ** 32).toString(36)}.jsonl.gz`
  await putObject(bucket, keyOf(line, name), made)
  const rows = units.reduce((sum, unit) => sum + rowCount(unit), 0)
  const object = {
    ...{ name, first: manifest.next, bytes: made.bytes.length, sha256: made.sha256, level: 0 },
    ...{ units: units.length, rows, from: chunk.at, to: chunk.at },
    wholeAt: chunk.whole ? chunk.at : null,
  }
  await writeManifest(line, withObject(then(manifest), object, chunk.epoch))
}
