import { expect } from 'vitest'
import { aVisit, type Visit } from '../../browser/support/browser.ts'
import { lookedAtAgain } from '../support/people.ts'
import type { Day } from './crew.ts'

/** A member opens the page to wait on, on a phone. */
export async function aMemberWaits({ locale }: Day, url: string): Promise<Visit> {
  const member = await aVisit({ locale, hasTouch: true })
  await member.page.goto(url)
  return member
}

/** The member's page shows a text by itself, however it groups digits. */
export async function theMemberIsShown({ page }: Visit, wanted: string): Promise<void> {
  await page.evaluate(lookedAtAgain)
  const text = async () => (await page.locator('main').innerText()).replace(/[\s-]/g, '')
  await expect.poll(text).toContain(wanted)
}
