/** An object of the bucket that holds chunks. */
export type CopyObject = {
  /** Its name, below the line's. */
  readonly name: string
  /** The first of its chunks, numbered within the line. */
  readonly first: number
  readonly bytes: number
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string
  readonly units: number
  readonly rows: number
  /** UTC seconds: when its first and its last chunk were read. */
  readonly from: number
  readonly to: number
  /** The newest moment within it at which the copies were the whole database; null for none. */
  readonly wholeAt: number | null
  /** How often objects were put together to make it. */
  readonly level: number
}

/** A scan of everything: what a restore begins with. */
export type Scan = {
  /** The first chunk that was made since it began. */
  readonly first: number
  readonly at: number
  /** The kind that it goes through, null when it is through all; and the key it has come to. */
  readonly kind: string | null
  readonly after: string
}

/** A scan that has been ended, from which on the copies make a database. */
export type Base = { readonly first: number; readonly at: number }

/** What the bucket has of one line of copies. */
export type Manifest = {
  readonly format: 1
  readonly database: string
  readonly line: string
  /** UTC seconds. */
  readonly begunAt: number
  /** The number of the next chunk. */
  readonly next: number
  /**
   * The number of the newest reading that the bucket has. A database that is behind it was put back
   * in time.
   */
  readonly epoch: number
  /** Whether the newest chunk was read when nothing else was left. */
  readonly endsWhole: boolean
  /** Oldest first. */
  readonly objects: readonly CopyObject[]
  readonly scan: Scan | null
  /** Oldest first; the objects before the first one's are gone. */
  readonly bases: readonly Base[]
  /** Names of objects that nothing needs any more, which are deleted next. */
  readonly unneeded: readonly string[]
}

/** The manifest of a line that begins, at `at` (UTC seconds), with a scan. */
export function newManifest(database: string, line: string, at: number, kind: string): Manifest {
  const scan = { first: 1, at, kind, after: '' }
  const none = { objects: [], bases: [], unneeded: [] }
  return {
    format: 1,
    database,
    line,
    begunAt: at,
    next: 1,
    epoch: 0,
    endsWhole: false,
    scan,
    ...none,
  }
}

/**
 * The manifest with one more object of one chunk, of that reading, null for a scan's. A scan that
 * is through ends with its first whole chunk.
 */
export function withObject(manifest: Manifest, object: CopyObject, epoch: number | null): Manifest {
  const { scan, bases } = manifest
  const grown = {
    ...manifest,
    next: manifest.next + 1,
    epoch: epoch ?? manifest.epoch,
    endsWhole: object.wholeAt !== null,
    objects: [...manifest.objects, object],
  }
  if (scan === null || scan.kind !== null || object.wholeAt === null) return grown
  return { ...grown, scan: null, bases: [...bases, { first: scan.first, at: object.wholeAt }] }
}

/** Whether a new scan is due: the newest one is `scanSeconds` old, and none is under way. */
export function isScanDue({ scan, bases }: Manifest, at: number): boolean {
  const newest = bases.at(-1)
  return scan === null && newest !== undefined && at - newest.at >= scanSeconds
}

/** The manifest with a scan that begins at `at` (UTC seconds) with that kind. */
export function withScan(manifest: Manifest, at: number, kind: string): Manifest {
  return { ...manifest, scan: { first: manifest.next, at, kind, after: '' } }
}

/**
 * How often everything is copied anew: as long as Time Travel reaches back. A restore reads at most
 * what has changed in that time beside everything, and going back in time reaches as far at least.
 */
const scanSeconds = 30 * 86_400

/**
 * The manifest without what lies before the last base but one; the names to be deleted are noted in
 * it.
 */
export function withoutOld(manifest: Manifest): Manifest {
  const bases = manifest.bases.slice(-basesKept)
  const first = bases[0]?.first ?? 0
  // An object may hold chunks of both sides.
  const oldest = Math.max(
    0,
    manifest.objects.findLastIndex((object) => object.first <= first),
  )
  const objects = manifest.objects.slice(oldest)
  const gone = manifest.objects.slice(0, oldest).map(({ name }) => name)
  return { ...manifest, bases, objects, unneeded: [...manifest.unneeded, ...gone] }
}

const basesKept = 2

/** Objects that stand side by side and are to become one; or that are large enough as they are. */
export type Merge =
  | { readonly kind: 'together'; readonly objects: readonly CopyObject[] }
  | { readonly kind: 'large'; readonly objects: readonly CopyObject[] }

/**
 * The oldest objects of one level of which there are enough to be put together: an hour's, then a
 * day's. So there are some hundred objects however long copies are made. Null where there is
 * nothing to do.
 */
export function nextMerge({ objects }: Manifest): Merge | null {
  for (const [level, count] of mergedCounts.entries()) {
    const from = objects.findIndex((object) => object.level === level)
    const run = from < 0 ? [] : objects.slice(from, from + count)
    if (run.length < count || run.some((object) => object.level !== level)) continue
    let bytes = 0
    const fitting = run.filter((object) => {
      bytes += object.bytes
      return bytes <= mergedBytesMax
    })
    if (fitting.length > 1) return { kind: 'together', objects: fitting }
    return { kind: 'large', objects: run.slice(0, 1) }
  }
  return null
}

/** How many objects of level 0, and of level 1, become one. */
const mergedCounts = [60, 24]

/** What a Worker can hold twice. */
const mergedBytesMax = 16 * 1024 * 1024

/**
 * The manifest with objects replaced by what they were put together to; theirs are noted to be
 * deleted.
 */
export function withMerged(
  manifest: Manifest,
  parts: readonly CopyObject[],
  made: Pick<CopyObject, 'name' | 'bytes' | 'sha256'>,
): Manifest {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return manifest
  const whole: CopyObject = {
    ...{ ...made, first: first.first, from: first.from, to: last.to, level: first.level + 1 },
    units: parts.reduce((sum, { units }) => sum + units, 0),
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    wholeAt: parts.reduce<number | null>((newest, { wholeAt }) => wholeAt ?? newest, null),
  }
  return { ...replaced(manifest, parts, whole), unneeded: unneededWith(manifest, parts) }
}

/** The manifest with objects that stay as they are, counted as put together. */
export function withLarge(manifest: Manifest, parts: readonly CopyObject[]): Manifest {
  const raised = (object: CopyObject) =>
    parts.includes(object) ? { ...object, level: object.level + 1 } : object
  return { ...manifest, objects: manifest.objects.map(raised) }
}

function replaced(manifest: Manifest, parts: readonly CopyObject[], whole: CopyObject): Manifest {
  const objects = manifest.objects.flatMap((object) =>
    object === parts[0] ? [whole] : parts.includes(object) ? [] : [object],
  )
  return { ...manifest, objects }
}

function unneededWith(manifest: Manifest, parts: readonly CopyObject[]): readonly string[] {
  return [...manifest.unneeded, ...parts.map(({ name }) => name)]
}

/** What a restore reads: the objects from the scan on, up to the last with a whole chunk. */
export type Restorable = {
  readonly objects: readonly CopyObject[]
  /** Chunks before it are of no use. */
  readonly first: number
  /** UTC seconds: the database is restored as it was then. */
  readonly wholeAt: number
}

/**
 * What to restore from, as the database was at `until` (UTC seconds) at the latest. Within an
 * object a restore looks at each chunk, so `wholeAt` is that of the object. Null where there is no
 * scan that had ended by then.
 */
export function restorable(manifest: Manifest, until: number): Restorable | null {
  const base = manifest.bases.findLast(({ at }) => at <= until)
  if (base === undefined) return null
  const after = (object: CopyObject, place: number) =>
    (manifest.objects[place + 1]?.first ?? manifest.next) > base.first && object.from <= until
  const found = manifest.objects.filter(after)
  const last = found.findLastIndex(({ wholeAt }) => wholeAt !== null)
  const wholeAt = found[last]?.wholeAt
  if (wholeAt === undefined || wholeAt === null) return null
  return { objects: found.slice(0, last + 1), first: base.first, wholeAt }
}
