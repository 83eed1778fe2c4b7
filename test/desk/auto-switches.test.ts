import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { builtInFormats } from '../../src/contract/back-office/banking/built-in-formats.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { aDeposit, aLink, anAccount, aShop, ask, operator, secondOperator } from './support/shop.ts'
import { storeAwaiting, storeSettledByService } from './support/stored.ts'

// The switches of matching by itself (matching §1), without scripts.

const anAccountNo = () => randomUUID().replace(/\D/g, '').padEnd(12, '5').slice(0, 12)

test('one operator stops matching by itself from the overview, and a second one lets it be started', async () => {
  const page = await open('/overview', withoutScripts)
  const section = page.locator('#auto')
  expect(await section.textContent()).toMatch(/自動配對.*進行中/)
  await section.getByText('停止自動配對').click()
  await section.getByLabel('原因').fill('查帳')
  await section.getByRole('button', { name: '停止' }).click()
  await page.locator('.notice.done', { hasText: '已停止自動配對' }).waitFor()
  expect(await ask(operator, 'GET', '/auto')).toMatchObject({ state: 'stopped', reason: '查帳' })
  expect(await section.textContent()).toMatch(/已停止.*查帳/)
  await section.getByText('恢復自動配對').click()
  await section.getByLabel('原因').fill('查畢')
  await section.getByRole('button', { name: '恢復' }).click()
  await page.waitForURL(/approvals|overview/)
  const { items } = await ask(operator, 'GET', '/approvals?state=waiting&limit=200')
  const { id } = items.find(({ call }: { call: string }) => call === 'startAuto')
  const second = await openAs(secondOperator, `/approvals/${id}`, withoutScripts)
  expect(await second.locator('main').textContent()).toContain('恢復自動指定帳戶與入帳')
  await second.getByRole('button', { name: '核准' }).click()
  await second.locator('.notice.done').waitFor()
  expect(await ask(operator, 'GET', '/auto')).toMatchObject({ state: 'running', reason: '查畢' })
})

test('without a reason nothing is stopped or started, which the form says beside it', async () => {
  const page = await open('/overview', withoutScripts)
  const problem = (form: string) => page.locator(`#${form}-reason-problem`).textContent()
  // What is blank passes the browser's own look at a field that is required.
  const send = async (form: string, reason: string) => {
    const fields = page.locator(`form#${form}`)
    if (!(await fields.isVisible())) await page.locator(`#${form}-open > summary`).click()
    await fields.locator('[name=reason]').fill(reason)
    await fields.locator('button').click()
    await page.waitForLoadState()
  }
  const state = () => ask(operator, 'GET', '/auto')
  const { since } = await state()
  await send('stop-auto', '   ')
  expect(await problem('stop-auto')).not.toBe('')
  expect(await state()).toMatchObject({ state: 'running', since })
  await send('stop-auto', '查帳二')
  expect(await state()).toMatchObject({ state: 'stopped', reason: '查帳二' })
  const start = page.locator('form#start-auto')
  expect(await start.locator('.second').textContent()).toContain('另一位營運人員核准')
  await send('start-auto', '   ')
  expect(await problem('start-auto')).not.toBe('')
  expect(await state()).toMatchObject({ state: 'stopped', reason: '查帳二' })
  await send('start-auto', '查畢二')
  expect(await state()).toMatchObject({ state: 'stopped', reason: '查帳二' })
  await page.goto('/overview')
  // It is not asked for twice, and its asker is no second person.
  expect(await start.count()).toBe(0)
  expect(await page.locator('p#start-auto').textContent()).toContain('等待另一位核准')
  const [, id] = /approvals.(\d+)/.exec(await page.locator('#auto').innerHTML()) ?? []
  await expect(ask(operator, 'POST', `/approvals/${id}/approve`, {})).rejects.toThrow(
    'own_approval',
  )
  await ask(secondOperator, 'POST', `/approvals/${id}/approve`, {})
  expect(await state()).toMatchObject({ state: 'running', reason: '查畢二' })
})

test('an agent has neither the section nor its acts', async () => {
  const page = await openAs('ann:agent', '/overview', withoutScripts)
  expect(await page.locator('main').textContent()).toContain('您的角色看不到這一頁')
  expect(await page.locator('#auto, [action^="/acts/stopAuto"]').count()).toBe(0)
  await page.goto('/desk')
  const token = await page.locator('input[name="_token"]').first().inputValue()
  for (const call of ['stopAuto', 'startAuto']) {
    const answer = await page.request.post(`/acts/${call}`, {
      form: { _token: token, _from: '/overview', _form: 'x', reason: '查帳三' },
    })
    expect([answer.status(), await answer.text()]).toEqual([
      403,
      expect.stringContaining('您的角色沒有此操作的權限'),
    ])
  }
  expect(await ask('ann:agent', 'GET', '/auto')).toMatchObject({ state: 'running' })
})

test('an auditor sees the state without the form', async () => {
  const page = await openAs('ada:auditor', '/overview', withoutScripts)
  expect(await page.locator('#auto').textContent()).toContain('今日自動入帳')
  expect(await page.locator('#auto form').count()).toBe(0)
})

test('an account shows what it does by itself; less takes effect at once, more waits', async () => {
  const account = await anAccount()
  const page = await open(`/bank-accounts/${account.id}?part=settings`, {
    ...withoutScripts,
    locale: 'en',
  })
  expect(await page.locator('#facts + *').textContent()).toMatch(/AutomaticOff/)
  const change = async (auto: string, max: string) => {
    await page.locator('summary', { hasText: 'Automatic accounts and settling' }).click()
    const form = page.locator('form#auto, #auto form').first()
    await form.locator('select[name=auto]').selectOption(auto)
    await form.locator('[name=auto_max]').fill(max)
    await form.locator('button[type=submit], button:not([type])').last().click()
    await page.waitForLoadState()
  }
  await change('assign', '15000')
  const path = `/bank-accounts/${account.id}`
  expect(await ask(operator, 'GET', path)).toMatchObject({ auto: 'assign', auto_max: 15_000 })
  await page.goto(`${path}?part=settings`)
  expect(await page.locator('#facts + *').textContent()).toMatch(/AutomaticGives accounts/)
  await change('settle', '15000')
  expect(await ask(operator, 'GET', path)).toMatchObject({ auto: 'assign' })
  const { items } = await ask(operator, 'GET', '/approvals?state=waiting&limit=200')
  const asked = items.find(
    ({ subject }: { subject: { id?: number; name?: string } }) =>
      subject.name === String(account.id) || subject.id === account.id,
  )
  expect(asked).toMatchObject({ call: 'patchBankAccount', body: { auto: 'settle' } })
})

test('the form of a new account has the switches, refuses beside them, and makes what it showed', async () => {
  const page = await open('/bank-accounts/new', { ...withoutScripts, locale: 'en' })
  const form = page.locator('#create')
  const field = (name: string) => form.locator(`[name=${name}]`)
  const send = () => form.getByRole('button', { name: 'Register' }).click()
  await field('bank_code').fill('013')
  await field('account_no').fill(anAccountNo())
  await field('holder_name').fill('大安商行')
  await field('use').selectOption('out')
  await field('auto').selectOption('assign')
  await send()
  expect(await form.locator('#create-auto-problem').textContent()).toContain('payouts only')
  expect(await form.locator('.problem').count()).toBe(1)
  expect(await field('auto').inputValue()).toBe('assign')
  await field('use').selectOption('in')
  await form.getByLabel('Feed', { exact: true }).check()
  await field('auto_max').fill('much')
  await send()
  expect(await form.locator('#create-auto_max-problem').textContent()).toContain('an amount')
  await field('auto_max').fill('12,000')
  await send()
  expect(await form.locator('#create-auto_sources-problem').textContent()).toContain(
    'requires a feed',
  )
  await form.getByLabel('Feed', { exact: true }).uncheck()
  await form.getByLabel('Statement', { exact: true }).uncheck()
  await send()
  expect(await form.locator('#create-auto_sources-problem').textContent()).toBe(
    'Choose at least one',
  )
  expect(await form.locator('.checks :checked').count()).toBe(0)
  await form.getByLabel('Statement', { exact: true }).check()
  await send()
  const notice = page.locator('#notices a')
  const id = ((await notice.getAttribute('href')) ?? '').replace('/approvals/', '')
  const account = await ask(secondOperator, 'POST', `/approvals/${id}/approve`, {})
  expect(account).toMatchObject({ use: 'in', auto: 'assign', auto_max: 12_000 })
  expect(account).toMatchObject({ auto_awaiting_max: 300_000, auto_sources: ['statement'] })
})

test('the form of a new account that is sent as it is makes an account with the switches that it showed', async () => {
  const page = await open('/bank-accounts/new', withoutScripts)
  const form = page.locator('#create')
  await form.locator('[name=bank_code]').fill('013')
  await form.locator('[name=account_no]').fill(anAccountNo())
  await form.locator('[name=holder_name]').fill('大安商行')
  const shown = {
    auto: await form.locator('[name=auto]').inputValue(),
    auto_max: Number(await form.locator('[name=auto_max]').inputValue()),
    auto_awaiting_max: Number(await form.locator('[name=auto_awaiting_max]').inputValue()),
    auto_sources: await form
      .locator('[name=auto_sources]:checked')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
  }
  await form.getByRole('button', { name: '登記' }).click()
  const id = ((await page.locator('#notices a').getAttribute('href')) ?? '').split('/').at(-1)
  expect(await ask(secondOperator, 'POST', `/approvals/${id}/approve`, {})).toMatchObject(shown)
})

test('a switch that an account cannot have is refused beside its field', async () => {
  const { time: _time, ...columns } = builtInFormats.demo_utf8.columns
  const account = await anAccount({
    feeds: [],
    statement_format: { ...builtInFormats.demo_utf8, columns },
  })
  const page = await open(`/bank-accounts/${account.id}?part=settings`, withoutScripts)
  const form = page.locator('form#auto')
  const send = () => form.getByRole('button', { name: '儲存' }).click()
  await page.getByText('自動指定帳戶與入帳').click()
  await form.locator('[name=auto]').selectOption('settle')
  await send()
  expect(await form.locator('#auto-auto-problem').textContent()).toContain('對帳單只有日期')
  await form.locator('[name=auto]').selectOption('assign')
  await form.getByLabel('對帳單', { exact: true }).uncheck()
  await send()
  expect(await form.locator('#auto-auto_sources-problem').textContent()).toBe('請至少選擇一項')
  expect(await form.locator('.problem').count()).toBe(1)
  await form.getByLabel('即時明細', { exact: true }).check()
  await send()
  expect(await form.locator('#auto-auto_sources-problem').textContent()).toContain('即時明細來源')
  const path = `/bank-accounts/${account.id}`
  expect(await ask(operator, 'GET', path)).toMatchObject({
    auto: 'off',
    auto_sources: ['statement'],
  })
  await page.goto(`${path}?part=settings`)
  await page.getByText('用途、商戶、上限、備註').click()
  await ask(operator, 'PATCH', path, { auto: 'assign' })
  await page.locator('#limits [name=use]').selectOption('out')
  await page.locator('#limits button').click()
  expect(await page.locator('#limits-use-problem').textContent()).toContain('只用於出款')
})

test('an account shows how much awaits proof of what may, and how many orders are unproven', async () => {
  const account = await anAccount({ auto: 'assign', auto_awaiting_max: 50_000 })
  const path = `/bank-accounts/${account.id}`
  const page = await open(`${path}?part=settings`, { ...withoutScripts, locale: 'en' })
  const facts = page.locator('.card', { has: page.locator('h2#facts') })
  expect(await facts.textContent()).not.toContain('Awaits proof')
  storeAwaiting(account.id, 12_345, 0)
  await page.goto(`${path}?part=settings`)
  expect(await facts.textContent()).toMatch(/Awaits proof \/ limitNT\$12,345 \/ NT\$50,000/)
  expect(await facts.textContent()).toContain('Unproven after 48 hours0')
  storeAwaiting(account.id, 48_000, 2)
  await page.goto(`${path}?part=settings`)
  expect(await facts.textContent()).toContain('NT$48,000 / NT$50,000Unproven after 48 hours2')
  await page.getByText('Automatic accounts and settling').click()
  expect(await page.locator('#auto-open').textContent()).toContain('Unproven after 48 hours2')
  expect(await page.locator('.gauge .care').count()).toBe(2)
  const agent = await openAs('ann:agent', `${path}?part=settings`, {
    ...withoutScripts,
    locale: 'en',
  })
  expect(await agent.locator('main').textContent()).toContain('Unproven after 48 hours2')
})

test('an order that the service settled says so, and how far that is proved', async () => {
  const [shop, account] = [await aShop('自動商行'), await anAccount()]
  const { trade_no: tradeNo } = await aLink(shop, 771)
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/take`, {})
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
  const { id } = await aDeposit(account.id, 771)
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/settle`, { bank_transactions: [id] })
  storeSettledByService(tradeNo)
  const page = await open(`/collections/${tradeNo}`, { ...withoutScripts, locale: 'en' })
  expect(await page.locator('#stand').textContent()).toMatch(/Settled byThe service.*Unproven/)
})
