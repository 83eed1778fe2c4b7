import type { LogEntry } from '../contract/log/log-events.ts'

export function writeLog(entry: LogEntry): void {
  console.log(JSON.stringify(entry))
}
