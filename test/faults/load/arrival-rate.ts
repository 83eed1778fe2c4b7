import { setTimeout as sleep } from 'node:timers/promises'

/** How work is started: so many pieces a second, in bursts of so many, and no more than `atOnce` of them under way. */
export type Pace = { readonly perSecond: number; readonly burst: number; readonly atOnce: number }

/** Starts a piece of work for each item at that pace; resolves when all are done, rejects with the first that fails. */
export async function paced<T>(
  items: Iterable<T>,
  { perSecond, burst, atOnce }: Pace,
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
    // Told by whoever waits for it here; until somebody does, it must not count as unheard of.
    running.catch(() => {})
    underWay.add(running)
  }
  await Promise.all(underWay)
}
