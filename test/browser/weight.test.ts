import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { payments, purchases, session } from '../support/member-views.ts'
import { startPagesServer } from './support/pages-server.ts'

const bytesMax = 10 * 1024

const server = await startPagesServer()
afterAll(() => server.close())

describe.each(['zh', 'en'])('compressed, with all that it loads, in %s', (language) => {
  test.each(Object.entries(payments))(
    'a wait page %s has 10 KiB at most',
    async (name, payment) => {
      server.payments.set(name, payment)
      expect(await weightOf(`/wait/${name}?lang=${language}`)).toBeLessThan(bytesMax)
    },
  )

  test.each(Object.entries(purchases))('a purchase page %s too', async (_, purchase) => {
    server.purchases.set(purchase.id, purchase)
    const address = `/${purchase.id}?third_party_session=${session}&lang=${language}`
    expect(await weightOf(address)).toBeLessThan(bytesMax)
  })
})

/** The bytes of a page and all its assets, each compressed. */
async function weightOf(path: string): Promise<number> {
  const page = await textOf(server.url + path)
  const loads = [...page.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]+)"/g)]
  expect(loads.length).toBeGreaterThanOrEqual(2)
  const origin = new URL(server.url).origin
  const texts = await Promise.all(loads.map(([, address]) => textOf(origin + address)))
  return [page, ...texts].reduce((sum, text) => sum + gzipSync(text).length, 0)
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  // A page that tells a refusal has the refusal's status.
  expect([200, 422]).toContain(answer.status)
  return answer.text()
}
