import type { AlarmState } from '../../rules/alarms/alarm-state.ts'

/**
 * What an isolate remembers of the alarm that the first database does not answer: there is nowhere else to keep it.
 */
export type Outage = { alarm: AlarmState | null }

/** Makes the memory of one isolate. */
export function outage(): Outage {
  return { alarm: null }
}
