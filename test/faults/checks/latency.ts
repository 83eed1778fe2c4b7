import type { Order } from '../load/orders.ts'
import type { Posting } from '../receivers/log.ts'

/** Seconds from the answer that an order is final to the acknowledgement of its callback. */
export type Latency = {
  readonly callbacks: number
  /** Callbacks without an acknowledgement. */
  readonly missing: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** The latency of those orders' callbacks; a missing callback counts as infinitely late. */
export function latencyOf(sent: readonly Order[], postings: readonly Posting[]): Latency {
  const acknowledgedAt = new Map<string, number>()
  for (const { order, acknowledged, endedAt } of postings) {
    if (!acknowledged || endedAt === null) continue
    acknowledgedAt.set(order, Math.min(endedAt, acknowledgedAt.get(order) ?? endedAt))
  }
  const seconds = sent
    .map(({ uid, number, finalAt }) => {
      const at = acknowledgedAt.get(`${uid}/${number}`)
      return at === undefined || finalAt === null ? Number.POSITIVE_INFINITY : (at - finalAt) / 1000
    })
    .toSorted((a, b) => a - b)
  const at = (share: number) => seconds[Math.ceil(share * seconds.length) - 1] ?? Number.NaN
  return {
    callbacks: seconds.length,
    missing: seconds.filter((one) => one === Number.POSITIVE_INFINITY).length,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
  }
}

/** The most requests that were in progress at the same time. */
export function peakConcurrency(postings: readonly Posting[]): number {
  const changes = postings.flatMap(({ receivedAt, endedAt }) => [
    { at: receivedAt, change: 1 },
    { at: endedAt ?? Number.POSITIVE_INFINITY, change: -1 },
  ])
  let inProgress = 0
  let most = 0
  for (const { change } of changes.toSorted((a, b) => a.at - b.at || a.change - b.change)) {
    inProgress += change
    most = Math.max(most, inProgress)
  }
  return most
}
