import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deskLooksOf, keepPicture } from '../browser/support/looks.ts'
import { agent, aMatchedOrder, anOrderInDoubt, anOwnAccount, statusOf } from './support/doubts.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { goTo, openAs, showAs, withoutScripts } from './support/pages.ts'
import { aDeposit, anAccount, operator } from './support/shop.ts'

// Money on another account than its order's (back office §4).

test('a twin on another account keeps a line from being ready, and either page leads to the other', async () => {
  const [account, other] = await Promise.all([anOwnAccount(), anOwnAccount()])
  const { order, line, amount } = await anOrderInDoubt({
    account,
    doubts: ['two_orders'],
    last5: '99123',
  })
  const twin = await aMatchedOrder({ account: other, amount, last5: '99123' })
  for (const [locale, elsewhere] of [
    ['zh-TW', '入帳於本筆的帳戶；另 1 筆同一付款人同金額，等在別處'],
    ['en', 'account; of that payer and amount 1 more elsewhere'],
  ] as const) {
    const page = await openAs(agent, '/desk', { locale })
    for (const width of [390, 1440]) {
      await showAs(page, { width })
      await goTo(page, `/desk/ready?bank_account=${account.id}`)
      expect(await page.locator(`#ready-${order.trade_no}`).count()).toBe(0)
      await page.goto(`/desk?show=matched&bank_account=${account.id}&order=${order.trade_no}`)
      const mark = { 'zh-TW': '款項待判斷', en: 'Money to judge' }[locale] ?? ''
      expect(await page.locator(`#waits-${order.trade_no}`).textContent()).toContain(mark)
      // One box says which order waits where, and no deposit is chosen: a person must find out whose it is.
      await page.goto(`/desk?bank_account=${account.id}`)
      await page.keyboard.press('d')
      await page.waitForURL(`**order=${order.trade_no}&transaction=${line.id}`)
      const band = page.locator('#rivals')
      expect(await band.textContent()).toContain(elsewhere)
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
  // No other file adds to this operator's sum of the day, above which a second person is needed.
  const settler = 'oona:operator'
  const anAway = async (last5: string) => {
    const amount = anOwnAmount(1_000, 9_000)
    const order = await aMatchedOrder({ account, amount, last5, by: operator })
    return { order, line: await aDeposit(other.id, amount, last5) }
  }
  const accountEnd = `…${other.account_no.slice(-5)}`
  const { order, line } = await anAway('68301')
  const [inEnglish, inChinese] = [
    await openAs(settler, '/desk', { locale: 'en' }),
    await openAs(settler, '/desk', { locale: 'zh-TW' }),
  ]
  for (const [locale, page, width, colorScheme, tick, reason] of [
    ['en', inEnglish, 1280, 'dark', 'settle anyway', 'The account was exchanged'],
    ['en', inEnglish, 390, 'light', 'settle anyway', 'The account was exchanged'],
    ['zh-TW', inChinese, 1280, 'light', '：仍入帳', '會員轉錯帳戶'],
    ['zh-TW', inChinese, 390, 'dark', '：仍入帳', '會員轉錯帳戶'],
  ] as const) {
    await showAs(page, { width, colorScheme })
    await goTo(page, `/desk?order=${order.trade_no}&transaction=${line.id}`)
    const settle = page.locator('#settle')
    const box = settle.locator('#found-out')
    const submit = settle.locator('button[type=submit]')
    expect(await settle.textContent()).not.toMatch(/目前沒有這個金額|There is no bank transaction/)
    expect(await settle.locator(`#transaction-${line.id}`).isChecked()).toBe(true)
    expect(await box.locator('.checks label').textContent()).toContain(accountEnd)
    expect(await box.locator('.checks label').textContent()).toContain(tick)
    // The check is offered once, and none that the money passes.
    expect(await settle.locator('[value=evidence_differs]').count()).toBe(1)
    expect(await settle.locator('[value=already_paid]').count()).toBe(0)
    expect(await submit.isDisabled()).toBe(true)
    expect(await settle.locator('[data-shown-if=away]').isVisible()).toBe(true)
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
  // Money that fits needs no check; the field for a reason stays.
  const fits = await anOrderInDoubt({ account, doubts: ['late'], last5: '68303' })
  await page.goto(`/collections/${fits.order.trade_no}`)
  expect(await settle.locator('.more [name=override], .more [name=manual]').count()).toBe(0)
  expect(await settle.locator('[name=reason]').count()).toBe(1)
  // The queue shows the same, beside money on the order's own account that also differs.
  const queued = await anAway('68304')
  await aDeposit(account.id, 51_000, '11111')
  for (const [locale, opened, colorScheme, width] of [
    ['zh-TW', inChinese, 'light', 390],
    ['en', inEnglish, 'dark', 1280],
    ['zh-TW', inChinese, 'light', 1280],
    ['en', inEnglish, 'light', 1920],
  ] as const) {
    await showAs(opened, { width, height: 800, colorScheme })
    await goTo(opened, `/desk?order=${queued.order.trade_no}`)
    const act = opened.locator('#settle')
    expect(await act.locator('[value=evidence_differs]').count()).toBe(1)
    expect(await act.locator('#elsewhere').textContent()).not.toMatch(/營運人員|operator/)
    const [deposit, box, row] = await Promise.all(
      ['#elsewhere', '#found-out', '.more-fields'].map((at) => act.locator(at).boundingBox()),
    )
    expect((box?.y ?? 999) - (deposit?.y ?? 0) - (deposit?.height ?? 0)).toBeLessThanOrEqual(24)
    // The rare fields share one low row.
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
  const { order, line, amount } = await anOrderInDoubt({
    account,
    doubts: ['two_transactions'],
    last5: '68301',
  })
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
  const payer = { amount, last5: '99124' }
  const order = await aMatchedOrder({ account, ...payer, member: randomUUID() })
  const twin = await aMatchedOrder({ account: other, ...payer, member: randomUUID() })
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
