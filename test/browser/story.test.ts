import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { type Body, sendExpecting } from '../../scripts/demo/http.ts'
import type { LocalServer } from '../../scripts/local/server.ts'
import { aLocalServer } from '../support/server/local-server.ts'
import { aVisit, type Visit } from './support/browser.ts'

// A member's top-up on the server of `npm start`, from the merchant's link back to the merchant.

let server: LocalServer
let shop: MemberShop
let visit: Visit

beforeAll(async () => {
  server = await aLocalServer({ allowPrivateCallbacks: true })
  shop = await aShop(server)
})
afterEach(() => visit.close())
afterAll(async () => {
  shop.close()
  await server.stop()
})

const account = {
  collection_account_name: '大安商行',
  collection_account_no: '012-345-678901',
  collection_bank_name: '國泰世華銀行',
}

describe.each([
  [
    'zh-TW',
    {
      waiting: '正在安排收款帳號',
      transfer: '請轉帳到以下帳號',
      paid: '付款完成',
      back: '返回商家',
      choose: '選擇付款金額',
      other: '其他金額',
      amount: '輸入金額',
      wrong: '請輸入 NT$',
    },
  ],
  [
    'en',
    {
      waiting: 'Arranging an account',
      transfer: 'Transfer to this account',
      paid: 'Payment received',
      back: 'Back to the merchant',
      choose: 'Choose an amount',
      other: 'Other',
      amount: 'Amount in NT$',
      wrong: 'Please enter NT$',
    },
  ],
] as const)('in %s', (locale, labels) => {
  test('an amount link leads to a page that waits, shows the account, is paid, and leads back', async () => {
    const page = await aMember(locale)
    const {
      trade_no: tradeNo,
      wait_url: waitUrl,
      merchant_order_no: orderNo,
    } = await shop.link('payment-links/amount', { amount: 1000 })
    await page.goto(waitUrl)
    await sees(page, labels.waiting)
    for (const text of ['NT$1,000', orderNo, '67890']) expect(await isShown(page, text)).toBe(true)
    await page.evaluate('window.marked = true')

    await shop.move(tradeNo, 'take', {})
    await shop.move(tradeNo, 'match', account)
    await page.clock.runFor(5_000)
    await sees(page, labels.transfer)
    for (const text of Object.values(account)) expect(await isShown(page, text)).toBe(true)

    await shop.move(tradeNo, 'settle', {})
    await page.clock.runFor(5_000)
    await sees(page, labels.paid)
    expect(await isShown(page, account.collection_account_no)).toBe(false)
    expect(await page.evaluate('window.marked')).toBe(true)
    expect(visit.problems).toEqual([])
    expect([...visit.origins]).toEqual([server.payUrl])

    await page.getByRole('link', { name: labels.back }).click()
    await page.waitForURL(shop.returnUrl)
    expect(shop.visitors.at(-1)?.referer).toBeUndefined()
  })

  test('a plain link leads to a page for the amount, then to the wait page', async () => {
    const page = await aMember(locale)
    const { url } = await shop.link('payment-links', {})
    await page.goto(url)
    await sees(page, labels.choose)
    await page.getByRole('radio', { name: labels.other }).check()
    await page.getByLabel(labels.amount).fill('7')
    await page.keyboard.press('Enter')
    await page.getByText(labels.wrong).waitFor()
    expect(visit.problems.filter((one) => !one.includes('422'))).toEqual([])
    await page.getByLabel(labels.amount).fill('1234')
    await page.keyboard.press('Enter')
    await sees(page, labels.waiting)
    expect(await isShown(page, 'NT$1,234')).toBe(true)
    const waitUrl = page.url()
    await page.goto(url)
    expect(page.url().split('?')[0]).toBe(waitUrl.split('?')[0])
    expect([...visit.origins]).toEqual([server.payUrl])
  })
})

/** A member's page; its clock runs, and is advanced by the tests. */
async function aMember(locale: string): Promise<Page> {
  visit = await aVisit({ locale })
  await visit.page.clock.install()
  return visit.page
}

async function sees(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor()
}

function isShown(page: Page, text: string): Promise<boolean> {
  return page.getByText(text).first().isVisible()
}

type MemberShop = Awaited<ReturnType<typeof aShop>>

/** A merchant, its links, its agent, and the site that members return to. */
async function aShop({ payUrl, backofficeUrl }: LocalServer) {
  const uid = `B${randomUUID().slice(0, 12)}`
  const merchant = JSON.stringify({ uid, name: 'Shop' })
  const merchants = { method: 'POST', url: `${backofficeUrl}/api/merchants`, json: merchant }
  const { api_secret: secret } = await sendExpecting(201, merchants)
  const visitors: IncomingHttpHeaders[] = []
  const site = await aSite(visitors)
  const { port } = site.address() as AddressInfo
  const returnUrl = `http://127.0.0.1:${port}/wallet`
  return {
    visitors,
    returnUrl,
    link: async (path: string, fields: object): Promise<Body> => {
      const body = signedJson(uid, secret, {
        merchant_order_no: `TOPUP-${randomUUID()}`,
        member_no: 'member-7',
        member_name: '王小明',
        payer_account_no: '001-2345-67890',
        notify_url: `http://127.0.0.1:${port}/notify`,
        return_url: returnUrl,
        ...fields,
      })
      const url = `${payUrl}/api/v1/merchant/${path}`
      return (await sendExpecting(200, { method: 'POST', url, json: body })).data
    },
    move: (tradeNo: string, move: string, body: object): Promise<Body> => {
      const url = `${backofficeUrl}/api/collections/${tradeNo}/${move}`
      return sendExpecting(200, { method: 'POST', url, json: JSON.stringify(body) })
    },
    close: () => {
      site.close()
      site.closeAllConnections()
    },
  }
}

async function aSite(visitors: IncomingHttpHeaders[]): Promise<Server> {
  const site = createServer((request, answer) => {
    if (request.url === '/wallet') visitors.push(request.headers)
    answer.end('success')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  return site
}
