import { randomUUID } from 'node:crypto'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import type { Examples, Filling } from './filled.ts'
import { aDebit, aDeposit, aShop, ask, type Body, type LineText, operator } from './shop.ts'

const ann = 'ann:agent'

/** Orders of both directions, in each state that they can be in, and transactions that they claim. */
export async function fillOrders(filling: Filling): Promise<{
  readonly collections: Examples
  readonly payouts: Examples
  readonly transactions: Examples
}> {
  const collections = await collectionsOf(filling)
  const payouts = await payoutsOf(filling)
  return {
    collections: collections.examples,
    payouts: payouts.examples,
    transactions: { claimed: collections.claimed, paid_out: payouts.claimed },
  }
}

async function collectionsOf(filling: Filling) {
  const { bank } = filling
  const [main, other, later] = [bank.main.id, bank.restricted.id, bank.later.id]
  const waiting = await aFilledLink(filling, 1_000)
  const taken = await aFilledLink(filling, 1_100)
  await move(taken, 'take')
  const matched = await matchedTo(filling, main, 1_200)
  await aDeposit(main, 1_200, '67890', lineOf(filling))
  const elsewhere = await matchedTo(filling, other, 1_300, 'bob:agent')
  const settled = await matchedTo(filling, main, 1_400)
  const line = await aDeposit(main, 1_400, '67890', lineOf(filling))
  await move(settled, 'settle', { bank_transactions: [line.id] })
  const unbacked = await matchedTo(filling, later, 1_500)
  await move(unbacked, 'settle', {})
  const exception = await matchedTo(filling, main, 1_600)
  await move(exception, 'exception', { reason: '金額不符' })
  const reversed = await matchedTo(filling, main, 1_700)
  const wrong = await aDeposit(main, 1_700, '67890', lineOf(filling))
  await move(reversed, 'settle', { bank_transactions: [wrong.id] })
  const because = { reason: '入帳對錯訂單', because: 'wrong_match' }
  await move(reversed, 'reverse', because, operator)
  const { trade_no: declared } = await aDeclared(filling)
  const expired = await anExpiredLink(filling)
  const left = { exception, expired, declared }
  const names = { waiting, taken, matched, elsewhere, settled, unbacked, reversed, ...left }
  return { examples: examplesOf(names), claimed: { id: String(line.id) } }
}

async function payoutsOf(filling: Filling) {
  const { bank } = filling
  const waiting = await aFilledPayout(filling, 500)
  const taken = await aFilledPayout(filling, 600)
  await move(taken, 'take', {}, ann, 'payouts')
  const process = async (amount: number) => {
    const tradeNo = await aFilledPayout(filling, amount)
    await move(tradeNo, 'take', {}, ann, 'payouts')
    const line = await aDebit(bank.main.id, amount, payeeAccount, lineOf(filling))
    const by = { bank_account: bank.main.id, bank_transactions: [line.id] }
    await move(tradeNo, 'process', by, ann, 'payouts')
    return { tradeNo, line }
  }
  const processed = await process(700)
  const reversed = await process(750)
  const back = { reason: '收款行退匯', because: 'money_returned' }
  await move(reversed.tradeNo, 'reverse', back, operator, 'payouts')
  const unbacked = await aFilledPayout(filling, 800)
  await move(unbacked, 'process', { reason: '臨櫃' }, operator, 'payouts')
  const cancelled = await aFilledPayout(filling, 900)
  await move(cancelled, 'take', {}, ann, 'payouts')
  await move(cancelled, 'cancel', { reason: '收款帳號有誤' }, ann, 'payouts')
  await aDebit(bank.main.id, 500, payeeAccount, lineOf(filling))
  const names = { waiting, taken, unbacked, cancelled }
  const all = { ...names, processed: processed.tradeNo, reversed: reversed.tradeNo }
  return { examples: examplesOf(all), claimed: { id: String(processed.line.id) } }
}

const payeeAccount = '00987654321012'

/** What the bank tells of whoever pays, or is paid. */
function lineOf({ texts }: Pick<Filling, 'texts'>): LineText {
  return { counterpartyName: texts.counterparty, memo: texts.memo }
}

/** A link of the filled shop; returns its collection’s number. */
export async function aFilledLink(
  { shop, receiver, texts }: Filling,
  amount: number,
  more: Fields = {},
): Promise<string> {
  const { trade_no } = await shop.call('payment-links/amount', {
    merchant_order_no: numberOf(texts.orderNo),
    amount,
    member_no: numberOf('member'),
    member_name: texts.member,
    payer_name: texts.payer,
    member_account: texts.member,
    member_phone: '0912345678',
    payer_bank_name: texts.bankName,
    payer_account_no: '004-0012367890',
    notify_url: receiver.ok,
    return_url: `https://shop.example/${texts.path}`,
    extra: texts.extra,
    ...more,
  })
  return trade_no
}

// Of a test merchant, whose links run out at once where it asks for that.
async function anExpiredLink(filling: Filling): Promise<string> {
  const shop = await aShop(filling.texts.merchant, { test: true })
  const tradeNo = await aFilledLink({ ...filling, shop }, 1_900)
  await shop.call('sandbox/outcome', { trade_no: tradeNo, outcome: 'expired' })
  return tradeNo
}

async function aFilledPayout(filling: Filling, amount: number): Promise<string> {
  const { shop, receiver, texts } = filling
  const { trade_no } = await shop.call('payouts', {
    serial_no: numberOf(texts.orderNo),
    amount,
    payee_name: texts.payee,
    payee_bank: texts.bankName,
    payee_account: payeeAccount,
    payment_tag: texts.tag,
    note: texts.note,
    notify_url: receiver.ok,
    extra: texts.extra,
  })
  return trade_no
}

/** A collection whose money the merchant has declared: it waits for the back office. */
function aDeclared({ shop, receiver, texts }: Filling): Promise<Body> {
  return shop.call('collections', {
    orderid: numberOf(texts.orderNo),
    amount: 2_000,
    status: 'succeeded',
    user_id: numberOf('member'),
    user_name: texts.member,
    notify_url: receiver.ok,
    member_bank_name: texts.bankName,
    counterparty_account: '0040012367890',
    extra: texts.extra,
  })
}

async function matchedTo(filling: Filling, account: number, amount: number, by = ann) {
  const tradeNo = await aFilledLink(filling, amount)
  await move(tradeNo, 'take', {}, by)
  await move(tradeNo, 'match', { bank_account: account }, by)
  return tradeNo
}

function move(
  tradeNo: string,
  action: string,
  body: object = {},
  by = ann,
  kind: 'collections' | 'payouts' = 'collections',
): Promise<Body> {
  return ask(by, 'POST', `/${kind}/${tradeNo}/${action}`, body)
}

function examplesOf(tradeNumbers: Readonly<Record<string, string>>): Examples {
  const all = Object.entries(tradeNumbers)
  return Object.fromEntries(all.map(([state, trade_no]) => [state, { trade_no }]))
}

function numberOf(start: string): string {
  return `${start}-${randomUUID().slice(0, 8)}`
}
