import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { ask } from '../support/exchange-host.ts'
import { anAmountLink } from '../support/links.ts'
import { aMerchant, json, paths, rowCounts, spyOnLog } from '../support/service.ts'

const local = { ...env, BASE_URL: 'http://127.0.0.1:8787', EXCHANGE_URL: 'http://127.0.0.1:8787' }

describe('each host answers its own surface only', () => {
  test('a member’s page is not on the merchant host', async () => {
    const link = await anAmountLink(await aMerchant())
    const seen = await ask(link.url.replace('exchange.example', 'pay.example'))
    expect(seen.status).toBe(404)
    expect(JSON.parse(seen.text)).toMatchObject({ ok: 0, error: 'not_found' })
  })

  test.each(['/', '/docs', '/openapi.json', '/api/v1/merchant/balance', '/api/v1/products'])(
    '%s is not on the exchange host',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, headers } = await ask(`https://exchange.example${path}`, { method })
        expect(status).toBe(404)
        expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      }
    },
  )

  test('any other host answers neither', async () => {
    const link = await anAmountLink(await aMerchant())
    for (const host of ['merchant-pay.workers.example', 'exchange.example:8443']) {
      expect((await ask(link.url.replace('exchange.example', host))).status).toBe(404)
      expect((await ask(`https://${host}/docs`)).status).toBe(404)
    }
  })

  test('a local host answers both', async () => {
    const link = await anAmountLink(await aMerchant())
    for (const host of ['127.0.0.1:8787', 'localhost:8787']) {
      const { pathname } = new URL(link.url)
      expect((await ask(`http://${host}${pathname}`, {}, local)).status).toBe(200)
      expect((await ask(`http://${host}/docs`, {}, local)).status).toBe(200)
    }
  })
})

describe('a foreign page', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  test('cannot have a local server sign and call with its public secrets', async () => {
    const merchant = await aMerchant()
    const form = new URLSearchParams({ uid: merchant.uid })
    for (const path of [paths.create, '/exchange/purchase/1/confirm', '/nothing']) {
      for (const host of ['127.0.0.1:8787', 'localhost:8787', '[::1]:8787']) {
        const request = { method: 'POST', headers: foreign, body: form }
        const { status, text } = await ask(`http://${host}${path}`, request, local)
        expect(status).toBe(403)
        expect(JSON.parse(text)).toMatchObject({ error: 'forbidden' })
      }
    }
    const own = { origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'same-origin' }
    const request = { method: 'POST', headers: own, body: form }
    const { status } = await ask(`http://127.0.0.1:8787${paths.create}`, request, local)
    expect(status).toBe(422)
  })

  test('changes nothing for a deployment, where a signature alone counts', async () => {
    const request = { method: 'POST', headers: foreign, body: new URLSearchParams({ uid: 'x' }) }
    expect((await ask(`https://pay.example${paths.create}`, request)).status).toBe(422)
  })
})

describe('what npm start makes is not there', () => {
  const sentence = '本機尚無金鑰或資料庫，請先執行一次 npm start 來建立'
  const line = /^There are no local keys or no local database yet: run `npm start` once/
  const without = (name: string) =>
    Object.fromEntries(Object.entries(local).filter(([one]) => one !== name)) as unknown as Env

  test.each(['SECRETS_KEY', 'LINK_SIGNING_KEY'])(
    'without %s a loopback address says which command makes it, and so does the log',
    async (name) => {
      const log = spyOnLog()
      for (const path of ['/docs', '/health', '/exchange/purchase/wait/x']) {
        const { status, text } = await ask(`http://127.0.0.1:8787${path}`, {}, without(name))
        expect(status).toBe(500)
        expect(JSON.parse(text)).toMatchObject({ error: 'internal_error', message: sentence })
      }
      const faults = log().filter(({ event }) => event === 'fault')
      expect(faults).toHaveLength(3)
      for (const { fault } of faults) expect(fault).toMatch(line)
    },
  )

  test('any other address is told nothing, and the log names the key', async () => {
    const log = spyOnLog()
    const deployed = { ...without('SECRETS_KEY'), BASE_URL: 'https://pay.example' }
    const { status, text } = await ask('https://pay.example/docs', {}, deployed)
    expect(status).toBe(500)
    expect(text).not.toContain('npm start')
    expect(JSON.stringify(log())).toContain('SECRETS_KEY')
  })
})

describe('transport is HTTPS', () => {
  test.each(['GET', 'HEAD'])(
    'a plain %s is redirected on both hosts (§1.6 HTTPS)',
    async (method) => {
      for (const rest of [
        'pay.example/docs?lang=en',
        'exchange.example/exchange/purchase/wait/x',
      ]) {
        const { status, headers } = await ask(`http://${rest}`, { method })
        expect(status).toBe(308)
        expect(headers.get('location')).toBe(`https://${rest}`)
      }
    },
  )

  test('a POST is refused before it is read, with the advice to use HTTPS (§1.6 HTTPS)', async () => {
    const { uid, secret } = await aMerchant()
    const before = await rowCounts()
    const body = signedJson(uid, secret, { orderid: 'plain', amount: 1 })
    const request = { method: 'POST', headers: json, body }
    const seen = await ask(`http://pay.example${paths.create}`, request)
    expect(seen.status).toBe(404)
    const { error, message } = JSON.parse(seen.text)
    expect({ error, message }).toEqual({ error: 'not_found', message: '請改用 HTTPS 連線' })
    const unreadable = await ask(`http://pay.example${paths.create}`, { ...request, body: '{' })
    expect(JSON.parse(unreadable.text)).toMatchObject({ error, message })
    expect(await rowCounts()).toEqual(before)
  })

  test('a form of a member’s page is refused (§1.6 HTTPS)', async () => {
    const logged = spyOnLog()
    const url = 'http://exchange.example/exchange/purchase/1?third_party_session=x'
    const { status } = await ask(url, { method: 'POST', body: 'amount=1000' })
    expect(status).toBe(404)
    expect(logged()).toMatchObject([{ event: 'request', status: 404, error: 'not_found' }])
  })

  test('except on a local host, or with a plain setting', async () => {
    expect((await ask('http://127.0.0.1:8787/docs', {}, local)).status).toBe(200)
    const plain = { ...env, BASE_URL: 'http://pay.example' }
    expect((await ask('http://pay.example/docs', {}, plain)).status).toBe(200)
  })
})
