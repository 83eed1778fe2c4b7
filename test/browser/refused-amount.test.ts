import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aPayment, aPurchase, session, token } from '../support/member-views.ts'
import { aVisit, type Visit } from './support/browser.ts'
import { keepPicture } from './support/looks.ts'
import { startPagesServer } from './support/pages-server.ts'

// What a member has typed stays until an order is made of it, and is sent once only.

const server = await startPagesServer()
let visit: Visit
const purchase = aPurchase('open', { id: 42 })
server.purchases.set(42, purchase)
server.submit.set(42, (text) => {
  if (text === '1234') return { kind: 'wait', waitToken: token }
  return { ...purchase, refused: { text, problem: 'not_allowed' } }
})
server.payments.set(token, aPayment('waiting', { amount: 1234 }))
const shop = await aShop(`${server.url}/42?third_party_session=${session}`)
beforeEach(() => {
  server.requests.length = 0
})
afterEach(() => visit.close())
afterAll(async () => {
  shop.close()
  shop.closeAllConnections()
  await server.close()
})

const isFilled = `(({ backgroundColor, borderTopColor }) => backgroundColor === borderTopColor)(
  getComputedStyle(document.querySelector('form .button')))`

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  test('a refused amount is there after the refusal, a reload, and on the way back', async () => {
    visit = await aVisit({ locale: 'en', javaScriptEnabled })
    const { page } = visit
    // From a site of the merchant, as members come.
    await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`)
    await page.getByRole('link').click()
    await page.getByRole('radio', { name: 'Other' }).check()
    // Nothing is chosen yet, and the button does not look as if it could not be pressed.
    expect(await page.evaluate(isFilled)).toBe(true)
    const field = page.getByLabel('Amount in NT$')
    const shows = async (typed: string) => {
      await page.getByRole('alert').waitFor()
      expect(await field.isVisible()).toBe(true)
      expect(await field.inputValue()).toBe(typed)
      expect(page.url().slice(server.url.length)).not.toContain(typed)
    }
    await field.fill('73')
    await page.keyboard.press('Enter')
    await shows('73')
    await keepPicture(page, `refused-amount-${javaScriptEnabled}`)
    await field.fill('74')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => field.inputValue()).toBe('74')
    const posted = posts()
    await page.reload()
    await shows('74')
    await page.goBack()
    await shows('74')
    await page.goForward()
    await shows('74')
    await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`)
    await page.goBack()
    await shows('74')
    expect(posts()).toEqual(posted)
    expect(server.requests.join()).not.toMatch(/7[34]\b/)
  })

  test('and is forgotten once the order is made', async () => {
    visit = await aVisit({ locale: 'en', javaScriptEnabled })
    const { page } = visit
    await page.goto(`${server.url}/42?third_party_session=${session}`)
    await page.getByRole('radio', { name: 'Other' }).check()
    const field = page.getByLabel('Amount in NT$')
    await field.fill('73')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.context().cookies(page.url())).toMatchObject([{ httpOnly: true }])
    await field.fill('1234')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/wait/${token}*`)
    const { url } = server
    expect(await page.context().cookies([`${url}/42`, `${url}/wait/${token}`])).toEqual([])
  })
})

function posts(): readonly string[] {
  return server.requests.filter((one) => one.startsWith('POST'))
}

async function aShop(purchaseUrl: string): Promise<Server> {
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(`<a href="${purchaseUrl}">Top up</a>`)
  })
  site.listen(0, 'localhost')
  await once(site, 'listening')
  return site
}
