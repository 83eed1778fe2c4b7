import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desktop, phone } from '../browser/support/browser.ts'
import { deskLooksOf, keepPicture } from '../browser/support/looks.ts'
import { open, openAs } from './support/pages.ts'
import { aShop, operator, type Shop } from './support/shop.ts'

// What the frame of all pages shows over, or in place of, a page.

let shop: Shop
beforeAll(async () => {
  shop = await aShop()
})

type State = {
  readonly to: string
  readonly actor?: string
  readonly act?: (page: Page) => Promise<unknown>
}

const states: Readonly<Record<string, State>> = {
  'a page that is not there': { to: '/nothing' },
  'a page of another role': { to: '/journal', actor: 'ann:agent' },
  'the help with keys': { to: '/collections', act: (page) => page.keyboard.press('?') },
  'who is at work': { to: '/overview', act: (page) => page.locator('.person summary').click() },
  'a form that was refused': { to: '/merchants/~new', act: sendTwice },
  'what was just done': { to: '/products/new', act: addProduct },
  'a list’s filters': {
    to: '/collections',
    act: (page) => page.locator('.filters summary').click(),
  },
}

const looks = [
  ['phone', 'dark', 'zh-TW', phone],
  ['desktop', 'light', 'en', desktop],
] as const

describe.each(looks)('on a %s, %s, in %s', (device, colorScheme, locale, viewport) => {
  test.each(Object.entries(states))('%s: readable and usable', async (name, state) => {
    const actor = state.actor ?? operator
    const page = await openAs(actor, state.to, { viewport, colorScheme, locale })
    await state.act?.(page)
    const picture = `${name.replace(/\W+/g, '-')}-${locale}-${device}-${colorScheme}`
    await keepPicture(page, `desk/frame-${picture}`)
    expect(await problemsOn(page, device)).toEqual([])
  })
})

test('the menu of a phone is opened and closed by its links', async () => {
  const page = await open('/overview', { viewport: phone })
  expect(await page.locator('#menu').isVisible()).toBe(false)
  await page.locator('.thumbs .to-menu').click()
  expect(await page.locator('#menu').isVisible()).toBe(true)
  await keepPicture(page, 'desk/frame-menu-zh-TW-phone-light')
  expect(await problemsOn(page, 'phone')).toEqual([])
  await page.locator('#menu .to-menu').click()
  expect(await page.locator('#menu').isVisible()).toBe(false)
})

async function problemsOn(page: Page, device: string): Promise<readonly unknown[]> {
  const { narrowTargets, ...looks } = await deskLooksOf(page)
  const found = Object.values(looks).flat()
  return [...found.filter((one) => one !== 0), ...(device === 'phone' ? narrowTargets : [])]
}

async function sendTwice(page: Page): Promise<void> {
  await page.locator('#create-uid').fill(shop.uid)
  await page.locator('#create-name').fill('大安茶行')
  await page.locator('#create-ip_whitelist').fill('nowhere')
  await page.locator('#create button').click()
  await page.locator('#refused').waitFor()
}

async function addProduct(page: Page): Promise<void> {
  await page.locator('#create-sku').fill(randomUUID())
  await page.locator('#create-name').fill('點數')
  await page.locator('#create-currency').fill('HKD')
  await page.locator('[name^=price]').fill('100')
  await page.locator('#create button').click()
  await page.locator('.notice.done').waitFor()
}
