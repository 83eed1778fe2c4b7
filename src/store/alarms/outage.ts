import type { AlarmState } from '../../rules/alarms/alarm-steps.ts'

/** An isolate's record of the alarm that the first database does not answer, which nothing else can store. */
export type Outage = { alarm: AlarmState | null }

/** Makes the memory of one isolate. */
export function outage(): Outage {
  return { alarm: null }
}
