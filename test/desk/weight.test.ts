import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isFullForm } from '../support/full-form.ts'
import { type Address, addressesOf, oneOfEachPage } from './support/addresses.ts'
import { eachOf } from './support/each-of.ts'
import { aFilledDesk, type System } from './support/filled.ts'
import { served, unescaped } from './support/served.ts'
import { aDeposit, aLink, aShop, ask, operator } from './support/shop.ts'

// Compressed, with all that it loads, a page has 40 KiB at most: a list with 50 rows, too. `npm test` looks at lists of
// fewer, in Chinese, whose characters weigh more.

const bytesMax = 40 * 1024
const rows = [...Array(isFullForm ? 50 : 10).keys()]

let filled: System
let addresses: readonly Address[]
beforeAll(async () => {
  filled = await aFilledDesk()
  const all = addressesOf(filled)
  addresses = isFullForm ? all : oneOfEachPage(all)
  await eachOf(rows, fillRow)
})
afterAll(() => filled.close())

describe.each(isFullForm ? ['zh-TW', 'en'] : ['zh-TW'])('in %s', (language) => {
  test('every page has 40 KiB at most', async () => {
    const weights = await eachOf(addresses, async ({ to }) => [to, await weightOf(to, language)])
    expect(weights.filter(([, bytes = 0]) => Number(bytes) > bytesMax)).toEqual([])
  })
})

// A row more for each list, with names and numbers of its own.
async function fillRow(n: number): Promise<void> {
  const { shop, bank } = filled
  const name = memberName()
  const more = { member_no: randomUUID().slice(0, 12), member_name: name, payer_name: name }
  const { trade_no: tradeNo } = await aLink(shop, 100 + n, more)
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/take`, {})
  const account = { bank_account: bank.later.id }
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/match`, account)
  if (n % 2 === 0) await ask('ann:agent', 'POST', `/collections/${tradeNo}/settle`, {})
  await aDeposit(bank.main.id, 7_000 + n, String(10_000 + n), { counterpartyName: memberName() })
  await shop.call('payouts', {
    serial_no: randomUUID(),
    amount: 100 + n,
    payee_name: memberName(),
    payee_bank: '臺灣銀行',
    payee_account: `00${randomUUID().replace(/\D/g, '')}`,
  })
  const { uid } = await aShop(memberName())
  await ask(operator, 'POST', `/merchants/${uid}/secret`, {})
  const hold = { trade_no: tradeNo, reason: memberName(), case_no: randomUUID().slice(0, 8) }
  await ask(operator, 'POST', '/holds', hold)
  await ask(operator, 'POST', '/products', {
    sku: randomUUID(),
    name: memberName(),
    currency: 'HKD',
    price_hkd_cents: 100 + n,
  })
}

const nameCharacters = [
  ...'王李張劉陳楊黃趙吳周徐孫馬朱胡郭何林高羅鄭梁謝宋唐許鄧韓馮曹彭曾蕭田董潘袁蔡蔣余于杜葉程魏蘇呂丁沈任姚盧傅鍾姜',
  ...'明國華建文平志偉東海強曉生光林小民永杰軍金健一洋玉英芳芬秀娟慧巧美娜靜淑惠珠翠雅芝萍紅月彩春菊蘭鳳潔梅琳素雲',
]

function memberName(): string {
  const any = () => nameCharacters[Math.floor(Math.random() * nameCharacters.length)]
  return [any(), any(), any()].join('')
}

const loaded = new Map<string, Promise<number>>()

/** The bytes of a page, its files and its frames, each compressed. */
async function weightOf(to: string, language: string): Promise<number> {
  const { html } = await served(operator, to, language)
  const loads = [...html.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]+)"/g)]
  expect(loads.length).toBeGreaterThanOrEqual(2)
  const addresses = new Set(loads.map(([, address = '']) => address))
  const files = await Promise.all([...addresses].map(fileBytes))
  const framed = [...html.matchAll(/<iframe[^>]*src="([^"]+)"/g)].map(([, src = '']) => src)
  const frames = await Promise.all(framed.map((src) => weightOf(unescaped(src), language)))
  return [...files, ...frames].reduce((sum, bytes) => sum + bytes, gzipSync(html).length)
}

// A module with what it imports.
function fileBytes(address: string): Promise<number> {
  const load = async () => {
    const answer = await fetch(inject('deskUrl') + address)
    expect([address, answer.status]).toEqual([address, 200])
    const text = await answer.text()
    const imported = text.matchAll(/^(?:import|} from)\b[^'"]*['"]([^'"]+)['"]/gm)
    const others = [...imported].map(([, from = '']) => new URL(from, `http://desk${address}`))
    const bytes = await Promise.all(others.map(({ pathname }) => fileBytes(pathname)))
    return bytes.reduce((sum, one) => sum + one, gzipSync(text).length)
  }
  const known = loaded.get(address) ?? load()
  loaded.set(address, known)
  return known
}
