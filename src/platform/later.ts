import { waitUntil } from 'cloudflare:workers'

/** Lets work go on after the answer; it has to catch what it throws. */
export function later(work: Promise<void>): void {
  waitUntil(work)
}
