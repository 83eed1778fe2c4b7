import type { WaitPage } from '../../rules/links/wait-page.ts'

// KV refuses to keep anything for less.
const secondsMin = 60

/**
 * Keeps what a wait page's token stands for. Only what never changes: a copy of KV may be read long after another
 * was written. A token is written once and never read before that, for KV remembers misses too.
 */
export async function putToken(
  kv: KVNamespace,
  token: string,
  page: WaitPage,
  seconds: number,
): Promise<void> {
  const expirationTtl = Math.max(secondsMin, Math.ceil(seconds))
  await kv.put(token, JSON.stringify(page), { expirationTtl })
}

/**
 * What a wait page's token stands for; null when KV does not know it, or not yet. It may still tell what has expired:
 * look at `expiresAt`.
 */
export async function getToken(kv: KVNamespace, token: string): Promise<WaitPage | null> {
  return kv.get<WaitPage>(token, 'json')
}
