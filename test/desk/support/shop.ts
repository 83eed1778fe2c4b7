import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { until } from '../../../scripts/demo/story.ts'
import { bankToken } from '../../../scripts/local/demo-accounts.ts'
import { type BankLine, postLine } from '../../../scripts/local/made-up-bank.ts'

// What pages are about, made through the APIs, so that a test of a page begins where its page does.

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of an answer, and fails where it is not there
export type Body = any

export const operator = 'olga:operator'
export const secondOperator = 'otto:operator'

/** Makes a call of the back office's API as somebody; throws the answer unless it is carried out or waits. */
export async function ask(
  actor: string,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const response = await answered(() =>
    fetch(`${inject('deskUrl')}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-local-actor': actor },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const answer: Body = await response.json()
  if (response.ok) return answer
  throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
}

// A server that stands still is ended after 45 s and started again.
const repeatsMs = 75_000
const waitSecondsMax = 5

/**
 * Repeats what is answered 503, as a client does: on a busy machine the database is overloaded at times, and a server that
 * stands still is started again.
 */
export async function answered(send: () => Promise<Response>): Promise<Response> {
  for (const deadline = Date.now() + repeatsMs; ; ) {
    const response = await send()
    if (response.status !== 503 || Date.now() > deadline) return response
    await response.body?.cancel()
    const told = Number(response.headers.get('retry-after') ?? 1)
    await sleep(1000 * Math.min(told, waitSecondsMax))
  }
}

/** Makes a call that waits for a second person, and has it approved: the answer that the approver gets. */
export async function askTwo(method: string, path: string, body?: object): Promise<Body> {
  const { approval_id: id } = await ask(operator, method, path, body)
  return ask(secondOperator, 'POST', `/approvals/${id}/approve`, {})
}

/** A merchant of the test's own, with its secret. */
export type Shop = {
  readonly uid: string
  readonly secret: string
  /** Calls the merchant API, signed. */
  readonly call: (path: string, fields: Fields) => Promise<Body>
}

/** Creates a merchant with a random uid, a real one unless `more` says that it is for tests. */
export async function aShop(name = '測試商戶', more: { test?: true } = {}): Promise<Shop> {
  const uid = `t${randomUUID().slice(0, 12)}`
  const { api_secret: secret } = await ask(operator, 'POST', '/merchants', { uid, name, ...more })
  return { uid, secret, call: (path, fields) => call(uid, secret, path, fields) }
}

/** Calls the merchant API, signed with a secret of the merchant. */
export async function call(
  uid: string,
  secret: string,
  path: string,
  fields: Fields,
): Promise<Body> {
  const response = await answered(() =>
    fetch(`${inject('deskPayUrl')}/api/v1/merchant/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signedJson(uid, secret, fields),
    }),
  )
  const answer: Body = await response.json()
  if (response.ok) return answer.data
  throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
}

/** Registers a bank account with a random number, which the made-up bank may post to. */
export async function anAccount(more: object = {}): Promise<Body> {
  const digits = randomUUID().replace(/\D/g, '').padEnd(12, '7').slice(0, 12)
  return askTwo('POST', '/bank-accounts', {
    bank_code: '013',
    account_no: digits,
    holder_name: '大安商行',
    feeds: [bankToken],
    statement_format: 'demo_utf8',
    ...more,
  })
}

/** A deposit that the bank's feed tells, from an account that ends in those digits; returns the transaction. */
export function aDeposit(
  account: number,
  amount: number,
  last5 = '67890',
  more: LineText = {},
): Promise<Body> {
  return aLine(account, amount, { counterpartyAccount: `00998765${last5}`, ...more })
}

/** Money that has left to an account, as the bank's feed tells it; returns the transaction. */
export function aDebit(
  account: number,
  amount: number,
  payeeAccount: string,
  more: LineText = {},
): Promise<Body> {
  return aLine(account, -amount, { counterpartyAccount: payeeAccount, ...more })
}

/** What a bank tells beside the amount. */
export type LineText = Partial<Omit<BankLine, 'amount' | 'externalId'>>

function aLine(account: number, amount: number, more: LineText): Promise<Body> {
  const told = { counterpartyAccount: '', counterpartyName: '王小明', memo: '轉帳' }
  const line = { ...told, amount, externalId: randomUUID(), ...more }
  return postLine({ backofficeUrl: inject('deskUrl') }, account, line)
}

/** Imports a statement, whosever lines it has, and waits until it is done; returns the import. */
export async function importOf(account: number, file: string): Promise<Body> {
  const url = `${inject('deskUrl')}/api/bank-accounts/${account}/statements?this_account=1`
  const headers = { 'content-type': 'text/csv', 'x-local-actor': operator }
  const answer: Body = await (await fetch(url, { method: 'POST', headers, body: file })).json()
  const shown = (): Promise<Body> => ask(operator, 'GET', `/imports/${answer.import_id}`)
  return until(shown, ({ state }) => state === 'done')
}

/** Books a balance in dollars to a merchant's available money; from the amount of approvals, with a second person. */
export async function openBalance({ uid }: Shop, amount: number): Promise<void> {
  const body = { amount, bucket: 'available', reason: 'opening', idempotency_key: randomUUID() }
  const booked = await ask(operator, 'POST', `/merchants/${uid}/adjustments`, body)
  const { approval_id: id } = booked
  if (id !== undefined) await ask(secondOperator, 'POST', `/approvals/${id}/approve`, {})
}

/** A payment link with a fixed amount: its collection waits for an account. The member's account ends in 67890. */
export function aLink(shop: Shop, amount: number, more: Fields = {}): Promise<Body> {
  return shop.call('payment-links/amount', {
    merchant_order_no: `M-${randomUUID().slice(0, 8)}`,
    amount,
    member_no: 'member-7',
    member_name: '王小明',
    payer_bank_name: '臺灣銀行',
    payer_account_no: '004-0012367890',
    notify_url: 'http://127.0.0.1:9/notify',
    return_url: 'https://shop.example/back',
    ...more,
  })
}

/** A payout that waits. Its payee's account ends in 67890. */
export async function aPayout(shop: Shop, amount: number, more: Fields = {}): Promise<Body> {
  const serial = `P-${randomUUID().slice(0, 8)}`
  const { trade_no, tradeNo } = await shop.call('payouts', {
    serial_no: serial,
    amount,
    payee_name: '林美麗',
    payee_bank: '玉山銀行',
    payee_account: '808-001267890',
    channel: 'bank_transfer',
    notify_url: 'http://127.0.0.1:9/notify',
    reverse_url: 'http://127.0.0.1:9/reverse',
    ...more,
  })
  return { serial_no: serial, trade_no: trade_no ?? tradeNo, amount }
}
