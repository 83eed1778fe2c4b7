import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Fields, signedJson, signOf } from '../../../scripts/client/merchant-client.ts'
import { bankToken } from '../../../scripts/local/demo-accounts.ts'
import type { Body } from '../support/shop.ts'
import { annName, approved, type Crew, type Day, go } from './crew.ts'

/** Two operators give the agent a role. */
export async function anAgentIsGivenARole(day: Day, crew: Crew): Promise<void> {
  const { hands } = day
  const { page } = crew.olga
  await go(day, crew.olga, '/people')
  await hands.fill(page, '#find-person-name', annName)
  await hands.press(page, '#find-person button')
  await hands.pick(page, '#give-role select', 'agent')
  await hands.press(page, '#give-role button')
  await approved(day, crew)
  await go(day, crew.otto, '/people')
  expect(await crew.otto.page.locator('#people').textContent()).toContain(annName)
}

/** Two operators register a bank account; returns its id and its number. */
export async function anAccountIsRegistered(
  day: Day,
  crew: Crew,
): Promise<{ readonly account: number; readonly number: string }> {
  const { hands } = day
  const { page } = crew.olga
  await go(day, crew.olga, '/bank-accounts')
  await hands.press(page, 'main a[href="/bank-accounts/new"]')
  const number = randomUUID().replace(/\D/g, '').padEnd(12, '3').slice(0, 12)
  await hands.fill(page, '#create-bank_code', '013')
  await hands.fill(page, '#create-account_no', number)
  await hands.fill(page, '#create-holder_name', '大安商行')
  await hands.fill(page, '#create-feeds', bankToken)
  await hands.pick(page, '#create-statement_format', 'demo_utf8')
  await hands.press(page, '#create button')
  await approved(day, crew)
  await crew.otto.page.waitForURL(/bank-accounts\/\d+$/)
  expect(await crew.otto.page.locator('main').textContent()).toContain(number)
  return { account: Number(crew.otto.page.url().split('/').at(-1)), number }
}

/** A merchant of the day, with what its backend can do. */
export type DayMerchant = {
  readonly call: (path: string, fields: Fields) => Promise<Body>
  /** Whether a callback is signed with its secret. */
  readonly hasSigned: (body: Fields) => boolean
}

/** An operator creates a merchant, and copies its secret from the page. */
export async function aMerchantIsCreated(day: Day, { olga }: Crew): Promise<DayMerchant> {
  const { hands, server } = day
  const { page } = olga
  await go(day, olga, '/merchants')
  await hands.press(page, 'main a[href="/merchants/~new"]')
  const uid = `m${randomUUID().slice(0, 12)}`
  await hands.fill(page, '#create-uid', uid)
  await hands.fill(page, '#create-name', '大安茶行')
  await hands.press(page, '#create button')
  const sheet = await page.locator('.sheet').innerText()
  const [secret = ''] = /\b[A-Za-z0-9]{40}\b/.exec(sheet) ?? []
  return {
    hasSigned: (body) => body.sign === signOf(body, secret),
    call: async (path, fields) => {
      const url = `${server.payUrl}/api/v1/merchant/${path}`
      const headers = { 'content-type': 'application/json' }
      const body = signedJson(uid, secret, fields)
      const answer: Body = await (await fetch(url, { method: 'POST', headers, body })).json()
      expect(answer).toMatchObject({ data: {} })
      return answer.data
    },
  }
}

/** The merchant signs a link for a member; returns its collection’s number, and the address to wait at. */
export async function aLinkOf(
  day: Day,
  shop: DayMerchant,
  amount: number,
): Promise<{ readonly tradeNo: string; readonly waitUrl: string }> {
  const { trade_no, wait_url } = await shop.call('payment-links/amount', {
    merchant_order_no: `T-${randomUUID().slice(0, 8)}`,
    amount,
    member_no: 'member-7',
    member_name: '王小明',
    payer_bank_name: '臺灣銀行',
    payer_account_no: '004-0012367890',
    notify_url: day.receiver.ok,
    return_url: 'https://shop.example/back',
  })
  return { tradeNo: trade_no, waitUrl: wait_url }
}
