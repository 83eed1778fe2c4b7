/**
 * What this isolate has seen fail of an address since its minute began: what it costs to look at a request that has not
 * proved whose it is, a hash or a read of the database, is counted before it is spent.
 */
export type FailedMinute = {
  readonly startMs: number
  /** Requests that failed before or at the signature. */
  failed: number
  /** The platform's count, over all isolates, says that these are too many. */
  isOverElsewhere: boolean
  /** Reads of the database that proved nothing, and those under way. */
  reads: number
  readonly readOf: Map<string, { readonly atMs: number; isUnderWay: boolean }>
}

/** The minutes of one isolate, by what an address is counted by. */
export type FailedRequests = {
  /** How many seconds an address is over its rate still; 0 when it is not. */
  overFor(key: string, nowMs: number): number
  /** The minute of an address, a new one where the last is over. */
  minuteOf(key: string, nowMs: number): FailedMinute
}

/** Failures of an address a minute, as in wrangler.toml; and its reads in vain, here alone. */
export const failedMax = 60

const minuteMs = 60_000
const readAgainMs = 1_000
const entriesMax = 5_000

/** A memory for one isolate; the oldest entry makes room for the newest. */
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
 * Whether a request that has proved nothing may have that merchant read: once a second, over the rate once a minute,
 * and 60 times a minute for whatever merchants. `wait`: another request's read is on its way and will tell. A read that
 * never ended, for its request was given up, holds nobody for longer than a second.
 */
export function beginRead(
  minute: FailedMinute,
  uid: string,
  nowMs: number,
): 'read' | 'wait' | 'no' {
  const last = minute.readOf.get(uid)
  if (last !== undefined) {
    const ageMs = nowMs - last.atMs
    if (last.isUnderWay && ageMs < readAgainMs) return 'wait'
    if (ageMs < (isOver(minute) ? minuteMs : readAgainMs)) return 'no'
  }
  if (minute.reads >= failedMax) return isOver(minute) ? 'no' : 'wait'
  minute.reads += 1
  minute.readOf.set(uid, { atMs: nowMs, isUnderWay: true })
  return 'read'
}

/** The read that was begun has told something. */
export function endRead(minute: FailedMinute, uid: string): void {
  const last = minute.readOf.get(uid)
  if (last !== undefined) last.isUnderWay = false
}

/** The read that was begun told nothing, or told whose the request was: it does not count. */
export function uncountRead(minute: FailedMinute, uid: string): void {
  if (minute.readOf.delete(uid)) minute.reads -= 1
}

function isOver({ failed, isOverElsewhere }: FailedMinute): boolean {
  return isOverElsewhere || failed >= failedMax
}
