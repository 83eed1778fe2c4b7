import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Doubt } from '../../src/contract/back-office/states.ts'
import { deskLooksOf, keepPicture } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { openAs, withoutScripts } from './support/pages.ts'
import { aPhone } from './support/phone.ts'
import {
  aDebit,
  aDeposit,
  aLink,
  anAccount,
  aShop,
  ask,
  type Body,
  operator,
  type Shop,
} from './support/shop.ts'
import { storeDoubts } from './support/stored.ts'

// What the queue of money in shows first: money whose order is in doubt (matching §6).

const agent = 'dora:agent'

let shop: Shop
beforeAll(async () => {
  shop = await aShop('疑點商行')
})

const anOwnAccount = () => anAccount({ agents: ['dora'] })

/** An order on the account, and money in doubt that may pay it. */
async function aDoubtful(account: Body, doubts: readonly Doubt[], last5 = '67890') {
  const amount = anOwnAmount()
  const order = await aLink(shop, amount, { payer_account_no: `004-00123${last5}` })
  await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
  const line = await aDeposit(account.id, amount, last5)
  storeDoubts(line.id, doubts)
  return { order, line, amount }
}

const statusOf = async ({ trade_no: tradeNo }: Body) =>
  (await ask(agent, 'GET', `/collections/${tradeNo}`)).status
const rowsOf = (page: Page) =>
  page.locator('#doubt-rows [data-row]').evaluateAll((all) => all.map(({ id }) => id))

test('money to judge comes first, with its doubts and its order, lines without an order last', async () => {
  const account = await anOwnAccount()
  const late = await aDoubtful(account, ['source', 'late', 'name'], '11111')
  const stopped = await aDoubtful(account, ['stopped'], '22222')
  const twin = await aDoubtful(account, ['twin'], '33333')
  const lost = await aDeposit(account.id, 77, '44444')
  storeDoubts(lost.id, ['no_order'])
  const at = `/desk?bank_account=${account.id}`
  const page = await openAs(agent, at, { locale: 'en', viewport: { width: 1280, height: 800 } })
  expect(await rowsOf(page)).toEqual([twin.line, late.line, lost].map(({ id }) => `doubt-${id}`))
  const first = page.locator('#lists > section').first()
  expect(await first.getAttribute('id')).toBe('doubt')
  const row = page.locator(`#doubt-${late.line.id}`)
  const text = await row.textContent()
  for (const part of [late.order.merchant_order_no, '王小明', '…11111', '+2']) {
    expect(text).toContain(part)
  }
  // All rows have one height.
  const heights = await page
    .locator('#lists [data-row]')
    .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)))
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
  // Its order stands beside it, and not again among those that wait.
  expect(await page.locator(`#waits-${late.order.trade_no}`).count()).toBe(0)
  expect(await page.locator(`#ready #waits-${stopped.order.trade_no}`).count()).toBe(1)
  expect(await page.title()).toMatch(/^3 to judge · 1 ready · Money in/)
  await keepPicture(page, 'desk-doubts-en')
  await page.locator(`#open-doubt-${late.line.id}`).click()
  const told = page.locator('#panel #doubts')
  expect(await told.textContent()).toMatch(/Not from a source.*Booked after.*Another name/)
  await page.locator(`#open-doubt-${twin.line.id}`).click()
  await told.getByRole('link', { name: 'Compare the lines' }).click()
  await page.waitForURL(`**/bank-transactions?bank_account=${account.id}&amount=${twin.amount}`)
  await page.goto('/bank-transactions?doubt=no_order')
  expect(await page.locator(`#bank-lines-${lost.id}`).count()).toBe(1)
})

test('a line of two orders, and two lines of one, are to judge without automatic matching too', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const anOrder = async (last5: string) => {
    const payer = { payer_account_no: `004-00123${last5}`, member_no: randomUUID() }
    const order = await aLink(shop, amount, payer)
    await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
    return order
  }
  const [one, other, twice] = [
    await anOrder('67001'),
    await anOrder('67001'),
    await anOrder('67002'),
  ]
  const lines = []
  for (const last5 of ['67001', '67002', '67002']) {
    lines.push((await aDeposit(account.id, amount, last5)).id)
  }
  const at = `/desk?bank_account=${account.id}`
  const page = await openAs(agent, at, { locale: 'en', viewport: { width: 1280, height: 800 } })
  expect(await rowsOf(page)).toEqual(lines.toReversed().map((id) => `doubt-${id}`))
  expect(await page.title()).toMatch(/^3 to judge/)
  expect(await page.locator('.tabs a[href*="show=doubt"]').textContent()).toMatch(/3/)
  expect(await page.locator('#ready [data-row]').count()).toBe(0)
  await page.locator(`#open-doubt-${lines[2]}`).click()
  await page.waitForURL(`**order=${twice.trade_no}&transaction=${lines[2]}`)
  await page.goto(`${at}&show=doubt`)
  expect(await rowsOf(page)).toHaveLength(3)
  await page.locator(`#open-doubt-${lines[0]}`).click()
  expect(await page.locator('#panel #doubts').textContent()).toMatch(
    /Why it is to be judged.*orders may fit/,
  )
  for (const order of [one, other]) {
    expect(await page.locator(`#may-pay-${order.trade_no}`).count()).toBe(1)
  }
  await keepPicture(page, 'desk-doubts-manual')
  // The overview has them in its figure.
  await page.goto('/')
  const figure = page.locator('main a[href*="show=doubt"]').first()
  expect(
    Number.parseInt((await figure.textContent())?.match(/\d+/)?.[0] ?? '0', 10),
  ).toBeGreaterThanOrEqual(3)
})

test('a line without an order is counted and leads to orders that it nearly fits', async () => {
  const [account, other] = [await anOwnAccount(), await anOwnAccount()]
  const anOrder = async (amount: number, last5: string) => {
    const order = await aLink(shop, amount, { payer_account_no: `004-00123${last5}` })
    await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
    return order
  }
  const [less, parts, moved] = [
    await anOrder(540, '68001'),
    await anOrder(1_280, '68002'),
    await anOrder(3_044, '68003'),
  ]
  const to = { to: other.id, trade_nos: [moved.trade_no] }
  await ask(operator, 'POST', `/bank-accounts/${account.id}/reassign`, to)
  const lost = await aDeposit(account.id, 4_321, '68009')
  const others = []
  for (const [amount, last5] of [
    [525, '68001'],
    [500, '68002'],
    [780, '68002'],
    [3_044, '68003'],
  ] as const) {
    others.unshift(await aDeposit(account.id, amount, last5))
  }
  const told = [
    ['轉到另一帳戶', 'Another account', moved],
    ['金額不符', 'Other amount', parts],
    ['金額不符', 'Other amount', parts],
    ['金額不符', 'Other amount', less],
  ] as const
  for (const [locale, width] of [
    ['zh-TW', 390],
    ['en', 1280],
  ] as const) {
    const viewport = { width, height: 844 }
    const page = await openAs(agent, `/desk?bank_account=${account.id}`, { locale, viewport })
    expect(await rowsOf(page)).toEqual([...others, lost].map(({ id }) => `doubt-${id}`))
    for (const [n, [zh, en, order]] of told.entries()) {
      const text = await page.locator(`#doubt-${others[n]?.id}`).textContent()
      expect(text).toContain(locale === 'en' ? en : zh)
      expect(text).toContain(order.merchant_order_no)
    }
    expect(await page.locator('.tabs a[href*="show=doubt"]').textContent()).toMatch(/5/)
    await keepPicture(page, `desk-unfit-${locale}`)
    // Nothing of it is ticked; what is several together is one choice of its order's page.
    await page.locator(`#open-doubt-${others[1]?.id}`).click()
    await page.waitForURL(`**order=${parts.trade_no}&transaction=${others[1]?.id}`)
    expect(await page.locator('#settle [name=bank_transactions]:checked').count()).toBe(0)
    expect(await page.locator('#settle .button.quiet').textContent()).toMatch(/2 筆|these 2/)
    await keepPicture(page, `desk-unfit-parts-${locale}`)
    await page.goto(`/desk?show=doubt&bank_account=${account.id}`)
    expect(await rowsOf(page)).toHaveLength(5)
    await page.locator(`#open-doubt-${lost.id}`).click()
    expect(await page.locator('#panel > .quiet-text').textContent()).toMatch(
      /由營運人員|Operators ignore/,
    )
    expect(await page.locator('#panel form').count()).toBe(0)
    await keepPicture(page, `desk-unfit-lost-${locale}`)
  }
})

test('a second deposit of a payer and amount names the order that the first one settled', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const anOrder = async () => {
    const payer = { payer_account_no: '004-0012368101', member_no: randomUUID() }
    const order = await aLink(shop, amount, payer)
    await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
    return order
  }
  const order = await anOrder()
  const first = await aDeposit(account.id, amount, '68101')
  await ask(agent, 'POST', `/collections/${order.trade_no}/settle`, {
    bank_transactions: [first.id],
  })
  const second = await aDeposit(account.id, amount, '68101')
  const stranger = await aDeposit(account.id, amount, '68101', { counterpartyName: '趙大偉' })
  for (const [locale, width, told] of [
    ['zh-TW', 390, /可能重複付款：同一付款人同金額的 .* 已於 .* 入帳。可能是重複匯款，應退回會員/],
    ['en', 1280, /Perhaps paid twice: .* settled on .*send it back to the member/],
  ] as const) {
    const viewport = { width, height: 844 }
    const queue = `/desk?show=doubt&in=doubt&bank_account=${account.id}&transaction=`
    const page = await openAs(agent, `${queue}${second.id}`, { locale, viewport })
    const band = page.locator('.notice.care#paid-twice')
    expect(await band.textContent()).toMatch(told)
    expect(await page.locator('#doubts, #panel > .quiet-text').count()).toBe(0)
    await keepPicture(page, `desk-paid-twice-pane-${locale}`)
    // So does its row, and not that of somebody else's like deposit; neither page says to ignore it at once.
    await page.goto(`/desk?show=doubt&bank_account=${account.id}`)
    const again = locale === 'en' ? 'Paid twice?' : '可能重複付款'
    expect(await page.locator(`#doubt-${second.id}`).textContent()).toContain(again)
    expect(await page.locator(`#doubt-${stranger.id}`).textContent()).not.toContain(again)
    await keepPicture(page, `desk-paid-twice-row-${locale}`)
    await page.goto(`/bank-transactions/${second.id}`)
    expect(await band.textContent()).toMatch(told)
    expect(await band.getByRole('link').textContent()).toBe(order.merchant_order_no)
    expect(await page.locator('main').textContent()).not.toMatch(/若不屬於任何訂單|Ignore it if/)
    await keepPicture(page, `desk-paid-twice-line-${locale}`)
    await band.getByRole('link').click()
    await page.waitForURL(`**/collections/${order.trade_no}`)
    for (const other of [first, stranger]) {
      await page.goto(`/bank-transactions/${other.id}`)
      expect(await band.count()).toBe(0)
    }
  }
  // It is ignored together with the debit that sends it back, and by no reason that says that this is still to be done.
  const queue = `/desk?show=doubt&in=doubt&bank_account=${account.id}&transaction=`
  const ofOperator = await openAs(operator, `${queue}${second.id}`, withoutScripts)
  expect(await ofOperator.locator('#paid-twice').textContent()).toContain('先留在款項待判斷')
  const debit = await aDebit(account.id, amount, '004-0012368101')
  await ofOperator.reload()
  const aside = ofOperator.locator('#ignore')
  expect(await aside.textContent()).not.toContain('待退回')
  expect(await aside.textContent()).toContain('須由另一位營運人員核准')
  expect(await aside.locator(`option[value="${debit.id}"]`).count()).toBe(1)
  await aside.getByText('退回', { exact: true }).click()
  await aside.getByLabel('對應的交易').fill(String(debit.id))
  await aside.getByRole('button', { name: '列為不處理' }).click()
  await ofOperator.locator('.notice.done').waitFor()
  expect(await ask(operator, 'GET', `/bank-transactions/${second.id}`)).toMatchObject({
    state: 'ignored',
    ignored_as: 'returned',
    counterpart: debit.id,
  })
  // A list tells the kind, or the reason where it is of none.
  const why = { kind: 'other', reason: '銀行誤入的測試款' }
  await ask(operator, 'POST', `/bank-transactions/${stranger.id}/ignore`, why)
  await ofOperator.goto(`/bank-transactions?bank_account=${account.id}&state=ignored`)
  const ignored = await ofOperator.locator('#bank-lines').textContent()
  expect(ignored).toMatch(/不處理：退回/)
  expect(ignored).toMatch(/不處理：銀行誤入的測試款/)
  await anOrder()
  const third = await aDeposit(account.id, amount, '68101')
  const page = await openAs(agent, `/bank-transactions/${third.id}`)
  expect(await page.locator('#paid-twice').count()).toBe(0)
})

test('two deposits of one order stand side by side with what differs, none chosen, and one settles it', async () => {
  const account = await anOwnAccount()
  const { order, line, amount } = await aDoubtful(account, ['two_transactions'], '68201')
  const bookedAt = new Date(Date.parse(`${line.booked_at.replace(' ', 'T')}+08:00`) + 7_000)
  const other = await aDeposit(account.id, amount, '68201', {
    bookedAt: bookedAt.toISOString(),
    memo: '儲值 0987',
    counterpartyName: '王小明',
  })
  const sum = `NT$${amount.toLocaleString('en-US')}`
  const to = `/desk?show=doubt&bank_account=${account.id}&in=doubt&order=${order.trade_no}`
  for (const [locale, width, colorScheme, button, chip] of [
    ['zh-TW', 390, 'light', `以其中一筆入帳 ${sum}，另一筆留待處理`, '多筆款項一筆訂單'],
    ['zh-TW', 1280, 'dark', `以其中一筆入帳 ${sum}，另一筆留待處理`, '多筆款項一筆訂單'],
    ['en', 390, 'dark', `Settle by one of them ${sum}; the other one stays`, 'Several deposits'],
    ['en', 1280, 'light', `Settle by one of them ${sum}; the other one stays`, 'Several deposits'],
  ] as const) {
    const viewport = { width, height: width === 390 ? 844 : 800 }
    const address = `${to}&transaction=${line.id}`
    const page = await openAs(agent, address, { locale, colorScheme, viewport })
    const twins = page.locator('#twins')
    expect(await page.locator('#settle :checked').count()).toBe(0)
    const [one, two] = await twins.locator('thead th').all()
    const [at, beside] = [await one?.boundingBox(), await two?.boundingBox()]
    expect(at?.y).toBe(beside?.y)
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await twins.locator('tr.differs th').allTextContents()).toEqual(
      locale === 'en'
        ? ['Booked differs', "Bank's number differs", 'Memo differs']
        : ['入帳時間 不同', '銀行編號 不同', '備註 不同'],
    )
    const submit = page.locator('#settle button[type=submit]')
    expect(await submit.isDisabled()).toBe(true)
    await twins.locator(`#transaction-${other.id}`).check()
    expect(await submit.textContent()).toContain(button)
    expect(await submit.isEnabled()).toBe(true)
    await keepPicture(page, `desk-twins-${locale}-${width}`)
    expect((await deskLooksOf(page)).accessibility).toEqual([])
    await page.goto(`/collections/${order.trade_no}`)
    expect(await page.locator('#settle :checked').count()).toBe(0)
    await page.goto(`/desk?show=doubt&bank_account=${account.id}`)
    expect(await page.locator(`#doubt-${line.id}`).textContent()).toContain(chip)
    await keepPicture(page, `desk-twins-list-${locale}-${width}`)
  }
  const page = await openAs(agent, to, withoutScripts)
  const submit = page.locator('#settle button[type=submit]')
  expect(await submit.textContent()).toContain(`以其中一筆入帳 ${sum}，另一筆留待處理`)
  await submit.click()
  expect(await statusOf(order)).toBe('pending')
  await page.locator(`#transaction-${other.id}`).check()
  await submit.click()
  await page.locator('.notice.done').waitFor()
  expect(await statusOf(order)).toBe('succeeded')
  expect((await ask(agent, 'GET', `/bank-transactions/${line.id}`)).state).toBe('unclaimed')
})

test('an operator ignores a line in the pane with its kind, and the next one opens, without scripts too', async () => {
  const account = await anOwnAccount()
  const lines: Body[] = []
  for (const amount of [15, 16, 17, 18]) lines.push(await aDeposit(account.id, amount, '68201'))
  const at = `/desk?show=doubt&bank_account=${account.id}`
  const [last, third, second, first] = lines
  for (const [locale, kind, sent, [one, next], width] of [
    ['zh-TW', '利息', { ignored_as: 'interest', ignored_reason: '利息' }, [first, second], 390],
    [
      'en',
      'Returned',
      { ignored_as: 'returned', ignored_reason: 'Returned' },
      [second, third],
      1280,
    ],
  ] as const) {
    const more = locale === 'en' ? {} : withoutScripts
    const viewport = { width, height: 844 }
    const page = await openAs(operator, at, { locale, viewport, ...more })
    await page.locator(`#open-doubt-${one?.id}`).click()
    const form = page.locator('#panel form#ignore')
    await keepPicture(page, `desk-doubt-ignored-${locale}`)
    await form.getByLabel(kind).check()
    await form.getByRole('button').click()
    await page.waitForURL(`**in=doubt&transaction=${next?.id}`)
    expect(await page.locator('.notice.done').textContent()).toContain(`${one?.amount}`)
    expect(await page.locator('#panel-title').textContent()).toContain(`${next?.amount}`)
    expect(await ask(operator, 'GET', `/bank-transactions/${one?.id}`)).toMatchObject(sent)
  }
  // What is something else has to be told; the last one leaves an empty list.
  const page = await openAs(operator, `${at}&in=doubt&transaction=${third?.id}`)
  const form = page.locator('#panel form#ignore')
  await form.getByLabel('其他…').check()
  await form.getByRole('button').click()
  await form.locator('.problem').first().waitFor()
  expect(await form.locator('.problem').count()).toBe(1)
  expect(await form.getByLabel('其他…').isChecked()).toBe(true)
  await keepPicture(page, 'desk-doubt-ignored-refused')
  await form.getByLabel('其他原因').fill('員工誤存')
  await form.getByRole('button').click()
  await page.waitForURL(`**transaction=${last?.id}`)
  await form.getByLabel('手續費').check()
  await form.getByRole('button').click()
  await page.getByText('沒有待判斷的款項。').waitFor()
  expect(await ask(operator, 'GET', `/bank-transactions/${third?.id}`)).toMatchObject({
    ignored_as: 'other',
    ignored_reason: '員工誤存',
  })
})

test('a twin on another account keeps a line from being ready, and either page leads to the other', async () => {
  const [account, other] = await Promise.all([anOwnAccount(), anOwnAccount()])
  const { order, line, amount } = await aDoubtful(account, ['two_orders'], '99123')
  const twin = await aLink(shop, amount, { payer_account_no: '004-0012399123' })
  await ask(agent, 'POST', `/collections/${twin.trade_no}/match`, { bank_account: other.id })
  for (const [locale, told] of [
    ['zh-TW', '入帳於本筆的帳戶；另 1 筆同一付款人同金額，等在別處'],
    ['en', 'account; of that payer and amount 1 more elsewhere'],
  ] as const) {
    for (const width of [390, 1440]) {
      const page = await openAs(agent, `/desk/ready?bank_account=${account.id}`, {
        locale,
        viewport: { width, height: 844 },
      })
      expect(await page.locator(`#ready-${order.trade_no}`).count()).toBe(0)
      await page.goto(`/desk?show=matched&bank_account=${account.id}&order=${order.trade_no}`)
      const mark = { 'zh-TW': '款項待判斷', en: 'Money to judge' }[locale] ?? ''
      expect(await page.locator(`#waits-${order.trade_no}`).textContent()).toContain(mark)
      // One box says which order waits where, and the deposit is not chosen: whose it is is to be told.
      await page.goto(`/desk?bank_account=${account.id}`)
      await page.keyboard.press('d')
      await page.waitForURL(`**order=${order.trade_no}&transaction=${line.id}`)
      const band = page.locator('#rivals')
      expect(await band.textContent()).toContain(told)
      expect(await page.locator('#panel .notice.care').count()).toBe(1)
      for (const one of [account, other]) {
        expect(await band.textContent()).toContain(`…${one.account_no.slice(-5)}`)
      }
      expect(await page.locator(`#transaction-${line.id}`).isChecked()).toBe(false)
      await keepPicture(page, `desk-rival-elsewhere-${locale}-${width}`)
      await page.goto(`/bank-transactions/${line.id}`)
      await keepPicture(page, `desk-twin-line-${locale}-${width}`)
      await page.locator('#orders-elsewhere').getByRole('link').first().click()
      await page.waitForURL(`**/collections/${twin.trade_no}?transaction=${line.id}`)
      await keepPicture(page, `desk-twin-order-${locale}-${width}`)
      // An agent's evidence has to be on the order's account.
      expect(await page.locator('#elsewhere input').count()).toBe(0)
      await page.locator('#elsewhere').getByRole('link').first().click()
      await page.waitForURL(`**/bank-transactions/${line.id}`)
    }
  }
})

test('an operator settles by money on another account with one tick and a reason', async () => {
  const [account, other] = await Promise.all([anAccount(), anAccount()])
  // Whose sum of the day no other file adds to: above it a second person is needed.
  const settler = 'oona:operator'
  const anAway = async (last5: string) => {
    const amount = anOwnAmount(1_000, 9_000)
    const order = await aLink(shop, amount, { payer_account_no: `004-00123${last5}` })
    await ask(operator, 'POST', `/collections/${order.trade_no}/match`, {
      bank_account: account.id,
    })
    return { order, line: await aDeposit(other.id, amount, last5) }
  }
  const told = `…${other.account_no.slice(-5)}`
  const { order, line } = await anAway('68301')
  for (const [locale, width, colorScheme, tick, reason] of [
    ['en', 1280, 'dark', 'settle it all the same', 'The account was exchanged'],
    ['en', 390, 'light', 'settle it all the same', 'The account was exchanged'],
    ['zh-TW', 1280, 'light', '：仍入帳', '會員轉錯帳戶'],
    ['zh-TW', 390, 'dark', '：仍入帳', '會員轉錯帳戶'],
  ] as const) {
    const viewport = { width, height: width === 390 ? 844 : 800 }
    const at = `/desk?order=${order.trade_no}&transaction=${line.id}`
    const page = await openAs(settler, at, { locale, colorScheme, viewport })
    const settle = page.locator('#settle')
    const box = settle.locator('#found-out')
    const submit = settle.locator('button[type=submit]')
    expect(await settle.textContent()).not.toMatch(/目前沒有這個金額|There is no bank transaction/)
    expect(await settle.locator(`#transaction-${line.id}`).isChecked()).toBe(true)
    expect(await box.locator('.checks label').textContent()).toContain(told)
    expect(await box.locator('.checks label').textContent()).toContain(tick)
    // The check is offered once, and none that the money passes.
    expect(await settle.locator('[value=evidence_differs]').count()).toBe(1)
    expect(await settle.locator('[value=already_paid]').count()).toBe(0)
    expect(await submit.isDisabled()).toBe(true)
    expect(await settle.locator('[data-missing=away]').isVisible()).toBe(true)
    await keepPicture(page, `desk-away-asked-${locale}-${width}`)
    await box.locator('[name=override]').check()
    await box.locator('.chips label', { hasText: reason }).click()
    expect(await submit.isEnabled()).toBe(true)
    await keepPicture(page, `desk-away-${locale}-${width}`)
    expect((await deskLooksOf(page)).accessibility).toEqual([])
    if (width !== 390 || locale === 'en') continue
    await submit.click()
    await page.locator('.notice.done').waitFor()
    expect(await statusOf(order)).toBe('succeeded')
  }
  const plain = await anAway('68302')
  const page = await openAs(settler, `/bank-transactions/${plain.line.id}`, withoutScripts)
  await page.locator('#orders-elsewhere').getByRole('link').first().click()
  const settle = page.locator('#settle')
  expect(await settle.locator(`#transaction-${plain.line.id}`).isChecked()).toBe(true)
  await settle.locator('button[type=submit]').click()
  expect(await page.locator('#refused [title=evidence_differs]').count()).toBe(1)
  await settle.locator('#found-out [name=override]').check()
  await settle.locator('#found-out .chips input').first().check()
  await settle.locator('button[type=submit]').click()
  await page.locator('.notice.done').waitFor()
  expect(await statusOf(plain.order)).toBe('succeeded')
  // Of money that fits no check is offered, and its reason stays.
  const fits = await aDoubtful(account, ['late'], '68303')
  await page.goto(`/collections/${fits.order.trade_no}`)
  expect(await settle.locator('.more [name=override], .more [name=manual]').count()).toBe(0)
  expect(await settle.locator('[name=reason]').count()).toBe(1)
  // So it is where it is opened from the queue, beside money on its own account that differs as well.
  const queued = await anAway('68304')
  await aDeposit(account.id, 51_000, '11111')
  for (const [locale, colorScheme, width] of [
    ['zh-TW', 'light', 390],
    ['en', 'dark', 1280],
    ['zh-TW', 'light', 1280],
    ['en', 'light', 1920],
  ] as const) {
    const look = { locale, colorScheme, viewport: { width, height: 800 } }
    const opened = await openAs(settler, `/desk?order=${queued.order.trade_no}`, look)
    const act = opened.locator('#settle')
    expect(await act.locator('[value=evidence_differs]').count()).toBe(1)
    expect(await act.locator('#elsewhere').textContent()).not.toMatch(/營運人員|operator/)
    const [deposit, box, row] = await Promise.all(
      ['#elsewhere', '#found-out', '.more-fields'].map((at) => act.locator(at).boundingBox()),
    )
    expect((box?.y ?? 999) - (deposit?.y ?? 0) - (deposit?.height ?? 0)).toBeLessThanOrEqual(24)
    // What is seldom wanted is less high than one of it was.
    expect(row?.height).toBeLessThanOrEqual(width === 390 ? 96 : 56)
    await keepPicture(opened, `desk-away-queued-${locale}-${width}`)
    await act.locator(`#transaction-${queued.line.id}`).check()
    await act.locator('#found-out [name=override]').check()
    await act.locator('#found-out .chips label').first().click()
    expect(await act.locator('button[type=submit]').isEnabled()).toBe(true)
  }
})

test('two deposits on the account and one elsewhere: the reason is asked for once', async () => {
  const [account, other] = [await anOwnAccount(), await anOwnAccount()]
  const { order, line, amount } = await aDoubtful(account, ['two_transactions'], '68301')
  const bookedAt = new Date(Date.parse(`${line.booked_at.replace(' ', 'T')}+08:00`) + 7_000)
  await aDeposit(account.id, amount, '68301', { bookedAt: bookedAt.toISOString() })
  const elsewhere = await aDeposit(other.id, amount, '68301')
  const page = await openAs(operator, `/collections/${order.trade_no}`)
  await page.locator(`#transaction-${elsewhere.id}`).waitFor({ state: 'attached' })
  expect(await page.locator('#settle #found-out [name=reason]').count()).toBeGreaterThan(0)
  expect(await page.locator('#settle .more [name=reason]').count()).toBe(0)
})

test('an order of the payer and amount on another account is named, and the exact pair stays ready', async () => {
  const [account, other] = await Promise.all([anOwnAccount(), anOwnAccount()])
  const amount = anOwnAmount()
  const anOrderOn = async (to: Body) => {
    const payer = { payer_account_no: '004-0012399124', member_no: randomUUID() }
    const order = await aLink(shop, amount, payer)
    await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: to.id })
    return order
  }
  const [order, twin] = [await anOrderOn(account), await anOrderOn(other)]
  const line = await aDeposit(account.id, amount, '99124')
  for (const [locale, state] of [
    ['zh-TW', '可入帳'],
    ['en', 'Ready'],
  ] as const) {
    const page = await openAs(agent, `/collections/${order.trade_no}`, { locale })
    const band = page.locator('#rivals')
    expect(await band.textContent()).toContain(twin.merchant_order_no)
    expect(await band.textContent()).not.toMatch(/先不要入帳|Do not settle/)
    expect(await page.locator('#stand').textContent()).toContain(state)
    expect(await page.locator(`#transaction-${line.id}`).isChecked()).toBe(true)
    await keepPicture(page, `desk-same-payer-elsewhere-${locale}`)
    await page.goto(`/desk/ready?bank_account=${account.id}`)
    expect(await page.locator('#ready :checked').count()).toBe(1)
  }
})

test('the younger of two orders names the older one, of another member of the same name', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const aWaiting = async () => {
    const payer = { payer_account_no: '004-0012366123', member_no: randomUUID() }
    const order = await aLink(shop, amount, payer)
    await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
    return order
  }
  const older = await aWaiting()
  await ask(agent, 'POST', `/collections/${older.trade_no}/exception`, { reason: '待查' })
  const younger = await aWaiting()
  await aDeposit(account.id, amount, '66123')
  const page = await openAs(agent, `/collections/${younger.trade_no}`)
  expect(await page.locator('#stand').textContent()).toContain('款項待判斷')
  const [first] = await page.locator('#rivals li').all()
  expect(await first?.textContent()).toContain(older.merchant_order_no)
  expect(await page.locator('form#settle').count()).toBe(0)
})

test('of two deposits and two orders of a payer the older is settled by override, the last plainly', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const orders = []
  for (let n = 0; n < 2; n += 1) {
    const payer = { payer_account_no: '004-0012355123', member_no: randomUUID() }
    const order = await aLink(shop, amount, payer)
    await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
    orders.push(order)
  }
  const [older, younger] = orders
  const line = await aDeposit(account.id, amount, '55123')
  const at = `/collections/${older.trade_no}`
  const page = await openAs(operator, at)
  expect(await page.locator('#rivals').textContent()).toContain('只能支付其中一筆')
  await aDeposit(account.id, amount, '55123')
  for (const [locale, told] of [
    ['zh-TW', '2 筆款項、2 筆訂單，同一付款人同金額：各付一筆。'],
    ['en', '2 deposits, 2 orders of one payer and amount: each pays one.'],
  ] as const) {
    for (const reader of [agent, operator]) {
      for (const width of [390, 1280]) {
        const asked = await openAs(reader, at, { locale, viewport: { width, height: 844 } })
        expect(await asked.locator('#rivals').textContent()).toContain(told)
        // The header says what the order's row does.
        const unsure = locale === 'en' ? 'Money to judge' : '款項待判斷'
        expect(await asked.locator('#stand').textContent()).toContain(unsure)
        await keepPicture(asked, `desk-each-${reader.slice(0, 4)}-${locale}-${width}`)
      }
    }
  }
  await page.reload()
  await page.locator(`#transaction-${line.id}`).check()
  await page.locator('#settle [name=override][value=evidence_differs]').check()
  await page.locator('#settle [name=reason]').fill('同一付款人兩筆')
  await page.locator('#settle').getByRole('button', { name: '入帳' }).click()
  await page.locator('.notice.done').waitFor()
  expect(await statusOf(older)).toBe('succeeded')
  // As the box has said: the last one is any agent's, without a reason.
  const last = await openAs(agent, `/collections/${younger.trade_no}`)
  expect(await last.locator('#rivals').count()).toBe(0)
  await last.locator('#settle').getByRole('button', { name: '入帳' }).click()
  await last.locator('.notice.done').waitFor()
  expect(await statusOf(younger)).toBe('succeeded')
})

test('a line is settled by three keys, and the next one, which opens by itself, by two', async () => {
  const account = await anOwnAccount()
  const second = await aDoubtful(account, ['late'], '55551')
  const first = await aDoubtful(account, ['day_only'], '55552')
  const page = await openAs(agent, `/desk?bank_account=${account.id}`)
  const press = (key: string) => page.keyboard.press(key)
  for (const [n, { order, line }] of [first, second].entries()) {
    if (n === 0) await press('d')
    await page.waitForURL(`**order=${order.trade_no}&transaction=${line.id}`)
    expect(await page.locator(`#transaction-${line.id}`).isChecked()).toBe(true)
    await press('s')
    await press('Enter')
    await expect.poll(() => statusOf(order)).toBe('succeeded')
  }
})

test('one is settled in two taps on a phone', async () => {
  const account = await anOwnAccount()
  const one = await aDoubtful(account, ['late'], '66661')
  const { page, tap, counted } = await aPhone(agent)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/desk?bank_account=${account.id}`)
  await keepPicture(page, 'desk-doubts-phone')
  expect((await deskLooksOf(page)).accessibility).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await tap(page.locator(`#open-doubt-${one.line.id}`))
  await tap(page.locator('#settle').getByRole('button', { name: '入帳' }))
  await page.locator('.notice.done').waitFor()
  expect(counted.taps).toBe(2)
  expect(await statusOf(one.order)).toBe('succeeded')
})

test('without scripts a line is settled, and two orders that it may pay stand beside it', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const orders = []
  for (let n = 0; n < 2; n += 1) {
    const order = await aLink(shop, amount, { payer_account_no: '004-0012377777' })
    await ask(agent, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
    orders.push(order)
  }
  const line = await aDeposit(account.id, amount, '77777')
  storeDoubts(line.id, ['two_orders'])
  const page = await openAs(agent, `/desk?bank_account=${account.id}`, withoutScripts)
  const row = page.locator(`#doubt-${line.id}`)
  // The pane beside the list has the doubt in words, and both orders with what fits; each opens with the line.
  await row.getByRole('link').click()
  const pane = page.locator('#panel')
  expect(await pane.locator('#doubts').textContent()).toContain('請選出其一')
  for (const one of orders) {
    const card = pane.locator(`#may-pay-${one.trade_no}`)
    expect(await card.textContent()).toMatch(
      new RegExp(`${one.merchant_order_no}.*…77777.*全部相符`),
    )
  }
  await keepPicture(page, 'desk-doubt-pane')
  await pane.getByRole('link', { name: orders[1]?.merchant_order_no }).click()
  await page.locator('#rivals.care').waitFor()
  // So does the page that compares them.
  await page.goto(`/bank-transactions/${line.id}`)
  const firstRow = page.locator('#candidate tbody tr, #candidate [data-row]').first()
  expect(await firstRow.textContent()).toMatch(
    new RegExp(`${orders[0]?.merchant_order_no}.*優先：最先指定帳戶`),
  )
  expect(await page.getByText('優先：最先指定帳戶').count()).toBe(1)
  await keepPicture(page, 'desk-compared-alike')
  await page.goBack()
  // Either page has both orders, and which is first; an agent has no button that would be refused.
  for (const reader of [agent, operator]) {
    for (const [locale, first] of [
      ['zh-TW', '優先：最先指定帳戶'],
      ['en', 'First: given the account first'],
    ] as const) {
      for (const width of [390, 1280]) {
        const viewport = { width, height: 844 }
        const asked = await openAs(reader, '/desk', { locale, viewport })
        for (const [one, other] of [orders, orders.toReversed()]) {
          await asked.goto(`/collections/${one.trade_no}`)
          const band = asked.locator('#rivals.care')
          expect(await band.locator('li').first().textContent()).toContain(first)
          const numbers = orders.map(({ merchant_order_no: number }) => number)
          for (const [n, number] of numbers.entries()) {
            expect(await band.locator('li').nth(n).textContent()).toContain(number)
          }
          const rival = band.getByRole('link', { name: other.merchant_order_no })
          expect(await rival.getAttribute('href')).toBe(`/collections/${other.trade_no}`)
          await keepPicture(asked, `desk-rivals-${reader.slice(0, 4)}-${locale}-${width}`)
          expect(await asked.locator('form#settle').count()).toBe(reader === agent ? 0 : 1)
          if (reader === agent) continue
          // By whatever way it is opened, nothing is chosen for the reader.
          await asked.goto(`/collections/${one.trade_no}?transaction=${line.id}`)
          expect(await asked.locator('#settle [name=bank_transactions]:checked').count()).toBe(0)
          // Its tick and its reason are in sight, before anything is chosen.
          expect(await asked.locator('#found-out [name=reason]').isVisible()).toBe(true)
          expect(await asked.locator('#found-out').textContent()).toMatch(
            /已查明屬於本筆|it belongs to this order/,
          )
          await asked.locator(`#transaction-${line.id}`).check()
          const button = asked.locator('#settle button[type=submit]')
          expect(await button.isDisabled()).toBe(true)
          expect(await asked.locator('#settle [data-missing=rival]').isVisible()).toBe(true)
          await asked.locator('#settle [name=override][value=evidence_differs]').check()
          await asked.locator('#settle [name=reason]').fill('會員提供轉帳截圖')
          expect(await button.isEnabled()).toBe(true)
        }
      }
    }
  }
  const single = await aDoubtful(account, ['early'], '88888')
  await page.goto(`/desk?bank_account=${account.id}`)
  await page.locator(`#open-doubt-${single.line.id}`).click()
  await page.locator('#settle').getByRole('button', { name: '入帳' }).click()
  expect(await page.locator('#notices').textContent()).toContain('已入帳')
  expect(await statusOf(single.order)).toBe('succeeded')
})
