import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect, inject } from 'vitest'
import { aPerson, type Person } from './people.ts'
import { operator } from './shop.ts'

const people: Person[] = []
afterEach(async () => {
  const done = people.splice(0)
  await Promise.all(done.map((person) => person.close()))
  for (const { problems, origins } of done) {
    expect(problems.filter((text) => !expected.test(text))).toEqual([])
    expect([...origins]).toEqual([inject('deskUrl')])
  }
})

// What the browser says of a page that is answered with a refusal, and of a request that a test has cut off. A file of
// the page is never refused.
const expected =
  /^Failed to load resource: (?:net::ERR_FAILED|.* status of 4\d\d .*\(http:\/\/[^/]*\/(?!assets\/))/

/**
 * Opens a page of the back office as somebody, until the test has ended. Fails the test where the browser had problems,
 * or asked another host for something.
 */
export async function openAs(
  actor: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const person = await aPerson(actor, options)
  people.push(person)
  await person.page.goto(path)
  return person.page
}

/** Opens a page as an operator. */
export function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  return openAs(operator, path, options)
}

/** A browser in which no script runs. */
export const withoutScripts = { javaScriptEnabled: false }
