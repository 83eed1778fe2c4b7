import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { aPerson } from './support/people.ts'
import {
  aDebit,
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  type Body,
  operator,
  type Shop,
  secondOperator,
} from './support/shop.ts'

// How many keys the work of a day takes on a desktop without a mouse.

const agent = 'kim:agent'

let shop: Shop
let account: Body
beforeAll(async () => {
  shop = await aShop('鍵盤商行')
  account = await anAccount({ agents: ['kim'] })
})

/** A keyboard whose presses are counted. */
async function aKeyboard(actor: string, path: string) {
  const { page } = await aPerson(actor, { viewport: { width: 1280, height: 800 } })
  await page.goto(path)
  const counted = { keys: 0 }
  return {
    page,
    counted,
    async press(...keys: readonly string[]) {
      for (const key of keys) {
        counted.keys += 1
        await page.keyboard.press(key)
      }
    },
  }
}

async function aMatchedOrder(amount: number): Promise<Body> {
  const link = await aLink(shop, amount)
  await ask(agent, 'POST', `/collections/${link.trade_no}/match`, { bank_account: account.id })
  return link
}

const shows = (page: Page, tradeNo: string) => page.waitForURL(new RegExp(`order=${tradeNo}`))

test('the one exact deposit is settled by three keys: open the first, the form, its button', async () => {
  const order = await aMatchedOrder(5_101)
  await aDeposit(account.id, 5_101)
  const { page, counted, press } = await aKeyboard(agent, `/desk?bank_account=${account.id}`)
  await press('n')
  await shows(page, order.trade_no)
  await page.locator('#settle').waitFor()
  await press('s', 'Enter')
  await page.locator('.notice.done').waitFor()
  expect(counted.keys).toBe(3)
  expect(await ask(operator, 'GET', `/collections/${order.trade_no}`)).toMatchObject({
    status: 'succeeded',
  })
})

test('a key that is held acts once', async () => {
  const { trade_no: tradeNo } = await aMatchedOrder(652)
  const { page } = await aKeyboard(operator, `/desk?order=${tradeNo}`)
  await page.evaluate(`addEventListener('click', (event) => {
    event.preventDefault()
    document.body.dataset.clicks = 1 + Number(document.body.dataset.clicks ?? 0)
  })`)
  for (const _ of [1, 2, 3]) await page.keyboard.down('s')
  expect(await page.locator('body').getAttribute('data-clicks')).toBe('1')
})

test('an open payout is taken and paid by three keys', async () => {
  const payout = await aPayout(shop, 651, { payee_account: '808-001255557' })
  await aDebit(account.id, 651, '808-001255557')
  const at = `/desk/payouts?order=${payout.trade_no}`
  const { page, counted, press } = await aKeyboard(agent, at)
  await press('t')
  await page.locator('#panel-order').getByText('您').waitFor()
  await press('s', 'Enter')
  await page.locator('.notice.done', { hasText: '已出款' }).waitFor()
  expect(counted.keys).toBe(3)
})

test('what waits for a second person is approved by two keys from its row', async () => {
  const { uid } = await aShop()
  const change = { settings: { trusted: true } }
  const { approval_id: id } = await ask(operator, 'PATCH', `/merchants/${uid}`, change)
  const { page, counted, press } = await aKeyboard(secondOperator, '/approvals')
  const rows = await page.locator('[data-row]').evaluateAll((all) => all.map((one) => one.id))
  const place = rows.findIndex((row) => row.endsWith(String(id)))
  // Other tests' requests may stand above it.
  await press(...Array(place + 1).fill('j'), 'Enter')
  await page.waitForURL(new RegExp(`approvals/${id}`))
  await press('a')
  await page.locator('.notice.done').waitFor()
  expect(counted.keys).toBe(place + 3)
})

test('an open order is put aside by four keys: the form, back to the usual reasons, one, its button', async () => {
  const order = await aMatchedOrder(5_102)
  const path = `/collections/${order.trade_no}`
  const { page, counted, press } = await aKeyboard(agent, path)
  await press('e', 'Shift+Tab', 'Space', 'Enter')
  await page.locator('.notice.done').waitFor()
  expect(counted.keys).toBe(4)
  expect(await ask(operator, 'GET', path)).toMatchObject({ collection_status: 'exception' })
})

test('the keys that are told do what is told: s goes to a form, and never does nothing', async () => {
  const order = await aMatchedOrder(5_103)
  await aDeposit(account.id, 5_103)
  const said = async ({ page, press }: Awaited<ReturnType<typeof aKeyboard>>) => {
    await press('?')
    const told = await page.locator('#keys dl > div', { hasText: /^s/ }).textContent()
    await press('Escape')
    await press('s')
    return [told, await page.evaluate('document.activeElement.closest("form").id')]
  }
  const panel = await aKeyboard(agent, `/desk?order=${order.trade_no}`)
  expect(await said(panel)).toEqual(['s到「入帳」，按 Enter 送出', 'settle'])
  const ready = await aKeyboard(agent, `/desk/ready?bank_account=${account.id}`)
  const told = [expect.stringMatching(/^s到「入帳 1 筆.*」，按 Enter 送出$/), 'ready']
  expect(await said(ready)).toEqual(told)
  // With nothing chosen its button is off: what is to be chosen has the focus.
  await ready.page.getByRole('button', { name: '全不選' }).click()
  await ready.press('s')
  expect(await ready.page.evaluate('document.activeElement.type')).toBe('checkbox')
})
