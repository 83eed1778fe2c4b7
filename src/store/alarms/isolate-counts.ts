import type { CountedKind } from './alarm-schema.ts'
import type { Count } from './watch-counts.ts'

/** An isolate's counts between two writes, so that no request waits for one. */
export type IsolateCounts = {
  /** Counts something at that time (UTC milliseconds). */
  add(kind: CountedKind, count: number, nowMs: number): void
  /** Whether a write is due: sooner after errors or dead messages. */
  isDue(nowMs: number): boolean
  /** Removes and returns the counts to write. */
  take(): readonly Count[]
  /** Restores counts that could not be written, except those older than ten minutes. */
  giveBack(counts: readonly Count[], nowMs: number): void
}

/** Without errors, an isolate writes at most once a minute. */
const calmMs = 60_000
const troubledMs = 15_000
const usefulMs = 600_000

export function isolateCounts(): IsolateCounts {
  let counts = new Map<string, Count>()
  let since: number | null = null
  let isTroubled = false
  return {
    add(kind, count, nowMs) {
      const minute = Math.floor(nowMs / 60_000)
      const key = `${kind} ${minute}`
      counts.set(key, { kind, minute, count: count + (counts.get(key)?.count ?? 0) })
      since ??= nowMs
      isTroubled ||= kind !== 'answers' && kind !== 'creations' && kind !== 'links'
    },
    isDue(nowMs) {
      return since !== null && nowMs - since >= (isTroubled ? troubledMs : calmMs)
    },
    take() {
      const batch = [...counts.values()]
      counts = new Map()
      since = null
      isTroubled = false
      return batch
    },
    giveBack(batch, nowMs) {
      for (const { kind, minute, count } of batch) {
        const atMs = minute * 60_000
        if (nowMs - atMs < usefulMs) this.add(kind, count, atMs)
      }
      // The next try waits until it is due again.
      since = nowMs
    },
  }
}
