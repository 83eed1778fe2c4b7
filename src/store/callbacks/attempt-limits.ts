/** An endpoint, by the number of the database that it is known in and its name there. */
export type EndpointPlace = { readonly database: number; readonly endpoint: string }

/** Whose callbacks must not be claimed now, for as many attempts as they may have are under way. */
export type Full = {
  readonly endpoints: readonly string[]
  /** Merchants, by their numbers. */
  readonly merchants: readonly number[]
}

/** How many attempts this isolate has under way, by endpoint and by merchant. */
export type EndpointSlots = {
  /**
   * Begins a claim of so many callbacks: it counts against every merchant until it ends, for nobody knows yet whose
   * callbacks will be won.
   */
  claim(database: number, count: number, nowMs: number): Claiming
  enter(place: EndpointPlace, nowMs: number): void
  /** Says whether callbacks may have been kept from the endpoint, because it or its merchant had all it may. */
  leave(place: EndpointPlace): boolean
  /** Nobody who was kept from it waits any more. */
  calm(place: EndpointPlace): void
}

/** A claim that is under way. `end` is called after its attempts have entered. */
export type Claiming = { readonly full: Full; readonly end: () => void }

// An endpoint that answers in a tenth of a second is given 500 callbacks a second; one that hangs holds on to no
// more connections than these until its breaker opens.
const endpointMax = 50

/** The most that one merchant's endpoints together may have under way in an isolate (decisions §6, "Isolation"). */
export const merchantMax = 200

// As many as a statement has room for. More endpoints at their limit at once are more than an isolate holds.
const namedMax = 40

// As long as the first lease: an attempt whose invocation was ended never leaves, and must not keep its slot.
const slotMs = 60_000

/** Attempts of an endpoint or a merchant. */
type Entry<Key> = {
  readonly database: number
  readonly key: Key
  /** When each attempt's slot is free again, whatever became of it; in their order. */
  ends: number[]
  wasFull: boolean
}

/** The slots of one isolate. An endpoint may get some more than its limit while claims are on their way. */
export function endpointSlots(): EndpointSlots {
  const endpoints = limited<string>(endpointMax)
  const merchants = limited<number>(merchantMax)
  const claims = new Set<{ readonly count: number; readonly endsMs: number }>()
  return {
    claim(database, count, nowMs) {
      for (const claim of claims) if (claim.endsMs <= nowMs) claims.delete(claim)
      const claim = { count, endsMs: nowMs + slotMs }
      claims.add(claim)
      const claimed = [...claims].reduce((sum, one) => sum + one.count, 0)
      const full = {
        endpoints: endpoints.full(database, 1, nowMs),
        merchants: merchants.full(database, claimed, nowMs),
      }
      return { full, end: () => claims.delete(claim) }
    },
    enter({ database, endpoint }, nowMs) {
      endpoints.enter(database, endpoint, nowMs)
      merchants.enter(database, merchantOf(endpoint), nowMs)
    },
    leave({ database, endpoint }) {
      const wasFull = endpoints.leave(database, endpoint)
      return merchants.leave(database, merchantOf(endpoint)) || wasFull
    },
    calm({ database, endpoint }) {
      endpoints.calm(database, endpoint)
      merchants.calm(database, merchantOf(endpoint))
    },
  }
}

function merchantOf(endpoint: string): number {
  return Number.parseInt(endpoint, 10)
}

function limited<Key extends string | number>(max: number) {
  const entries = new Map<string, Entry<Key>>()
  const find = (database: number, key: Key) => entries.get(`${database} ${key}`)
  const forgetIfEmpty = (entry: Entry<Key>) => {
    if (entry.ends.length === 0 && !entry.wasFull) entries.delete(`${entry.database} ${entry.key}`)
  }
  return {
    /** Those of a database that have no room for so many more. */
    full(database: number, count: number, nowMs: number): readonly Key[] {
      const full: Key[] = []
      const hasRoom = ({ ends }: Entry<Key>) => ends.length + count <= max
      for (const entry of entries.values()) {
        if (entry.database !== database || hasRoom(entry)) continue
        entry.ends = entry.ends.filter((end) => end > nowMs)
        if (hasRoom(entry)) continue
        entry.wasFull = true
        full.push(entry.key)
        if (full.length === namedMax) break
      }
      return full
    },
    enter(database: number, key: Key, nowMs: number): void {
      const entry = find(database, key) ?? { database, key, ends: [], wasFull: false }
      entry.ends.push(nowMs + slotMs)
      entry.wasFull ||= entry.ends.length >= max
      entries.set(`${database} ${key}`, entry)
    },
    leave(database: number, key: Key): boolean {
      const entry = find(database, key)
      if (entry === undefined) return false
      entry.ends.shift()
      forgetIfEmpty(entry)
      return entry.wasFull
    },
    calm(database: number, key: Key): void {
      const entry = find(database, key)
      if (entry === undefined) return
      entry.wasFull = entry.ends.length >= max
      forgetIfEmpty(entry)
    },
  }
}
