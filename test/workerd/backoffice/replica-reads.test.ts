import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { backOffice } from '../../../src/backoffice/api.ts'
import { contextFrom } from '../../../src/context.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { laggingDatabase } from '../../support/lagging-database.ts'
import { localDesk } from '../support/back-office-http.ts'
import { aContext, anId, json, operator, paths, sendRequest } from '../support/service.ts'

// The desk over a replica that is behind by as many writes as each test leaves it.

const lagging = laggingDatabase(env.DB, env.SPARE_1)
const bindings = { ...env, DB: lagging.database }
const context = aContext({
  db: openMerchantDatabase(lagging.database),
  wake: async () => undefined,
})
Object.assign(contextFrom(bindings), { wake: async () => undefined })

const desk = localDesk(context)

/** A browser of the desk, with cookies of its own. */
function aBrowser(actor = 'olga:operator', entrypoint = desk.BACK_OFFICE) {
  const jar = new Map([['local_actor', actor]])
  const request = async (path: string, body?: URLSearchParams) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, accept: 'text/html', 'accept-language': 'en' }
    const init = body === undefined ? { headers } : { headers, method: 'POST', body }
    const answer = await backOffice.request(`http://localhost${path}`, init, {
      ...desk,
      BACK_OFFICE: entrypoint,
    })
    for (const text of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (/max-age=0/i.test(text)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const open = async (path: string) => {
    const page = await request(path)
    expect(page.status, path).toBe(200)
    return page.text()
  }
  return {
    request,
    open,
    /** Sends a form of the page at that address; what its reader is shown then. */
    async act(name: string, from: string, fields: Readonly<Record<string, string>>) {
      if (!jar.has('desk_token')) await request(from)
      const own = { _token: jar.get('desk_token') ?? '', _from: from, _form: 'form' }
      const path = new URLSearchParams(pathOf(from))
      const body = new URLSearchParams({ ...own, ...fields })
      const answer = await request(`/acts/${name}?${path}`, body)
      if (answer.status !== 303) return { status: answer.status, html: await answer.text() }
      const shown = await request(answer.headers.get('location') ?? '')
      return { status: shown.status, html: await shown.text() }
    },
  }
}

function pathOf(address: string): Record<string, string> {
  const [, list = '', value = ''] = address.split('/')
  const name = { collections: 'trade_no', merchants: 'uid', products: 'id' }[list] ?? ''
  return value === 'new' || name === '' ? {} : { [name]: value }
}

async function aShop() {
  const uid = `L${anId().slice(-12)}`
  const { api_secret: secret } = await createMerchant(context, operator, { uid, name: 'Before' })
  const sent = { orderid: anId(), amount: 100 }
  const body = signedJson(uid, secret, sent)
  const init = { method: 'POST', headers: json, body }
  const { body: created } = await sendRequest(paths.create, init, bindings)
  return { uid, tradeNo: String(created.data.trade_no) }
}

type Text = { readonly act: 'note' | 'rename' | 'product'; readonly text: string }

// A form by its call, the page that it is on and its fields, and a page that shows what it has written.
function formOf({ act, text }: Text, { uid, tradeNo }: { uid: string; tradeNo: string }) {
  if (act === 'note') {
    const from = `/collections/${tradeNo}`
    return { name: 'noteCollection', from, fields: { text }, at: from }
  }
  if (act === 'rename') {
    const from = `/merchants/${uid}`
    return { name: 'patchMerchant', from, fields: { name: text }, at: from }
  }
  const fields = { sku: text, name: text, currency: 'TWD', price_hkd_cents: '100' }
  return { name: 'createProduct', from: '/products/new', fields, at: '/products' }
}

const step = fc.record({
  act: fc.constantFrom('note', 'rename', 'product'),
  by: fc.constantFrom('reader', 'other'),
  catchUp: fc.nat({ max: 3 }),
})

test('whoever acts at the desk sees it from then on, however far behind the replica is', async () => {
  const shop = await aShop()
  await lagging.catchUp(Number.MAX_SAFE_INTEGER)
  const stranger = aBrowser()
  let hidden = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const [reader, other] = [aBrowser(), aBrowser('otto:operator')]
      const written = new Map<Text['act'], string>()
      for (const { act, by, catchUp } of steps) {
        const text = anId()
        const { name, from, fields } = formOf({ act, text }, shop)
        const shown = await (by === 'reader' ? reader : other).act(name, from, fields)
        expect(shown.status, shown.html).toBe(200)
        if (by === 'reader') expect(shown.html).toContain(text)
        if (by === 'reader') written.set(act, text)
        else if (act === 'rename') written.delete(act)
        await lagging.catchUp(catchUp)
        for (const [act, text] of written) {
          const { at } = formOf({ act, text }, shop)
          expect(await reader.open(at), act).toContain(text)
        }
        const { at } = formOf({ act, text }, shop)
        if (!(await stranger.open(at)).includes(text)) hidden += 1
      }
    }),
    { numRuns: 8 },
  )
  // Whoever has not acted reads of the replica as it is.
  expect(hidden).toBeGreaterThan(0)
})

test('a form that comes too late is shown with what was faster', async () => {
  const shop = await aShop()
  await lagging.catchUp(Number.MAX_SAFE_INTEGER)
  const address = `/collections/${shop.tradeNo}`
  const [fast, late] = [aBrowser('fay:agent'), aBrowser('leo:agent')]
  expect((await fast.act('takeCollection', address, {})).html).toContain('fay')
  expect(await late.open(address)).not.toContain('fay')
  const refused = await late.act('takeCollection', address, {})
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('fay')
  expect(await late.open(address)).toContain('fay')
})

test('after an act whose end is not known the primary is asked first', async () => {
  const { uid } = await aShop()
  await lagging.catchUp(Number.MAX_SAFE_INTEGER)
  let isGone = false
  const browser = aBrowser('gus:operator', {
    call: async (name, principal, input) => {
      const answer = await desk.BACK_OFFICE.call(name, principal, input)
      if (isGone && input.page?.kind === 'acts') throw new Error('gone')
      return answer
    },
  })
  const from = `/merchants/${uid}`
  const [first, second] = [anId(), anId()]
  expect((await browser.act('patchMerchant', from, { name: first })).html).toContain(first)
  isGone = true
  expect((await browser.act('patchMerchant', from, { name: second })).status).toBe(503)
  expect(await browser.open(from)).toContain(second)
})

test('a form that the back office refuses by itself leaves no bookmark', async () => {
  const browser = aBrowser()
  const refused = await browser.act('createProduct', '/products/new', { sku: '' })
  expect(refused.status).toBe(422)
  lagging.forget()
  await browser.open('/products')
  expect([...new Set(lagging.seen.opened)]).toEqual(['first-unconstrained'])
})

test.each([
  '/desk',
  '/desk/ready',
  '/overview',
  '/collections',
  '/merchants',
  '/products',
  '/people',
])('the page %s asks no primary', async (path) => {
  const browser = aBrowser()
  lagging.forget()
  await browser.open(path)
  expect([...new Set(lagging.seen.opened)]).toEqual(['first-unconstrained'])
  expect([...new Set(lagging.seen.answered)]).toEqual(['replica'])
})

test('an act is decided by the primary alone, and the next page is as new as the act', async () => {
  const { tradeNo } = await aShop()
  const browser = aBrowser()
  const from = `/collections/${tradeNo}`
  await lagging.catchUp(Number.MAX_SAFE_INTEGER)
  await browser.open(from)
  lagging.forget()
  await browser.act('noteCollection', from, { text: anId() })
  const { opened, answered } = lagging.seen
  const acted = opened.filter((one) => one === 'first-primary').length
  const [bookmark, ...others] = new Set(opened.slice(acted))
  expect(bookmark).toMatch(/^[0-9a-f]{8}-/)
  expect(others).toEqual([])
  expect(answered.indexOf('replica')).toBe(answered.lastIndexOf('primary') + 1)
  lagging.forget()
  await browser.open('/desk')
  expect([...new Set(lagging.seen.opened)]).toEqual([bookmark])
  expect(lagging.seen.answered).not.toContain('primary')
})

test('the API is answered by the primary', async () => {
  const { tradeNo } = await aShop()
  lagging.forget()
  const answer = await aBrowser().request(`/api/collections/${tradeNo}`)
  expect(answer.status).toBe(200)
  expect(lagging.seen.opened).toEqual([])
  expect(lagging.seen.answered).not.toContain('replica')
})

test('the public list of products is a replica’s', async () => {
  lagging.forget()
  expect((await sendRequest('/api/v1/products', {}, bindings)).status).toBe(200)
  expect(lagging.seen).toEqual({ opened: ['first-unconstrained'], answered: ['replica'] })
})
