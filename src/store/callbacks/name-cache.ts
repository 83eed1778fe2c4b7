/** A cache of resolved names: an address that is not public, or null when all of them are. */
export type NameCache = {
  /** Undefined when the name is not cached any more. */
  get(host: string, nowMs: number): string | null | undefined
  put(host: string, notPublic: string | null, until: Lifetime): void
}

/** From now on, for so many seconds. */
export type Lifetime = { readonly nowMs: number; readonly seconds: number }

const entriesMax = 2_000
const secondsMax = 300

/** A cache for one isolate. An entry lives for five minutes at most; the oldest makes room for the newest. */
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
