import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { send } from '../../scripts/demo/http.ts'
import { demoMerchant } from '../../scripts/local/demo-merchant.ts'

// What pages load is answered by the platform. Each answer of either Worker has an id, and an asset has none: that no
// Worker was asked is what makes it cost nothing.

const [pay, desk] = [inject('payUrl'), inject('backofficeUrl')]

const pages: Record<string, () => Promise<string> | string> = {
  'the documentation': () => `${pay}/docs`,
  'the change log': () => `${pay}/docs/changes`,
  'a wait page': async () => {
    const member = { member_no: 'member-7', member_name: '王小明' }
    const order = { merchant_order_no: randomUUID(), amount: 1000 }
    const fields = { ...member, ...order, notify_url: 'http://127.0.0.1:9/notify' }
    const signed = signedJson(demoMerchant.uid, demoMerchant.secret, fields)
    const made = await send('POST', `${pay}/api/v1/merchant/payment-links/amount`, signed)
    return made.body.url
  },
  'a page that does not exist': () => `${pay}/exchange/purchase/wait/none`,
  'the desk': () => `${desk}/desk`,
}

test.each(Object.keys(pages))('no file of %s reaches a Worker', async (name) => {
  const address = (await pages[name]?.()) ?? ''
  const page = await fetch(address)
  expect(page.headers.get('x-request-id')).not.toBeNull()
  const loads = [...(await page.text()).matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"?]+)"/g)]
  expect(loads.length).toBeGreaterThan(0)
  for (const [, path = ''] of loads) {
    expect(path).toMatch(/^\/assets\/[a-z]+\.[0-9A-Z]{8}\.(?:css|js|svg)$/)
    const { status, headers } = await fetch(new URL(path, address))
    expect([status, headers.get('x-request-id')]).toEqual([200, null])
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  }
})

describe.each([
  ['the public Worker', pay, 'member', 'css'],
  ['the back office', desk, 'fresh', 'js'],
])('%s answers', (_, url, stem, ending) => {
  test('for a file of another version, with its own', async () => {
    const asked = `${url}/assets/${stem}.0123ABCD.${ending}`
    const answer = await fetch(asked, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('x-request-id')).not.toBeNull()
    const followed = await fetch(asked)
    expect([followed.status, followed.headers.get('x-request-id')]).toEqual([200, null])
    expect(new URL(followed.url).pathname).toMatch(
      new RegExp(`^/assets/${stem}\\.\\w{8}\\.${ending}$`),
    )
  })

  test.each(['/_headers', '/assets', '/assets/', '/assets/none.css', '/index.html'])(
    'for %s, which is no asset',
    async (path) => {
      const { status, headers } = await fetch(url + path)
      expect(status).toBe(404)
      expect(headers.get('x-request-id')).not.toBeNull()
    },
  )
})
