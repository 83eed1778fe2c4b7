import type { CountedKind } from './alarm-schema.ts'
import type { Count } from './watch-counts.ts'

/** What an isolate counts between two writes, so that no request waits for one. */
export type IsolateCounts = {
  /** Counts something at that time (UTC milliseconds). */
  add(kind: CountedKind, count: number, nowMs: number): void
  /** Whether it is time to write: sooner where errors or dead messages were counted. */
  isDue(nowMs: number): boolean
  /** What is to be written, which is counted no more. */
  take(): readonly Count[]
  /** Takes back what could not be written; what is older than ten minutes is of no use any more. */
  giveBack(counts: readonly Count[], nowMs: number): void
}

/** While all is well, an isolate writes once a minute at most. */
const calmMs = 60_000
const troubledMs = 15_000
const usefulMs = 600_000

/** Makes the counts of one isolate. */
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
      isTroubled ||= kind !== 'answers' && kind !== 'creations'
    },
    isDue(nowMs) {
      return since !== null && nowMs - since >= (isTroubled ? troubledMs : calmMs)
    },
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      since = null
      isTroubled = false
      return taken
    },
    giveBack(given, nowMs) {
      for (const { kind, minute, count } of given) {
        const atMs = minute * 60_000
        if (nowMs - atMs < usefulMs) this.add(kind, count, atMs)
      }
      // Tried again when it is due, not with the next request.
      since = nowMs
    },
  }
}
