import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { keepPicture, keepView } from '../browser/support/looks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import {
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  type Body,
  type LineText,
  operator,
  type Shop,
} from './support/shop.ts'

// What a person could do to an order by mistake.

const agent = 'mia:agent'
const phone = { viewport: { width: 390, height: 844 } }
let shop: Shop
let account: Body
beforeAll(async () => {
  // A form chooses an account by itself if there is only one.
  ;[shop, account] = await Promise.all([aShop(), anAccount({ agents: ['mia'] }), anAccount()])
})

async function aMatchedOrder(amount: number, told?: LineText): Promise<Body> {
  const link = await aLink(shop, amount)
  await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: account.id })
  if (told === undefined) return link
  return { ...link, deposit: await aDeposit(account.id, amount, '67890', told) }
}

test('a reversal asks why before anything, and for what went back where it did', async () => {
  const { trade_no: no, deposit } = await aMatchedOrder(3_100, {})
  const paid = { bank_transactions: [deposit.id] }
  await ask(agent, 'POST', `/collections/${no}/settle`, paid)
  const page = await open(`/collections/${no}`)
  await page.locator('#reverse-open > summary').click()
  const [why, fields] = [page.locator('#reverse [name=because]'), page.locator('.went-back')]
  expect([await why.inputValue(), await fields.isVisible()]).toEqual(['', false])
  await page.locator('#reverse [name=reason]').fill('誤認')
  await page.locator('#reverse button').click()
  expect(await page.locator('#reverse select:invalid').count()).toBe(1)
  await why.selectOption('money_returned')
  expect(await fields.isVisible()).toBe(true)
  await keepView(page, 'desk/reverse')
  // Its merchant has no address for reversals, so somebody is left with work.
  await why.selectOption('wrong_match')
  await page.locator('#reverse button').click()
  const told = page.locator('#notices .notice.care[role=status]')
  expect(await told.textContent()).toContain('商戶不會收到這次的通知')
  expect(await page.locator('#notices .notice.done').count()).toBe(0)
  await keepView(page, 'desk/reversed-untold')
  // Free again, it would be offered to the orders of the other tests.
  const aside = { kind: 'other', reason: 'x' }
  await ask(operator, 'POST', `/bank-transactions/${deposit.id}/ignore`, aside)
})

test('after a reversal the old deposit is marked, and ticked by nobody but a person', async () => {
  const { trade_no: no, deposit } = await aMatchedOrder(3_150, {})
  const paid = { bank_transactions: [deposit.id] }
  await ask(agent, 'POST', `/collections/${no}/settle`, paid)
  const page = await open(`/collections/${no}`, { locale: 'en' })
  const label = page.locator('#reverse label[for=reverse-reason]')
  expect(await label.textContent()).toBe('Reason (the merchant sees it when it queries the order)')
  const reversal = { reason: '誤認', because: 'wrong_match' }
  await ask(operator, 'POST', `/collections/${no}/reverse`, reversal)
  for (const to of [`/collections/${no}`, `/collections/${no}?transaction=${deposit.id}`]) {
    await page.goto(to)
    expect(await page.locator('#settle-open').getAttribute('open')).toBe(null)
    await page.locator('#settle-open > summary').click()
    expect(await page.locator(`#transaction-${deposit.id}`).isChecked()).toBe(false)
    await page.getByText('This order was reversed from it').waitFor()
    expect(await page.locator('#settle button[type=submit]').isDisabled()).toBe(true)
    await keepPicture(page, 'desk/reversed')
  }
})

test('what is released is named, and taken again at a press', async () => {
  const { trade_no: no, merchant_order_no: name } = await aMatchedOrder(3_200)
  for (const to of [`/collections/${no}`, `/desk?bank_account=${account.id}&order=${no}`]) {
    const page = await openAs(agent, to, phone)
    await page.keyboard.press('r')
    const told = page.locator('.notice.done')
    await told.waitFor()
    expect(await told.getByRole('link').getAttribute('href')).toBe(`/collections/${no}`)
    expect(await told.textContent()).toContain(name)
    await keepView(page, 'desk/released')
    await page.locator('#undo button').click()
    await page.locator('#release').waitFor()
    expect(await ask(operator, 'GET', `/collections/${no}`)).toMatchObject({ agent: 'mia' })
  }
})

test('an order on a frozen account stays an exception, and nothing of it is chosen by itself', async () => {
  const frozen = await anAccount({ agents: ['mia'] })
  const { trade_no: no } = await aLink(shop, 3_300)
  await ask(agent, 'POST', `/collections/${no}/match`, { bank_account: frozen.id })
  const { id } = await aDeposit(frozen.id, 3_300)
  await ask(operator, 'PATCH', `/bank-accounts/${frozen.id}`, { state: 'frozen' })
  const path = `/collections/${no}`
  await expect.poll(async () => (await ask(operator, 'GET', path)).reason).toBe('account_frozen')
  for (const to of [path, `/desk?order=${no}`]) {
    const page = await openAs(agent, to)
    const state = page.locator('#stand .headline, #panel-title')
    expect(await state.textContent()).toMatch(/例外.*已到帳/)
    await page.locator('#on-frozen').waitFor()
    const chosen = page.locator(`#transaction-${id}`)
    expect([await chosen.isVisible(), await chosen.isChecked()]).toEqual([false, false])
    await keepView(page, `desk/frozen-${to === path}`)
  }
})

test('another payer’s name is marked on an order and on a transaction; a masked one is not', async () => {
  for (const [amount, counterpartyName, marked] of [
    [3_401, '許文彬', 1],
    [3_402, '王○明', 0],
  ] as const) {
    const { trade_no: no, deposit } = await aMatchedOrder(amount, { counterpartyName })
    const page = await openAs(agent, `/collections/${no}`)
    await page.locator(`#transaction-${deposit.id}`).waitFor()
    expect(await page.locator('.offer .differs.care').count()).toBe(marked)
    expect(await page.locator(`#transaction-${deposit.id}`).isChecked()).toBe(marked === 0)
    await keepView(page, `desk/name-${amount}`)
    await page.goto(`/bank-transactions/${deposit.id}`)
    expect(await page.locator(`#candidate-${no}`).getByText('姓名不符').count()).toBe(marked)
  }
})

test('an operator who settles what an agent has taken is told whose it is, beside the button', async () => {
  const { trade_no: no } = await aMatchedOrder(3_440, {})
  const page = await openAs(operator, `/collections/${no}`, phone)
  expect(await page.locator('#settle .act-bar button').textContent()).toBe('代 mia 入帳 NT$3,440')
  expect(await page.locator('#taken-by').textContent()).toMatch(/^mia 正在處理（.+）$/)
  await keepPicture(page, 'desk/taken-by')
  const own = await openAs(agent, `/collections/${no}`)
  expect(await own.locator('#settle .act-bar button').textContent()).toBe('入帳 NT$3,440')
  expect(await own.locator('#taken-by').count()).toBe(0)
})

test('money of another person is settled for a reason alone, with its sender beside the button', async () => {
  for (const [n, reader, locale, options] of [
    [1, agent, 'zh-TW', phone],
    [2, operator, 'en', {}],
    [3, agent, 'zh-TW', withoutScripts],
  ] as const) {
    const { trade_no: no, deposit } = await aMatchedOrder(3_420 + n, { counterpartyName: '許文彬' })
    const page = await openAs(reader, `/collections/${no}`, { locale, ...options })
    const [button, box] = [page.locator('#settle .act-bar button'), page.locator('#other-payer')]
    await page.locator(`#transaction-${deposit.id}`).check()
    expect(await box.textContent()).toMatch(
      /匯款人 許文彬，不是 王小明|Paid by 許文彬, not by 王小明/,
    )
    if (n === 3) {
      // The page asks again, with what was chosen.
      await button.click()
      await page.locator('#settle .problem', { hasText: '請先回答' }).waitFor()
      expect(await page.locator(`#transaction-${deposit.id}`).isChecked()).toBe(true)
    } else {
      const sum = `NT$3,42${n}`
      const named =
        locale === 'en' ? `Settle by another's money ${sum}` : `以他人名義的款項入帳 ${sum}`
      expect(await button.textContent()).toBe(named)
      expect(await button.isDisabled()).toBe(true)
      await page.locator('[data-shown-if=said]:not([hidden])').waitFor()
    }
    await keepPicture(page, `desk/other-payer-${n}`)
    await box.locator('label').first().click()
    await button.click()
    await page.locator('.notice.done').first().waitFor()
    const { status, events } = await ask(operator, 'GET', `/collections/${no}`)
    const reason = locale === 'en' ? 'A relative paid' : '家人代付'
    expect([status, events.at(-1)]).toMatchObject(['succeeded', { reason }])
  }
})

test('what another person’s name has paid is shown in Ready, and cannot be chosen there', async () => {
  const [other, own] = await Promise.all([
    aMatchedOrder(3_411, { counterpartyName: '許文彬' }),
    aMatchedOrder(3_412, { counterpartyName: '王○明' }),
  ])
  const page = await openAs(agent, `/desk/ready?bank_account=${account.id}`)
  const choice = (tradeNo: string) =>
    page.locator('label', { has: page.locator(`#ready-${tradeNo}`) })
  expect(await choice(other.trade_no).count()).toBe(0)
  expect(await choice(own.trade_no).locator('input').isChecked()).toBe(true)
  const ready = page.locator(`#ready-${other.trade_no}`)
  const row = page.locator('#ready-others li', { has: ready }).filter({ hasText: '許文彬' })
  expect(await row.locator('.care').allTextContents()).toEqual(['戶名不同'])
  expect(await row.locator('a').getAttribute('href')).toContain(`order=${other.trade_no}`)
  await keepView(page, 'desk/ready-names')
})

test('of the orders of a frozen account those that may be paid are given no other by themselves', async () => {
  const frozen = await anAccount({ agents: ['mia'] })
  const orders = []
  for (const amount of [3_501, 3_502, 3_503]) {
    const link = await aLink(shop, amount, { payer_account_no: `004-001239${amount}` })
    await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: frozen.id })
    orders.push(link.trade_no)
  }
  await aDeposit(frozen.id, 3_502, '93502')
  await aDeposit(frozen.id, 3_503, '11111')
  await ask(operator, 'PATCH', `/bank-accounts/${frozen.id}`, { state: 'frozen' })
  const page = await open(`/bank-accounts/${frozen.id}/reassign`, phone)
  const chosen = page.locator('#reassign [name=trade_nos]:checked')
  expect(await chosen.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    orders[0],
  ])
  expect(await page.locator('#paid-before').textContent()).toContain('2 筆可能已付款')
  for (const [n, word] of ['', '可入帳', '可能'].entries())
    expect(await page.locator(`#waits-${orders[n]}`).textContent()).toContain(word)
  await keepView(page, 'desk/reassign-paid')
  await page.locator('#reassign button', { hasText: '改指定 1 筆' }).click()
  await page.getByText('已完成 1 筆。').waitFor()
  expect(await page.locator(`#outcomes [href="/collections/${orders[0]}"]`).count()).toBe(1)
  for (const [n, isMoved] of [true, false, false].entries()) {
    const { bank_account: on } = await ask(operator, 'GET', `/collections/${orders[n]}`)
    expect(on !== frozen.id).toBe(isMoved)
  }
})

test('a button that cannot be pressed looks so, of whatever kind, and says what is missing', async () => {
  const { trade_no: no, deposit } = await aMatchedOrder(3_600, {})
  const page = await openAs(agent, `/collections/${no}`)
  await page.locator(`#transaction-${deposit.id}`).uncheck()
  expect(await page.locator('#settle button[type=submit]').isDisabled()).toBe(true)
  expect(await page.locator('#settle [data-shown-if=proof]').isVisible()).toBe(true)
  await keepView(page, 'desk/disabled')
  const looks =
    await page.evaluate(`['button', 'button danger', 'button quiet', 'quiet'].map((kind) => {
    const button = Object.assign(document.createElement('button'), { disabled: true, className: kind })
    document.querySelector('#settle .buttons').append(button)
    const { color, backgroundColor, borderTopColor, cursor } = getComputedStyle(button)
    return [color, backgroundColor, borderTopColor, cursor].join()
  })`)
  expect(new Set(looks as string[]).size).toBe(1)
  await page.goto(`/desk/ready?bank_account=${account.id}`)
  await page.locator('[data-choose=none]').click()
  expect(await page.locator('#ready [data-shown-if=any]').isVisible()).toBe(true)
})

test('on a phone an order’s page has both sides beside one another, and the button in sight', async () => {
  const { trade_no: no, deposit } = await aMatchedOrder(3_700, {})
  const page = await openAs(agent, `/collections/${no}`, phone)
  expect(await page.locator(`#transaction-${deposit.id}`).isChecked()).toBe(true)
  await page.evaluate("document.querySelector('.offer').scrollIntoView({ block: 'center' })")
  const boxOf = async (at: string) => (await page.locator(at).boundingBox()) ?? expect.fail(at)
  const cells = '.offer tbody tr:first-child td'
  const [ours, banks] = [
    await boxOf(`${cells}:nth-of-type(1)`),
    await boxOf(`${cells}:nth-of-type(2)`),
  ]
  expect(ours.x + ours.width).toBeLessThanOrEqual(banks.x)
  expect(Math.abs(ours.y - banks.y)).toBeLessThan(2)
  const [button, bar] = [await boxOf('#settle button[type=submit]'), await boxOf('.thumbs')]
  expect(button.y + button.height).toBeLessThanOrEqual(bar.y)
  await keepView(page, 'desk/order-phone')
})

async function isAboveBar(page: Page, place: Locator): Promise<boolean> {
  const [box, bar] = [
    await place.boundingBox(),
    await page.locator('#settle .act-bar > .buttons').boundingBox(),
  ]
  return box !== null && bar !== null && box.y > 0 && box.y + box.height <= bar.y
}

test('a deposit that does not fit is ticked by nobody but a person, and the button says what is missing', async () => {
  const { trade_no: no } = await aLink(shop, 3_800)
  const early = await aDeposit(account.id, 3_800)
  await ask(agent, 'POST', `/collections/${no}/match`, { bank_account: account.id })
  const strange = await aDeposit(account.id, 3_800, '11111')
  const less = await aDeposit(account.id, 3_799)
  for (const [actor, isOperator] of [
    [agent, false],
    [operator, true],
  ] as const) {
    const page = await openAs(actor, `/collections/${no}`)
    const button = page.locator('#settle button[type=submit]')
    const differs = page.locator('#settle [data-shown-if=differs]')
    for (const { id } of [early, strange, less]) {
      await page.goto(`/collections/${no}?transaction=${id}`)
      const box = page.locator(`#transaction-${id}`)
      expect([await box.isVisible(), await box.isChecked()]).toEqual([true, false])
      expect(await button.isDisabled()).toBe(true)
      await box.check()
      expect(await button.isDisabled()).toBe(true)
      expect(await differs.isVisible()).toBe(id !== less.id)
    }
    await page.goto(`/collections/${no}?transaction=${strange.id}`)
    await page.locator(`#transaction-${strange.id}`).check()
    const waiver = page.locator('#settle [name=override][value=evidence_differs]')
    expect(await waiver.count()).toBe(isOperator ? 1 : 0)
    // The checks that it asks for are in sight, in the queue above the bar of the act.
    if (isOperator) {
      await page.goto(`/desk?order=${no}&transaction=${strange.id}`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.locator(`#transaction-${strange.id}`).check()
      await expect.poll(async () => await isAboveBar(page, waiver)).toBe(true)
      await keepView(page, 'desk/differs-above-bar')
      await page.locator(`#transaction-${strange.id}`).uncheck()
      await page.evaluate('scrollTo(0, 0)')
      await page.locator(`#transaction-${less.id}`).check()
      const gap = page.locator('#settle [data-shown-if=less]')
      await expect.poll(async () => await isAboveBar(page, gap)).toBe(true)
      await keepView(page, 'desk/less-above-bar')
      await page.goto(`/collections/${no}?transaction=${strange.id}`)
      await page.locator(`#transaction-${strange.id}`).check()
    }
    await keepPicture(page, `desk/differs-${isOperator}`)
    if (!isOperator) continue
    await waiver.check()
    expect(await button.isDisabled()).toBe(true)
    await page.locator('#settle [name=reason]').fill('臨櫃補件')
    await button.click()
    await page.locator('.notice.done').waitFor()
  }
  expect(await ask(operator, 'GET', `/collections/${no}`)).toMatchObject({ status: 'succeeded' })
})

test('an account that takes nothing today is neither chosen nor can be, and says why', async () => {
  const [frozen, full] = await Promise.all([anAccount(), anAccount({ daily_cap: 10 })])
  const { trade_no: no } = await aLink(shop, 3_900)
  await ask(operator, 'POST', `/collections/${no}/match`, { bank_account: frozen.id })
  const page = await open(`/bank-accounts/${frozen.id}/reassign`)
  const option = page.locator(`#reassign option[value="${full.id}"]`)
  expect(await option.textContent()).toContain('今日額度不足：尚可 NT$10，需要 NT$3,900')
  expect([
    await option.isDisabled(),
    await option.evaluate((one) => one.matches(':checked')),
  ]).toEqual([true, false])
  expect(await page.locator('#reassign [name=to] option:enabled:checked').count()).toBe(1)
})

test('of the checks that do not pass the one is named that does not, with both figures', async () => {
  const [{ trade_no: no }, { trade_no: payout }] = [
    await aMatchedOrder(3_400),
    await aPayout(await aShop(), 3_500),
  ]
  const less = await aDeposit(account.id, 3_390)
  await ask(operator, 'POST', `/payouts/${payout}/take`, {})
  const page = await open(`/collections/${no}`, { locale: 'en', javaScriptEnabled: false })
  await page.locator(`#transaction-${less.id}`).check()
  await page.locator('form#settle .act-bar button').click()
  const failed = page.locator('#failed-check')
  expect(await failed.textContent()).toBe(
    'Amount differs from the order: NT$3,390 paid, NT$3,400 ordered',
  )
  // So does the notice above all.
  expect(await page.locator('#refused b').first().textContent()).toContain(
    'NT$3,390 paid, NT$3,400',
  )
  const { trade_no: declared } = await shop.call('collections', {
    orderid: `D-${randomUUID().slice(0, 8)}`,
    amount: 3_600,
    status: 'succeeded',
    paid_amount: 3_590,
  })
  await page.goto(`/collections/${declared}`)
  await page.locator('form#accept .act-bar button').click()
  expect(await page.locator('#refused b').first().textContent()).toContain(
    'NT$3,590 paid, NT$3,600',
  )
  await page.goto(`/payouts/${payout}`)
  expect(await page.locator('#paying.wrong').textContent()).toContain('NT$3,500 short')
  await page.locator('form#process .act-bar button').click()
  expect(await failed.textContent()).toBe("More than the merchant's balance: NT$0 of NT$3,500")
  expect(await page.locator('#refused b').first().textContent()).toContain('NT$0 of NT$3,500')
  await page.goto(`/desk/payouts?order=${payout}`)
  await page.locator('form#process .act-bar button').click()
  expect(await page.locator('#refused b').first().textContent()).toContain('NT$0 of NT$3,500')
})

test('a check that is overridden is not named again, but the next one that does not pass', async () => {
  const poor = await aShop()
  const { trade_no: no } = await aPayout(poor, 3_500)
  await ask(operator, 'POST', `/payouts/${no}/take`, {})
  await ask(operator, 'PATCH', `/merchants/${poor.uid}`, { enabled: false })
  const page = await open(`/payouts/${no}`, { locale: 'en', javaScriptEnabled: false })
  const named = ['The merchant is disabled', "More than the merchant's balance: NT$0 of NT$3,490"]
  const folded = page.locator('#process .more:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
  const refused = async (checks: readonly string[], paid: string) => {
    for (const check of checks) await page.locator(`#process [value=${check}]`).check()
    await page.locator('#process [name=actual_amount]').fill(paid)
    await page.locator('form#process .act-bar button').click()
    return await page.locator('#failed-check').textContent()
  }
  expect(await refused([], '')).toBe(named[0])
  expect(await refused(['balance'], '')).toBe(named[0])
  expect(await refused(['amount'], '3490')).toBe(named[0])
  expect(await page.locator('#refused b').first().textContent()).toContain(named[0])
  await page.locator('#process [value=balance]').uncheck()
  expect(await refused(['disabled_merchant'], '3490')).toBe(named[1])
})

test.each([
  ['settled', 3_777],
  ['settled after it was put aside', 3_778],
])('of two alike orders the one that waits says that the other is %s', async (_, amount) => {
  const paid = await aMatchedOrder(amount, {})
  const { trade_no: no } = paid
  if (amount === 3_778) {
    await ask(agent, 'POST', `/collections/${no}/exception`, { reason: '待查' })
  }
  await ask(agent, 'POST', `/collections/${no}/settle`, { bank_transactions: [paid.deposit.id] })
  const twin = await aMatchedOrder(amount)
  const other = await aLink(shop, amount, { member_name: '陳大文' })
  const said = /^同一付款人、同金額的 M-.+ 已於 .+ 入帳 NT\$3,77[78]，請勿以同一筆款項再次入帳。$/
  for (const to of [`/collections/${twin.trade_no}`, `/desk?order=${twin.trade_no}`]) {
    const page = await open(to)
    expect(await page.locator('#paid-like').textContent()).toMatch(said)
    const link = page.locator('#paid-like a')
    expect(await link.getAttribute('href')).toBe(`/collections/${paid.trade_no}`)
    await keepView(page, 'desk/settled-like')
  }
  const page = await open(`/collections/${other.trade_no}`)
  expect(await page.locator('#paid-like').count()).toBe(0)
})
