import type { LogEntry } from '../contract/log/log-events.ts'

/** Writes one line of the log, as JSON. */
export function writeLog(entry: LogEntry): void {
  console.log(JSON.stringify(entry))
}
