import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aPerson, type Person } from './people.ts'
import { operator } from './shop.ts'

const people: Person[] = []

/** Closes the pages of a test. Fails the test if a browser had problems, or asked another host for something. */
export async function closePages(): Promise<void> {
  const done = people.splice(0)
  await Promise.all(done.map((person) => person.close()))
  for (const { problems, origins } of done) {
    expect(problems.filter((text) => !expected.test(text))).toEqual([])
    expect([...origins]).toEqual([inject('deskUrl')])
  }
}

// What the browser says of a page that is answered with a refusal, and of a request that a test has cut off. A file of
// the page is never refused.
const expected =
  /^Failed to load resource: (?:net::ERR_FAILED|.* status of 4\d\d .*\(http:\/\/[^/]*\/(?!assets\/))/

/** Opens a page of the back office as a person, until the test ends: then `closePages` looks at its problems. */
export async function openAs(
  actor: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const person = await aPerson(actor, options)
  people.push(person)
  await arrive(person, path)
  return person.page
}

const triesMax = 20
const navigationMs = 60_000

// A server that stood still is being started again for as long as it answers 503.
async function arrive({ page, problems }: Person, path: string): Promise<void> {
  const before = problems.length
  for (let tries = 1; ; tries += 1) {
    const answer = await page.goto(path, { timeout: navigationMs })
    if (answer?.status() !== 503 || tries === triesMax) return
    problems.length = before
    await sleep(1000)
  }
}

/** Leads a window of `openAs` to another page. */
export async function goTo(page: Page, path: string): Promise<void> {
  const person = people.find((one) => one.page === page)
  if (person === undefined) throw new Error(`openAs did not open the window for ${path}`)
  await arrive(person, path)
}

/** Opens a page as an operator. */
export function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  return openAs(operator, path, options)
}

/** How a window shows its pages. */
type Look = {
  readonly width: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** Shows the next pages of a window at another width and in other colours: a new window would load every file again. */
export async function showAs(page: Page, { width, height, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: height ?? (width === 390 ? 844 : 800) })
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
}

/** A browser in which no script runs. */
export const withoutScripts = { javaScriptEnabled: false }
