import { setTimeout as sleep } from 'node:timers/promises'
import { isLongRun } from '../long-run.ts'
import type { TestBed } from '../service/test-bed.ts'
import type { Client } from './client.ts'

const pollMs = 250

/** Waits until no callback is due, `patienceMs` at most; resolves with the milliseconds it took. */
export async function untilNoneDue(client: Client, patienceMs: number): Promise<number> {
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  while (!(await isNoneDue(client)) && elapsed() < patienceMs) await sleep(pollMs)
  return elapsed()
}

/** The same after kills. A dead process's lease lasts a minute; the short run moves the clock on between two starts. */
export async function deliverRest(
  bed: TestBed,
  client: Client,
  patienceMs: number,
): Promise<number> {
  return isLongRun ? untilNoneDue(client, patienceMs) : deliverSoon(bed, client, patienceMs)
}

/** The same: the clock is moved on whenever something is due still after `patienceMs`. */
export async function deliverSoon(
  bed: TestBed,
  client: Client,
  patienceMs: number,
): Promise<number> {
  const begun = performance.now()
  for (let step = 0; step < stepsMax; step += 1) {
    if ((await untilNoneDue(client, patienceMs)) < patienceMs) break
    await bed.crash('group', { secondsLater: 60 })
  }
  return performance.now() - begun
}

// In the short run a receiver fails twice at most.
const stepsMax = 10

async function isNoneDue(client: Client): Promise<boolean> {
  const due = await client.backOffice('GET', 'callbacks?state=due&limit=1')
  const items = due?.body.items
  return Array.isArray(items) && items.length === 0
}
