import { afterAll, afterEach, expect, test } from 'vitest'
import { aPayment, token } from '../support/member-views.ts'
import { aVisit, type Visit } from './support/browser.ts'
import { startPagesServer } from './support/pages-server.ts'

const server = await startPagesServer()
let visit: Visit
server.payments.set(token, aPayment('transfer'))
afterEach(() => visit.close())
afterAll(() => server.close())

test.each([
  ['the clipboard', ''],
  ['execCommand, without HTTPS', "Object.defineProperty(navigator, 'clipboard', {})"],
])('the account number is copied by %s', async (_, prepare) => {
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
  await page.getByRole('button', { name: 'Copy account number' }).click()
  await page.getByRole('button', { name: 'Copied account number' }).waitFor()
  expect(await page.locator('#announcer').textContent()).toBe('Copied')
  expect(await pasted()).toBe('004123456789012')
  await page.clock.runFor(2_000)
  await page.getByRole('button', { name: 'Copy account number' }).waitFor()
  expect(problems).toEqual([])
})

test.each(['zh-TW', 'en'])(
  'on a phone the number and its button are above the fold, in %s',
  async (locale) => {
    visit = await aVisit({ locale, viewport: { width: 390, height: 844 } })
    const { page } = visit
    await page.goto(`${server.url}/wait/${token}`)
    const [number, button] = [page.locator('.number b'), page.locator('#copy-account')]
    const card = await page.locator('#account').boundingBox()
    const [told, pressed] = [await number.boundingBox(), await button.boundingBox()]
    expect((pressed?.y ?? 844) + (pressed?.height ?? 0)).toBeLessThan(700)
    expect(told?.y).toBeLessThan(pressed?.y ?? 0)
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('.number b')).fontSize"),
    ).toMatch(/^(2[4-9]|3\d)/)
    expect(pressed?.width).toBeGreaterThan((card?.width ?? 0) - 50)
  },
)

test('the amount is copied as digits alone', async () => {
  visit = await aVisit({ locale: 'zh-TW', permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visit
  await page.goto(`${server.url}/wait/${token}`)
  await page.locator('#copy-amount').click()
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  await expect.poll(copied).toMatch(/^\d+$/)
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
