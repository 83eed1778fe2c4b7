import { describe, expect, test } from 'vitest'
import { waitStates } from '../../../src/contract/links/member-page-views.ts'
import type { Frame } from '../../../src/pages/document.tsx'
import { noticePage } from '../../../src/pages/notice.tsx'
import { money } from '../../../src/pages/parts.tsx'
import { purchasePage } from '../../../src/pages/purchase.tsx'
import { waitPage, waitRefresh } from '../../../src/pages/wait.tsx'
import { aPayment, aPurchase, payments, purchases } from '../../support/member-views.ts'
import { itemsOf } from '../../support/tables.ts'

const zh: Frame = { language: 'zh', base: '/exchange/purchase' }
const en: Frame = { language: 'en', base: '/exchange/purchase' }
const frames = [zh, en]

const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`
const unsafe = /<script>|<img/

describe('text of a merchant or an agent', () => {
  test('is escaped on a wait page', () => {
    const payment = aPayment('transfer', {
      merchantOrderNo: hostile,
      payerAccountLast5: hostile,
      account: { bankName: hostile, accountNo: hostile, accountName: hostile },
      returnUrl: hostile,
      token: hostile,
    })
    for (const frame of frames) {
      for (const html of [waitPage(payment, frame), waitRefresh(payment, frame.language).html]) {
        expect(html).not.toMatch(unsafe)
        expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
      }
    }
  })

  test('is escaped on a purchase page, as is what the member typed', () => {
    const purchase = aPurchase('open', {
      merchantOrderNo: hostile,
      session: hostile,
      refused: { given: hostile, problem: 'not_a_whole_number' },
    })
    for (const frame of frames) {
      const html = purchasePage(purchase, frame)
      expect(html).not.toMatch(unsafe)
      expect(html).toContain(`value="${escaped(hostile)}"`)
    }
  })
})

describe('the link back to the merchant', () => {
  const linked = (returnUrl: string) => [
    ...frames.map((frame) => waitPage(aPayment('paid', { returnUrl }), frame)),
    ...frames.map((frame) => purchasePage(aPurchase('expired', { returnUrl }), frame)),
  ]

  test.each([
    'https://shop.example/wallet?order=42&back=1#top',
    'http://shop.example:8080/',
    'HTTPS://SHOP.EXAMPLE/x',
  ])('leads to %s without a referrer', (returnUrl) => {
    for (const html of linked(returnUrl)) {
      expect(html).toContain(`href="${escaped(returnUrl)}" rel="noreferrer noopener"`)
    }
  })

  test.each([
    ...['', ' javascript:alert(1)', 'https:\\\\evil.example'],
    ...itemsOf(`
      javascript:alert(1) JavaScript:alert(1)//https://shop.example data:text/html,x //evil.example/
      /docs https:evil.example https://shop.example@evil.example/ ftp://shop.example/
      intent://scan/#Intent;scheme=zxing;end
    `),
  ])('is no link where the address is %j', (returnUrl) => {
    for (const html of linked(returnUrl)) {
      expect(html).not.toContain('id="return"')
      expect([...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to?.[0])).toEqual(['?'])
    }
  })

  test.each(['waiting', 'transfer', 'review', 'checking', 'unknown'] as const)(
    'is not there in state %s',
    (state) => {
      expect(waitPage(aPayment(state), zh)).not.toContain('shop.example')
    },
  )
})

describe('a wait page', () => {
  test.each(waitStates)('in state %s has the same fragment at any time', (state) => {
    const payment = aPayment(state)
    for (const { language } of frames) {
      const later = waitRefresh({ ...payment, now: payment.now + 500 }, language)
      expect(later.html).toBe(waitRefresh(payment, language).html)
      expect(waitPage(payment, { ...zh, language })).toContain(later.html)
    }
  })

  test.each(waitStates)('in state %s refreshes unless the state is final', (state) => {
    const isFinal = ['paid', 'paid_elsewhere', 'expired'].includes(state)
    const { refreshSeconds } = waitRefresh(aPayment(state), 'zh')
    expect(refreshSeconds).toBe(isFinal ? null : 3)
    expect(waitPage(aPayment(state), zh).includes('http-equiv="refresh"')).toBe(!isFinal)
  })

  test('shows an account to transfer to in state transfer alone', () => {
    for (const state of waitStates) {
      const has = waitPage(aPayment(state), zh).includes('004-123456789012')
      expect({ state, has }).toEqual({ state, has: state === 'transfer' })
    }
  })

  test('shows the paid amount, cents included', () => {
    expect(waitPage(aPayment('paid', { paidAmount: 299_950 }), zh)).toContain('NT$2,999.50')
    expect([money(0), money(1234567), money(0.5)]).toEqual(['NT$0', 'NT$1,234,567', 'NT$0.50'])
  })
})

test('no page has inline styles or scripts, or resources of other origins', () => {
  const pages = frames.flatMap((frame) => [
    ...Object.values(payments).map((payment) => waitPage({ ...payment, returnUrl: '' }, frame)),
    ...Object.values(purchases).map((one) => purchasePage({ ...one, returnUrl: '' }, frame)),
    noticePage('not_found', frame),
  ])
  for (const html of pages) {
    expect(html).toMatch(/^<!doctype html>\n<html lang="(?:zh-Hant-TW|en)">/)
    expect(html).not.toMatch(/<style| style=| on[a-z]+="|<script(?![^>]* src="\/)/)
    expect(html).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//)
  }
})

test('a notice is the same each time, and has nothing of the request', () => {
  for (const frame of frames) {
    expect(noticePage('not_found', frame)).toBe(noticePage('not_found', { ...frame }))
    expect(noticePage('not_found', frame)).not.toMatch(/third_party|wait\//)
  }
})

function escaped(text: string): string {
  const entities = new Map(
    Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }),
  )
  return text.replaceAll(/[&<>"']/g, (character) => `&${entities.get(character)};`)
}
