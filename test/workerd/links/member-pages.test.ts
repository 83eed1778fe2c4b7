import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { assetPath } from '../../../src/pages/assets.ts'
import { ask, exchange, type Page, purchaseUrl, submit } from '../support/exchange-host.ts'
import { anAmountLink, aPlainLink, linksOf } from '../support/links.ts'
import { account, move } from '../support/orders.ts'
import {
  aMerchant,
  failingDatabase,
  json,
  rowCounts,
  setClock,
  spyOnLog,
} from '../support/service.ts'

const unknownToken = 'AAAAvQ3kZ0123456789abcdefghij-_'
const dayMs = 86_400_000

describe('a wait page', () => {
  test('refreshes, and changes no row however it is requested (§4.3 wait page)', async () => {
    const link = await anAmountLink(await aMerchant())
    const before = await rowCounts()
    const seen = await ask(link.url)
    expect(seen.status).toBe(200)
    expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(seen.text).toContain(link.merchant_order_no)
    const state = await ask(`${link.url}/state?lang=en`)
    expect(JSON.parse(state.text)).toEqual({
      now: expect.any(Number),
      refreshSeconds: 3,
      title: 'Arranging an account · NT$1,000',
      html: expect.stringContaining('do not transfer yet'),
    })
    for (const url of [link.url, `${link.url}/state`]) {
      const head = await ask(url, { method: 'HEAD' })
      expect(head).toMatchObject({ status: 200, text: '' })
    }
    expect(await rowCounts()).toEqual(before)
  })

  test('answers 304 to whoever has what it shows, without a line in the log', async () => {
    const link = await anAmountLink(await aMerchant())
    const page = await ask(link.url)
    const [, tag = ''] = /data-shown="&quot;(\w+)&quot;"/.exec(page.text) ?? []
    const [, bookmark = ''] = /data-bookmark="([^"]+)"/.exec(page.text) ?? []
    const logged = spyOnLog()
    const has = { 'if-none-match': `"${tag}"`, 'x-d1-bookmark': bookmark }
    const same = await ask(`${link.url}/state`, { headers: has })
    expect(same).toMatchObject({ status: 304, text: '' })
    const weak = { ...has, 'if-none-match': `W/"${tag}"` }
    expect((await ask(`${link.url}/state`, { headers: weak })).status).toBe(304)
    expect(same.headers.get('etag')).toBe(`"${tag}"`)
    expect(same.headers.get('x-d1-bookmark')).toMatch(/^[0-9a-f-]+$/)
    expect(same.headers.has('preference-applied')).toBe(false)
    expect(logged()).toEqual([])
    await move.match(link.trade_no)
    const headers = { ...has, prefer: 'wait=55' }
    const news = await ask(`${link.url}/state?lang=en`, { headers })
    expect(JSON.parse(news.text).title).toBe('Transfer to this account · NT$1,000')
    expect(news.headers.get('preference-applied')).toBe('wait')
    expect(news.headers.get('etag')).not.toBe(`"${tag}"`)
    expect(logged().filter(({ event }) => event === 'request')).toHaveLength(1)
  })

  test('shows the account once matched, and the way back once paid (§4.3 wait page)', async () => {
    const link = await anAmountLink(await aMerchant(), { return_url: 'https://m.example/back' })
    await move.match(link.trade_no)
    const matched = await ask(link.url)
    expect(matched.text).toContain(`data-copy="${account.collectionAccountNo.replaceAll('-', '')}"`)
    expect(matched.text).toContain('class="link" href="https://m.example/back"')
    await move.settle(link.trade_no)
    const paid = await ask(link.url)
    expect(paid.text).toContain(
      'class="button" href="https://m.example/back" rel="noreferrer noopener"',
    )
    expect(paid.text).toContain(link.trade_no)
    expect(paid.text).not.toContain(account.collectionAccountNo)
    expect(JSON.parse((await ask(`${link.url}/state`)).text).refreshSeconds).toBeNull()
  })

  test('gives the same fragment while nothing changes', async () => {
    const link = await anAmountLink(await aMerchant())
    const fragment = async () => JSON.parse((await ask(`${link.url}/state?lang=zh`)).text).html
    const one = await fragment()
    setClock(Date.now() + 61_000)
    expect(await fragment()).toBe(one)
    expect((await ask(`${link.url}?lang=zh-TW`)).text).toContain(one)
  })
})

describe('a purchase page', () => {
  test('shows stored data only, whatever its address has', async () => {
    const link = await aPlainLink(await aMerchant())
    const seen = await ask(`${purchaseUrl(link.id, link.session)}&user_name=%3Cb%3Eevil&amount=9`)
    expect(seen.status).toBe(200)
    expect(seen.text).toContain(link.orderNo)
    expect(seen.text).not.toContain('evil')
    expect((await ask(link.url, { method: 'HEAD' })).status).toBe(200)
  })

  test('redirects to one wait page, however often its form is sent (§4.4 amount)', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const [one, other] = await Promise.all([
      submit(link, { amount: '1000' }),
      submit(link, { amount: '1000' }),
    ])
    const [{ token } = { token: null }] = await linksOf(shop)
    const wait = `/exchange/purchase/wait/${token}`
    for (const { status, headers } of [one, other, await submit(link, { amount: '3000' })]) {
      expect(status).toBe(303)
      expect(headers.get('location')).toBe(wait)
    }
    const again = await ask(`${purchaseUrl(link.id, link.session)}&lang=en`)
    expect(again.status).toBe(303)
    expect(again.headers.get('location')).toBe(`${wait}?lang=en`)
    expect((await ask(`https://exchange.example${wait}`)).text).toContain('NT$1,000')
  })

  test('takes a chosen amount, or the one typed where another was chosen', async () => {
    const shop = await aMerchant()
    const taken = async (fields: Record<string, string>) => {
      const { headers } = await submit(await aPlainLink(shop), fields)
      const cookie = headers.get('set-cookie') ?? ''
      const location = new URL(headers.get('location') ?? '', exchange).href
      const page = await ask(location, { headers: { cookie } })
      if (page.status !== 200) return page.status
      return /<title>[^<]*(NT\$[\d,]+)/.exec(page.text)?.[1]
    }
    expect(await taken({ amount: '1000' })).toBe('NT$1,000')
    expect(await taken({ amount: '1000', custom_amount: '1234' })).toBe('NT$1,000')
    expect(await taken({ amount: 'custom', custom_amount: '1,234' })).toBe('NT$1,234')
    expect(await taken({ amount: 'custom' })).toBe(422)
    expect(await taken({ custom_amount: '1234' })).toBe(422)
  })

  test.each([
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['sec-fetch-site', 'none'],
    ['origin', 'https://evil.example'],
    ['origin', 'https://pay.example'],
  ])('refuses a form with %s: %s', async (name, value) => {
    const link = await aPlainLink(await aMerchant())
    await refusesForm(await submit(link, { amount: '1000' }, { [name]: value }), 403)
  })

  test('refuses a form of another session, another media type and too large a form', async () => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const other = await aPlainLink(shop)
    const fields = { amount: '1000' }
    await refusesForm(await submit(link, { ...fields, third_party_session: other.session }), 403)
    await refusesForm(await submit(link, { ...fields, third_party_session: '' }), 403)
    await refusesForm(await submit(link, fields, json), 422)
    await refusesForm(await submit(link, fields, { 'content-type': 'text/plain' }), 415)
    await refusesForm(await submit(link, { amount: '1'.repeat(70_000) }), 413)
    const body = JSON.stringify({ ...fields, third_party_session: link.session })
    const url = purchaseUrl(link.id, link.session)
    await refusesForm(await ask(url, { method: 'POST', headers: json, body }), 415)
  })

  test.each([
    ['sec-fetch-site', 'same-origin'],
    ['origin', 'https://exchange.example'],
    ['origin', 'null'],
  ])('accepts a form with %s: %s', async (name, value) => {
    const link = await aPlainLink(await aMerchant())
    expect((await submit(link, { amount: '1000' }, { [name]: value })).status).toBe(303)
  })

  async function refusesForm(seen: Page, status: number): Promise<void> {
    expect(seen.status).toBe(status)
    expect(seen.text).toContain('無法接受這次送出')
  }
})

describe('a page that does not exist', () => {
  test.each(['zh-TW', 'en'])(
    'is the same in %s for every reason, byte for byte',
    async (language) => {
      const link = await aPlainLink(await aMerchant())
      const other = await aPlainLink(await aMerchant())
      const old = await anAmountLink(await aMerchant())
      const headers = { 'accept-language': language }
      const addresses = [
        `${exchange}/wait/${unknownToken}`,
        `${exchange}/wait/${unknownToken}/state`,
        `${exchange}/wait/x`,
        `${old.url}/`,
        `${exchange}/wait/${link.session}`,
        purchaseUrl(link.id, other.session),
        purchaseUrl(link.id, unknownToken),
        purchaseUrl(link.id, ''),
        `${exchange}/${link.id}`,
        `${exchange}/0${link.id}?third_party_session=${link.session}`,
        `${exchange}/99999999999999999?third_party_session=${link.session}`,
        'https://exchange.example/assets/unknown.0123ABCD.css',
        exchange,
        'https://exchange.example/',
        'https://exchange.example/docs',
        'https://exchange.example/api/v1/merchant/balance',
        `https://exchange.example/other/purchase/${link.id}?third_party_session=${link.session}`,
      ]
      const seen = await Promise.all(addresses.map((url) => ask(url, { headers })))
      setClock(Date.now() + 2 * dayMs)
      const late = [old.url, `${old.url}/state`, link.url, purchaseUrl(link.id, link.session)]
      seen.push(...(await Promise.all(late.map((url) => ask(url, { headers })))))
      seen.push(
        await ask(`${exchange}/wait/${unknownToken}`, { headers: { ...headers, cookie: 'any=1' } }),
      )
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([404]))
      expect(new Set(seen.map(({ text }) => text)).size).toBe(1)
      expect(seen[0]?.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
      // A page of yesterday may be that of a transfer.
      expect(seen[0]?.text).toMatch(/請勿重複轉帳|do not transfer again/)
    },
  )

  test('of another method is 405, with the methods that there are', async () => {
    const link = await aPlainLink(await aMerchant())
    const asset = `https://exchange.example${assetPath('member.css')}`
    const of = async (method: string, url: string) => (await ask(url, { method })).headers
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const url = purchaseUrl(link.id, link.session)
      expect((await ask(url, { method })).status).toBe(405)
      expect((await of(method, url)).get('allow')).toBe('GET, HEAD, POST')
    }
    for (const url of [
      `${exchange}/wait/${unknownToken}`,
      `${exchange}/wait/${unknownToken}/state`,
      asset,
    ])
      expect((await of('POST', url)).get('allow')).toBe('GET, HEAD')
  })
})

// The platform answers for the files of the version itself: test/e2e/static-assets.test.ts.
test.each(['https://exchange.example', 'https://pay.example'])(
  'a file of another version’s page is that of this one, on %s',
  async (origin) => {
    const seen = await ask(`${origin}/assets/member.0123ABCD.css`)
    expect(seen).toMatchObject({ status: 302, text: '' })
    expect(seen.headers.get('location')).toBe(assetPath('member.css'))
    expect(seen.headers.get('cache-control')).toBe('no-store')
    for (const unknown of ['other.0123ABCD.css', 'member.0123ABCD.js', '__proto__'])
      expect((await ask(`${origin}/assets/${unknown}`)).status).toBe(404)
    // Nor does it lead to itself where the platform has it not.
    expect((await ask(origin + assetPath('member.css'))).status).toBe(404)
  },
)

test('every answer has the security headers', async () => {
  const link = await anAmountLink(await aMerchant())
  const plain = await aPlainLink(await aMerchant())
  spyOnLog()
  const broken = { ...env, DB: failingDatabase() }
  const over = { ...env, RATE_LIMIT_PAGES: { limit: async () => ({ success: false }) } }
  const address = { headers: { 'cf-connecting-ip': '203.0.113.7' } }
  const answers: [number, Page][] = [
    [200, await ask(link.url)],
    [200, await ask(`${link.url}/state`)],
    [200, await ask(plain.url)],
    [302, await ask('https://exchange.example/assets/wait.0123ABCD.js')],
    [303, await submit(plain, { amount: '1000' })],
    [403, await submit(plain, { amount: '1000' }, { origin: 'https://evil.example' })],
    [404, await ask(`${exchange}/wait/${unknownToken}`)],
    [405, await ask(link.url, { method: 'POST' })],
    [429, await ask(link.url, address, over)],
    [500, await ask(purchaseUrl(plain.id, plain.session), {}, broken)],
    [308, await ask(link.url.replace('https:', 'http:'))],
  ]
  for (const [status, { status: seen, headers }] of answers) {
    expect(seen).toBe(status)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
        "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect(answers[8]?.[1].headers.get('retry-after')).toBe('60')
})

test('an internal fault is a plain page, and its cause is in the log alone', async () => {
  const link = await aPlainLink(await aMerchant())
  const logged = spyOnLog()
  const broken = { ...env, DB: failingDatabase() }
  const { status, text, headers } = await ask(purchaseUrl(link.id, link.session), {}, broken)
  expect(status).toBe(500)
  expect(text).toContain('系統暫時發生問題')
  // The other language leads to the same page.
  expect(text).toContain(`href="?third_party_session=${link.session}&amp;lang=en"`)
  expect(text).not.toContain('database is down')
  const requestId = headers.get('x-request-id')
  expect(logged()).toMatchObject([
    { event: 'fault', request_id: requestId, fault: expect.stringContaining('is down') },
    { event: 'request', request_id: requestId, status: 500, error: 'internal_error' },
  ])
})

test('the log has one line for a request, on either host, without tokens', async () => {
  const link = await anAmountLink(await aMerchant())
  const plain = await aPlainLink(await aMerchant())
  const logged = spyOnLog()
  await ask(link.url)
  await ask(`${link.url}/state?lang=en`)
  await submit(plain, { amount: '1000' })
  await ask(`${link.url}x`)
  await ask(link.url.replace('exchange.example', 'pay.example'))
  const lines = logged()
  const shown = link.token.slice(0, 9)
  const wait = `/exchange/purchase/wait/${shown}…`
  expect(lines).toMatchObject([
    { event: 'request', method: 'GET', path: wait, status: 200 },
    { event: 'request', method: 'GET', path: `${wait}/state`, status: 200 },
    { event: 'request', method: 'POST', path: `/exchange/purchase/${plain.id}`, status: 303 },
    { event: 'request', method: 'GET', path: wait, status: 404, error: 'not_found' },
    { event: 'request', method: 'GET', path: wait, status: 404, error: 'not_found' },
  ])
  for (const secret of [link.token, plain.session]) {
    expect(JSON.stringify(lines)).not.toContain(secret.slice(0, 12))
  }
})
