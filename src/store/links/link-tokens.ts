import type { WaitPage } from '../../rules/links/wait-page.ts'

// The shortest lifetime that KV accepts.
const secondsMin = 60

/**
 * Stores the immutable part of a wait page under its token; KV may return stale copies for long. A token is written
 * once and never read before, because KV caches misses too.
 */
export async function putToken({
  kv,
  token,
  page,
  seconds,
}: {
  readonly kv: KVNamespace
  readonly token: string
  readonly page: WaitPage
  readonly seconds: number
}): Promise<void> {
  const expirationTtl = Math.max(secondsMin, Math.ceil(seconds))
  await kv.put(token, JSON.stringify(page), { expirationTtl })
}

/** Reads a wait page by its token; null if KV does not have it, or not yet. It may be expired: check `expiresAt`. */
export async function getToken(kv: KVNamespace, token: string): Promise<WaitPage | null> {
  return kv.get<WaitPage>(token, 'json')
}
