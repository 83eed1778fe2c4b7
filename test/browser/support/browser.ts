import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.connect(inject('browserEndpoint'))
})
afterAll(() => browser.close())

export const phone = { width: 360, height: 640 }
export const desktop = { width: 1280, height: 800 }

/** A page in a window of its own, and whatever went wrong in it. */
export type Visit = {
  readonly page: Page
  /** Errors in the console and faults of scripts. */
  readonly problems: string[]
  /** The origins that anything was asked of. */
  readonly origins: Set<string>
  close(): Promise<void>
}

/** Opens an empty page. */
export async function aVisit(options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const problems: string[] = []
  const origins = new Set<string>()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  return { page, problems, origins, close: () => context.close() }
}
