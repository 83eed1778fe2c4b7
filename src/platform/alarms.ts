/** Lines of this isolate's log that would repeat with every request while something is wrong. */
export type Alarms = {
  /** Whether a line of that event is due; it is taken to be written then. */
  isDue(event: string, nowMs: number): boolean
}

const pauseMs = 60_000

/** Alarms of one isolate: a line of each event once a minute at most. */
export function alarms(): Alarms {
  const written = new Map<string, number>()
  return {
    isDue(event, nowMs) {
      const last = written.get(event)
      if (last !== undefined && nowMs - last < pauseMs) return false
      written.set(event, nowMs)
      return true
    },
  }
}
