import { describe, expect, test } from 'vitest'
import {
  type Payee,
  type WaitView,
  waitStates,
} from '../../../src/contract/links/member-page-views.ts'
import type { Frame } from '../../../src/pages/document.tsx'
import { noticePage } from '../../../src/pages/notice.tsx'
import { purchasePage } from '../../../src/pages/purchase.tsx'
import { waitPage as taggedWaitPage, waitRefresh } from '../../../src/pages/wait.tsx'
import { moneyText } from '../../../src/units/money.ts'
import { aPayment, aPurchase, payments, purchases } from '../../support/member-views.ts'
import { itemsOf } from '../../support/tables.ts'

const zh: Frame = { language: 'zh', base: '/exchange/purchase' }
const en: Frame = { language: 'en', base: '/exchange/purchase' }
const frames = [zh, en]
const waitPage = (view: WaitView, frame: Frame) => taggedWaitPage(view, '"1"', frame)

const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`
const unsafe = /<script>|<img/

describe('text of a merchant or an agent', () => {
  test('is escaped on a wait page', () => {
    const payment = aPayment('transfer', {
      merchantOrderNo: hostile,
      payerAccountLast5: hostile,
      account: { bankName: hostile, bankCode: hostile, accountNo: hostile, accountName: hostile },
      payee: { name: hostile, supportUrl: hostile },
      returnUrl: hostile,
      token: hostile,
    })
    for (const frame of frames) {
      for (const html of [waitPage(payment, frame), waitRefresh(payment, frame).html]) {
        expect(html).not.toMatch(unsafe)
        expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
      }
    }
  })

  test('is escaped on a purchase page, as is what the member typed', () => {
    const purchase = aPurchase('open', {
      merchantOrderNo: hostile,
      session: hostile,
      payee: { name: hostile, supportUrl: hostile },
      refused: { text: hostile, problem: 'not_a_whole_number' },
    })
    for (const frame of frames) {
      const html = purchasePage(purchase, frame)
      expect(html).not.toMatch(unsafe)
      expect(html).toContain(`value="${escaped(hostile)}"`)
    }
  })
})

describe.each(['return', 'support'] as const)('the address of the %s link', (id) => {
  const linked = (url: string) => {
    const parts = { payee: { name: 'Shop', supportUrl: '' }, returnUrl: '' }
    const given =
      id === 'return'
        ? { ...parts, returnUrl: url }
        : { ...parts, payee: { name: '', supportUrl: url } }
    return frames.flatMap((frame) => [
      waitPage(aPayment('paid', given), frame),
      purchasePage(aPurchase('expired', given), frame),
    ])
  }

  test.each([
    'https://shop.example/wallet?order=42&back=1#top',
    'http://shop.example:8080/',
    'HTTPS://SHOP.EXAMPLE/x',
  ])('leads to %s without a referrer', (url) => {
    for (const html of linked(url)) {
      expect(html).toContain(`href="${escaped(url)}" rel="noreferrer noopener"`)
    }
  })

  test.each([
    '',
    ' javascript:alert(1)',
    'https:\\\\evil.example',
    ...itemsOf(`
      javascript:alert(1) JavaScript:alert(1)//https://shop.example data:text/html,x //evil.example/
      /docs https:evil.example https://shop.example@evil.example/ ftp://shop.example/
      intent://scan/#Intent;scheme=zxing;end
    `),
  ])('is no link where it is %j', (url) => {
    for (const html of linked(url)) {
      expect(html).not.toContain(`id="${id}"`)
      expect([...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to?.[0])).toEqual(['?'])
    }
  })
})

// Decisions §5, "Wait page".
describe('in every state', () => {
  test.each(waitStates)(
    '%s, there is a way back, a quiet one until nothing is left to do',
    (state) => {
      const isFinal = ['paid', 'paid_elsewhere', 'expired'].includes(state)
      for (const frame of frames) {
        expect(waitPage(aPayment(state), frame)).toContain(
          `<p id="return"><a class="${isFinal ? 'button' : 'link'}" href="https://shop.example/`,
        )
      }
    },
  )

  test.each(['open', 'expired', 'paid_elsewhere', 'unavailable'] as const)(
    '%s, a purchase page has one too',
    (state) => {
      const html = purchasePage(aPurchase(state), zh)
      expect(html).toContain(
        `<a class="${state === 'open' ? 'link' : 'button'}" href="https://shop`,
      )
    },
  )

  test('the page says whom the member pays, with a link for help where there is one', () => {
    const drawn = (payee: Payee) =>
      frames.flatMap((frame) => [
        ...waitStates.map((state) => waitPage(aPayment(state, { payee }), frame)),
        ...Object.values(purchases).map((one) => purchasePage({ ...one, payee }, frame)),
      ])
    for (const html of drawn({ name: '大安商行', supportUrl: 'https://m.example/help' })) {
      expect(html).toMatch(/<p class="payee"><span>[^<]+<\/span> <b dir="auto">大安商行<\/b><\/p>/)
      expect(html).toContain('<p id="support"><a class="link" href="https://m.example/help"')
    }
    for (const html of drawn({ name: '大安商行', supportUrl: '' })) {
      expect(html).not.toContain('id="support"')
    }
  })

  test('without the database it says nothing of whom, for that may have changed', () => {
    expect(waitPage(aPayment('unknown'), zh)).not.toMatch(/class="payee"|id="support"/)
  })
})

describe('a wait page', () => {
  test.each(waitStates)('in state %s has the same fragment at any time', (state) => {
    const payment = aPayment(state)
    for (const frame of frames) {
      const later = waitRefresh({ ...payment, now: payment.now + 500 }, frame)
      expect(later.html).toBe(waitRefresh(payment, frame).html)
      expect(waitPage(payment, frame)).toContain(later.html)
    }
  })

  test.each(waitStates)('in state %s refreshes unless the state is final', (state) => {
    const isFinal = ['paid', 'paid_elsewhere', 'expired'].includes(state)
    const { refreshSeconds } = waitRefresh(aPayment(state), zh)
    expect(refreshSeconds).toBe(isFinal ? null : 3)
    expect(waitPage(aPayment(state), zh).includes('http-equiv="refresh"')).toBe(!isFinal)
  })

  test('shows an account to transfer to in state transfer alone', () => {
    for (const state of waitStates) {
      const has = waitPage(aPayment(state), zh).includes('004123456789012')
      expect({ state, has }).toEqual({ state, has: state === 'transfer' })
    }
  })

  test('is a receipt once paid: number, time, payee and amount', () => {
    const { html, title } = waitRefresh(aPayment('paid'), en)
    const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain('Receipt Paid to 大安商行 Amount paid NT$3,000')
    expect(text).toContain('Paid (Taipei) 2026/11/21 10:59:27')
    expect(text).toContain('Transaction number C0000000CY9J0123456789ABCDE')
    expect(text).not.toContain('Amount asked')
    expect(title).toBe('Payment received · NT$3,000')
  })

  test('leads with the amount paid where that is not the one asked', () => {
    const receipt = { tradeNo: 'C1', paidAmount: 400_050, paidAt: null }
    for (const frame of frames) {
      const { html, title } = waitRefresh(aPayment('paid', { amount: 5000, receipt }), frame)
      // Less than was asked for is told as a part, in amber; more is not.
      expect(title).toMatch(/^(?:已收到部分款項|Part received) · NT\$4,000\.50$/)
      expect(html).toContain('class="card status care"')
      // What is missing is nothing to be sent without the merchant.
      expect(html).toMatch(/尚缺 <span[^>]*>NT\$999\.50<|NT\$999\.50<\/span> is missing/)
      expect(html).toMatch(
        /請勿自行補匯差額，請聯絡.大安商行|not send the rest by yourself: contact/,
      )
      const more = waitRefresh(aPayment('paid', { amount: 4000, receipt }), frame)
      expect(more.html).not.toMatch(/尚缺|missing/)
      expect(more.title).toMatch(/^(?:付款完成|Payment received) /)
      expect(html.indexOf('NT$4,000.50')).toBeLessThan(html.indexOf('NT$5,000'))
      expect(html).toMatch(/(?:應付金額|Amount asked)<\/dt><dd><span class="sum">NT\$5,000</)
      expect(html).toMatch(
        /(?:實付金額|Amount paid)<\/span> <strong class="sum long">NT\$4,000.50</,
      )
    }
  })

  test('has bank and code in one line, and two buttons that copy: the account number and the amount', () => {
    const html = waitPage(aPayment('transfer'), en)
    expect(html).toContain('<b>臺灣銀行 004</b>')
    expect(html.match(/data-copy=/g)).toHaveLength(2)
    const unknown = waitPage(payments.transfer_unknown_bank ?? aPayment('waiting'), en)
    expect(unknown).toContain('<b>大安信用部</b></p>')
  })

  test('tells the day alone of a transfer whose bank tells no time', () => {
    const receipt = { tradeNo: 'C1', paidAmount: 300_000, paidAt: 1_795_190_400 }
    const { html } = waitRefresh(aPayment('paid', { receipt }), zh)
    expect(html).toContain('>2026/11/21</time>')
  })

  test('speaks of an account and of transfers to it only where one was shown', () => {
    const expired = (hadAccount: boolean) =>
      [zh, en].map((frame) => waitPage(aPayment('expired', { hadAccount }), frame)).join()
    expect(expired(true)).toMatch(/先前的帳號.*One already made/s)
    expect(expired(false)).not.toMatch(/先前的帳號|already made/)
  })

  test('groups the digits of the account by style alone, and copies them without gaps', () => {
    const html = waitPage(aPayment('transfer'), zh)
    const digits = ['1234', '5678', '9012'].map((one) => `<span class="group">${one}<wbr/></span>`)
    const groups = ['<span>004-<wbr/></span>', ...digits]
    expect(html).toContain(groups.join(''))
    expect(html).toContain('data-copy="004123456789012"')
  })

  test('names who helps while a person looks into a payment', () => {
    const payee = { name: '大安商行', supportUrl: '' }
    const text = (frame: (typeof frames)[number]) => waitPage(aPayment('review', { payee }), frame)
    expect(text(zh)).toContain('聯絡\u2068大安商行\u2069的客服')
    expect(text(en)).toContain('contact the support of \u2068大安商行\u2069')
  })

  test('asks for no second transfer where the time is over or the payment is looked into', () => {
    for (const state of ['review', 'checking', 'expired'] as const) {
      expect(waitPage(aPayment(state), zh)).toMatch(/請勿重複轉帳|請不要再轉帳/)
      expect(waitPage(aPayment(state), en)).toMatch(/[Dd]o not transfer|no new transfer/)
    }
    for (const state of ['checking', 'expired'] as const) {
      expect(waitPage(aPayment(state), en)).toMatch(/already made/)
    }
  })

  test('writes amounts with cents only where there are some', () => {
    expect([moneyText(0), moneyText(1234567), moneyText(0.5)]).toEqual([
      'NT$0',
      'NT$1,234,567',
      'NT$0.50',
    ])
  })
})

const payee: Payee = { name: 'Shop', supportUrl: '' }

test('no page has inline styles or scripts, or resources of other origins', () => {
  const pages = frames.flatMap((frame) => [
    ...Object.values(payments).map((one) =>
      waitPage({ ...one, payee: null, returnUrl: '' }, frame),
    ),
    ...Object.values(purchases).map((one) => purchasePage({ ...one, payee, returnUrl: '' }, frame)),
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
