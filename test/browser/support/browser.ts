import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'

// One connection for all files of a process: it ends with the process.
let connection: Promise<Browser> | undefined

export const phone = { width: 360, height: 640 }
export const desktop = { width: 1280, height: 800 }

/** A page in a window of its own, with its problems. */
export type Visit = {
  readonly page: Page
  /** Console errors and warnings, and script errors. */
  readonly problems: string[]
  /** The origins of all requests. */
  readonly origins: Set<string>
  close(): Promise<void>
}

export async function aVisit(options: BrowserContextOptions = {}): Promise<Visit> {
  connection ??= chromium.connect(inject('browserEndpoint'))
  const browser = await connection
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', ...options })
  // A busy machine takes longer than the browser's own half a minute.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const problems: string[] = []
  const origins = new Set<string>()
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const { url } = message.location()
    problems.push(url === '' ? message.text() : `${message.text()} (${url})`)
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  return { page, problems, origins, close: () => context.close() }
}
