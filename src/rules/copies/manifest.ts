import { copyFormat } from './copy-lines.ts'

/** An object of the bucket, which holds chunks. */
export type CopyObject = {
  /** Its number in the line of copies, from 1. */
  readonly number: number
  /** Its name below the line's. */
  readonly name: string
  readonly bytes: number
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string
  /** UTC seconds of its first chunk's read. */
  readonly from: number
  /** The newest moment in it at which the copies were the whole database, or null. */
  readonly wholeAt: number | null
}

/** A full copy of the database, with which a restore begins. */
type Scan = {
  /** The first object begun after it started. */
  readonly first: number
  /** The id up to which it has read; null once it has read everything. It ends with the next whole chunk. */
  readonly mark: number | null
}

/** A finished scan, from which the copies restore a database. */
type CompletedScan = { readonly first: number; readonly at: number }

/** An object that is no longer needed, and since when (UTC seconds). */
type UnneededObject = { readonly name: string; readonly since: number }

/** The contents of the bucket for one line of copies. */
export type Manifest = {
  readonly format: typeof copyFormat
  readonly database: string
  readonly line: string
  /** The number of the newest read in the bucket. A database with a lower one was put back in time. */
  readonly epoch: number
  /** The id up to which all rows have been read. */
  readonly mark: number
  /** Whether the newest chunk was read when nothing else was left to read. */
  readonly endsWhole: boolean
  /** SHA-256 of the newest copy of each small table. */
  readonly tables: Readonly<Record<string, string>>
  /** Oldest first. */
  readonly objects: readonly CopyObject[]
  readonly next: number
  readonly scan: Scan | null
  /** Oldest first. The objects before the first base are deleted. */
  readonly bases: readonly CompletedScan[]
  readonly unneeded: readonly UnneededObject[]
  /** The name after which archived orders of the bucket may be unknown to the database; absent if none may. */
  readonly unknownAfter?: string | undefined
}

/** The manifest of a new line of copies, which has to read all rows. */
export function newManifest(database: string, line: string): Manifest {
  return {
    format: copyFormat,
    database,
    line,
    epoch: 0,
    mark: 0,
    endsWhole: false,
    tables: {},
    objects: [],
    next: 1,
    scan: { first: 1, mark: null },
    bases: [],
    unneeded: [],
    unknownAfter: '',
  }
}

/**
 * The newest object, if further chunks go into it: it is small, and no scan has begun after it. A restore thus reads
 * some hundred objects at most.
 */
export function openObject({ objects, scan }: Manifest): CopyObject | null {
  const newest = objects.at(-1)
  if (newest === undefined || newest.bytes >= objectBytesMax) return null
  return scan !== null && newest.number < scan.first ? null : newest
}

/** The size at which the next object is begun; each run reads and writes the open object. */
export const objectBytesMax = 8 * 1024 * 1024

/**
 * The manifest with an object written at `at` (UTC seconds), which replaces the object that held its first chunks. A
 * scan that has read everything ends with the first whole chunk; objects before the previous scan are then no longer
 * needed.
 */
export function withObject(manifest: Manifest, object: CopyObject, at: number): Manifest {
  const { scan, bases } = manifest
  const isEnd = scan !== null && scan.mark === null && manifest.endsWhole
  const base = isEnd ? [{ first: scan.first, at: object.wholeAt ?? at }] : []
  const recent = [...bases, ...base].slice(-basesKept)
  const first = recent[0]?.first ?? 0
  const isNeeded = ({ number }: CopyObject) => number >= first && number !== object.number
  const unneeded = manifest.objects.filter((one) => !isNeeded(one))
  return {
    ...manifest,
    objects: [...manifest.objects.filter(isNeeded), object],
    next: object.number + 1,
    scan: isEnd ? null : scan,
    bases: recent,
    unneeded: [...manifest.unneeded, ...unneeded.map(({ name }) => ({ name, since: at }))],
  }
}

const basesKept = 2

/** The objects that may be deleted now: a restore under way may still read an unneeded object for an hour. */
export function deletableObjects({ unneeded }: Manifest, at: number): readonly UnneededObject[] {
  return unneeded.filter(({ since }) => at - since >= keptUnneededSeconds).slice(0, deletedMax)
}

const keptUnneededSeconds = 3_600

/** The most objects that one call to the bucket deletes. */
const deletedMax = 1_000

/** Whether a new scan is due: the newest is `scanSeconds` old, and none is under way. */
export function isScanDue({ scan, bases }: Manifest, at: number): boolean {
  const newest = bases.at(-1)
  return scan === null && newest !== undefined && at - newest.at >= scanSeconds
}

/**
 * The time between two full copies, as long as Time Travel reaches back. A restore reads a full copy and at most the
 * changes of this time, and can go back at least this far.
 */
const scanSeconds = 30 * 86_400

export function withScan(manifest: Manifest): Manifest {
  return { ...manifest, scan: { first: manifest.next, mark: 0 }, tables: {}, endsWhole: false }
}

/**
 * The objects that a restore reads: from the newest scan that had ended at `until` (UTC seconds) up to the last object
 * with a whole chunk. Within an object the restore checks each chunk. Empty if no scan had ended by then.
 */
export function restoreSet({ bases, objects }: Manifest, until: number): readonly CopyObject[] {
  const base = bases.findLast(({ at }) => at <= until)
  if (base === undefined) return []
  const found = objects.filter(({ number, from }) => number >= base.first && from <= until)
  return found.slice(0, found.findLastIndex(({ wholeAt }) => wholeAt !== null) + 1)
}
