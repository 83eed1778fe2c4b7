import type { WaitPage } from '../../rules/links/wait-page.ts'

// The shortest lifetime that KV accepts.
const secondsMin = 60

/**
 * Stores a wait page under its token: only its immutable part, because KV may return a stale copy for long. A token is
 * written once and never read before that, because KV caches misses too.
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

/**
 * Reads a wait page by its token; null when KV does not have it, or not yet. It may return an expired page: check
 * `expiresAt`.
 */
export async function getToken(kv: KVNamespace, token: string): Promise<WaitPage | null> {
  return kv.get<WaitPage>(token, 'json')
}
