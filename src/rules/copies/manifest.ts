import { copyFormat } from './copy-lines.ts'

/** An object of the bucket that holds chunks. */
export type CopyObject = {
  /** Its name, below the line's. */
  readonly name: string
  /** The first of its chunks, numbered within the line. */
  readonly first: number
  readonly bytes: number
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string
  /** UTC seconds: when its first chunk was read. */
  readonly from: number
  /** The newest moment within it at which the copies were the whole database; null for none. */
  readonly wholeAt: number | null
  /** How often objects were put together to make it. */
  readonly level: number
}

/** A copy of everything from its beginning on: what a restore begins with. */
export type Scan = {
  /** The first chunk that was made since it began. */
  readonly first: number
  /** Up to this id it has read; null when it has read everything, and ends with the next whole chunk. */
  readonly mark: number | null
}

/** A scan that has ended, from which on the copies make a database. */
export type Base = { readonly first: number; readonly at: number }

/** What the bucket has of one line of copies. */
export type Manifest = {
  readonly format: typeof copyFormat
  readonly database: string
  readonly line: string
  /** The number of the next chunk. */
  readonly next: number
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
  readonly scan: Scan | null
  /** Oldest first; the objects before the first one's are gone. */
  readonly bases: readonly Base[]
  /** Names of objects that nothing needs any more, which are deleted next. */
  readonly unneeded: readonly string[]
}

/** The manifest of a line that begins: all rows are new to it. */
export function newManifest(database: string, line: string): Manifest {
  return {
    format: copyFormat,
    database,
    line,
    next: 1,
    epoch: 0,
    mark: 0,
    endsWhole: false,
    tables: {},
    objects: [],
    scan: { first: 1, mark: null },
    bases: [],
    unneeded: [],
  }
}

/**
 * The manifest with one more object of one chunk. A scan that has read everything ends with its
 * first whole chunk: what lies before the scan before it is not needed any more.
 */
export function withObject(manifest: Manifest, object: Omit<CopyObject, 'level'>): Manifest {
  const { scan, bases } = manifest
  const grown = {
    ...manifest,
    next: manifest.next + 1,
    endsWhole: object.wholeAt !== null,
    objects: [...manifest.objects, { ...object, level: 0 }],
  }
  if (scan === null || scan.mark !== null || object.wholeAt === null) return grown
  const kept = [...bases, { first: scan.first, at: object.wholeAt }].slice(-basesKept)
  const first = kept[0]?.first ?? 0
  // An object may hold chunks of both sides.
  const oldest = grown.objects.findLastIndex((one) => one.first <= first)
  const gone = grown.objects.slice(0, oldest).map(({ name }) => name)
  return {
    ...grown,
    scan: null,
    bases: kept,
    objects: grown.objects.slice(oldest),
    unneeded: [...manifest.unneeded, ...gone],
  }
}

const basesKept = 2

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
 * The oldest objects that are to become one: an hour's, then a day's, as far as a Worker can hold
 * them. So there are some hundred objects however long copies are made. None where there is nothing
 * to do; a single one is large enough as it is.
 */
export function nextMerge({ objects }: Manifest): readonly CopyObject[] {
  for (const [level, count] of mergedCounts.entries()) {
    const run = objects.filter((object) => object.level === level).slice(0, count)
    if (run.length < count) continue
    let bytes = 0
    const fitting = run.filter((object) => {
      bytes += object.bytes
      return bytes <= mergedBytesMax
    })
    return fitting.length > 0 ? fitting : run.slice(0, 1)
  }
  return []
}

/** How many objects of level 0, and of level 1, become one. */
const mergedCounts = [60, 24]

/** What a Worker can hold twice. */
const mergedBytesMax = 16 * 1024 * 1024

/** The manifest with objects that stand side by side replaced by what they were put together to. */
export function withMerged(
  manifest: Manifest,
  parts: readonly CopyObject[],
  made: Pick<CopyObject, 'name' | 'bytes' | 'sha256'>,
): Manifest {
  const [first] = parts
  if (first === undefined) return manifest
  const wholeAt = parts.findLast((part) => part.wholeAt !== null)?.wholeAt ?? null
  const whole = { ...first, ...made, wholeAt, level: first.level + 1 }
  const gone = parts.map(({ name }) => name).filter((name) => name !== made.name)
  return {
    ...manifest,
    objects: manifest.objects.flatMap((object) =>
      object === first ? [whole] : parts.includes(object) ? [] : [object],
    ),
    unneeded: [...manifest.unneeded, ...gone],
  }
}

/**
 * The objects that a restore reads, from the newest scan that had ended at `until` (UTC seconds) up
 * to the last one with a whole chunk of that time. Within an object it looks at each chunk. None
 * where no scan had ended by then.
 */
export function restorable(manifest: Manifest, until: number): readonly CopyObject[] {
  const base = manifest.bases.findLast(({ at }) => at <= until)
  if (base === undefined) return []
  const found = manifest.objects.filter(
    (object, place) =>
      (manifest.objects[place + 1]?.first ?? manifest.next) > base.first && object.from <= until,
  )
  return found.slice(0, found.findLastIndex(({ wholeAt }) => wholeAt !== null) + 1)
}
