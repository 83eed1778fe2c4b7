import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ChunkHeader, copyFormat, type UnitLine } from '../../src/rules/copies/copy-lines.ts'
import {
  type CopyObject,
  type Manifest,
  type Restorable,
  restorable,
} from '../../src/rules/copies/manifest.ts'
import { CannotRestore, type CopySource } from './places.ts'
import type { Staging } from './staging.ts'

/** A line of copies, and what of it is restored. */
export type Found = { readonly manifest: Manifest; readonly from: Restorable }

/**
 * Finds the newest copies of a database from which it can be restored as it was at `until` (UTC
 * seconds) or before. A line of copies that was begun after an earlier restore may have none yet:
 * then those of the line before it.
 */
export async function findCopies(
  source: CopySource,
  database: string,
  until: number,
): Promise<Found> {
  const lines = await json<{ lines: readonly string[] }>(source, `${database}/lines.json`)
  if (lines === null) throw new CannotRestore(`There are no copies of ${database}.`)
  for (const line of lines.lines.toReversed()) {
    const manifest = await json<Manifest>(source, `${database}/${line}/manifest.json`)
    if (manifest === null) continue
    if (manifest.format !== copyFormat) {
      throw new CannotRestore(`The copies are of format ${manifest.format}: use a newer release.`)
    }
    const from = restorable(manifest, until)
    if (from !== null) return { manifest, from }
  }
  throw new CannotRestore(`No copies of ${database} are complete, of that time or before.`)
}

async function json<Value>(source: CopySource, key: string): Promise<Value | null> {
  const bytes = await source.get(key)
  return bytes === null ? null : JSON.parse(Buffer.from(bytes).toString('utf8'))
}

/** What was read. */
export type Staged = {
  /** UTC seconds: the database is as it was then. */
  readonly wholeAt: number
  /** The number of the reading that was the last. */
  readonly epoch: number
  readonly chunks: number
}

/**
 * Reads the objects in their order, compares each with its checksum, and stages the units up to the
 * last whole chunk that is not after `until`. `onObject` is told of each object that was read.
 */
export async function stageCopies(
  source: CopySource,
  { manifest, from }: Found,
  until: number,
  staging: Staging,
  onObject: (done: number, of: number) => void,
): Promise<Staged> {
  const state: State = { number: 0, chunks: 0, wholeAt: 0, epoch: 0, isOver: false }
  let next = fetchObject(source, manifest, from.objects[0])
  for (const [place, object] of from.objects.entries()) {
    const bytes = await next
    // The next one comes while this one is read.
    next = fetchObject(source, manifest, from.objects[place + 1])
    next.catch(() => {})
    state.number = object.first
    await stageObject(bytes, object.name, { ...from, until }, staging, state)
    onObject(place + 1, from.objects.length)
    if (state.isOver) break
  }
  staging.drop()
  if (state.wholeAt === 0) throw new CannotRestore('No chunk of the copies is whole.')
  return { wholeAt: state.wholeAt, epoch: state.epoch, chunks: state.chunks }
}

type State = {
  number: number
  chunks: number
  wholeAt: number
  epoch: number
  isOver: boolean
}

async function fetchObject(
  source: CopySource,
  { database, line }: Manifest,
  object: CopyObject | undefined,
): Promise<Uint8Array> {
  if (object === undefined) return new Uint8Array()
  const key = `${database}/${line}/${object.name}`
  const bytes = await source.get(key)
  if (bytes === null) throw new CannotRestore(`${key} is not in the bucket.`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== object.sha256) {
    throw new CannotRestore(`${key} is damaged: its checksum is ${sha256}, not ${object.sha256}.`)
  }
  return bytes
}

async function stageObject(
  bytes: Uint8Array,
  name: string,
  { first, until }: { readonly first: number; readonly until: number },
  staging: Staging,
  state: State,
): Promise<void> {
  const text = Readable.from([bytes]).pipe(createGunzip())
  let header: ChunkHeader | null = null
  let left = 0
  for await (const line of createInterface({ input: text })) {
    if (header === null) {
      header = JSON.parse(line) as ChunkHeader
      left = header.units
      if (header.at > until) state.isOver = true
      if (state.isOver) return
    } else {
      // What was read before the scan began is in the scan.
      if (state.number >= first) staging.put(JSON.parse(line) as UnitLine, header.columns)
      left -= 1
    }
    if (left > 0) continue
    state.number += 1
    state.chunks += 1
    if (header.whole) {
      staging.keep()
      state.wholeAt = header.at
      state.epoch = header.epoch ?? 0
    }
    header = null
  }
  if (header !== null) throw new CannotRestore(`${name} ends within a chunk.`)
}
