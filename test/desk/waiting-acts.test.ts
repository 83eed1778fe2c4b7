import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { open, openAs } from './support/pages.ts'
import { aLink, anAccount, aShop, ask, type Body, operator, type Shop } from './support/shop.ts'

// An act that waits for a second person (back office §5), on the page of what it is about.

let shop: Shop
let account: Body
beforeAll(async () => {
  shop = await aShop('核准商行')
  account = await anAccount()
  await ask(operator, 'PUT', `/merchants/${shop.uid}/payment-amounts`, {
    fixed_amounts: [150_000],
    allow_custom: false,
    custom_min: 0,
    custom_max: 0,
  })
})

/** A large order that waits on an account: its page. */
async function anOrder(): Promise<string> {
  const { trade_no } = await aLink(shop, 150_000)
  const path = `/collections/${trade_no}`
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: account.id })
  return path
}

test('an order says which act waits, who asked and until when, and does not offer it again', async () => {
  const path = await anOrder()
  const page = await open(path)
  await page.locator('#settle-open > summary').click()
  const form = page.locator('form#settle')
  await form.locator('details.more > summary').last().click()
  await form.getByLabel('人工入帳').check()
  await form.getByLabel('原因（僅後台可見）').fill('臨櫃核對')
  await form.getByRole('button', { name: '入帳' }).click()
  const waiting = page.locator('#waiting-acts')
  expect(await waiting.textContent()).toMatch(
    /代收入帳 NT\$150,000，您於 .+ 提出，.+ 到期，查看核准/,
  )
  expect(await page.locator('form#settle').count()).toBe(0)
  expect(await page.locator('p#settle').textContent()).toContain('等待另一位核准')
  expect(await page.locator('form#put-aside').count()).toBe(1)

  const other = await openAs('otto:operator', `/desk?order=${path.split('/').at(-1)}`)
  expect(await other.locator('#waiting-acts').textContent()).toMatch(/olga 於 .+ 提出/)
  expect(await other.locator('form#settle').count()).toBe(0)
  await other.locator('#waiting-acts a').click()
  await other.locator('#reject-open > summary').click()
  await other.getByLabel('原因').fill('請附憑證')
  await other.getByRole('button', { name: '駁回申請' }).click()
  await page.goto(path)
  expect(await waiting.count()).toBe(0)
  expect(await form.count()).toBe(1)
})

test('of a form of several fields those are not offered whose change waits; the others are', async () => {
  const { uid } = await aShop()
  await ask(operator, 'PATCH', `/merchants/${uid}`, { settings: { trusted: true } })
  const page = await open(`/merchants/${uid}`, {
    locale: 'en',
    viewport: { width: 390, height: 844 },
  })
  expect(await page.locator('#waiting-acts').textContent()).toContain('change a merchant: ')
  await page.locator('#settings-open > summary').click()
  expect(await page.locator('#settings-settings-trusted').isDisabled()).toBe(true)
  expect(await page.locator('form#auto-withdrawal').count()).toBe(1)
  await page.getByLabel('Name', { exact: true }).fill('另名商行')
  await page.getByRole('button', { name: 'Save the settings' }).click()
  expect(await page.locator('#notices .done').textContent()).toBe('The merchant is changed.')
  expect(await ask(operator, 'GET', `/merchants/${uid}`)).toMatchObject({
    name: '另名商行',
    settings: { trusted: false },
  })
})

test('each form whose act waits is left out, and those of other acts are not', async () => {
  const { uid } = await aShop()
  const person = `${randomUUID().slice(0, 8)}@agents.example`
  const hold = await ask(operator, 'POST', '/holds', { merchant_uid: uid, reason: 'x' })
  const { id } = await anAccount()
  const display = { name: '商行', support_url: '' }
  await ask(operator, 'PATCH', `/merchants/${uid}`, { settings: { display } })
  await ask(operator, 'POST', `/merchants/${uid}/secret`, {})
  await ask(operator, 'POST', `/merchants/${uid}/adjustments`, {
    amount: 200_000,
    bucket: 'available',
    reason: 'x',
    idempotency_key: randomUUID(),
  })
  await ask(operator, 'PUT', `/people/${person}`, { role: 'agent' })
  await ask(operator, 'POST', `/holds/${hold.id}/lift`, { reason: 'x' })
  await ask(operator, 'PATCH', `/bank-accounts/${id}`, { holder_name: '另名', agents: ['x'] })
  await ask(operator, 'PATCH', `/bank-accounts/${id}`, { feeds: [] })
  await ask(operator, 'PATCH', `/bank-accounts/${id}`, { state: 'paused' })
  await ask(operator, 'PATCH', `/bank-accounts/${id}`, { state: 'active' })
  const pages = [
    [
      `/merchants/${uid}`,
      ['display', 'display-default', 'rotate'],
      ['adjust', 'allow-list', 'disable'],
    ],
    [`/people/${person}`, ['give-role'], []],
    ['/holds', [`lift-${hold.id}`], ['hold-member']],
    [
      `/bank-accounts/${id}?part=settings`,
      ['people', 'to-active'],
      ['limits', 'format', 'to-frozen'],
    ],
  ] as const
  for (const [at, waiting, offered] of pages) {
    const page = await openAs('otto:operator', at)
    for (const form of waiting) {
      expect(await page.locator(`p.second#${form}, a#${form}`).count(), form).toBe(1)
    }
    for (const form of offered) expect(await page.locator(`form#${form}`).count(), form).toBe(1)
  }
})

test('an agent is told what waits about an order, and is offered it, for an agent needs nobody', async () => {
  const path = await anOrder()
  await ask(operator, 'POST', `${path}/settle`, { manual: true, reason: 'x' })
  const page = await openAs('ann:agent', path)
  const waiting = page.locator('#waiting-acts')
  expect(await waiting.textContent()).toMatch(/代收入帳 NT\$150,000，olga 於 .+ 提出，.+ 到期$/)
  expect(await waiting.locator('a').count()).toBe(0)
  expect(await page.locator('form#settle').count()).toBe(1)
  await page.goto(`/desk?order=${path.split('/').at(-1)}`)
  expect(await waiting.textContent()).toMatch(/olga 於 .+ 提出/)
  const auditor = await openAs('audrey:auditor', path, { locale: 'en' })
  expect(await auditor.locator('#waiting-acts').textContent()).toMatch(
    /settle a collection NT\$150,000, asked by olga .+, until .+: see the approval$/,
  )
})
