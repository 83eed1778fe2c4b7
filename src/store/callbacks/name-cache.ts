/** A cache of resolved names: a non-public address, or null if all are public. */
export type NameCache = {
  /** Undefined if the name is not cached. */
  get(host: string, nowMs: number): string | null | undefined
  put(host: string, notPublic: string | null, until: Lifetime): void
}

type Lifetime = { readonly nowMs: number; readonly seconds: number }

const entriesMax = 2_000
const secondsMax = 300

/** A cache for one isolate. An entry lives at most five minutes; the oldest makes room for the newest. */
export function nameCache(): NameCache {
  const entries = new Map<string, { notPublic: string | null; untilMs: number }>()
  return {
    get(host, nowMs) {
      const entry = entries.get(host)
      return entry !== undefined && nowMs < entry.untilMs ? entry.notPublic : undefined
    },
    put(host, notPublic, { nowMs, seconds }) {
      entries.delete(host)
      entries.set(host, { notPublic, untilMs: nowMs + Math.min(seconds, secondsMax) * 1000 })
      const [oldest] = entries.keys()
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest)
    },
  }
}
