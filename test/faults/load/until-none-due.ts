import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'

const pollMs = 250

/** Waits until no callback is due, `patienceMs` at most; resolves with the milliseconds it took. */
export async function untilNoneDue(client: Client, patienceMs: number): Promise<number> {
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  while (!(await isNoneDue(client)) && elapsed() < patienceMs) await sleep(pollMs)
  return elapsed()
}

async function isNoneDue(client: Client): Promise<boolean> {
  const due = await client.backOffice('GET', 'callbacks?state=due&limit=1')
  const items = due?.body.items
  return Array.isArray(items) && items.length === 0
}
