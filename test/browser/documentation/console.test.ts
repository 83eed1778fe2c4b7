import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { verifyCurrent } from '../../../src/signing/current-style.ts'
import { readJsonBody } from '../../../src/signing/parameters.ts'
import { moneyNames } from '../../../src/signing/value-forms.ts'
import { aVisit, desktop, phone, type Visit } from '../support/browser.ts'
import { sandboxMerchant, startDocsServer } from '../support/docs-server.ts'
import { isShownIn } from '../support/gallery.ts'
import { deskLooksOf, keepToolPicture, toolLooksWell } from '../support/looks.ts'

const { uid, secret } = sandboxMerchant

const server = await startDocsServer()
let visit: Visit
afterEach(async () => {
  server.arrived.length = 0
  await visit.close()
})
afterAll(() => server.close())

async function opened(options = {}, language = 'en') {
  visit = await aVisit({ viewport: desktop, ...options })
  const { page } = visit
  await page.goto(`${server.url}/docs?lang=${language}#console`)
  await page.locator('#console-form').waitFor()
  await page.waitForLoadState('networkidle')
  const requests: { url: string; told: string }[] = []
  page.on('request', (request) => {
    const told = JSON.stringify([request.url(), request.headers(), request.postData()])
    requests.push({ url: request.url(), told })
  })
  const form = page.locator('#console-form')
  return {
    page,
    form,
    requests,
    field: (name: string) => form.locator(`[name=${name}]`),
    choose: (id: string) => form.locator('[name=endpoint]').selectOption(id),
    text: (n: number) => form.locator('[data-part=request] pre').nth(n).innerText(),
    send: () => form.locator('[type=submit]').click(),
    answer: form.locator('[data-part=answer]'),
  }
}

test('it begins with a collection that can be sent as it stands', async () => {
  const { form, field, send, answer } = await opened()
  expect(await form.locator('[name=endpoint]').inputValue()).toBe('merchant-collections')
  expect(await field('orderid').inputValue()).toMatch(/^TRY-/)
  expect(await field('amount').inputValue()).toBe('100')
  await send()
  await answer.getByText('HTTP 200').waitFor()
  expect(server.arrived).toMatchObject([{ method: 'POST', path: '/api/v1/merchant/collections' }])
})

test('the text and the sign grow as one types, and nothing is sent', async () => {
  const { choose, field, text, requests } = await opened()
  await choose('merchant-collections')
  await field('orderid').fill('A-1')
  await field('amount').fill('100.50')
  await field('timestamp').fill('1760000000')
  expect(await text(0)).toBe(
    `amount=100.50&orderid=A-1&timestamp=1760000000&uid=${uid}&key=${secret}`,
  )
  const before = await text(1)
  await field('amount').fill('100.5')
  expect(await text(1)).not.toBe(before)
  expect(await text(2)).toBe(
    `{"uid":"${uid}","timestamp":1760000000,"orderid":"A-1","amount":100.5,"sign":"${await text(1)}"}`,
  )
  expect(await text(3)).toContain("-H 'Content-Type: application/json'")
  expect(await text(3)).toContain("-H 'Accept-Language: en'")
  expect(requests).toEqual([])
})

test('Send reaches this host with a right sign, and shows the answer with what to do', async () => {
  const { page, form, choose, field, send, answer, requests } = await opened()
  const refused = { ok: 0, error: 'duplicate_orderid', message: 'It is there.' }
  server.answer = { status: 422, body: JSON.stringify(refused) }
  await choose('merchant-collections')
  await form.locator('summary').click()
  await field('extra').fill('{"memo": "備註"}')
  await send()
  await answer.getByText('HTTP 422').waitFor()
  expect(await answer.innerText()).toContain('x-request-id: req-1')
  expect(await answer.locator('a').getAttribute('href')).toBe('#error-duplicate_orderid')
  expect(server.arrived).toMatchObject([{ method: 'POST', path: '/api/v1/merchant/collections' }])
  const body = server.arrived[0]?.body ?? ''
  const read = readJsonBody(new TextEncoder().encode(body))
  const { sign } = JSON.parse(body) as { sign: string }
  expect(
    read.ok && verifyCurrent({ parameters: read.parameters, sign, secrets: [secret], moneyNames }),
  ).toBe(0)
  expect(requests.map(({ url }) => url)).toEqual([`${server.url}/api/v1/merchant/collections`])
  expect(requests[0]?.told).toContain('"accept-language":"en"')
  expect(requests.filter(({ told }) => told.includes(secret))).toEqual([])
  const kept = await page.evaluate(
    'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
  )
  expect(kept).not.toContain(secret)
  expect(visit.problems.filter((one) => !one.includes('422'))).toEqual([])
})

test('a public list is asked for without a merchant', async () => {
  const { choose, form, text, send, answer } = await opened()
  server.answer = { status: 200, body: '{"ok":1}' }
  const list = await form.locator('option[data-method=GET]').first().getAttribute('value')
  await choose(list ?? '')
  expect(await form.locator('[data-part=signed]').isVisible()).toBe(false)
  expect(await text(0)).toContain("-H 'Accept-Language: en'")
  await send()
  await answer.getByText('HTTP 200').waitFor()
  expect(server.arrived).toMatchObject([{ method: 'GET', body: '' }])
})

test('for another merchant it sends only with a uid and a secret that the reader typed', async () => {
  const { choose, field, send, answer } = await opened()
  await choose('merchant-balance')
  await field('uid').fill('REAL0001')
  await send()
  await answer.getByText('Not sent').waitFor()
  expect(server.arrived).toEqual([])
  await field('secret').fill('its-own-secret')
  await send()
  await answer.getByText('HTTP').waitFor()
  expect(server.arrived[0]?.body).toContain('"uid":"REAL0001"')
})

test('a query begins with the number of the order that was just sent', async () => {
  const { choose, field, send, answer } = await opened()
  const number = await field('orderid').inputValue()
  await send()
  await answer.getByText('HTTP 200').waitFor()
  await choose('merchant-collections-status')
  expect(await field('orderid').inputValue()).toBe(number)
  expect(await field('orderid').isVisible()).toBe(true)
  await choose('merchant-collections')
  expect(await field('orderid').inputValue()).not.toBe(number)
})

test('an endpoint is tried where it stands, as the merchant and with the number of before', async () => {
  const { page, field, send, answer } = await opened()
  const number = await field('orderid').inputValue()
  await field('uid').fill('REAL0001')
  await field('secret').fill('its-own-secret')
  await send()
  await answer.getByText('HTTP 200').waitFor()
  const article = page.locator('article', { has: page.locator('#merchant-collections-status') })
  const link = article.getByRole('link', { name: 'Try it' })
  await link.click()
  expect(await article.locator('[name=orderid]').inputValue()).toBe(number)
  expect(await article.locator('[name=endpoint]').isVisible()).toBe(false)
  await article.getByRole('button', { name: 'Send' }).click()
  await article.getByText('HTTP 200').waitFor()
  expect(server.arrived.at(-1)?.path).toBe('/api/v1/merchant/collections/status')
  expect(server.arrived.at(-1)?.body).toContain('"uid":"REAL0001"')
  await link.click()
  // The tools are asked for at each click, which answers a little later.
  await article.locator('form').waitFor({ state: 'detached' })
  expect(visit.problems).toEqual([])
})

test('no answer is told', async () => {
  const { page, choose, send, answer } = await opened()
  await choose('merchant-balance')
  await page.route('**/api/**', (route) => route.abort())
  await send()
  await answer.getByText('No response').waitFor()
})

test('the time and the number are made anew, and what was typed stays', async () => {
  const { page, choose, field } = await opened()
  await choose('merchant-collections')
  const number = await field('orderid').inputValue()
  await field('amount').fill('7')
  await page.waitForTimeout(5)
  await page.getByRole('button', { name: 'New number' }).click()
  expect(await field('orderid').inputValue()).not.toBe(number)
  expect(await field('amount').inputValue()).toBe('7')
})

describe.each(['zh', 'en'])('in %s', (language) => {
  test.each(
    (
      [
        ['phone', phone, 'dark'],
        ['desktop', desktop, 'light'],
      ] as const
    ).filter(isShownIn(language)),
  )('the console reads well on a %s', async (name, viewport, colorScheme) => {
    const { page, choose, send, form, answer } = await opened({ viewport, colorScheme }, language)
    server.answer = { status: 422, body: '{"ok":0,"error":"validation_error"}' }
    await choose('merchant-payouts')
    await form.locator('summary').click()
    await send()
    await answer.getByText('HTTP 422').waitFor()
    expect(await deskLooksOf(page)).toMatchObject(toolLooksWell)
    await keepToolPicture(page, `console-${name}-${language}`)
  })
})
