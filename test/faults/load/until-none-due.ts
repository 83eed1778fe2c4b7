import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'

const pollMs = 250

/** Waits until no callback is due any more, or patience has run out. Resolves with how long that took. */
export async function untilQuiet(client: Client, patienceMs: number): Promise<number> {
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  while (!(await isQuiet(client)) && elapsed() < patienceMs) await sleep(pollMs)
  return elapsed()
}

async function isQuiet(client: Client): Promise<boolean> {
  const due = await client.backOffice('GET', 'callbacks?state=due&limit=1')
  const items = due?.body.items
  return Array.isArray(items) && items.length === 0
}
