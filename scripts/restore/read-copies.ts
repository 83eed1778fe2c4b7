import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ChunkHeader, copyFormat, type UnitLine } from '../../src/rules/copies/copy-lines.ts'
import { type CopyObject, type Manifest, restoreSet } from '../../src/rules/copies/manifest.ts'
import { Problem } from '../command/problem.ts'
import { linesOf } from './lines.ts'
import type { CopySource } from './places.ts'
import type { Staging } from './staging.ts'

/** A line of copies, and its restored objects. */
type Copies = { readonly manifest: Manifest; readonly objects: readonly CopyObject[] }

/**
 * Finds the newest complete copies of a database up to `until` (UTC seconds). A line of copies that was started by an
 * earlier restore may be incomplete: then those of the previous line.
 */
export async function findCopies(
  source: CopySource,
  database: string,
  until: number,
): Promise<Copies> {
  const lines = await json<{ lines: readonly string[] }>(source, `${database}/lines.json`)
  if (lines === null) throw new Problem(`There are no copies of ${database} in ${source.name}.`)
  for (const line of lines.lines.toReversed()) {
    const manifest = await json<Manifest>(source, `${database}/${line}/manifest.json`)
    if (manifest === null) continue
    if (manifest.format !== copyFormat) {
      throw new Problem(
        `The copies have the format ${manifest.format}, not ${copyFormat}: use the release that made them.`,
      )
    }
    const objects = restoreSet(manifest, until)
    if (objects.length > 0) return { manifest, objects }
  }
  throw new Problem(`There are no complete copies of ${database} up to that time.`)
}

async function json<Value>(source: CopySource, key: string): Promise<Value | null> {
  const bytes = await source.get(key)
  return bytes === null ? null : JSON.parse(Buffer.from(bytes).toString('utf8'))
}

type StagingInput = {
  readonly until: number
  readonly staging: Staging
  /** Receives the number of objects that were read. */
  readonly onObject: (done: number) => void
}

/** Verifies and stages the objects up to the last whole chunk that is not after `until`, and returns its header. */
export async function stageCopies(
  source: CopySource,
  { manifest, objects }: Copies,
  { until, staging, onObject }: StagingInput,
): Promise<ChunkHeader> {
  let whole: ChunkHeader | null = null
  for (const [place, object] of objects.entries()) {
    const bytes = await fetchObject(source, manifest, object)
    const text = Readable.from([bytes]).pipe(createGunzip())
    let header: ChunkHeader | null = null
    let rest = 0
    for await (const line of linesOf(text)) {
      if (header === null) {
        header = JSON.parse(line) as ChunkHeader
        rest = header.units
        if (header.at > until) break
      } else {
        staging.put(JSON.parse(line) as UnitLine, header.columns)
        rest -= 1
      }
      if (rest > 0) continue
      if (header.whole) {
        staging.keep()
        whole = header
      }
      header = null
    }
    if (header !== null && header.at <= until) {
      throw new Problem(`${object.name} ends within a chunk.`)
    }
    onObject(place + 1)
  }
  staging.drop()
  if (whole === null) throw new Problem('No chunk of the copies is whole.')
  return whole
}

async function fetchObject(
  source: CopySource,
  { database, line }: Manifest,
  { name, sha256 }: CopyObject,
): Promise<Uint8Array> {
  const key = `${database}/${line}/${name}`
  const bytes = await source.get(key)
  if (bytes === null) throw new Problem(`${key} is not in the bucket.`)
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found === sha256) return bytes
  throw new Problem(`${key} is damaged: its checksum is ${found}, not ${sha256}.`)
}
