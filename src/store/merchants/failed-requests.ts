/**
 * The failures of one address in this isolate within a minute. An unauthenticated request's hash, or read of the
 * database, is counted before it happens.
 */
export type FailedMinute = {
  readonly startMs: number
  /** Requests that failed before or at the signature. */
  failed: number
  /** Whether the platform's count over all isolates is over the rate. */
  isOverElsewhere: boolean
  /** Reads of the database that authenticated nobody, and those under way. */
  reads: number
  /** The latest of them by merchant. */
  readonly readOf: Map<string, ReadEntry>
}

/** A read for an unauthenticated request, and the minute that counts it. */
export type ReadEntry = {
  readonly minute: FailedMinute
  readonly uid: string
  readonly atMs: number
  isUnderWay: boolean
}

/** The minutes of one isolate, by rate key. */
export type FailedRequests = {
  /** The remaining seconds for which an address is over its rate, or 0. */
  overFor(key: string, nowMs: number): number
  /** The current minute of an address, a new one when the last is over. */
  minuteOf(key: string, nowMs: number): FailedMinute
}

/** Failures of an address in a minute, as in wrangler.toml; also the limit of its reads in this isolate. */
export const failedMax = 60

const minuteMs = 60_000
const readAgainMs = 1_000
const entriesMax = 5_000

/** The failures in one isolate; the oldest entry makes room for the newest. */
export function failedRequests(): FailedRequests {
  const entries = new Map<string, FailedMinute>()
  return {
    overFor(key, nowMs) {
      const minute = entries.get(key)
      if (minute === undefined || !isOver(minute)) return 0
      return Math.max(0, Math.ceil((minute.startMs + minuteMs - nowMs) / 1000))
    },
    minuteOf(key, nowMs) {
      const known = entries.get(key)
      if (known !== undefined && nowMs < known.startMs + minuteMs) return known
      const minute = {
        startMs: nowMs,
        failed: 0,
        isOverElsewhere: false,
        reads: 0,
        readOf: new Map(),
      }
      entries.delete(key)
      entries.set(key, minute)
      const [oldest] = entries.keys()
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest)
      return minute
    },
  }
}

/**
 * Whether an unauthenticated request may read that merchant: once a second, once a minute over the rate, and 60 times a
 * minute for all merchants together. `wait`: another request's read is under way. A read that never ends, because its
 * request was cancelled, blocks others for at most a second.
 */
export function beginRead(
  minute: FailedMinute,
  uid: string,
  nowMs: number,
): ReadEntry | 'wait' | 'no' {
  const last = minute.readOf.get(uid)
  if (last !== undefined) {
    const ageMs = nowMs - last.atMs
    if (last.isUnderWay && ageMs < readAgainMs) return 'wait'
    if (ageMs < (isOver(minute) ? minuteMs : readAgainMs)) return 'no'
  }
  if (minute.reads >= failedMax) return isOver(minute) ? 'no' : 'wait'
  minute.reads += 1
  const read = { minute, uid, atMs: nowMs, isUnderWay: true }
  minute.readOf.set(uid, read)
  return read
}

/** Stops counting a read that failed or that authenticated its request; a later one of the merchant stays counted. */
export function uncountRead(read: ReadEntry): void {
  const { minute, uid } = read
  minute.reads -= 1
  if (minute.readOf.get(uid) === read) minute.readOf.delete(uid)
}

function isOver({ failed, isOverElsewhere }: FailedMinute): boolean {
  return isOverElsewhere || failed >= failedMax
}
