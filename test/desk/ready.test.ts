import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { openAs, withoutScripts } from './support/pages.ts'
import {
  aDeposit,
  aLink,
  anAccount,
  aShop,
  ask,
  askTwo,
  type Body,
  operator,
  type Shop,
} from './support/shop.ts'

// Exact pairs that are settled at once, twelve of them: more than a phone's screen has room for.

const agent = 'rae:agent'
let shop: Shop
let account: Body
const orders: Body[] = []
beforeAll(async () => {
  ;[shop, account] = await Promise.all([aShop(), anAccount({ agents: ['rae'] })])
  for (let n = 0; n < 12; n += 1) {
    const last5 = String(31_000 + n)
    const link = await aLink(shop, 1_000 + n, { payer_account_no: `004-00123${last5}` })
    const match = { bank_account: account.id }
    await ask(agent, 'POST', `/collections/${link.trade_no}/match`, match)
    const { id: deposit } = await aDeposit(account.id, 1_000 + n, last5)
    orders.push({ ...link, deposit })
  }
})

const path = () => `/desk/ready?bank_account=${account.id}`
const buttonOf = (page: Page) => page.locator('#ready button[type=submit]')

test('the button says how many are chosen and what they come to, all or none at a press', async () => {
  for (const [locale, ten, none] of [
    ['zh-TW', '入帳 11 筆，NT$11,066', '入帳 0 筆，NT$0'],
    ['en', 'Settle 11, NT$11,066', 'Settle 0, NT$0'],
  ] as const) {
    for (const width of [390, 1280]) {
      const page = await openAs(agent, path(), { locale, viewport: { width, height: 844 } })
      await page.locator('#ready [type=checkbox]').first().uncheck()
      expect(await buttonOf(page).textContent()).toContain(ten)
      await keepView(page, `desk/ready-${locale}-${width}`)
      const row = await page.locator('#ready label').nth(1).boundingBox()
      expect(row?.height).toBeLessThanOrEqual(60)
      // In sight without scrolling to the end of the list.
      const box = await buttonOf(page).boundingBox()
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
      await page.locator('[data-choose=none]').click()
      expect(await buttonOf(page).textContent()).toContain(none)
      expect(await buttonOf(page).isDisabled()).toBe(true)
      await page.locator('[data-choose=all]').click()
      expect(await buttonOf(page).textContent()).toContain('12')
    }
  }
})

test('a row leads to its order, and shows its account’s last five digits whole on a phone', async () => {
  const page = await openAs(agent, path(), { viewport: { width: 390, height: 844 } })
  const [first] = orders
  const row = page.locator(`#ready-${first.trade_no}`)
  const digits = row.locator('.account').getByText(`…${account.account_no.slice(-5)}`)
  const [inside, line] = await Promise.all([digits.boundingBox(), row.boundingBox()])
  expect((inside?.x ?? 9_999) + (inside?.width ?? 0)).toBeLessThanOrEqual(
    (line?.x ?? 0) + (line?.width ?? 0),
  )
  await row.getByRole('link').click()
  await page.waitForURL(`**/desk?bank_account=${account.id}&order=${first.trade_no}`)
})

test('an order that a hold keeps is marked, and cannot be chosen, by all at once neither', async () => {
  const [, , { trade_no: held }] = orders as [Body, Body, Body]
  const { id } = await ask(operator, 'POST', '/holds', { trade_no: held, reason: '查證' })
  const page = await openAs(agent, path())
  const boxes = page.locator('#ready [type=checkbox]')
  await page.locator('[data-choose=all]').click()
  expect([await boxes.count(), await page.locator('#ready :checked').count()]).toEqual([12, 11])
  expect(await page.locator(`#ready-${held}`).textContent()).toContain('管制')
  const box = page.locator('#ready label', { has: page.locator(`#ready-${held}`) })
  expect(await box.getByRole('checkbox').isDisabled()).toBe(true)
  await page.goto(`/desk?show=ready&bank_account=${account.id}`)
  expect(await page.locator(`#waits-${held}`).textContent()).toContain('管制')
  await askTwo('POST', `/holds/${id}/lift`, { reason: '查無異常' })
})

test('without scripts its sentence holds for any choice', async () => {
  const page = await openAs(agent, path(), withoutScripts)
  await page.locator('#ready [type=checkbox]').first().uncheck()
  expect(await buttonOf(page).textContent()).toContain('所選的全部入帳')
  expect(await page.locator('#ready .warning').textContent()).toMatch(/^所選的每筆各自計入其商戶/)
})

test('after a batch a reload asks for the page alone, which tells the outcomes again', async () => {
  const page = await openAs(agent, path())
  await page.locator('[data-choose=none]').click()
  const boxes = page.locator('#ready [type=checkbox]')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  // Somebody else is faster with one of them.
  const [, { trade_no: taken, deposit }] = orders as [Body, Body]
  await ask(agent, 'POST', `/collections/${taken}/settle`, { bank_transactions: [deposit] })
  // Its key goes to the button, which says what it does, and presses nothing.
  await page.keyboard.press('s')
  expect(page.url()).toContain('bank_account')
  expect(await page.locator(':focus').textContent()).toContain('入帳 2 筆，NT$2,001')
  await page.keyboard.press('Enter')
  await page.locator('#outcomes').waitFor()
  expect(page.url()).not.toContain(orders[0].trade_no)
  for (const _ of [1, 2]) {
    const outcomes = page.locator('#outcomes')
    expect(await outcomes.textContent()).toMatch(/已入帳 1 筆，NT\$1,000。.*未完成 1 筆/)
    const linked = await outcomes.locator('a').evaluateAll((all) => all.map((a) => `${a}`))
    expect(linked.map((at) => at.split('/').at(-1))).toEqual([orders[0].trade_no, taken])
    await page.reload()
  }
  await page.goto(path())
  expect(await page.locator('#outcomes').count()).toBe(0)
})

test('a row that was left out stays so after a batch and a reload, and one that comes is chosen', async () => {
  const page = await openAs(agent, path())
  await page.locator('[data-choose=none]').click()
  await page.locator('#ready [type=checkbox]').first().check()
  const link = await aLink(shop, 2_500, { payer_account_no: '004-0012333333' })
  await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: account.id })
  await aDeposit(account.id, 2_500, '33333')
  await buttonOf(page).click()
  await page.locator('#outcomes').waitFor()
  const chosen = page.locator('#ready :checked')
  for (const _ of [1, 2]) {
    expect(await chosen.count()).toBe(1)
    expect(await chosen.getAttribute('value')).toContain(link.trade_no)
    await page.reload()
  }
})

test('what another name paid has no tick: each leads to its order, which asks the reason', async () => {
  const own = await anAccount({ agents: ['rae'] })
  const orders: Body[] = []
  for (const [n, counterpartyName] of ['王小明', '許文彬'].entries()) {
    const last5 = String(34_100 + n)
    const link = await aLink(shop, 3_100 + n, { payer_account_no: `004-00123${last5}` })
    await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: own.id })
    await aDeposit(own.id, 3_100 + n, last5, { counterpartyName })
    orders.push(link)
  }
  for (const [locale, plain, other, chip] of [
    ['zh-TW', '入帳 1 筆，NT$3,100', '戶名不同（1）：請逐筆處理', '戶名不同'],
    ['en', 'Settle 1, NT$3,100', 'Other name (1): settle each by itself', 'Other name'],
  ] as const) {
    for (const width of [390, 1280]) {
      const look = { locale, viewport: { width, height: 844 } }
      const page = await openAs(agent, `/desk/ready?bank_account=${own.id}`, look)
      await page.locator('[data-choose=all]').click()
      expect(await page.locator('#ready [type=checkbox]').count()).toBe(1)
      expect(await buttonOf(page).textContent()).toContain(plain)
      const others = page.locator('#ready-others')
      expect(await others.locator('h2').textContent()).toBe(other)
      expect(await others.locator('.badge.care', { hasText: chip }).isVisible()).toBe(true)
      await keepView(page, `desk/ready-other-name-${locale}-${width}`)
      const row = others.getByRole('link')
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(60)
      await row.click()
      await page.waitForURL(`**/desk?bank_account=${own.id}&order=${orders[1]?.trade_no}`)
      await page.locator('#settle #other-payer').waitFor()
      expect(await page.locator('#settle button[type=submit]').isDisabled()).toBe(true)
    }
  }
})

test('an order in another agent’s hands, or in nobody’s, is named so and not chosen: an operator may', async () => {
  const others = await anAccount()
  const released = await aLink(shop, 2_601, { payer_account_no: '004-0012326010' })
  const taken = await aLink(shop, 2_600)
  for (const { trade_no: no } of [released, taken]) {
    await ask('sue:agent', 'POST', `/collections/${no}/match`, { bank_account: others.id })
  }
  await ask('sue:agent', 'POST', `/collections/${released.trade_no}/release`, {})
  await Promise.all([aDeposit(others.id, 2_600), aDeposit(others.id, 2_601, '26010')])
  for (const [actor, count, word] of [
    [agent, 0, '須先領取'],
    [operator, 2, '無人領取'],
  ] as const) {
    const page = await openAs(actor, `/desk/ready?bank_account=${others.id}`)
    expect(await page.locator('#ready [type=checkbox]:checked').count()).toBe(0)
    const careOf = async ({ trade_no: no }: Body) =>
      await page.locator(`#ready-${no} .care`).allTextContents()
    expect([await careOf(taken), await careOf(released)]).toEqual([['sue'], [word]])
    // All at once are those that the page chooses by itself.
    await page.locator('[data-choose=all]').click()
    expect(await page.locator('#ready [type=checkbox]:checked').count()).toBe(0)
    for (const box of await page.locator('#ready [type=checkbox]:enabled').all()) await box.check()
    expect(await page.locator('#ready [type=checkbox]:enabled:checked').count()).toBe(count)
    expect(await buttonOf(page).textContent()).toContain(`入帳 ${count} 筆`)
    await keepView(page, `desk/ready-hands-${count}`)
    // The queue counts what its reader may settle: the rest waits below.
    await page.goto(`/desk?bank_account=${others.id}`)
    expect(await readyChip(page)).toMatch(new RegExp(`^可入帳${count || '0?'}$`))
    expect(await page.locator('#ready-rows > li').count()).toBe(count)
  }
})

const readyChip = async (page: Page) =>
  (await page.locator('.tabs a[href*="show=ready"]').textContent())?.replace(/\s/g, '')

test('the queue and this list have one figure, beside orders that one deposit fits alike', async () => {
  for (let n = 0; n < 2; n += 1) {
    const payer = { payer_account_no: '004-0012339001', member_no: `twin-${n}` }
    const { trade_no: no } = await aLink(shop, 2_700, payer)
    await ask(agent, 'POST', `/collections/${no}/match`, { bank_account: account.id })
  }
  await aDeposit(account.id, 2_700, '39001')
  const page = await openAs(agent, path())
  const rows = await page.locator('#ready [type=checkbox]:enabled').count()
  expect(rows).toBeGreaterThan(8)
  expect(await page.title()).toContain(`${rows} 筆可入帳`)
  await page.goto(`/desk?bank_account=${account.id}`)
  expect(await readyChip(page)).toBe(`可入帳${rows}`)
  expect(await page.locator('#ready-title small').textContent()).toBe(String(rows))
  // What can be settled at once stands above all of the queue.
  const [first] = await page.locator('#lists > *').all()
  expect(await first?.textContent()).toMatch(
    new RegExp(`^可入帳 ${rows} 筆 NT\\$[\\d,]+一次入帳多筆`),
  )
  await keepView(page, 'desk/ready-figure')
})

test('on a desktop each text of a row has a column of its own, also where orders are moved', async () => {
  const own = await anAccount({ agents: ['rae'] })
  for (const [n, name] of ['歐陽一二三四五六七八', 'Bartholomew Featherstonehaugh'].entries()) {
    const payer = { payer_account_no: `004-001233300${n}`, payer_name: name }
    const { trade_no: no } = await aLink(shop, 9_300 + n, payer)
    await ask(agent, 'POST', `/collections/${no}/match`, { bank_account: own.id })
    await aDeposit(own.id, 9_300 + n, `3300${n}`, { counterpartyName: name })
  }
  const looks = [1280, 1920].flatMap((width) =>
    (['zh-TW', 'en'] as const).map((locale) => ({ width, locale })),
  )
  const look = async (at: string, list: string) => {
    for (const { width, locale } of looks) {
      const page = await openAs(operator, at, { locale, viewport: { width, height: 800 } })
      const rows = page.locator(`#${list} .checks > label`)
      expect(await rows.count()).toBe(2)
      await keepView(page, `desk/columns-${list}-${locale}-${width}`)
      for (const row of await rows.all()) {
        expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
      }
      expect(await page.evaluate(overlaps)).toEqual([])
    }
  }
  await look(`/desk/ready?bank_account=${own.id}`, 'ready')
  await ask(operator, 'PATCH', `/bank-accounts/${own.id}`, { state: 'frozen' })
  await look(`/bank-accounts/${own.id}/reassign`, 'reassign')
})

// The texts of a row as drawn, where a later one begins before an earlier one has ended; what is cut ends where it is.
const overlaps = `[...document.querySelectorAll('.checks .ready-row')].flatMap((row) => {
  const shown = [...row.querySelectorAll('.row-line > *')].map((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const isCut = getComputedStyle(one).overflow === 'hidden'
    const { left, right } = (isCut ? one : range).getBoundingClientRect()
    return { text: one.textContent.trim(), left, right }
  }).filter(({ text }) => text !== '')
  return shown.slice(1).filter(({ left }, n) => left < shown[n].right).map(({ text }) => text)
})`
