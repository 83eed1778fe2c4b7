import { setTimeout as sleep } from 'node:timers/promises'
import type { TestBed } from './test-bed.ts'

/** The cron trigger, run at the test's own interval. */
type Cron = {
  /** Resolves when the last sweep has ended; rejects when one failed without being killed. */
  stop(): Promise<void>
}

/** Runs the sweep at once, and again that long after each sweep's end, on whichever service is up. */
export function startCron(bed: TestBed, everyMs: number): Cron {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const service = await bed.up()
      await service.runCron()
      await sleep(everyMs, null, stopping).catch(() => null)
    }
  }
  const running = loop()
  running.catch(() => {})
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
