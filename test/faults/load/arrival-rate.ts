import { setTimeout as sleep } from 'node:timers/promises'

/** Items started a second, in bursts, and no more than `atOnce` in progress. */
type Rate = { readonly perSecond: number; readonly burst: number; readonly atOnce: number }

/** Starts `work` for each item at that rate; resolves when all have ended, rejects with the first failure. */
export async function runAtRate<T>(
  items: Iterable<T>,
  { perSecond, burst, atOnce }: Rate,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const begun = performance.now()
  let started = 0
  for (const item of items) {
    while (underWay.size >= atOnce) await Promise.race(underWay)
    const burstAt = (Math.floor(started / burst) * burst * 1000) / perSecond
    const early = begun + burstAt - performance.now()
    if (early > 1) await sleep(early)
    started += 1
    const running = work(item).finally(() => underWay.delete(running))
    // Reported by the races above and the end below: not an unhandled rejection.
    running.catch(() => {})
    underWay.add(running)
  }
  await Promise.all(underWay)
}
