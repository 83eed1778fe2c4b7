import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../src/contract/refusals.ts'
import { payments, purchases, session } from '../support/member-views.ts'
import { aVisit, type Visit } from './support/browser.ts'
import { shownLooks } from './support/gallery.ts'
import { keepPicture, looksOf, looksWell } from './support/looks.ts'
import { startPagesServer } from './support/pages-server.ts'

// Every state of every page in both languages, on a phone and on a desktop, in light and in dark; the full form keeps
// screenshots in `.screenshots/`.

const server = await startPagesServer()
for (const [name, payment] of Object.entries(payments)) {
  server.payments.set(name, { ...payment, token: name })
}
for (const [n, purchase] of Object.values(purchases).entries()) {
  server.purchases.set(n + 1, { ...purchase, id: n + 1 })
}
server.payments.set('too_many', new Refusal('too_many_requests', { retryAfterSeconds: 60 }))
server.payments.set('fault', new Error('the database is on fire'))
afterAll(() => server.close())

const addresses = [
  ...Object.keys(payments).map((name) => [`wait-${name}`, `/wait/${name}`]),
  ...Object.keys(purchases).map((name, n) => [
    `purchase-${name}`,
    `/${n + 1}?third_party_session=${session}`,
  ]),
  ...['not_found', 'too_many', 'fault'].map((name) => [`notice-${name}`, `/wait/${name}`]),
] as const

describe.each(shownLooks)('on a %s, %o, %s, in %s', (device, viewport, colorScheme, locale) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await aVisit({ viewport, colorScheme, locale })
  })
  afterAll(() => visit.close())

  test.each(addresses)('%s is readable, usable and within its window', async (name, path) => {
    const { page, problems, origins } = visit
    problems.length = 0
    const answer = await page.goto(server.url + path)
    await keepPicture(page, `${name}-${locale}-${device}-${colorScheme}`)

    expect(await page.getAttribute('html', 'lang')).toBe(locale === 'en' ? 'en' : 'zh-Hant-TW')
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
    expect(await looksOf(page)).toEqual(looksWell)
    expect([...origins]).toEqual([new URL(server.url).origin])
    const isRefusal = /^(?:notice|purchase-refused)/.test(name)
    expect(isRefusal ? problems.filter((one) => !one.includes('status of')) : problems).toEqual([])
  })
})
