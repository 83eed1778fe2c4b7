import type { LogEntry } from '../contract/log/log-events.ts'

/** Limits log lines that a lasting fault would repeat with every request. */
export type LogLimits = {
  /** Whether a line of that event is to be written now. If so, the next one is due a minute later. */
  isDue(event: LogEntry['event'], nowMs: number): boolean
}

const pauseMs = 60_000

/** Makes the limits of one isolate: at most one line a minute of each event. */
export function logLimits(): LogLimits {
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
