import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { postLine } from '../../../scripts/local/made-up-bank.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import type { Person } from '../support/people.ts'
import { approved, type Crew, type Day, go, reloadedUntil } from './crew.ts'
import type { DayMerchant } from './register.ts'

/** The agent takes an order that waits and gives it the account. */
export async function anAgentMatches(
  day: Day,
  { ann }: Crew,
  tradeNo: string,
  account: number,
): Promise<void> {
  await openOnDesk(day, ann, '/desk', tradeNo)
  await day.hands.press(ann.page, '#take button')
  await ann.page.locator('#release').waitFor()
  await day.hands.check(ann.page, `#account-${account}`)
  await day.hands.press(ann.page, '#match button')
  await ann.page.locator('.notice.done', { hasText: /已指定帳戶|The account is given/ }).waitFor()
}

/** The agent settles an order with the only transaction that fits. */
export async function anAgentSettles(day: Day, { ann }: Crew, tradeNo: string): Promise<void> {
  await openOnDesk(day, ann, '/desk', tradeNo)
  await day.hands.check(ann.page, '#settle .offer input')
  await day.hands.press(ann.page, '#settle button')
  await ann.page.locator('.notice.done').waitFor()
}

/** Opens an order on the agent’s desk. */
async function openOnDesk(day: Day, person: Person, desk: string, tradeNo: string) {
  await go(day, person, desk)
  await day.hands.press(person.page, `#open-${tradeNo}`)
  await person.page.locator('#panel-order').waitFor()
}

/** An operator imports the day’s statement with one deposit. */
export async function aStatementIsImported(
  day: Day,
  { olga }: Crew,
  { account, amount }: { readonly account: number; readonly amount: number },
): Promise<void> {
  const { hands } = day
  const { page } = olga
  await go(day, olga, '/bank-accounts')
  await hands.press(page, `main a[href="/bank-accounts/${account}"]`)
  await hands.press(page, '#statement-open > summary')
  const [date, time] = secondsToTaipei(Math.floor(Date.now() / 1000)).split(' ')
  const header = '日期,時間,金額,餘額,備註,對方帳號,對方名稱'
  const line = `${date},${time},${amount},${amount + 1_000},轉入,0040012367890,王小明`
  const buffer = Buffer.from([header, line, ''].join('\r\n'))
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer }
  await hands.give(page, '#statement input[type=file]', file)
  if (day.javaScriptEnabled === false) {
    await hands.press(page, '#statement button[name=dry_run]')
    await page.locator('#plan').waitFor()
    await hands.give(page, '#statement input[type=file]', file)
  }
  await page.locator('#plan').waitFor()
  await hands.press(page, '#statement-result button[form=statement]')
  await page.waitForURL(/\/imports\/\d+$/)
  await reloadedUntil(page, '#import-state .badge.done')
}

/** The bank’s feed tells of money that came in, or left. */
export async function theBankTells(day: Day, account: number, amount: number): Promise<void> {
  await postLine(day.server, account, {
    amount,
    externalId: randomUUID(),
    counterpartyAccount: '0040012367890',
    counterpartyName: '王小明',
    memo: '轉帳',
  })
}

/** An operator looks at the order, whose callback has arrived, and at what it told: `sent` is what the merchant got. */
export async function theCallbackIsSeen(
  day: Day,
  { olga }: Crew,
  tradeNo: string,
  sent: () => Readonly<Record<string, unknown>>,
): Promise<void> {
  await go(day, olga, '/collections')
  await day.hands.press(olga.page, `main th a[href="/collections/${tradeNo}"]`)
  await olga.page.waitForURL(`**/collections/${tradeNo}`)
  const callback = `#cb_${tradeNo}`
  await reloadedUntil(olga.page, `${callback} .badge.done`)
  await day.hands.press(olga.page, `${callback} summary`)
  // Each attempt adds its own signature and time.
  const { sign: _sign, timestamp: _timestamp, ...told } = sent()
  const facts = olga.page.locator(`${callback} .facts`)
  const names = await facts
    .locator('dt')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
  expect(names).toEqual(Object.keys(told))
  expect(await facts.locator('dd').allTextContents()).toEqual(Object.values(told).map(String))
}

/** The merchant asks for a payout, the agent pays it, and books it with the debit. */
export async function aPayoutGoesOut(
  day: Day,
  { ann }: Crew,
  shop: DayMerchant,
  { account, amount }: { readonly account: number; readonly amount: number },
): Promise<string> {
  const { trade_no: tradeNo } = await shop.call('payouts', {
    serial_no: `P-${randomUUID().slice(0, 8)}`,
    amount,
    payee_name: '林美玲',
    payee_bank: '臺灣銀行',
    payee_account: '0040012367890',
    notify_url: day.receiver.ok,
  })
  await openOnDesk(day, ann, '/desk/payouts', tradeNo)
  await day.hands.press(ann.page, '#take button')
  await ann.page.locator('#release-open').waitFor()
  await theBankTells(day, account, -amount)
  await openOnDesk(day, ann, '/desk/payouts', tradeNo)
  await day.hands.check(ann.page, '#process .offer input')
  await day.hands.check(ann.page, `#account-${account}`)
  await day.hands.press(ann.page, '#process button')
  await ann.page.locator('.notice.done').waitFor()
  return tradeNo
}

/** An operator takes a settlement back that was the wrong order’s; by its amount, another one has to approve it. */
export async function aWrongMatchIsReversed(day: Day, crew: Crew, tradeNo: string): Promise<void> {
  const { hands } = day
  const { page } = crew.olga
  await hands.fill(page, '#search', tradeNo)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/collections/${tradeNo}`)
  await hands.press(page, '#reverse-open > summary')
  await hands.pick(page, '#reverse select[name=because]', 'wrong_match')
  await hands.fill(page, '#reverse [name=reason]', '入帳對錯訂單')
  await hands.press(page, '#reverse button')
  await approved(day, crew)
  await crew.otto.page.waitForURL(`**/collections/${tradeNo}`)
  // By default a callback means money, and the merchant has to be told in another way.
  expect(await crew.otto.page.locator('#notices .notice.care b').count()).toBe(1)
}
