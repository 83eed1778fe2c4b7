import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { aPerson, type Person } from './people.ts'
import { operator } from './shop.ts'

const people: Person[] = []
afterEach(async () => {
  await Promise.all(people.splice(0).map((person) => person.close()))
})

/** Opens a page of the back office as somebody, until the test has ended. */
export async function openAs(
  actor: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const person = await aPerson(actor, options)
  people.push(person)
  await person.goTo(path)
  return person.page
}

/** Opens a page as an operator. */
export function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  return openAs(operator, path, options)
}

/** A browser in which no script runs. */
export const withoutScripts = { javaScriptEnabled: false }
