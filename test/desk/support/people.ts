import type { BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { aVisit, type Visit } from '../../browser/support/browser.ts'

/**
 * A person at the back office's pages, in a browser of their own: `ann:agent`, `olga:operator`. Their page goes to
 * addresses of the back office by their paths.
 */
export type Person = Visit & { readonly actor: string }

/** What a page does when it is looked at again: it asks at once, and a test need not wait. */
export const lookedAtAgain = "document.dispatchEvent(new Event('visibilitychange'))"

/**
 * Opens a browser for a person. The language is that of the browser: `zh-TW` unless the options have another. `url` is
 * that of the back office, by default the one that all tests share.
 */
export async function aPerson(
  actor: string,
  options: BrowserContextOptions = {},
  url = inject('deskUrl'),
): Promise<Person> {
  const visit = await aVisit({
    viewport: { width: 1280, height: 800 },
    locale: 'zh-TW',
    baseURL: url,
    ...options,
  })
  await visit.page
    .context()
    .addCookies([{ name: 'local_actor', value: encodeURIComponent(actor), url }])
  return { ...visit, actor }
}
