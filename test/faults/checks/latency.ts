import type { Order } from '../load/orders.ts'
import type { Posting } from '../receivers/log.ts'

/** How long callbacks took from the answer that said their order was settled to their acknowledgement, in seconds. */
export type Promptness = {
  readonly callbacks: number
  /** Of those, the ones that have not been acknowledged. */
  readonly missing: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** Measures those orders' callbacks. A missing one took forever: it counts into every figure as infinitely late. */
export function promptnessOf(book: readonly Order[], postings: readonly Posting[]): Promptness {
  const acknowledgedAt = new Map<string, number>()
  for (const { order, acknowledged, endedAt } of postings) {
    if (!acknowledged || endedAt === null) continue
    acknowledgedAt.set(order, Math.min(endedAt, acknowledgedAt.get(order) ?? endedAt))
  }
  const seconds = book
    .map(({ uid, number, finalAt }) => {
      const at = acknowledgedAt.get(`${uid}/${number}`)
      return at === undefined || finalAt === null ? Number.POSITIVE_INFINITY : (at - finalAt) / 1000
    })
    .toSorted((a, b) => a - b)
  const at = (share: number) => seconds[Math.ceil(share * seconds.length) - 1] ?? Number.NaN
  return {
    callbacks: seconds.length,
    missing: seconds.filter((one) => one === Number.POSITIVE_INFINITY).length,
    ...{ p50: at(0.5), p95: at(0.95), max: at(1) },
  }
}

/** How many requests a server had on its hands at the same time, at most. */
export function mostAtOnce(postings: readonly Posting[]): number {
  const changes = postings.flatMap(({ receivedAt, endedAt }) => [
    { at: receivedAt, change: 1 },
    { at: endedAt ?? Number.POSITIVE_INFINITY, change: -1 },
  ])
  let open = 0
  let most = 0
  for (const { change } of changes.toSorted((a, b) => a.at - b.at || a.change - b.change)) {
    open += change
    most = Math.max(most, open)
  }
  return most
}
