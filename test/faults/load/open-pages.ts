import { setTimeout as sleep } from 'node:timers/promises'

/** What a member's page has shown in the end. `at` is UTC milliseconds. */
export type FinalPage = { readonly at: number; readonly html: string }

/** A wait page that a member keeps open. */
export type OpenPage = {
  /** What it shows once it asks no more; never where it is closed before. */
  readonly end: Promise<FinalPage>
  /** Resolves once its first request for news is held. */
  readonly isHeld: Promise<void>
  close(): void
}

const againMs = 3_000
const lostMs = 100

/** Opens the wait page at an address as a browser does: drawn once, then asked for news with answers that are held. */
export function openPage(url: string): OpenPage {
  const closed = new AbortController()
  const { signal } = closed
  const ended = Promise.withResolvers<FinalPage>()
  const held = Promise.withResolvers<void>()
  const follow = async () => {
    const page = await drawn(url, signal)
    const named = (name: string) =>
      new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1]?.replaceAll('&quot;', '"') ?? ''
    let [tag, bookmark] = [named('shown'), named('bookmark')]
    while (!signal.aborted) {
      const headers = { 'if-none-match': tag, 'x-d1-bookmark': bookmark, prefer: 'wait=55' }
      const asked = fetch(`${url}/state`, { headers, signal })
      held.resolve()
      const answer = await asked.catch(() => null)
      if (answer?.status === 200) {
        const { refreshSeconds, html } = (await answer.json()) as PageAnswer
        if (refreshSeconds === null) return ended.resolve({ at: Date.now(), html })
      } else if (answer !== null && answer.status !== 304) {
        throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
      }
      tag = answer?.headers.get('etag') ?? tag
      bookmark = answer?.headers.get('x-d1-bookmark') ?? bookmark
      if (answer?.status !== 200) await sleep(answer === null ? lostMs : againMs)
    }
  }
  ended.promise.catch(() => undefined)
  follow().catch((error) => {
    held.resolve()
    if (!signal.aborted) ended.reject(error)
  })
  return { end: ended.promise, isHeld: held.promise, close: () => closed.abort() }
}

// The runtime closes idle connections, and a request into one that closes is lost.
async function drawn(url: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const answer = await fetch(url, { signal }).catch(() => null)
    if (answer?.ok) return answer.text()
    signal.throwIfAborted()
    await sleep(lostMs)
  }
}

type PageAnswer = { readonly refreshSeconds: number | null; readonly html: string }
