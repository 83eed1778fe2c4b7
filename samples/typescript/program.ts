// Tries the sample: `sign`, `story`, `payout <number> <amount>`, `settlement`, `listen <port>`, with
// PAY_API, PAY_UID, PAY_SECRET, PAY_OTHER_SECRET, PAY_PORT, PAY_NOTIFY, PAY_STORE.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import {
  type Account,
  answerCallback,
  bodyOf,
  type Callback,
  call,
  createCollection,
  createLink,
  createPayout,
  dollars,
  findCollection,
  findPayout,
  hundredths,
  isRefused,
  OutcomeUnknown,
  queryPricing,
  queryStatement,
  Refused,
  reconcile,
  resendCallback,
  sign,
  textsOf,
  withdraw,
} from './pay.ts'
import { OrderStore, taipeiDay } from './store.ts'

const account: Account = {
  api: process.env.PAY_API ?? 'http://127.0.0.1:8787',
  uid: process.env.PAY_UID ?? 'TEST0001',
  secret: process.env.PAY_SECRET ?? 'test-secret-for-local-use-only',
  otherSecret: process.env.PAY_OTHER_SECRET,
}
const store = new OrderStore(process.env.PAY_STORE ?? 'orders.jsonl')
const ownPort = process.env.PAY_PORT ?? '8799'
const [command, port = ownPort] = process.argv.slice(2)
const isLocal = /^http:..(127\.0\.0\.1|localhost)\b/.test(account.api)
/** Where callbacks of payouts go: to `listen`, which a service elsewhere does not reach. */
const notifyUrl = process.env.PAY_NOTIFY ?? (isLocal ? `http://127.0.0.1:${ownPort}/notify` : '')

// A line says what to do about a refusal, or a port that is taken; a trace would not.
process.on('uncaughtException', (problem) => {
  const isPlain = problem instanceof Refused || problem instanceof OutcomeUnknown
  wrong(isPlain || 'syscall' in problem ? problem.message : (problem.stack ?? ''))
})

if (command === 'sign') await signLines()
else if (command === 'story') await story()
else if (command === 'payout') await payout(...process.argv.slice(3))
else if (command === 'settlement') await settlement()
else if (command === 'listen') receive(tellActed).listen(Number(port), '127.0.0.1')
else {
  console.error('node program.ts sign | story | payout | settlement | listen <port>')
  process.exitCode = 2
}

/** The receiver: a server whose `POST /notify` takes callbacks. */
function receive(act: (callback: Callback) => Promise<void>): Server {
  const answerTo = async (request: IncomingMessage) => {
    if (request.method !== 'POST' || request.url !== '/notify') {
      return { status: 404, text: 'not found' }
    }
    const raw = await bodyOf(request)
    return answerCallback(account, store, request.headers, raw, act)
  }
  return createServer(async (request, response) => {
    const { status, text } = await answerTo(request).catch(failed)
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  })
}

function failed(problem: unknown) {
  console.error(problem)
  return { status: 500, text: 'try again' }
}

async function tellActed(callback: Callback): Promise<void> {
  const { id, type, number, texts } = callback
  const difference = await store.book(callback)
  // `event` is present if the merchant receives all events.
  console.log(`acted ${id ?? '-'} ${texts.get('event') ?? type} ${number}`)
  console.log(`booked ${number} ${dollars(difference)}`)
}

/** From creating an order to finding its money in the ledger, against the sandbox. */
async function story(): Promise<void> {
  let came: (told: readonly [Callback, number]) => void = () => {}
  const callback = new Promise<readonly [Callback, number]>((resolve) => {
    came = resolve
  })
  const server = receive(async (callback) => came([callback, await store.book(callback)]))
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  const late = setTimeout(() => wrong('no callback within 60 s'), 60_000)

  const notify_url = `http://127.0.0.1:${port}/notify`
  const orderid = `TS-${randomUUID()}`
  const order = {
    orderid,
    amount: '100.50',
    notify_url,
    user_name: '王小明',
    extra: { 備註: 'a/b' },
  }
  store.place(`collection ${orderid}`)
  const created = await createCollection(account, order)
  store.created(`collection ${orderid}`, created.trade_no)
  tell('create', { orderid, trade_no: created.trade_no, amount: created.amount })
  expect('amount', hundredths(created.amount), 10050)
  await call(account, 'collections', order).then(
    () => wrong('a number was taken twice'),
    (problem) => expect('refused', isRefused(problem, 'duplicate_orderid'), true),
  )

  const found = await findCollection(account, orderid)
  tell('query', { status: found?.status, trade_no: found?.tradeNo })
  expect('status', found?.status, 'PENDING')
  expect('an unknown order', await findCollection(account, `${orderid}-0`), null)

  const member = { member_no: 'M1', member_name: '王小明', payer_account_last5: '12345' }
  const linkOrder = { merchant_order_no: `${orderid}-L`, amount: '500', notify_url, ...member }
  store.place(`link ${linkOrder.merchant_order_no}`)
  const link = await createLink(account, linkOrder)
  tell('link', { url: link })
  expect('the same link again', await createLink(account, linkOrder), link)

  const { data } = await call(account, 'sandbox/outcome', { orderid, outcome: 'paid' })
  tell('outcome', { outcome: data.outcome, status: data.status, events: data.events })

  const [paid, difference] = await callback
  const trade_no = paid.texts.get('trade_no')
  tell('callback', { webhook_id: paid.id, trade_no, paid: await paid.amount() })
  expect('trade_no', trade_no, created.trade_no)
  expect('number', paid.number, orderid)
  expect('what is to book', difference, 10050)

  const day = taipeiDay() // of the callback, not of its `paid_at`
  const differences = await reconcile(account, day, await store.books(day))
  const ours = differences.find((one) => one.number === created.trade_no)
  tell('ledger', { day, balanced: true, found: !ours, differences: differences.length })
  expect('the difference', ours, undefined)

  const resent = await resendCallback(account, { orderid })
  tell('resend', { type: resent.type, webhook_id: resent.callback_id })
  expect('what is sent again', resent.callback_id, paid.id)
  clearTimeout(late)
  server.close().closeAllConnections()
}

/** Creates a payout, or finds the one that has that number, and looks it up. */
async function payout(serial_no = `P-${randomUUID()}`, amount = '100.50'): Promise<void> {
  const payee = { payee_name: '王小明', payee_bank: '004', payee_account: '012345678901' }
  const order = { serial_no, amount, notify_url: notifyUrl, ...payee }
  store.place(`payout ${serial_no}`)
  const created = await createPayout(account, order)
  store.created(`payout ${serial_no}`, created.trade_no)
  tell('payout', { serial_no, trade_no: created.trade_no, status: created.status })

  const found = await findPayout(account, serial_no)
  tell('query', { status: found?.status })
  expect('trade_no', found?.tradeNo, created.trade_no)
}

/** From the price to the statement that a withdrawal closes. */
async function settlement(): Promise<void> {
  const { version } = await queryPricing(account)
  tell('pricing', { version })

  const serial_no = `W-${randomUUID()}`
  store.place(`payout ${serial_no}`)
  const { amount, status, trade_no } = await withdraw(account, serial_no)
  store.created(`payout ${serial_no}`, trade_no)
  tell('withdrawal', { serial_no, amount, status })

  // The open statement starts where the closed one ends.
  const open = await queryStatement(account)
  const closed = await queryStatement(account, open.number - 1)
  const { number, state, withdrawal } = closed
  tell('statement', { number, state, withdrawal })
  expect('state', state, 'closed')
  expect('withdrawal', withdrawal, serial_no)
  expect('the next opening', JSON.stringify(open.opening), JSON.stringify(closed.closing))
}

function tell(step: string, values: object): void {
  console.log(JSON.stringify({ step, ...values }))
}

function expect(what: string, came: unknown, expected: unknown): void {
  if (came !== expected)
    wrong(`${what} is ${JSON.stringify(came)}, not ${JSON.stringify(expected)}`)
}

function wrong(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** Signs each line of standard input: `{"fields": {...}, "secret": "..."}`. */
async function signLines(): Promise<void> {
  let rest = ''
  for await (const part of process.stdin.setEncoding('utf8')) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) console.log(signLine(line))
  }
  if (rest !== '') console.log(signLine(rest))
}

function signLine(line: string): string {
  try {
    const { fields, secret } = JSON.parse(line)
    if (typeof secret !== 'string') throw new TypeError('secret is no text')
    if (Object.prototype.toString.call(fields) !== '[object Object]') {
      throw new TypeError('fields is no object')
    }
    return sign(textsOf(textsOf(line).get('fields') ?? ''), secret)
  } catch (problem) {
    return `error: ${problem instanceof Error ? problem.message.replaceAll('\n', ' ') : problem}`
  }
}
