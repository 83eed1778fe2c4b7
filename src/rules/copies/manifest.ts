import { copyFormat } from './copy-lines.ts'

/** An object of the bucket that holds chunks. */
export type CopyObject = {
  /** Its place in the line, from 1 on. */
  readonly number: number
  /** Its name, below the line's. */
  readonly name: string
  readonly bytes: number
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string
  /** UTC seconds: when its first chunk was read. */
  readonly from: number
  /** The newest moment within it at which the copies were the whole database; null for none. */
  readonly wholeAt: number | null
}

/** A copy of everything from its beginning on: what a restore begins with. */
export type Scan = {
  /** The first object that was begun since. */
  readonly first: number
  /** Up to this id it has read; null when it has read everything, and ends with the next whole chunk. */
  readonly mark: number | null
}

/** A scan that has ended, from which on the copies make a database. */
export type Base = { readonly first: number; readonly at: number }

/** An object that nothing needs any more, since when (UTC seconds). */
export type UnneededObject = { readonly name: string; readonly since: number }

/** What the bucket has of one line of copies. */
export type Manifest = {
  readonly format: typeof copyFormat
  readonly database: string
  readonly line: string
  /** The number of the newest reading that the bucket has. A database behind it was put back in time. */
  readonly epoch: number
  /** Up to this id all rows have been read. */
  readonly mark: number
  /** Whether the newest chunk was read when nothing else was left. */
  readonly endsWhole: boolean
  /** SHA-256 of the newest copy of each small table. */
  readonly tables: Readonly<Record<string, string>>
  /** Oldest first. */
  readonly objects: readonly CopyObject[]
  /** The number of the next object. */
  readonly next: number
  readonly scan: Scan | null
  /** Oldest first; the objects before the first one's are gone. */
  readonly bases: readonly Base[]
  readonly unneeded: readonly UnneededObject[]
}

/** The manifest of a line that begins: all rows are new to it. */
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
  }
}

/**
 * The newest object where further chunks go to it: it is small, and no scan has begun behind it. So
 * a restore reads some hundred objects at most.
 */
export function openObject({ objects, scan }: Manifest): CopyObject | null {
  const newest = objects.at(-1)
  if (newest === undefined || newest.bytes >= objectBytesMax) return null
  return scan !== null && newest.number < scan.first ? null : newest
}

/** How large an object grows before the next one is begun: a run reads and writes it. */
export const objectBytesMax = 8 * 1024 * 1024

/**
 * The manifest with an object that was written at `at` (UTC seconds), in place of the one that its
 * first chunks were in. A scan that has read everything ends with the first whole chunk: what lies
 * before the scan before it is not needed any more.
 */
export function withObject(manifest: Manifest, object: CopyObject, at: number): Manifest {
  const { scan, bases } = manifest
  const isEnd = scan !== null && scan.mark === null && manifest.endsWhole
  const base = isEnd ? [{ first: scan.first, at: object.wholeAt ?? at }] : []
  const kept = [...bases, ...base].slice(-basesKept)
  const first = kept[0]?.first ?? 0
  const isNeeded = ({ number }: CopyObject) => number >= first && number !== object.number
  const gone = manifest.objects.filter((one) => !isNeeded(one))
  return {
    ...manifest,
    objects: [...manifest.objects.filter(isNeeded), object],
    next: object.number + 1,
    scan: isEnd ? null : scan,
    bases: kept,
    unneeded: [...manifest.unneeded, ...gone.map(({ name }) => ({ name, since: at }))],
  }
}

const basesKept = 2

/** The objects that can be deleted by now: a restore that goes on may read them for an hour. */
export function deletable({ unneeded }: Manifest, at: number): readonly UnneededObject[] {
  return unneeded.filter(({ since }) => at - since >= keptUnneededSeconds).slice(0, deletedMax)
}

const keptUnneededSeconds = 3_600

/** What the bucket deletes in one call. */
const deletedMax = 1_000

/** Whether a new scan is due: the newest one is `scanSeconds` old, and none is under way. */
export function isScanDue({ scan, bases }: Manifest, at: number): boolean {
  const newest = bases.at(-1)
  return scan === null && newest !== undefined && at - newest.at >= scanSeconds
}

/**
 * How often everything is copied anew: as long as Time Travel reaches back. A restore reads at most
 * what has changed in that time beside everything, and going back in time reaches as far at least.
 */
const scanSeconds = 30 * 86_400

/** The manifest with a scan that begins. */
export function withScan(manifest: Manifest): Manifest {
  return {
    ...manifest,
    scan: { first: manifest.next, mark: 0 },
    tables: {},
    endsWhole: false,
  }
}

/**
 * The objects that a restore reads, from the newest scan that had ended at `until` (UTC seconds) up
 * to the last one with a whole chunk. Within an object it looks at each chunk. None where no scan
 * had ended by then.
 */
export function restorable({ bases, objects }: Manifest, until: number): readonly CopyObject[] {
  const base = bases.findLast(({ at }) => at <= until)
  if (base === undefined) return []
  const found = objects.filter(({ number, from }) => number >= base.first && from <= until)
  return found.slice(0, found.findLastIndex(({ wholeAt }) => wholeAt !== null) + 1)
}
