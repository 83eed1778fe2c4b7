import { describe, expect, test } from 'vitest'
import { newHold } from '../../../src/contract/back-office/merchants/holds.ts'
import { placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { ask, exchange, type Page, purchaseUrl, submit } from '../support/exchange-host.ts'
import { aPlainLink, linksOf } from '../support/links.ts'
import { aContext, aMerchant, operator, rowCounts, setClock, spyOnLog } from '../support/service.ts'

// Decisions §5, "An amount that is refused".

describe('an amount that is refused', () => {
  test.each(['', '12.5', '99', '１０００元', '<script>a(1)', '"&\'; Path=/'])(
    'is drawn after a redirect, with what is wrong with %j beside it, and writes nothing (§4.4 amount)',
    async (given) => {
      const link = await aPlainLink(await aMerchant())
      const before = await rowCounts()
      const { status, headers, text } = await submit(link, { amount: given })
      expect({ status, text }).toEqual({ status: 303, text: '' })
      expect(headers.get('location')).toBe(pathOf(link))
      for (let n = 0; n < 2; n += 1) {
        const page = await shown(link, cookieOf(headers))
        expect(page.status).toBe(422)
        expect(page.text).toContain('aria-invalid="true"')
        expect(page.text).toContain('id="problem"')
        expect(page.text).toContain(`value="${escaped(given)}"`)
        expect(page.headers.get('set-cookie')).toBeNull()
      }
      expect(await rowCounts()).toEqual(before)
    },
  )

  test('is kept by its browser alone, for ten minutes, for this page and no script', async () => {
    const link = await aPlainLink(await aMerchant())
    const logged = spyOnLog()
    const { headers } = await submit(link, { amount: '73.21' })
    expect(headers.get('set-cookie')).toBe(
      `__Secure-typed_amount=73.21; Max-Age=600; Path=/exchange/purchase/${link.id}; ` +
        'HttpOnly; Secure; SameSite=Strict',
    )
    await shown(link, cookieOf(headers))
    expect(headers.get('location')).not.toContain('73.21')
    expect(logged()).toHaveLength(2)
    expect(JSON.stringify(logged())).not.toContain('73.21')
  })

  test('is kept no more once another one was taken', async () => {
    const link = await aPlainLink(await aMerchant())
    const cookie = cookieOf((await submit(link, { amount: '7' })).headers)
    const taken = await submit(link, { amount: '1000' }, { cookie })
    const dropped = `__Secure-typed_amount=; Max-Age=0; Path=/exchange/purchase/${link.id}; HttpOnly; Secure; SameSite=Strict`
    expect(taken.headers.get('set-cookie')).toBe(dropped)
    const { status, headers } = await shown(link, cookie)
    expect(status).toBe(303)
    expect(headers.get('location')).toContain('/wait/')
    expect(headers.get('set-cookie')).toBe(dropped)
    expect((await shown(link, '')).headers.get('set-cookie')).toBeNull()
  })

  test('is the answer to the form where it is longer than the field takes', async () => {
    const link = await aPlainLink(await aMerchant())
    const { status, headers, text } = await submit(link, { amount: '1'.repeat(21) })
    expect(status).toBe(422)
    expect(headers.get('set-cookie')).toBeNull()
    expect(text).toContain(`value="${'1'.repeat(21)}"`)
  })

  test('is not told where the page takes no amount', async () => {
    const link = await aPlainLink(await aMerchant())
    const cookie = cookieOf((await submit(link, { amount: '7' })).headers)
    setClock(Date.now() + 1_900_000)
    const over = await submit(link, { amount: '7' }, { cookie })
    expect(over.status).toBe(303)
    expect(over.headers.get('location')).toBe(pathOf(link))
    const page = await shown(link, cookie)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('id="problem"')
  })
})

describe('what a browser sends as a refused amount', () => {
  test.each([
    ['an amount that may be paid', '1000'],
    ['one that is too long', '7'.repeat(21)],
    ['a quoted one', '"1000"'],
    ['characters that no cookie has', '7\\8'],
  ])('is looked at again: %s fills in nothing', async (_, value) => {
    const link = await aPlainLink(await aMerchant())
    const fresh = await shown(link, '')
    const page = await shown(link, `__Secure-typed_amount=${value}`)
    expect(page.status).toBe(200)
    expect(page.text).toBe(fresh.text)
  })

  test.each([
    ['%22%3E%3Cb%3E1%27%26', `"><b>1'&`],
    ['%E0%A4%A', '%E0%A4%A'],
  ])('is escaped, and never leads to an order: %s', async (value, typed) => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const before = await linksOf(shop)
    const page = await shown(link, `__Secure-typed_amount=${value}`)
    expect(page.status).toBe(422)
    expect(page.text).toContain(`value="${escaped(typed)}"`)
    expect(await linksOf(shop)).toEqual(before)
  })

  test('is not read under the name that plain connections have', async () => {
    const link = await aPlainLink(await aMerchant())
    expect((await shown(link, 'typed_amount=7')).status).toBe(200)
  })
})

type Link = { readonly id: number; readonly session: string }

function shown({ id, session }: Link, cookie: string): Promise<Page> {
  return ask(purchaseUrl(id, session), { headers: { cookie } })
}

function cookieOf(headers: Headers): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

function pathOf({ id, session }: Link): string {
  return purchaseUrl(id, session).slice(new URL(exchange).origin.length)
}

function escaped(text: string): string {
  const entities = new Map([
    ['&', 'amp'],
    ['<', 'lt'],
    ['>', 'gt'],
    ['"', 'quot'],
    ["'", '#39'],
  ])
  return text.replaceAll(/[&<>"']/g, (character) => `&${entities.get(character)};`)
}

test.each([
  ['a member', (uid: string) => ({ merchant_uid: uid, user_id: 'member-7' })],
  ['an account', () => ({ account_no: '001-2345-67890' })],
] as const)(
  'the form of %s on hold is answered with a notice, and no fault of ours',
  async (_, subjectOf) => {
    const shop = await aMerchant()
    const link = await aPlainLink(shop)
    const hold = newHold.parse({ ...subjectOf(shop.uid), reason: '調查' })
    await placeHold(aContext(), operator, hold)
    const logged = spyOnLog()
    const before = await rowCounts()
    const { status, text } = await submit(link, { amount: '1000' }, { 'accept-language': 'en' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(text).toContain('This way of paying is not available now')
    expect(text).not.toContain('hold')
    expect(await rowCounts()).toEqual(before)
    expect(logged().filter((line) => 'fault' in line)).toEqual([])
  },
)
