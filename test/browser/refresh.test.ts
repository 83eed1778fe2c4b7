import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { WaitView } from '../../src/contract/links/member-page-views.ts'
import { aPayment, token } from '../support/member-views.ts'
import { aVisit, desktop, phone, type Visit } from './support/browser.ts'
import { placesOn } from './support/looks.ts'
import { startPagesServer } from './support/pages-server.ts'

// A wait page during its payment.

const server = await startPagesServer()
let visit: Visit
afterEach(async () => {
  Object.assign(server, { isDown: false, held: Promise.resolve() })
  await visit.close()
})
afterAll(() => server.close())

const account = {
  bankName: '臺灣銀行',
  bankCode: '004',
  accountNo: '004-123456789012',
  accountName: '王大明',
}
const matched = aPayment('transfer', { account })

/** Visits a payment's page and marks its window: a reload would lose the mark. */
async function goTo(payment: WaitView, prepare: (page: Page) => Promise<unknown> = withOwnClock) {
  server.payments.set(token, payment)
  visit = await aVisit({ locale: 'zh-TW' })
  await prepare(visit.page)
  await visit.page.goto(`${server.url}/wait/${token}`)
  await visit.page.evaluate('window.marked = true')
  return visit.page
}

// The page's clock is stopped, and advanced by the tests.
async function withOwnClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.addInitScript(noteAsking)
}

/** Changes the payment, and advances to the next refresh. */
async function change(page: Page, payment: WaitView): Promise<void> {
  server.payments.set(token, payment)
  await advance(page, 5_000)
}

/** Advances the page's clock, and waits until its requests are answered. */
async function advance(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  const isAnswered = () => page.evaluate('window.answered === window.asked')
  await expect.poll(isAnswered, { interval: 5 }).toBe(true)
}

/** The page's requests for the state. */
const askedBy = (page: Page): Promise<number> => page.evaluate('window.asked')

describe('when the payment changes', () => {
  test('the account appears below what told of it, and disappears, without a reload', async () => {
    const waiting = aPayment('waiting')
    const page = await goTo(waiting)
    const told = async () => (await placesOn(page)).filter((one) => one.startsWith('summary '))
    const before = await told()
    await change(page, { ...waiting, state: 'transfer', account })
    await page.getByText(account.accountNo).waitFor()
    expect(await told()).toEqual(before)
    expect(await page.title()).toBe('請轉帳到以下帳號 · NT$3,000')

    await change(page, aPayment('paid'))
    await page.getByRole('heading', { name: '付款完成' }).waitFor()
    expect(await page.getByText(account.accountNo).count()).toBe(0)
    expect(await page.getByRole('link', { name: '返回商家' }).getAttribute('href')).toBe(
      'https://shop.example/wallet?order=42',
    )
    expect(await page.evaluate('window.marked')).toBe(true)
    expect(visit.problems).toEqual([])
  })

  test('the change is announced in the status region', async () => {
    const page = await goTo(aPayment('waiting'))
    const announcer = page.locator('#announcer')
    expect(await announcer.getAttribute('role')).toBe('status')
    expect(await announcer.textContent()).toBe('')
    await change(page, matched)
    await page.getByText(account.accountNo).waitFor()
    expect(await announcer.textContent()).toMatch(/^請轉帳到以下帳號 請用末五碼 67890 /)
  })

  test('the focus stays in a part that changes, and goes to the heading when the part is removed', async () => {
    const page = await goTo(matched)
    await page.locator('#copy-account').focus()
    await change(page, { ...matched, account: { ...account, accountNo: '812-99' } })
    await page.getByText('812-99').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('copy-account')
    await change(page, aPayment('paid'))
    await page.getByRole('heading', { name: '付款完成' }).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('付款完成')
  })

  test('a final state ends the requests', async () => {
    const page = await goTo(aPayment('waiting'))
    await change(page, aPayment('expired'))
    await page.getByRole('heading', { name: '付款時間已過' }).waitFor()
    const before = await askedBy(page)
    await page.clock.runFor(300_000)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(await askedBy(page)).toBe(before)
  })

  test('the end of the time is requested at once', async () => {
    const page = await goTo(aPayment('waiting', { now: 1_000, endsAt: 1_002 }))
    server.payments.set(token, aPayment('expired'))
    await advance(page, 900)
    expect(await askedBy(page)).toBe(0)
    await advance(page, 1_100)
    expect(await askedBy(page)).toBe(1)
    await page.getByRole('heading', { name: '付款時間已過' }).waitFor()
  })

  test('a link that is too old shows the page not found', async () => {
    const page = await goTo(aPayment('waiting'))
    server.payments.delete(token)
    await page.clock.runFor(5_000)
    await page.getByRole('heading', { name: '找不到這個付款頁面' }).waitFor()
  })
})

describe('while nothing changes', () => {
  test('no element changes but the countdown', async () => {
    const page = await goTo(matched)
    await page.setViewportSize({ width: 360, height: 300 })
    await page.evaluate(watchChanges)
    await page.locator('#copy-account').focus()
    const scrolled = await page.evaluate('scrollY')
    const before = await askedBy(page)
    for (let n = 0; n < 10; n += 1) await advance(page, 3_000)
    expect(await askedBy(page)).toBeGreaterThan(before + 3)
    expect(await page.evaluate('window.changed')).toEqual([])
    expect(await page.evaluate('document.activeElement.id')).toBe('copy-account')
    expect(await page.evaluate('scrollY')).toBe(scrolled)
    expect(scrolled).toBeGreaterThan(0)
  })

  test('requests become rarer, and come at once when the page is visible again', async () => {
    const page = await goTo(aPayment('review'))
    const times: number[] = []
    let before = await askedBy(page)
    for (let second = 1; second <= 150; second += 1) {
      await advance(page, 1_000)
      const asked = await askedBy(page)
      if (asked > before) times.push(second)
      before = asked
    }
    const gaps = times.map((time, n) => time - (times[n - 1] ?? 0))
    expect(gaps[0]).toBeLessThanOrEqual(4)
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(20)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(31)
    for (const [n, gap] of gaps.entries())
      expect(gap).toBeGreaterThanOrEqual((gaps[n - 1] ?? 0) - 1)

    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(await askedBy(page)).toBe(before + 1)
  })
})

test('an answer that is held is awaited alone, and given up when the page is visible again', async () => {
  const page = await goTo(aPayment('waiting'))
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held = promise
  await page.clock.runFor(60_000)
  expect(await askedBy(page)).toBe(1)
  server.payments.set(token, matched)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page.getByText(account.accountNo).waitFor()
  expect(await askedBy(page)).toBe(2)
  expect(await page.locator('#notice').textContent()).toBe('')
  resolve()
})

test.each([
  ['a phone', phone],
  ['a narrow phone', { width: 320, height: 568 }],
  ['a desktop', desktop],
])('on %s, what is told of an outage moves nothing and lies over nothing', async (_, viewport) => {
  const page = await goTo(matched)
  await page.setViewportSize(viewport)
  const language = () => page.locator('.language').boundingBox()
  const others = async () => [
    ...(await placesOn(page)).filter((one) => !one.startsWith('notice ')),
    await language(),
  ]
  const before = await others()
  server.isDown = true
  await page.clock.runFor(5_000)
  await page.getByText('連線不穩，正在重試…').waitFor()
  expect(before.length).toBeGreaterThan(10)
  expect(await others()).toEqual(before)
  expect(await page.evaluate(coveredByNotice)).toEqual([])
})

test('an outage is told politely, and is over when the server is back', async () => {
  const page = await goTo(aPayment('waiting'))
  server.isDown = true
  await page.clock.runFor(5_000)
  await page.getByText('連線不穩，正在重試…').waitFor()
  expect(await page.locator('#notice').getAttribute('role')).toBe('status')
  expect(await page.getByRole('heading', { name: '正在安排收款帳號' }).count()).toBe(1)
  server.isDown = false
  await change(page, matched)
  await page.clock.runFor(5_000)
  await page.getByText(account.accountNo).waitFor()
  expect(await page.locator('#notice').textContent()).toBe('')
  expect(await page.evaluate('window.marked')).toBe(true)
})

describe('the countdown', () => {
  test('goes by the server’s clock, not the device’s', async () => {
    const now = 1_900_000_000
    const page = await goTo(
      aPayment('transfer', { account, now, endsAt: now + 600 }),
      async (page) => {
        await withOwnClock(page)
        await page.addInitScript(
          'Date.now = () => 0; Date = class extends Date { getTime() { return 0 } }',
        )
      },
    )
    const timer = page.getByRole('timer')
    expect(await timer.textContent()).toMatch(/^09:59$|^10:00$/)
    const shown = await timer.textContent()
    await page.clock.runFor(1_000)
    expect(await timer.textContent()).not.toBe(shown)
  })

  test('follows a correction by the server', async () => {
    const page = await goTo(aPayment('transfer', { account, now: 1_000, endsAt: 1_600 }))
    const changed = { account, payerAccountLast5: '11111', now: 1_500, endsAt: 1_600 }
    await change(page, aPayment('transfer', changed))
    await page.clock.runFor(1_000)
    expect(await page.getByRole('timer').textContent()).toMatch(/^01:/)
  })

  test('is announced five minutes before its end, not before', async () => {
    const page = await goTo(aPayment('transfer', { account, now: 1_000, endsAt: 1_302 }))
    const announced = page.locator('#announcer')
    await page.clock.runFor(500)
    expect(await announced.textContent()).toBe('')
    await page.clock.runFor(3_000)
    expect(await announced.textContent()).toBe('付款時間剩下五分鐘')
  })
})

// What can be tapped and lies under the notice, wherever the page is scrolled to.
const coveredByNotice = `(() => {
  const notice = document.querySelector('#notice')
  const covered = new Set()
  for (let y = 0; y <= document.documentElement.scrollHeight - innerHeight + 40; y += 40) {
    scrollTo(0, y)
    const over = notice.getBoundingClientRect()
    for (const one of document.querySelectorAll('button, a, h1, h2')) {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const isApart =
        left >= over.right || right <= over.left || top >= over.bottom || bottom <= over.top
      if (!isApart) covered.add(one.outerHTML)
    }
  }
  return [...covered]
})()`

const noteAsking = `
  window.asked = 0
  window.answered = 0
  const ask = window.fetch
  window.fetch = (...given) => {
    window.asked += 1
    const answer = ask(...given)
    const note = () => { window.answered += 1 }
    answer.then((one) => one.clone().text()).then(note, note)
    return answer
  }
`

// Layout shifts, as browsers measure them.
const watchChanges = `
  window.changed = []
  new MutationObserver((records) => {
    for (const { target, type } of records) {
      const element = target.nodeType === 1 ? target : target.parentElement
      if (element?.closest('[data-ends-at]') === null) window.changed.push(type + ' ' + element.outerHTML)
    }
  }).observe(document.documentElement, {
    subtree: true, childList: true, attributes: true, characterData: true,
  })
`
