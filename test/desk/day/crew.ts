import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { until } from '../../../scripts/demo/story.ts'
import type { LocalServer } from '../../../scripts/local/server.ts'
import { aPerson, type Person } from '../support/people.ts'
import type { Receiver } from '../support/receivers.ts'
import type { Hands } from './hands.ts'

/** Where and how a day is spent. */
export type Day = {
  readonly server: LocalServer
  readonly receiver: Receiver
  readonly hands: Hands
  readonly locale: string
  readonly javaScriptEnabled?: boolean
}

/** Who is at work. */
export type Crew = { readonly olga: Person; readonly otto: Person; readonly ann: Person }

/** Two operators and an agent, each with a browser of their own. */
export async function aCrew({ server, locale, javaScriptEnabled = true }: Day): Promise<Crew> {
  const options = { locale, javaScriptEnabled }
  const at = (actor: string) => aPerson(actor, options, server.backofficeUrl)
  const [olga, otto, ann] = [await at('olga:operator'), await at('otto:operator'), await at(agent)]
  for (const { page } of [olga, otto, ann]) await page.goto(server.backofficeUrl)
  return { olga, otto, ann }
}

export const annName = `ann-${randomUUID().slice(0, 8)}@agents.example`
const agent = `${annName}:agent`

/** Opens a page by the menu. */
export async function go({ hands }: Day, { page }: Person, path: string): Promise<void> {
  await hands.press(page, `#menu a[href="${path}"]`)
  await page.waitForURL(`**${path}`)
}

/** The other operator approves what was just sent for approval, and sees its page. */
export async function approved(day: Day, { olga, otto }: Crew): Promise<void> {
  const to = await olga.page.locator('#notices a[href^="/approvals/"]').getAttribute('href')
  await go(day, otto, '/approvals')
  await day.hands.press(otto.page, `main th a[href="${to}"]`)
  await day.hands.press(otto.page, '#approve button')
  await otto.page.locator('#notices [role=status]').waitFor()
}

/** Opens a page again until it shows something. */
export async function reloadedUntil(page: Page, selector: string): Promise<void> {
  const address = page.url()
  const shown = async () => {
    if ((await page.locator(selector).count()) > 0) return true
    await page.goto(address)
    return false
  }
  await until(shown, (isShown) => isShown)
}
