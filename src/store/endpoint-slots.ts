/** An endpoint, by the number of the database that it is known in and its name there. */
export type EndpointPlace = { readonly database: number; readonly endpoint: string }

/** How many attempts this isolate has under way, by endpoint. */
export type EndpointSlots = {
  /** Endpoints of a database that have as many as they may. */
  crowded(database: number, nowMs: number): readonly string[]
  enter(place: EndpointPlace, nowMs: number): void
  /** Says whether it has been crowded, so that callbacks may have been kept from it. */
  leave(place: EndpointPlace): boolean
  /** Nobody who was kept from it waits any more. */
  calm(place: EndpointPlace): void
}

// An endpoint that answers in a tenth of a second is given 500 callbacks a second; one that hangs holds on to no
// more connections than these until its breaker opens.
const underWayMax = 50

// As many as a statement has room for. More endpoints at their limit at once are more than an isolate holds.
const crowdedMax = 40

// As long as the first lease: an attempt whose invocation was ended never leaves, and must not keep its slot.
const slotMs = 60_000

type Entry = EndpointPlace & {
  /** When each attempt's slot is free again, whatever became of it; in their order. */
  ends: number[]
  wasCrowded: boolean
}

/** The slots of one isolate. Some more than the limit get in while claims are on their way. */
export function endpointSlots(): EndpointSlots {
  const entries = new Map<string, Entry>()
  const keyOf = ({ database, endpoint }: EndpointPlace) => `${database} ${endpoint}`
  const forgetIfEmpty = (entry: Entry) => {
    if (entry.ends.length === 0 && !entry.wasCrowded) entries.delete(keyOf(entry))
  }
  return {
    crowded(database, nowMs) {
      const full: string[] = []
      for (const entry of entries.values()) {
        if (entry.ends.length < underWayMax || entry.database !== database) continue
        entry.ends = entry.ends.filter((end) => end > nowMs)
        if (entry.ends.length >= underWayMax) full.push(entry.endpoint)
        if (full.length === crowdedMax) break
      }
      return full
    },
    enter(place, nowMs) {
      const entry = entries.get(keyOf(place)) ?? { ...place, ends: [], wasCrowded: false }
      entry.ends.push(nowMs + slotMs)
      entry.wasCrowded ||= entry.ends.length >= underWayMax
      entries.set(keyOf(place), entry)
    },
    leave(place) {
      const entry = entries.get(keyOf(place))
      if (entry === undefined) return false
      entry.ends.shift()
      forgetIfEmpty(entry)
      return entry.wasCrowded
    },
    calm(place) {
      const entry = entries.get(keyOf(place))
      if (entry === undefined) return
      entry.wasCrowded = entry.ends.length >= underWayMax
      forgetIfEmpty(entry)
    },
  }
}
