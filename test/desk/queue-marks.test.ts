import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { moneyText } from '../../src/units/money.ts'
import { keepPicture } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { openAs } from './support/pages.ts'
import { linksOf, served } from './support/served.ts'
import {
  aDebit,
  aDeposit,
  aLink,
  anAccount,
  aPayout,
  aShop,
  ask,
  openBalance,
  operator,
} from './support/shop.ts'

// What a row of the queue says of its order's money, and of a hold.

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

/** The texts of the rows of a queue by their orders. */
async function rowsOf(
  to: string,
  language: string,
  actor = 'ann:agent',
): Promise<ReadonlyMap<string, string>> {
  const { html } = await served(actor, to, language)
  const rows = html.matchAll(/<li id="waits-([^"]*)"[^>]*>(.*?)<\/li>/gs)
  return new Map([...rows].map(([, tradeNo = '', row = '']) => [tradeNo, textOf(row)]))
}

test('rows of collections say another amount, deposits that add up, and a hold', async () => {
  const [account, shop] = await Promise.all([anAccount(), aShop()])
  const amount = anOwnAmount(1_000, 9_000)
  const aMatchedOrder = async (paid: readonly number[]) => {
    const last5 = String(randomInt(10_000, 99_999))
    const payer = { payer_account_no: `004-00123${last5}`, member_no: randomUUID() }
    const { trade_no: tradeNo } = await aLink(shop, amount, payer)
    await ask(operator, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
    for (const sum of paid) await aDeposit(account.id, sum, last5)
    return { tradeNo, payer }
  }
  const wrong = await aMatchedOrder([amount - 10])
  const split = await aMatchedOrder([amount - 200, 150, 50])
  const held = await aMatchedOrder([])
  await ask(operator, 'POST', '/holds', {
    merchant_uid: shop.uid,
    user_id: held.payer.member_no,
    reason: '詐騙通報',
  })
  const queue = `/desk?show=matched&bank_account=${account.id}`
  const [zh, en] = [await rowsOf(queue, 'zh-TW'), await rowsOf(queue, 'en')]
  const marks = { [wrong.tradeNo]: ['金額不符', 'Other amount'] as const }
  const all = { ...marks, [split.tradeNo]: ['多筆合計相符', 'Several, same sum'] as const }
  for (const [tradeNo, [chinese, english]] of Object.entries(all)) {
    expect(zh.get(tradeNo)).toContain(chinese)
    expect(en.get(tradeNo)).toContain(english)
    expect(zh.get(tradeNo)).not.toContain('管制')
  }
  // They are one choice.
  const open = await served(operator, `/desk?order=${split.tradeNo}`, 'en')
  expect(open.html).toContain('Choose these 3: together NT$')
  const all3 = linksOf(open).find((to) => to.includes('%2C')) ?? ''
  const { html } = await served(operator, all3, 'en')
  expect(html.match(/name="bank_transactions" value="\d+" checked/g)).toHaveLength(3)
  const ofAccount = `in=doubt&bank_account=${account.id}`
  const judged = await served(operator, all3.replace('?', `?${ofAccount}&`), 'en')
  expect(judged.html.match(/id="open-doubt-\d+"[^>]*aria-current="true"/g)).toHaveLength(3)
  expect([zh.get(held.tradeNo), en.get(held.tradeNo)]).toEqual([
    expect.stringContaining('管制'),
    expect.stringContaining('Held'),
  ])
})

test('a row of a payout says that its debit is booked already', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  const amount = anOwnAmount(50_000, 900_000)
  await openBalance(shop, 2 * amount)
  const payee = { payee_account: `808-0012${randomInt(10_000, 99_999)}` }
  const [paid, other] = [await aPayout(shop, amount, payee), await aPayout(shop, amount - 1, payee)]
  await aDebit(account.id, amount, payee.payee_account)
  // Of other tests' payouts, older ones may fill the list.
  for (const { trade_no } of [paid, other]) {
    await ask('pam:agent', 'POST', `/payouts/${trade_no}/take`, {})
  }
  for (const [language, word] of [
    ['zh-TW', '已扣款'],
    ['en', 'Debited'],
  ] as const) {
    const rows = await rowsOf('/desk/payouts?who=mine', language, 'pam:agent')
    expect(rows.get(paid.trade_no)).toContain(word)
    expect(rows.get(other.trade_no)).not.toContain(word)
  }
})

test('money of two orders or of another name is not ready in the queue, a search and its page', async () => {
  const [account, shop] = await Promise.all([anAccount(), aShop()])
  const amount = anOwnAmount(1_000, 9_000)
  const aPaid = async (orders: number, counterpartyName: string) => {
    const last5 = String(randomInt(10_000, 99_999))
    const made = []
    for (let n = 0; n < orders; n += 1) {
      const payer = { payer_account_no: `004-00123${last5}`, member_no: randomUUID() }
      const { trade_no: tradeNo } = await aLink(shop, amount, payer)
      await ask(operator, 'POST', `/collections/${tradeNo}/match`, { bank_account: account.id })
      made.push(tradeNo)
    }
    await aDeposit(account.id, amount, last5, { counterpartyName })
    return made.map((tradeNo) => ({ tradeNo, last5 }))
  }
  const [one, other] = await aPaid(2, '王小明')
  const [strange] = await aPaid(1, '許文彬')
  const [fine] = await aPaid(1, '王○明')
  const all = [
    [one, '款項待判斷', 'Money to judge'],
    [other, '款項待判斷', 'Money to judge'],
    [strange, '戶名不同', 'Other name'],
    [fine, '可入帳', 'Ready'],
  ] as const
  const queue = `/desk?bank_account=${account.id}`
  for (const [place, language] of ['zh-TW', 'en'].entries()) {
    const rows = await rowsOf(queue, language)
    const alone = await rowsOf(`${queue}&show=matched`, language)
    const found = await served(operator, `/search?q=${amount}`, language)
    for (const [order, ...words] of all) {
      const tradeNo = order?.tradeNo ?? ''
      const hit = found.html.split('<tr').findLast((row) => row.includes(tradeNo)) ?? ''
      for (const text of [rows.get(tradeNo), alone.get(tradeNo), textOf(hit)]) {
        expect(text).toContain(words[place])
      }
      const page = await served(operator, `/collections/${tradeNo}`, language)
      expect(textOf(page.html)).toContain(words[place])
    }
    // Nor is it an exact pair above the lists of a search.
    const twins = await served(operator, `/search?q=${one?.last5}`, language)
    expect(twins.html).toContain('class="notice care" id="nearest"')
    expect(textOf(twins.html)).toContain(
      ['2 筆訂單同樣符合這筆款項', '2 orders fit the same money'][place],
    )
    // Enter opens neither by itself.
    expect(twins.html).not.toMatch(/<a [^>]*autofocus/)
    const ready = await rowsOf(`${queue}&show=ready`, language, operator)
    expect([...ready.keys()]).toEqual([fine?.tradeNo])
  }
})

test('a deposit or a debit of another sum says by how much, and what books it', async () => {
  const [account, shop] = await Promise.all([anAccount(), aShop()])
  const amount = anOwnAmount(2_000, 9_000)
  const last5 = String(randomInt(10_000, 99_999))
  const payer = { payer_account_no: `004-00123${last5}`, member_no: randomUUID() }
  const { trade_no: short } = await aLink(shop, amount, payer)
  await ask('ann:agent', 'POST', `/collections/${short}/match`, { bank_account: account.id })
  await aDeposit(account.id, amount - 200, last5)
  await openBalance(shop, 2 * amount)
  const payee = { payee_account: `808-0012${last5}` }
  const { trade_no: paid } = await aPayout(shop, amount, payee)
  await aDebit(account.id, amount + 15, payee.payee_account)
  const sum = moneyText(amount)
  for (const [actor, to, zh, en] of [
    [operator, short, '少 NT$200 ', 'NT$200 less '],
    [operator, short, '勾選它，再勾選「實付少於', 'Tick it, then tick '],
    ['ann:agent', short, '由營運人員入帳', 'An operator settles it'],
    [operator, paid, `出款 ${sum} + 手續費 NT$15`, `paid ${sum} + fee NT$15`],
    [operator, paid, '其中 NT$15 是銀行手續費', 'NT$15 of it is the fee of the bank'],
  ] as const) {
    const path = to === paid ? `/payouts/${to}` : `/collections/${to}`
    expect(textOf((await served(actor, path, 'zh-TW')).html)).toContain(zh)
    expect(textOf((await served(actor, path, 'en')).html)).toContain(en)
    const viewport = { width: 390, height: 844 }
    await keepPicture(
      await openAs(actor, path, { locale: 'zh-TW', viewport }),
      `desk-other-sum-${to === paid ? 'out' : actor.slice(0, 3)}`,
    )
  }
  // Where rows follow nothing is missing; what is to be ticked stands below them.
  await aDeposit((await anAccount()).id, amount, last5)
  const { html } = await served(operator, `/collections/${short}`, 'zh-TW')
  expect(textOf(html)).not.toContain('目前沒有這個金額的銀行交易')
  expect(textOf(html)).toMatch(/其他帳戶的交易，金額與末五碼相符.*款項在另一個帳戶（.*）：仍入帳/s)
})
