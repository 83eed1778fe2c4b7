import { setTimeout as sleep } from 'node:timers/promises'
import type { Lab } from './test-bed.ts'

/** The minute, rung as often as a test likes. */
export type Cron = {
  /** Resolves when the last sweep has ended; rejects when one has failed, but not when it was killed. */
  stop(): Promise<void>
}

/** Rings the minute at once and then so long after each sweep's end, whichever service is up. */
export function startCron(lab: Lab, everyMs: number): Cron {
  const stopping = new AbortController()
  const rings = async () => {
    while (!stopping.signal.aborted) {
      const service = await lab.up()
      await service.ring()
      await sleep(everyMs, null, stopping).catch(() => null)
    }
  }
  const ringing = rings()
  ringing.catch(() => {})
  return {
    stop: () => {
      stopping.abort()
      return ringing
    },
  }
}
