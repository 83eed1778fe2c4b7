/** A receiver: its database's number, and its name there. */
type ReceiverPlace = { readonly database: number; readonly receiver: string }

/** Receivers and merchants at their limit of attempts, whose callbacks must not be leased now. */
export type ReachedLimits = {
  /** Receivers, by their names. */
  readonly receivers: readonly string[]
  /** Merchants, by their numbers. */
  readonly merchants: readonly number[]
}

/** Limits the simultaneous attempts of this isolate, by receiver and by merchant. */
export type AttemptLimits = {
  /**
   * Returns the reached limits for a lease of this many callbacks. Until `release` the lease counts against every
   * merchant, because it may win anyone's callbacks.
   */
  reserve(database: number, count: number, nowMs: number): Reservation
  acquire(place: ReceiverPlace, nowMs: number): void
  /** Ends an attempt. True if a limit may have delayed callbacks of the receiver. */
  release(place: ReceiverPlace): boolean
  /** Forgets that a limit was reached, once no callback of the receiver waits. */
  forgetReached(place: ReceiverPlace): void
}

/** A lease that is under way. `release` is called once its attempts are acquired. */
type Reservation = { readonly atLimit: ReachedLimits; readonly release: () => void }

// A receiver that answers in 0.1 s gets 500 callbacks a second; one that hangs blocks no more connections than these
// until its breaker opens.
const receiverLimit = 50

/** The most simultaneous attempts of an isolate at all receivers of a merchant (decisions §6, "Attempts at once"). */
export const merchantLimit = 200

// The lease binds their names; an isolate cannot have more receivers at their limit.
const namedMax = 40

// As long as the first lease: an attempt whose invocation was killed is never released.
const attemptMs = 60_000

/** The attempts of a receiver or a merchant. */
type Entry<Key> = {
  readonly database: number
  readonly key: Key
  /** When each attempt expires if it is not released, in ascending order. */
  ends: number[]
  wasReached: boolean
}

/** The limits of one isolate. Concurrent leases may exceed a receiver's limit by a few. */
export function attemptLimits(): AttemptLimits {
  const receivers = limiter<string>(receiverLimit)
  const merchants = limiter<number>(merchantLimit)
  const leases = new Set<{ readonly count: number; readonly endsMs: number }>()
  return {
    reserve(database, count, nowMs) {
      for (const lease of leases) if (lease.endsMs <= nowMs) leases.delete(lease)
      const lease = { count, endsMs: nowMs + attemptMs }
      leases.add(lease)
      const leased = [...leases].reduce((sum, one) => sum + one.count, 0)
      const atLimit = {
        receivers: receivers.atLimit(database, 1, nowMs),
        merchants: merchants.atLimit(database, leased, nowMs),
      }
      return { atLimit, release: () => leases.delete(lease) }
    },
    acquire({ database, receiver }, nowMs) {
      receivers.acquire(database, receiver, nowMs)
      merchants.acquire(database, merchantOf(receiver), nowMs)
    },
    release({ database, receiver }) {
      const wasReached = receivers.release(database, receiver)
      return merchants.release(database, merchantOf(receiver)) || wasReached
    },
    forgetReached({ database, receiver }) {
      receivers.forgetReached(database, receiver)
      merchants.forgetReached(database, merchantOf(receiver))
    },
  }
}

// A receiver's name begins with its merchant's number.
function merchantOf(receiver: string): number {
  return Number.parseInt(receiver, 10)
}

function limiter<Key extends string | number>(limit: number) {
  const entries = new Map<string, Entry<Key>>()
  const find = (database: number, key: Key) => entries.get(`${database} ${key}`)
  const deleteIfEmpty = ({ database, key, ends, wasReached }: Entry<Key>) => {
    if (ends.length === 0 && !wasReached) entries.delete(`${database} ${key}`)
  }
  return {
    /** The keys of a database without room for `count` more. */
    atLimit(database: number, count: number, nowMs: number): readonly Key[] {
      const atLimit: Key[] = []
      const hasRoom = ({ ends }: Entry<Key>) => ends.length + count <= limit
      for (const entry of entries.values()) {
        if (entry.database !== database || hasRoom(entry)) continue
        entry.ends = entry.ends.filter((end) => end > nowMs)
        if (hasRoom(entry)) continue
        entry.wasReached = true
        atLimit.push(entry.key)
        if (atLimit.length === namedMax) break
      }
      return atLimit
    },
    acquire(database: number, key: Key, nowMs: number): void {
      const entry = find(database, key) ?? { database, key, ends: [], wasReached: false }
      entry.ends.push(nowMs + attemptMs)
      entry.wasReached ||= entry.ends.length >= limit
      entries.set(`${database} ${key}`, entry)
    },
    release(database: number, key: Key): boolean {
      const entry = find(database, key)
      if (entry === undefined) return false
      entry.ends.shift()
      deleteIfEmpty(entry)
      return entry.wasReached
    },
    forgetReached(database: number, key: Key): void {
      const entry = find(database, key)
      if (entry === undefined) return
      entry.wasReached = entry.ends.length >= limit
      deleteIfEmpty(entry)
    },
  }
}
