import { beforeAll, expect, test } from 'vitest'
import { cancelledPayouts } from './support/callbacks.ts'
import { aPhone } from './support/phone.ts'
import { aReceiver } from './support/receivers.ts'
import {
  anAccount,
  aShop,
  ask,
  askTwo,
  type Body,
  operator,
  type Shop,
  secondOperator,
} from './support/shop.ts'

// How many taps an operator's work takes on a phone, from the page on which the day begins.

let shop: Shop
let account: Body
beforeAll(async () => {
  shop = await aShop('操作商行')
  account = await anAccount({ agents: [] })
})

type Phone = Awaited<ReturnType<typeof aPhone>>

async function aPhoneAt(path: string, actor = operator): Promise<Phone> {
  const phone = await aPhone(actor)
  await phone.page.goto(path)
  return phone
}

/** Opens a page of the menu: two taps. */
async function goByMenu({ page, tap }: Phone, name: string): Promise<void> {
  await tap(page.locator('.to-menu:visible', { hasText: '選單' }))
  await tap(page.locator('#menu').getByRole('link', { name, exact: true }))
}

test('what waits for a second person is approved in three taps', async () => {
  const { uid } = await aShop()
  const { approval_id: id } = await ask(operator, 'PATCH', `/merchants/${uid}`, {
    settings: { trusted: true },
  })
  const phone = await aPhoneAt('/overview', secondOperator)
  await phone.tap(phone.page.locator('#now').getByRole('link', { name: '待核准' }))
  await phone.tap(phone.page.locator(`main a[href="/approvals/${id}"]`))
  await phone.tap(phone.page.getByRole('button', { name: '核准並執行' }))
  await phone.page.locator('.notice.done').waitFor()
  expect(phone.counted.taps).toBe(3)
})

test('a callback is sent again in three taps', async () => {
  const receiver = await aReceiver()
  try {
    const [owed] = await cancelledPayouts(shop, 1, receiver.ok)
    // Its receiver has it before it is stored as delivered.
    const stored = () => ask(operator, 'GET', `/callbacks/${owed.callback_id}`)
    await expect.poll(stored).toMatchObject({ callback: { state: 'delivered' } })
    expect(receiver.received.length).toBe(1)
    const phone = await aPhoneAt('/callbacks?state=delivered')
    await phone.tap(phone.page.locator(`main a[href="/callbacks/${owed.callback_id}"]`).first())
    await phone.tap(phone.page.getByRole('button', { name: '重送通知' }))
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(phone.counted.taps).toBeLessThanOrEqual(3)
  } finally {
    receiver.stop()
  }
})

test('the statement of an account is imported in six taps', async () => {
  const phone = await aPhoneAt('/overview')
  await goByMenu(phone, '銀行帳戶')
  await phone.tap(phone.page.locator(`main a[href="/bank-accounts/${account.id}"]`).first())
  await phone.tap(phone.page.locator('#urgent summary', { hasText: '匯入對帳單' }))
  const file = phone.page.getByLabel('對帳單檔案')
  const chosen = phone.page.waitForEvent('filechooser')
  await phone.tap(file)
  await (await chosen).setFiles('test/data/statements/demo_utf8.csv')
  await phone.page.locator('#plan').waitFor()
  await phone.tap(phone.page.getByRole('button', { name: '確認匯入' }))
  await phone.page.waitForURL(/\/imports\/\d+$/)
  expect(phone.counted.taps).toBeLessThanOrEqual(6)
})

test('what a person did today is seen in five taps', async () => {
  await askTwo('PUT', '/people/tina@platform.example', { role: 'agent' })
  const phone = await aPhoneAt('/overview')
  await goByMenu(phone, '人員')
  await phone.tap(phone.page.locator('#people').getByText('tina@platform.example'))
  await phone.tap(phone.page.getByRole('link', { name: '今天做了什麼' }))
  await phone.page.getByText('tina@platform.example 今天的操作').waitFor()
  expect(phone.counted.taps).toBeLessThanOrEqual(5)
})

test('an account is frozen in five taps', async () => {
  const other = await anAccount()
  const phone = await aPhoneAt('/overview')
  await goByMenu(phone, '銀行帳戶')
  await phone.tap(phone.page.locator(`main a[href="/bank-accounts/${other.id}"]`).first())
  // Below the heading, without scripts too.
  await phone.tap(phone.page.locator('#urgent summary', { hasText: '凍結' }))
  await phone.tap(phone.page.locator('#to-frozen button'))
  await phone.page.locator('.notice.done', { hasText: '已凍結' }).waitFor()
  expect(phone.counted.taps).toBeLessThanOrEqual(5)
  expect(phone.counted.swipes).toBe(0)
})
