import { randomInt } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { aPerson, type Person } from './support/people.ts'
import { aDeposit, aLink, anAccount, aShop, ask } from './support/shop.ts'

let person: Person
afterEach(() => person.close())

// Digits and an amount that no other test has.
const digits = () => String(randomInt(10_000, 99_999))
const amount = () => randomInt(20_000, 50_000)

test('a pasted amount opens the only thing that it can be, however it is written', async () => {
  person = await aPerson('ann:agent', { locale: 'en' })
  const { page, problems } = person
  const asked = amount()
  const { trade_no: tradeNo } = await aLink(await aShop(), asked)
  const wide = String(asked).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
  await person.goTo('/search')
  for (const text of [` ${asked} `, `NT$${asked.toLocaleString('en-US')}.00`, wide]) {
    await page.keyboard.press('/')
    await page.keyboard.insertText(text)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/collections/${tradeNo}`)
    await person.goTo('/search')
  }
  expect(problems).toEqual([])
})

test('of several hits the order that waits is first and in focus: Enter opens it', async () => {
  person = await aPerson('ann:agent')
  const { page } = person
  const [last5, asked] = [digits(), amount()]
  const account = await anAccount()
  const { trade_no: tradeNo } = await aLink(await aShop(), asked, {
    payer_account_no: `004-00123${last5}`,
  })
  await aDeposit(account.id, asked, last5)
  await person.goTo('/search')
  expect(await page.locator('main').textContent()).toContain('末五碼')
  await page.keyboard.press('/')
  await page.keyboard.insertText(last5)
  await page.keyboard.press('Enter')
  await page.locator('#collection').waitFor()
  expect(await page.locator('main h2').allTextContents()).toEqual(['代收 1', '銀行交易 1'])
  expect(await page.locator('#collection').textContent()).toContain('帳號末五碼')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/collections/${tradeNo}`)
})

test('a link leads to its collection, and one without an amount says why it has none', async () => {
  person = await aPerson('olga:operator', { locale: 'en' })
  const { page } = person
  const shop = await aShop()
  const link = await aLink(shop, amount())
  await person.goTo(`/search?q=${link.third_party_session}`)
  expect(page.url()).toContain(`/collections/${link.trade_no}`)
  await ask('olga:operator', 'PUT', `/merchants/${shop.uid}/payment-amounts`, {
    ...{ fixed_amounts: [100], allow_custom: false, custom_min: 0, custom_max: 0 },
  })
  const { third_party_session: bare } = await shop.call('payment-links', {
    ...{ merchant_order_no: `P-${digits()}`, member_no: 'member-7', member_name: 'Wang' },
    ...{ payer_bank_name: '臺灣銀行', payer_account_no: '004-0012367890' },
    ...{ notify_url: 'http://127.0.0.1:9/n', return_url: 'https://shop.example/back' },
  })
  await person.goTo(`/search?q=${bare}`)
  expect(await page.locator('#link').textContent()).toContain('chosen no amount yet')
})

test('what is found nowhere is told as text, with what can be searched for', async () => {
  person = await aPerson('rita:auditor', { locale: 'en', javaScriptEnabled: false })
  const { page, problems } = person
  const text = `<script>alert(1)</script>"'\u202e${'名'.repeat(70)}`
  await person.goTo(`/search?q=${encodeURIComponent(text)}`)
  expect(await page.locator('main bdi').first().textContent()).toBe(text)
  expect(await page.locator('main').textContent()).toContain('What can be searched for')
  await page.getByLabel('Search this merchant only').fill('nobody')
  await page.locator('#narrow button').click()
  await page.waitForURL(/merchant_uid=nobody/)
  expect(await page.locator('main').textContent()).toContain('at the merchant nobody')
  expect(problems).toEqual([])
})
