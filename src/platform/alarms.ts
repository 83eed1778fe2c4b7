/** Limits log lines that a lasting fault would repeat with every request. */
export type Alarms = {
  /** Whether a line of that event is to be written now. If so, the next one is due a minute later. */
  isDue(event: string, nowMs: number): boolean
}

const pauseMs = 60_000

/** Makes the alarms of one isolate: at most one line a minute of each event. */
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
