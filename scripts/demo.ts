import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from './command/problem.ts'
import { matchDeposit } from './demo/banking.ts'
import { sendExpecting } from './demo/http.ts'
import { chooseAmount, type DeskShop, merchantCalls, payByAmountLink } from './demo/links.ts'
import { matchAutomatically } from './demo/matching.ts'
import { type Receiver, startReceiver } from './demo/receiver-process.ts'
import { beginStory, expectEqual, patienceMs, type Story, until } from './demo/story.ts'
import { type LocalServer, startLocalServer } from './local/server.ts'

// Runs the whole story over HTTP on a new server with a new database. Exits with 1 when a step fails.

const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-demo-'))
try {
  console.log('Starting both Workers on free ports, with an empty database …')
  const server = await startLocalServer({
    port: 0,
    backofficePort: 0,
    stateDir,
    sweepSeconds: 5,
    allowPrivateCallbacks: true,
  })
  const story = beginStory()
  try {
    const shop = await openShop(server, story)
    try {
      await topUp(shop, story)
      await payCollection(shop, story)
      await makePayout(shop, story)
      await cancelPayout(shop, story)
      await resendCallback(shop, story)
      await matchDeposit(shop, story)
      await matchAutomatically(shop, story)
    } finally {
      shop.receiver.stop()
    }
    console.log(`\nThe story is complete: ${story.steps()} steps, each with the expected result.`)
  } catch (error) {
    console.error(`\n${reasonOf(error)}\n`)
    console.error(server.logs())
    process.exitCode = 1
  } finally {
    await server.stop()
  }
} finally {
  await rm(stateDir, { recursive: true, force: true })
}

/** The merchant of the story, its receiver, and the back office. */
type Shop = DeskShop & {
  readonly uid: string
  readonly receiver: Receiver
  readonly backofficeUrl: string
}

async function openShop({ payUrl, backofficeUrl }: LocalServer, { step }: Story): Promise<Shop> {
  const uid = 'SHOP0001'
  const post = (status: number, path: string, body: object) => {
    const url = `${backofficeUrl}/api/${path}`
    return sendExpecting(status, { method: 'POST', url, json: JSON.stringify(body) })
  }
  const { api_secret: secret } = await step(
    'The back office creates a merchant',
    () => post(201, 'merchants', { uid, name: 'Tea Shop' }),
    (merchant) => `uid ${merchant.uid}, API secret shown once: ${merchant.api_secret.slice(0, 4)}…`,
  )
  const receiver = await step(
    "The merchant's receiver of callbacks starts, a separate process",
    () => startReceiver(secret),
    ({ url }) => url,
  )
  const call = merchantCalls({ payUrl, uid, secret })
  const backOffice = (path: string, body: object) => post(200, path, body)
  return { uid, receiver, notifyUrl: receiver.url, call, backOffice, backofficeUrl }
}

async function topUp(shop: Shop, story: Story): Promise<void> {
  const { orderid } = await payByAmountLink(shop, story)
  const fields = { orderid, merchant_order_no: 'TOPUP-1', paid_amount: 1000 }
  await expectCallback(shop, story, fields)
  await chooseAmount(shop, story)
}

async function payCollection(shop: Shop, { step }: Story): Promise<void> {
  const { call, backOffice, receiver } = shop
  const order = { orderid: 'A-1001', amount: 1280.5, notify_url: receiver.url }
  await step(
    'The merchant signs and creates a collection',
    () => call('collections', { ...order, user_name: '王小明', extra: { table: 7 } }),
    ({ data }) => `accepted: id ${data.id}, status ${data.status}, amount ${data.amount}`,
  )
  const query = () => call('collections/status', { orderid: order.orderid })
  const { tradeNo } = await step(
    'The merchant queries the status',
    async () => {
      const report = await query()
      expectEqual('status', report.status, 'PENDING')
      expectEqual('callback_status', report.data.callback_status, 'none')
      return report
    },
    (report) => `${report.status}, platform number ${report.tradeNo}`,
  )
  await step(
    'The deposit has arrived: the back office settles the collection',
    () => backOffice(`collections/${tradeNo}/settle`, {}),
    (settled) => `status ${settled.status}, paid ${settled.paid_amount}`,
  )
  await expectCallback(shop, { step }, { orderid: order.orderid, paid_amount: order.amount })
  await step(
    'The merchant queries the status again',
    async () => {
      const report = await until(query, ({ data }) => data.callback_status === 'success')
      expectEqual('status', report.status, 'PAID')
      expectEqual('paid', report.paid, order.amount)
      return report
    },
    ({ status, data }) => `${status}, callback ${data.callback_status}`,
  )
  await expectBalance(
    shop,
    { step },
    { title: 'The balance shows the money', balances: [2280.5, 0] },
  )
}

async function makePayout(shop: Shop, { step }: Story): Promise<void> {
  const { call, backOffice, receiver } = shop
  const payout = { serial_no: 'P-2001', amount: 300, payee_name: '林小姐' }
  await step(
    'The merchant creates a payout',
    () => call('payouts', { ...payout, payee_account: '0123456789', notify_url: receiver.url }),
    ({ data }) => `accepted: status ${data.status}, amount ${data.amount}`,
  )
  await expectBalance(shop, { step }, { title: 'Its amount is frozen', balances: [1980.5, 300] })
  const { tradeNo } = await call('payouts/status', { serial_no: payout.serial_no })
  await step(
    'The payout is paid: the back office processes it',
    () => backOffice(`payouts/${tradeNo}/process`, { voucher_no: 'V-77' }),
    (processed) => `status ${processed.status}, paid out ${processed.actual_amount}`,
  )
  await expectCallback(shop, { step }, { serial_no: payout.serial_no, actual_amount: 300 })
  await expectBalance(
    shop,
    { step },
    { title: 'The frozen money has left the books', balances: [1980.5, 0] },
  )
}

async function cancelPayout(shop: Shop, { step }: Story): Promise<void> {
  const { call, backOffice, receiver } = shop
  const serial_no = 'P-2002'
  const addresses = { notify_url: 'http://127.0.0.1:9/never', reverse_url: receiver.url }
  await call('payouts', { serial_no, amount: 80, payee_name: '陳先生', ...addresses })
  const { tradeNo } = await call('payouts/status', { serial_no })
  await step(
    'The back office cancels another payout',
    () => backOffice(`payouts/${tradeNo}/cancel`, { reason: 'account closed' }),
    (cancelled) => `status ${cancelled.status}`,
  )
  await expectCallback(shop, { step }, { serial_no, status: 'failed', actual_amount: 0 })
  await expectBalance(
    shop,
    { step },
    { title: 'Its amount is available again', balances: [1980.5, 0] },
  )
}

async function resendCallback(shop: Shop, { step }: Story): Promise<void> {
  await step(
    'The merchant requests the first callback again',
    () => shop.call('callbacks/retry', { type: 'collection', orderid: 'A-1001' }),
    ({ data }) => `${data.callback_id}, ${data.attempts} attempt so far`,
  )
  await expectCallback(shop, { step }, { orderid: 'A-1001', status: 'success' })
}

async function expectCallback(
  { receiver }: Shop,
  { step }: Pick<Story, 'step'>,
  expected: Readonly<Record<string, string | number>>,
): Promise<void> {
  await step(
    'The callback reaches the merchant, which verifies both signatures and answers success',
    async () => {
      const received = await receiver.next(patienceMs)
      expectEqual('sign verified', received.sign_ok, true)
      expectEqual('webhook-signature verified', received.webhook_ok, true)
      for (const [name, value] of Object.entries(expected)) {
        expectEqual(name, received.body[name], value)
      }
      return received
    },
    ({ id, attempt, body }) => `${id}: ${body.type} ${body.status}, attempt ${attempt}`,
  )
}

type ExpectedBalance = { readonly title: string; readonly balances: readonly [number, number] }

async function expectBalance(
  { call }: Shop,
  { step }: Pick<Story, 'step'>,
  { title, balances: [available, frozen] }: ExpectedBalance,
): Promise<void> {
  await step(
    title,
    async () => {
      const { balance, balance1 } = await call('balance', {})
      expectEqual('available', balance, available)
      expectEqual('frozen', balance1, frozen)
      return { balance, balance1 }
    },
    ({ balance, balance1 }) => `available ${balance}, frozen ${balance1}`,
  )
}
