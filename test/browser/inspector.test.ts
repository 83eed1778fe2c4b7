import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Inspector, startInspector } from '../../scripts/inspector/inspector.ts'
import { aVisit, desktop, phone } from './support/browser.ts'
import { deskLooksOf, keepPicture } from './support/looks.ts'

// The page of the callback inspector, which `npm start` serves.

let inspector: Inspector
beforeEach(async () => {
  inspector = await startInspector({
    port: 0,
    merchants: [{ uid: 'DEMO0001', secret: 'demo-secret' }],
  })
})
afterEach(() => inspector.close())

const hostile = '<img src=x onerror=alert(1)>'

function send(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(inspector.notifyUrl, { method: 'POST', body, headers })
}

describe.each([
  ['zh-TW', 'light', phone],
  ['en', 'dark', desktop],
] as const)('in %s, %s', (locale, colorScheme, viewport) => {
  test('what is received comes up by itself, as text, readable and within the window', async () => {
    const { page, problems, origins, close } = await aVisit({ locale, colorScheme, viewport })
    await page.goto(inspector.url)
    expect(await page.getAttribute('html', 'lang')).toBe(locale === 'en' ? 'en' : 'zh-Hant-TW')
    await send(JSON.stringify({ uid: 'DEMO0001', orderid: hostile }), { 'webhook-id': 'cb_1' })
    await send('x'.repeat(300), { 'webhook-id': 'cb_1' })
    await page.locator('#callback-2').waitFor()
    await page.locator('#callback-1 summary').click()
    expect(await page.locator('#callback-1').textContent()).toContain(hostile)
    expect(await page.locator('#callback-2 summary').textContent()).toMatch(/#1/)
    expect(await page.locator('#callbacks img').count()).toBe(0)
    await keepPicture(page, `inspector-${locale}-${colorScheme}`)
    expect(await deskLooksOf(page)).toMatchObject({
      accessibility: [],
      overflow: 0,
      spills: [],
      missingCharacters: [],
      narrowTargets: [],
    })
    expect([...origins]).toEqual([inspector.url])
    expect(problems).toEqual([])
    await close()
  })
})

test('without webhook-id it does not say that a callback is new', async () => {
  const { page, close } = await aVisit({ locale: 'en', viewport: desktop })
  await page.goto(inspector.url)
  await send(JSON.stringify({ uid: 'DEMO0001', orderid: 'A' }))
  await page.locator('#callback-1 summary').click()
  expect(await page.locator('#callback-1').textContent()).toContain('a repeat cannot be told')
  expect(await page.locator('#callback-1').textContent()).not.toContain('first time')
  await close()
})

test('the person chooses what it answers, and clears it', async () => {
  const { page, close } = await aVisit({ locale: 'en', viewport: desktop })
  await page.goto(inspector.url)
  await page.locator('#answer').selectOption('http_500')
  await expect.poll(async () => (await send('{}')).status).toBe(500)
  await page.locator('#callback-1').waitFor()
  await page.locator('#clear').click()
  await page.getByText('No callback has come yet.').waitFor()
  expect(await page.locator('#callbacks li').count()).toBe(0)
  await close()
})

test('a secret that is typed in verifies in the page, and is sent nowhere', async () => {
  const { page, close } = await aVisit({ locale: 'en', viewport: desktop })
  const sent: string[] = []
  page.on('request', (one) => sent.push(`${one.url()} ${one.postData() ?? ''}`))
  await page.goto(inspector.url)
  const fields = { uid: 'OTHER', orderid: 'A-1', amount: 100, timestamp: 1_700_000_000 }
  await send(JSON.stringify({ ...fields, sign: '0'.repeat(32) }))
  const summary = page.locator('#callback-1 summary')
  await summary.waitFor()
  expect(await summary.textContent()).toContain('sign unknown')
  const text = 'amount=100&orderid=A-1&timestamp=1700000000&uid=OTHER&key=typed-secret'
  const sign = createHash('md5').update(text).digest('hex').toUpperCase()
  await send(JSON.stringify({ ...fields, sign }))
  await page.locator('#callback-2').waitFor()
  await page.locator('#secret').fill('typed-secret')
  await expect.poll(() => page.locator('#callback-2 summary').textContent()).toContain('sign right')
  expect(await summary.textContent()).toContain('sign wrong')
  expect(sent.join('\n')).not.toContain('typed-secret')
  await close()
})
