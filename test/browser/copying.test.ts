import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aPayment, token } from '../support/member-views.ts'
import { aVisit, type Visit } from './support/browser.ts'
import { type PagesServer, startPagesServer } from './support/pages-server.ts'

let server: PagesServer
let visit: Visit
beforeAll(async () => {
  server = await startPagesServer()
  server.payments.set(token, aPayment('transfer'))
})
afterEach(() => visit.close())
afterAll(() => server.close())

test.each([
  ['the clipboard', ''],
  ['execCommand, without HTTPS', "Object.defineProperty(navigator, 'clipboard', {})"],
])('the account number and the amount are copied by %s', async (_, prepare) => {
  visit = await aVisit({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, problems } = visit
  // The notice "Copied" goes by the page's clock, which is stopped.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.addInitScript(prepare)
  await page.goto(`${server.url}/wait/${token}?lang=en`)
  const pasted = async () => {
    await page.evaluate("document.body.append(document.createElement('textarea'))")
    const field = page.locator('textarea').last()
    await field.focus()
    await page.keyboard.press('Control+V')
    return field.inputValue()
  }
  await page.getByRole('button', { name: 'Copy Account number' }).click()
  await page.getByRole('button', { name: 'Copied Account number' }).waitFor()
  expect(await page.locator('#announcer').textContent()).toBe('Copied')
  expect(await pasted()).toBe('004123456789012')
  await page.getByRole('button', { name: 'Copy Bank code' }).click()
  await page.getByRole('button', { name: 'Copied Bank code' }).waitFor()
  expect(await pasted()).toBe('004')
  await page.getByRole('button', { name: 'Copy Amount' }).click()
  await page.getByRole('button', { name: 'Copied Amount' }).waitFor()
  expect(await pasted()).toBe('3000')
  await page.clock.runFor(2_000)
  await page.getByRole('button', { name: 'Copy Account number' }).waitFor()
  expect(problems).toEqual([])
})

test('without any clipboard, the number is selected to be copied by hand', async () => {
  visit = await aVisit({ locale: 'zh-TW' })
  const { page } = visit
  await page.addInitScript(
    "Object.defineProperty(navigator, 'clipboard', {}); Document.prototype.execCommand = () => false",
  )
  await page.goto(`${server.url}/wait/${token}`)
  await page.locator('#copy-account').click()
  await expect.poll(() => page.evaluate('String(getSelection())')).toBe('004-123456789012')
  expect(await page.locator('#announcer').textContent()).toContain('長按')
})
