import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { keepView } from '../browser/support/looks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { served } from './support/served.ts'
import {
  aDebit,
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  askTwo,
  type Body,
  operator,
  type Shop,
} from './support/shop.ts'

// What waits for a second person (back office §5), decided in browsers of their own.

let shop: Shop
let account: Body
beforeAll(async () => {
  shop = await aLargeShop()
  account = await anAccount()
})

async function aLargeShop(): Promise<Shop> {
  const made = await aShop('核准商行')
  await ask(operator, 'PUT', `/merchants/${made.uid}/payment-amounts`, {
    fixed_amounts: [150_000],
    allow_custom: false,
    custom_min: 0,
    custom_max: 0,
  })
  return made
}

/** A large settlement without a bank transaction, which waits; the order and the approval. */
async function aSettlement(by = operator) {
  const { trade_no } = await aLink(shop, 150_000)
  const path = `/collections/${trade_no}`
  await ask('ann:agent', 'POST', `${path}/take`, {})
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: account.id })
  const body = { manual: true, reason: '臨櫃核對' }
  const { approval_id: id } = await ask(by, 'POST', `${path}/settle`, body)
  return { trade_no, path, page: `/approvals/${id}` }
}

/** A change of the merchant that waits: its approval's page. */
async function aChange() {
  const body = { settings: { trusted: true } }
  const { uid } = await aShop()
  const { approval_id: id } = await ask(operator, 'PATCH', `/merchants/${uid}`, body)
  return { uid, id, page: `/approvals/${id}` }
}

test('on a phone the title of an approval keeps the digits of its account, and tabs that are cut fade', async () => {
  const { approval_id: id } = await ask(operator, 'PATCH', `/bank-accounts/${account.id}`, {
    holder_name: '核准商行有限公司',
  })
  const viewport = { width: 360, height: 740 }
  const page = await openAs('otto:operator', '/approvals', { locale: 'en', viewport })
  const title = page.locator(`main th a[href="/approvals/${id}"]`)
  const end = title.locator('span').last()
  expect(await end.textContent()).toContain(account.account_no.slice(-5))
  const [box, row] = [await end.boundingBox(), await title.locator('xpath=../..').boundingBox()]
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0))
  const [isCut, mask] = await page.evaluate<[boolean, string]>(`(() => {
    const tabs = document.querySelector('.tabs')
    return [tabs.scrollWidth > tabs.clientWidth, getComputedStyle(tabs).maskImage]
  })()`)
  expect([isCut, mask]).toEqual([true, expect.stringContaining('gradient')])
  await keepView(page, 'desk/approvals-360')
})

test('another operator sees what waits, before and after, approves it, and goes on to the order', async () => {
  const { path } = await aSettlement()
  const page = await openAs('otto:operator', '/approvals')
  expect(Number(await page.locator('.tabs [aria-current] .badge').textContent())).toBeGreaterThan(0)
  const told = page.locator('#menu [data-count="/approvals"]')
  const before = Number(await told.textContent())
  const { merchant_order_no: orderNo } = await ask(operator, 'GET', path)
  await page.getByRole('link', { name: `代收 ${orderNo} 入帳` }).click()
  await page.waitForLoadState()
  const facts = await page.locator('.facts').allTextContents()
  expect(facts.join()).toContain('olga')
  expect(facts.join()).toContain('臨櫃核對')
  expect(await page.locator('.sides tr', { hasText: '金額' }).first().textContent()).toContain(
    'NT$150,000',
  )
  expect(await page.locator('.warning').textContent()).toContain(
    `NT$150,000 記入商戶 ${shop.uid}，並通知商戶。之後只能沖正。`,
  )
  // What decides stands on the first screen; what has not changed is folded, and an account has its name.
  expect(await page.locator('#unproven').textContent()).toContain('沒有銀行交易')
  await page.setViewportSize({ width: 1280, height: 720 })
  const button = (await page.locator('#approve button').boundingBox()) ?? expect.fail('none')
  expect(button.y + button.height).toBeLessThan(720)
  expect(await page.locator('.sides').isVisible()).toBe(false)
  const shown = await page.locator('.sides tr', { hasText: '銀行帳戶' }).textContent()
  expect(shown).toContain(account.account_no.slice(-5))
  await keepView(page, 'desk/approval-1280')
  await page.setViewportSize({ width: 390, height: 844 })
  await keepView(page, 'desk/approval-390')
  await page.keyboard.press('a')
  await page.waitForURL(new RegExp(path))
  // What was decided is not told as waiting.
  expect((await told.allTextContents()).join()).toBe(before === 1 ? '' : String(before - 1))
  expect(await ask(operator, 'GET', path)).toMatchObject({ status: 'manual' })
})

test('the approver reads names and amounts, every line with their sum, and what a reversal leaves', async () => {
  const priced = await aLargeShop()
  const merchant = `/merchants/${priced.uid}`
  const price = { collection: { rate_ppm: 10_000 }, fee_on_reversal: 'keep' }
  await askTwo('PUT', `${merchant}/pricing`, price)
  const { trade_no } = await aLink(priced, 150_000)
  const path = `/collections/${trade_no}`
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: account.id })
  const lines: Body[] = [await aDeposit(account.id, 60_000), await aDeposit(account.id, 90_000.5)]
  const settling = {
    bank_transactions: lines.map(({ id }) => id),
    override: ['amount'],
    reason: 'x',
  }
  const overriding = { ...settling, override: ['amount', 'evidence_differs'] }
  const { approval_id: id } = await ask(operator, 'POST', `${path}/settle`, overriding)
  const page = await openAs('otto:operator', path, { locale: 'en' })
  expect(await page.locator('#waiting-acts').textContent()).toContain('NT$150,000.50')
  await page.goto('/approvals')
  const row = page.locator(`#approvals-${id}`)
  expect(await row.locator('td').allTextContents()).toEqual([
    '核准商行 · 王小明',
    'NT$150,000.50',
    expect.stringContaining('olga'),
    expect.any(String),
    expect.any(String),
  ])
  await page.goto(`/approvals/${id}`)
  expect(await page.locator('#named-lines li').count()).toBe(2)
  expect(await page.locator('#named-sum').textContent()).toBe('2 lines in all: NT$150,000.50')
  const paidTo = `…${account.account_no.slice(-5)} ${account.holder_name}`
  expect(await page.locator('#named-lines li').first().textContent()).toContain(paidTo)
  // Whose word the money is: the asker's own file would be theirs alone.
  expect(await page.locator('#named-lines li').first().textContent()).toMatch(/Feed service:/)
  expect(await page.locator('#passed tbody tr').first().textContent()).toContain(
    'NT$150,000NT$150,000.50 differs by NT$0.50',
  )
  expect(await page.locator('.warning').textContent()).toContain(
    'NT$150,000.50, less the fee if there is one, is credited',
  )
  await ask('otto:operator', 'POST', `/approvals/${id}/approve`, {})

  const { data } = await ask(operator, 'GET', `${merchant}/balance`)
  const taken = { amount: 10 - data.summary.available, bucket: 'available', reason: 'x' }
  const adjusting = { ...taken, idempotency_key: randomUUID() }
  await askTwo('POST', `${merchant}/adjustments`, adjusting)
  for (const [because, left] of [
    ['wrong_match', '−NT$148,490.49'],
    ['money_returned', '−NT$149,990.50'],
  ] as const) {
    const reversal = await ask(operator, 'POST', `${path}/reverse`, { reason: 'x', because })
    await page.goto(`/approvals/${reversal.approval_id}`)
    const after = page.locator('.facts div', { hasText: 'balance after it' })
    expect(await after.locator('.sum.negative').textContent()).toBe(left)
    const owed = `The merchant then owes ${left.slice(1)}.`
    expect(await page.locator('.warning').textContent()).toContain(owed)
    const paying = page.locator('#paying-lines')
    expect(await paying.locator('li').count()).toBe(2)
    expect(await paying.textContent()).toMatch(/NT\$60,000.*67890.*王/)
    expect(await paying.textContent()).toContain(paidTo)
    expect(await page.locator('dl').allTextContents()).not.toContainEqual(
      expect.stringContaining('Bank transactions—'),
    )
    await keepView(page, `desk/reversal-${because}`)
    await ask('otto:operator', 'POST', `/approvals/${reversal.approval_id}/reject`, { reason: 'x' })
  }
})

test('the approver reads what is overridden: the balance of a payout, and the account and digits of a deposit', async () => {
  const passed = async (path: string, body: object, name: string) => {
    const { approval_id: id } = await ask(operator, 'POST', path, { ...body, reason: '主管指示' })
    const viewport = { width: 390, height: 844 }
    await keepView(await openAs('otto:operator', `/approvals/${id}`, { viewport }), `desk/${name}`)
    const { html } = await served('otto:operator', `/approvals/${id}`, 'en')
    const [, rows = ''] = /id="passed">.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? []
    return rows.replaceAll('</td>', '|').replaceAll(/<[^>]*>/g, '')
  }
  const { trade_no: tradeNo } = await aPayout(await aShop(), 150_000)
  const out = await anAccount({ use: 'out', backing: 'later' })
  const paying = { bank_account: out.id, override: ['balance'] }
  expect(await passed(`/payouts/${tradeNo}/process`, paying, 'balance')).toBe(
    'More than the merchant&#39;s balanceNT$150,000|NT$0 differs by −NT$150,000|',
  )
  const declared = { orderid: randomUUID(), amount: 150_000, status: 'succeeded', paid_amount: 9 }
  const { trade_no: declaredNo } = await shop.call('collections', declared)
  const confirming = { override: ['amount'] }
  expect(await passed(`/collections/${declaredNo}/confirm`, confirming, 'declared')).toMatch(
    /^Amount differs from the order.*NT\$150,000\|NT\$9 differs by −NT\$149,991\|$/,
  )
  const other = await anAccount()
  const { trade_no } = await aLink(shop, 150_000)
  await ask('ann:agent', 'POST', `/collections/${trade_no}/match`, { bank_account: account.id })
  const line = await aDeposit(other.id, 150_000, '11111')
  const settling = { bank_transactions: [line.id], override: ['evidence_differs'] }
  const named = (one: Body) => `${one.bank_name} …${one.account_no.slice(-5)} ${one.holder_name}`
  expect(await passed(`/collections/${trade_no}/settle`, settling, 'evidence')).toBe(
    `Bank account${named(account)}|${named(other)}|Last five of the payer67890|11111|`,
  )
})

test('the approver reads what a change leaves out: the default display, the rest of a price, the kind of a debit', async () => {
  const { uid } = await aShop()
  const read = async (method: string, path: string, body: object) => {
    const { approval_id: id } = await ask(operator, method, path, body)
    const { html } = await served('otto:operator', `/approvals/${id}`, 'en')
    return html.replaceAll(/<\/(?:td|dt)>/g, '|').replaceAll(/<[^>]*>/g, '')
  }
  const display = { name: '甲店', support_url: 'https://help.example/' }
  await askTwo('PATCH', `/merchants/${uid}`, { settings: { display } })
  const cleared = await read('PATCH', `/merchants/${uid}`, { settings: { display: null } })
  expect(cleared).toMatch(/甲店\|— \(differs\)/)
  expect(cleared).toMatch(/https:\/\/help.example\/\|— \(differs\)/)
  await askTwo('PUT', `/merchants/${uid}/pricing`, { collection: { rate_ppm: 10_000, fixed: 3 } })
  const change = { collection: { rate_ppm: 15_000 }, valid_from: '2099-01-01' }
  const price = await read('PUT', `/merchants/${uid}/pricing`, change)
  expect(price).toMatch(/Share 1 %; Fixed for each NT\$3;.*\|Share 1.5 %; Fixed for each NT\$3;/)
  const debit = await aDebit(account.id, 150_000, '0099876511111')
  const ignoring = { kind: 'own_transfer', reason: '調度' }
  expect(await read('POST', `/bank-transactions/${debit.id}/ignore`, ignoring)).toContain(
    'Kind|Own transfer',
  )
  const { trade_no: tradeNo } = await aPayout(await aShop(), 150_000)
  const paying = { bank_transactions: [debit.id], override: ['evidence_differs', 'balance'] }
  const paid = await read('POST', `/payouts/${tradeNo}/process`, { ...paying, reason: '補登' })
  expect(paid).toContain('FoundLast five of the payer67890|11111|')
})

test('on a phone the reason and both sides stand before the buttons, which stay above the bar of thumbs', async () => {
  const { uid } = await aShop()
  const taken = { amount: -23_306_789.25, bucket: 'available', reason: '補登漏記' }
  const body = { ...taken, idempotency_key: randomUUID() }
  const { approval_id: id } = await ask(operator, 'POST', `/merchants/${uid}/adjustments`, body)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
  ]) {
    const page = await openAs('otto:operator', `/approvals/${id}`, { viewport })
    await keepView(page, `desk/adjustment-${viewport.width}`)
    const top = async (selector: string) =>
      (await page.locator(selector).first().boundingBox())?.y ?? expect.fail(selector)
    expect(await page.locator('.facts').first().textContent()).toContain('補登漏記')
    const sum = page.locator('.sides td:last-child .negative')
    expect(await sum.textContent()).toBe('−NT$23,306,789.25')
    // Beside one another, and none over the other.
    const cuts = await page
      .locator('.sides td')
      .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cuts).toBe(0)
    expect(await page.locator('main').textContent()).not.toContain('調整編號')
    expect(await top('.sides')).toBeLessThan(await top('#decision'))
    const button = await page.locator('#approve button').boundingBox()
    const { y, height } = button ?? expect.fail('none')
    const isPhone = viewport.width < 400
    expect(y + height).toBeLessThan(isPhone ? await top('.thumbs') : viewport.height)
    if (!isPhone) continue
    await page.locator('#reject-open > summary').click()
    await keepView(page, 'desk/adjustment-reject-390')
    expect(await top('#reject button')).toBeLessThan(await top('.thumbs'))
    await page.setViewportSize({ width: 390, height: 500 })
    expect(await top('#approve button')).toBeLessThan((await top('.thumbs')) - 40)
  }
})

test('an order that moved meanwhile is marked, and approved only as it was seen', async () => {
  const { path, page: at } = await aSettlement()
  const [otto, olaf] = [await openAs('otto:operator', at), await openAs('olaf:operator', at)]
  expect(await otto.locator('#moved').count()).toBe(0)
  await ask('ann:agent', 'POST', `${path}/exception`, { reason: '會員來電' })
  await otto.getByRole('button', { name: '核准並執行' }).click()
  expect(await otto.locator('#refused b').first().getAttribute('title')).toBe('order_moved')
  expect(await otto.locator('#moved').textContent()).toContain('1 次異動')
  expect(await otto.locator('.sides .changed').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/待匯款.*例外/)]),
  )
  expect(await ask(operator, 'GET', path)).toMatchObject({ status: 'pending' })
  await otto.getByRole('button', { name: '核准並執行' }).click()
  await otto.waitForURL(new RegExp(path))
  // Whoever had it open as well is too late, and is told.
  await olaf.getByRole('button', { name: '核准並執行' }).click()
  expect(await olaf.locator('#refused b').first().getAttribute('title')).toBe('approval_over')
  expect(await olaf.locator('.badge').first().textContent()).toBe('已核准')
  expect(await olaf.getByRole('button', { name: '核准並執行' }).count()).toBe(0)
})

test('what one has asked for can only be withdrawn, with a reason, also without scripts', async () => {
  const { uid, page: at } = await aChange()
  const page = await open(at, withoutScripts)
  expect(await page.locator('#own').textContent()).toContain('另一位營運人員')
  expect(await page.getByRole('button', { name: '核准並執行' }).count()).toBe(0)
  expect(await page.locator('.sides .changed').textContent()).toMatch(/申報款項立即可用否是/)
  await page.locator('#reject-open > summary').click()
  await page.getByLabel('原因').fill('   ')
  await page.getByRole('button', { name: '撤回申請' }).click()
  await page.locator('#refused [title=validation_error]').waitFor()
  expect(await page.locator('#reject-reason').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('原因').fill('商戶改變主意')
  await page.getByRole('button', { name: '撤回申請' }).click()
  await expect.poll(() => page.locator('.badge').first().textContent()).toBe('已駁回')
  expect(await page.locator('.facts').first().textContent()).toContain('商戶改變主意')
  expect(await ask(operator, 'GET', `/merchants/${uid}`)).toMatchObject({
    settings: { trusted: false },
  })
})

test('a call that is refused when it is approved says why it failed', async () => {
  const uid = `f${randomUUID().slice(0, 8)}`
  const trusted = { uid, name: '失敗商行', settings: { trusted: true } }
  const { approval_id: id } = await ask(operator, 'POST', '/merchants', trusted)
  await ask(operator, 'POST', '/merchants', { uid, name: '先到商行' })
  const page = await openAs('otto:operator', `/approvals/${id}`, { locale: 'en' })
  expect(await page.locator('h1').textContent()).toBe(`Create merchant ${uid} (失敗商行)`)
  await page.getByRole('button', { name: 'Approve and carry out' }).click()
  const why = await page.locator('#refused b').textContent()
  expect(await page.locator('.badge').first().textContent()).toBe('Failed')
  expect(await page.locator('.facts').first().textContent()).toContain(why)
})

test('a secret that an approval makes is shown to whoever approves, once', async () => {
  const { uid } = await aShop()
  const { approval_id: id } = await ask(operator, 'POST', `/merchants/${uid}/secret`, {})
  const page = await openAs('otto:operator', `/approvals/${id}`)
  expect(await page.locator('.warning').textContent()).toContain('24 小時後失效')
  await page.getByRole('button', { name: '核准並執行' }).click()
  const sheet = await page.locator('main').textContent()
  expect(sheet).toContain(uid)
  const secret = /whsec_[\w+/=]+/.exec(sheet ?? '')?.[0] ?? ''
  expect(secret.length).toBeGreaterThan(20)
  await page.goto(page.url().replace(/\/acts.*/, `/approvals/${id}`))
  expect(await page.locator('.badge').first().textContent()).toBe('已核准')
  expect(await page.content()).not.toContain(secret)
})

test('an auditor reads approvals and can decide nothing; an agent sees none', async () => {
  const { page: at } = await aChange()
  const page = await openAs('audrey:auditor', at)
  expect(await page.locator('.sides .changed').count()).toBe(1)
  expect(await page.locator('main form').count()).toBe(0)
  const agent = await openAs('ann:agent', at)
  expect(await agent.locator('h1').textContent()).toBe('您的角色看不到這一頁')
})
