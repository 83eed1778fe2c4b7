import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskLooksOf, keepPicture } from '../browser/support/looks.ts'
import { agent, aMatchedOrder, anOrderInDoubt, anOwnAccount, statusOf } from './support/doubts.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { openAs, withoutScripts } from './support/pages.ts'
import { aPhone } from './support/phone.ts'
import { aDebit, aDeposit, ask, type Body, operator } from './support/shop.ts'
import { storeDoubts } from './support/stored.ts'

// The queue of money in lists first what a person must judge (matching §6).

const rowsOf = (page: Page) =>
  page.locator('#doubt-rows [data-row]').evaluateAll((all) => all.map(({ id }) => id))

test('money to judge comes first, with its doubts and its order, lines without an order last', async () => {
  const account = await anOwnAccount()
  const late = await anOrderInDoubt({ account, doubts: ['source', 'late', 'name'], last5: '11111' })
  const stopped = await anOrderInDoubt({ account, doubts: ['stopped'], last5: '22222' })
  const twin = await anOrderInDoubt({ account, doubts: ['twin'], last5: '33333' })
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
  const doubts = page.locator('#panel #doubts')
  expect(await doubts.textContent()).toMatch(/Not from a source.*Booked after.*Another name/)
  await page.locator(`#open-doubt-${twin.line.id}`).click()
  await doubts.getByRole('link', { name: 'Compare the lines' }).click()
  await page.waitForURL(`**/bank-transactions?bank_account=${account.id}&amount=${twin.amount}`)
  await page.goto('/bank-transactions?doubt=no_order')
  expect(await page.locator(`#bank-lines-${lost.id}`).count()).toBe(1)
})

test('a line of two orders, and two lines of one, are to judge without automatic matching too', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const anOrder = (last5: string) => aMatchedOrder({ account, amount, last5, member: randomUUID() })
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
  const anOrder = (amount: number, last5: string) => aMatchedOrder({ account, amount, last5 })
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
  const rows = [
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
    for (const [n, [zh, en, order]] of rows.entries()) {
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
  const anOrder = () => aMatchedOrder({ account, amount, last5: '68101', member: randomUUID() })
  const order = await anOrder()
  const first = await aDeposit(account.id, amount, '68101')
  await ask(agent, 'POST', `/collections/${order.trade_no}/settle`, {
    bank_transactions: [first.id],
  })
  const second = await aDeposit(account.id, amount, '68101')
  const stranger = await aDeposit(account.id, amount, '68101', { counterpartyName: '趙大偉' })
  for (const [locale, width, notice] of [
    ['zh-TW', 390, /可能重複付款：同一付款人同金額的 .* 已於 .* 入帳。可能是重複匯款，應退回會員/],
    ['en', 1280, /Perhaps paid twice: .* settled on .*send it back to the member/],
  ] as const) {
    const viewport = { width, height: 844 }
    const queue = `/desk?show=doubt&in=doubt&bank_account=${account.id}&transaction=`
    const page = await openAs(agent, `${queue}${second.id}`, { locale, viewport })
    const band = page.locator('.notice.care#paid-twice')
    expect(await band.textContent()).toMatch(notice)
    expect(await page.locator('#doubts, #panel > .quiet-text').count()).toBe(0)
    await keepPicture(page, `desk-paid-twice-pane-${locale}`)
    // So does its row, and not that of somebody else's like deposit; neither page says to ignore it at once.
    await page.goto(`/desk?show=doubt&bank_account=${account.id}`)
    const again = locale === 'en' ? 'Paid twice?' : '可能重複付款'
    expect(await page.locator(`#doubt-${second.id}`).textContent()).toContain(again)
    expect(await page.locator(`#doubt-${stranger.id}`).textContent()).not.toContain(again)
    await keepPicture(page, `desk-paid-twice-row-${locale}`)
    await page.goto(`/bank-transactions/${second.id}`)
    expect(await band.textContent()).toMatch(notice)
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
  // It is ignored together with the debit that sends it back, and by no reason that leaves the return to be done.
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
  // A list shows the kind, or the reason of a line without a kind.
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
  // Another kind needs its reason; the last line leaves an empty list.
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

test('a line is settled by three keys, and the next one, which opens by itself, by two', async () => {
  const account = await anOwnAccount()
  const second = await anOrderInDoubt({ account, doubts: ['late'], last5: '55551' })
  const first = await anOrderInDoubt({ account, doubts: ['day_only'], last5: '55552' })
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

test('a line is settled in two taps on a phone', async () => {
  const account = await anOwnAccount()
  const one = await anOrderInDoubt({ account, doubts: ['late'], last5: '66661' })
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
