import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskLooksOf } from '../browser/support/looks.ts'
import { openAs, withoutScripts } from './support/pages.ts'
import { aLink, anAccount, aShop, ask, askTwo, operator, secondOperator } from './support/shop.ts'

// What somebody has asked a second person for (back office §5), on their overview, and asking for it again.

const fine = { overflow: 0, spills: [], tallRows: [], brokenNumbers: [], accessibility: [] }

/** An operator who has asked for nothing yet. */
const anAsker = () => `asker-${randomUUID().slice(0, 8)}:operator`

/** A call that was rejected: its approval's id. */
async function rejected(by: string, method: string, path: string, body: object): Promise<number> {
  const { approval_id: id } = await ask(by, method, path, body)
  await ask(secondOperator, 'POST', `/approvals/${id}/reject`, { reason: '請附憑證' })
  return id
}

test('one’s own requests that were not carried out are on the overview, and can be asked for again', async () => {
  const asker = anAsker()
  const shop = await aShop('再提商行')
  const { id: account } = await anAccount()
  await ask(operator, 'PUT', `/merchants/${shop.uid}/payment-amounts`, {
    fixed_amounts: [150_000],
    allow_custom: false,
    custom_min: 0,
    custom_max: 0,
  })
  const { trade_no } = await aLink(shop, 150_000, { merchant_order_no: 'M-again' })
  const path = `/collections/${trade_no}`
  await ask('ann:agent', 'POST', `${path}/match`, { bank_account: account })
  const settling = { manual: true, reason: '臨櫃核對', paid_at: '2026-11-20 09:30:00' }
  await rejected(asker, 'POST', `${path}/settle`, settling)
  const done = await ask(asker, 'PATCH', `/merchants/${shop.uid}`, { settings: { trusted: true } })
  await ask(secondOperator, 'POST', `/approvals/${done.approval_id}/approve`, {})
  const withdrawn = await ask(asker, 'POST', `/merchants/${shop.uid}/secret`, {})
  const withdrawal = { reason: '不需要了' }
  await ask(asker, 'POST', `/approvals/${withdrawn.approval_id}/reject`, withdrawal)
  const waiting = await ask(asker, 'PUT', `/people/${randomUUID()}`, { role: 'agent' })

  const page = await openAs(asker, '/overview')
  const rows = page.locator('#own [data-row]')
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/給予 .+ 角色：專員.*待核准.* 到期/),
    expect.stringMatching(/代收 M-again 入帳.*再提商行 · 王小明.*已駁回.*請附憑證/),
  ])
  expect(await rows.first().locator('th a').getAttribute('href')).toBe(
    `/approvals/${waiting.approval_id}`,
  )
  expect(await deskLooksOf(page)).toMatchObject(fine)
  await rows.last().getByRole('button', { name: '再提出一次' }).click()
  expect(new URL(page.url()).pathname).toBe(path)
  const form = page.locator('form#settle')
  expect(await form.getByLabel('人工入帳').isChecked()).toBe(true)
  expect(await form.getByLabel('原因（僅後台可見）').inputValue()).toBe('臨櫃核對')
  expect(await form.getByLabel('付款時間').inputValue()).toMatch(/^2026-11-20T09:30/)
  await form.getByLabel('原因（僅後台可見）').fill('臨櫃核對，附憑證')
  await form.getByRole('button', { name: '入帳' }).click()
  expect(await page.locator('#waiting-acts').textContent()).toMatch(/您於 .+ 提出/)
  const phone = { viewport: { width: 390, height: 844 }, locale: 'en' }
  const overview = await openAs(asker, '/overview', phone)
  expect(await overview.locator('#own [data-row]').count()).toBe(3)
  expect(await deskLooksOf(overview)).toMatchObject({ ...fine, narrowTargets: [] })
  // Another's are not hers.
  const other = await openAs(anAsker(), '/overview')
  expect(await other.locator('#own').count()).toBe(0)
})

test('each call leads to its form, with what was asked for in its fields, also without scripts', async () => {
  const asker = anAsker()
  const { uid } = await aShop()
  const { id } = await anAccount()
  const [fresh, person] = [randomUUID().slice(0, 8), `${randomUUID().slice(0, 8)}@x.example`]
  const merchant = `/merchants/${uid}`
  const { version } = await askTwo('PUT', `${merchant}/pricing`, { valid_from: '2099-01-01' })
  const paidTo = await askTwo('POST', `${merchant}/settlement-accounts`, {
    bank_code: '004',
    account_no: '000123456789',
    holder_name: 'x',
  })
  const open = { ip_whitelist: ['0.0.0.0/1', '10.0.0.0/8'] }
  const display = { name: '新名', support_url: 'https://shop.example/help' }
  const adjusting = { amount: -120_000, bucket: 'frozen', reason: '手續費' }
  const key = { idempotency_key: randomUUID() }
  const created = { uid: fresh, name: '新商行', settings: { trusted: true } }
  const calls: readonly Again[] = [
    ['PATCH', merchant, open, merchant, 'allow-list', { ip_whitelist: '0.0.0.0/1\n10.0.0.0/8' }],
    [
      'PATCH',
      merchant,
      { settings: { display } },
      merchant,
      'display',
      { 'settings.display.name': '新名', 'settings.display.support_url': display.support_url },
    ],
    [
      'POST',
      `${merchant}/adjustments`,
      { ...adjusting, ...key },
      merchant,
      'adjust',
      { amount: '-120000', bucket: 'frozen', reason: '手續費' },
    ],
    ['POST', '/merchants', created, '/merchants/~new', 'create', { uid: fresh, name: '新商行' }],
    [
      'PATCH',
      `/bank-accounts/${id}`,
      { agents: ['x', 'y'] },
      `/bank-accounts/${id}`,
      'people',
      { agents: 'x\ny' },
    ],
    [
      'PATCH',
      `/bank-accounts/${id}`,
      { fee_max: 90 },
      `/bank-accounts/${id}`,
      'limits',
      { fee_max: '90' },
    ],
    [
      'PUT',
      `${merchant}/pricing`,
      { collection: { rate_ppm: 50, fixed: 3 }, valid_from: '2099-02-01 09:30:00' },
      merchant,
      'pricing',
      { 'collection.rate_ppm': '0.005', valid_from: '2099-02-01T09:30' },
    ],
    ['DELETE', `${merchant}/pricing/${version}`, {}, merchant, `price-${version}`, {}],
    [
      'DELETE',
      `${merchant}/settlement-accounts/${paidTo.id}`,
      {},
      merchant,
      `remove-account-${paidTo.id}`,
      {},
    ],
    [
      'PUT',
      `/people/${person}`,
      { role: 'auditor' },
      `/people/${person}`,
      'give-role',
      { role: 'auditor' },
    ],
  ]
  const page = await openAs(asker, '/overview', withoutScripts)
  for (const [method, path, body, at, form, fields] of calls) {
    const approval = await rejected(asker, method, path, body)
    await page.goto(`/approvals/${approval}`)
    await page.getByRole('button', { name: '再提出一次' }).click()
    await page.waitForLoadState()
    expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(at)
    expect(await page.locator(`form#${form} button[type=submit]`).isVisible(), form).toBe(true)
    expect(await valuesIn(page, form, Object.keys(fields))).toEqual(fields)
  }
  // Whoever else reads it is not asked to.
  const [last = 0] = [await rejected(asker, 'PUT', `/people/${person}`, { role: 'agent' })]
  const other = await openAs(operator, `/approvals/${last}`)
  expect(await other.getByRole('button', { name: '再提出一次' }).count()).toBe(0)
})

type Again = readonly [
  method: string,
  path: string,
  body: object,
  at: string,
  form: string,
  fields: Readonly<Record<string, string>>,
]

/** What the fields of an open form have, by their names. */
async function valuesIn(page: Page, form: string, names: readonly string[]) {
  const values: Record<string, string> = {}
  for (const name of names) {
    const fields = await page.locator(`form#${form} [name="${name}"]:not([type=hidden])`).all()
    expect(await fields[0]?.isVisible(), `${form}: ${name}`).toBe(true)
    const texts = await Promise.all(fields.map((field) => field.inputValue()))
    values[name] = texts.filter((text) => text !== '').join('\n')
  }
  return values
}

test('a form is filled in by nobody without the token of the browser', async () => {
  const page = await openAs(operator, '/overview')
  const answer = await page.request.post('/fill-in/settleCollection', {
    form: { _from: '/collections', _form: 'settle', _token: 'x' },
  })
  expect(answer.status()).toBe(403)
})
