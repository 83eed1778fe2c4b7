import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person } from './support/people.ts'
import { aLink, anAccount, aShop, ask, type Body } from './support/shop.ts'

// Two agents on one order, in two browsers' sessions. DESK_RACES names how many races are run.
const races = Number(process.env.DESK_RACES ?? 5)

let people: readonly Person[]
let account: Body
beforeAll(async () => {
  people = await Promise.all([
    aPerson('ann:agent', { locale: 'en' }),
    aPerson('ben:agent', { locale: 'en' }),
  ])
  account = await anAccount()
})
afterAll(() => Promise.all(people.map((one) => one.close())))

test(`of two agents who match one order at once, one has it, and the other is told who (${races} races)`, {
  timeout: 120_000 + races * 10_000,
}, async () => {
  const shop = await aShop()
  for (let race = 0; race < races; race += 1) {
    const { trade_no: tradeNo } = await aLink(shop, 1_000 + race)
    await Promise.all(
      people.map(async ({ page }) => {
        await page.goto(`/desk?order=${tradeNo}`)
        await page.locator(`#account-${account.id}`).check()
      }),
    )
    await Promise.all(
      people.map(async ({ page }) => {
        await page.getByRole('button', { name: 'Show it to the member' }).click()
        await page.locator('#refused, .notice.done').first().waitFor()
      }),
    )
    const order = await ask('olga:operator', 'GET', `/collections/${tradeNo}`)
    const refused = await Promise.all(
      people.map(({ page }) => page.locator('#refused').count().then(Boolean)),
    )
    expect(refused.filter(Boolean)).toHaveLength(1)
    expect(order).toMatchObject({ collection_status: 'matched', bank_account: account.id })
    expect(order.events.filter(({ name }: Body) => name === 'matched')).toHaveLength(1)
    const second = people[refused.indexOf(true)]
    const told = (await second?.page.locator('#refused').textContent()) ?? ''
    expect(second?.actor).not.toBe(`${order.agent}:agent`)
    expect(told).toContain(`Taken by ${order.agent}`)
    // The form is gone with the order; what it held is told.
    expect(told).toContain(String(account.id))
  }
})
