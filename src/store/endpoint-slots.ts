/** How many attempts this isolate has under way, by endpoint. */
export type EndpointSlots = {
  /** Endpoints that have as many as they may. */
  crowded(): readonly string[]
  enter(endpoint: string): void
  /** Says whether it has been crowded, so that callbacks may have been kept from it. */
  leave(endpoint: string): boolean
  /** Nobody who was kept from it waits any more. */
  calm(endpoint: string): void
}

// An endpoint that answers in a tenth of a second is given 500 callbacks a second; one that hangs holds on to no
// more connections than these until its breaker opens.
const underWayMax = 50

// As many as a statement has room for. More endpoints at their limit at once are more than an isolate holds.
const crowdedMax = 40

/** The slots of one isolate. Some more than the limit get in while claims are on their way. */
export function endpointSlots(): EndpointSlots {
  const entries = new Map<string, { underWay: number; wasCrowded: boolean }>()
  return {
    crowded() {
      const full = [...entries].filter(([, { underWay }]) => underWay >= underWayMax)
      return full.slice(0, crowdedMax).map(([endpoint]) => endpoint)
    },
    enter(endpoint) {
      const entry = entries.get(endpoint) ?? { underWay: 0, wasCrowded: false }
      entry.underWay += 1
      entry.wasCrowded ||= entry.underWay >= underWayMax
      entries.set(endpoint, entry)
    },
    leave(endpoint) {
      const entry = entries.get(endpoint)
      if (entry === undefined) return false
      entry.underWay -= 1
      if (entry.underWay <= 0 && !entry.wasCrowded) entries.delete(endpoint)
      return entry.wasCrowded
    },
    calm(endpoint) {
      const entry = entries.get(endpoint)
      if (entry === undefined) return
      entry.wasCrowded = entry.underWay >= underWayMax
      if (entry.underWay <= 0) entries.delete(endpoint)
    },
  }
}
