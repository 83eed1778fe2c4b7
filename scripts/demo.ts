import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedJson } from './client/merchant-client.ts'
import { aDepositIsMatched } from './demo/banking.ts'
import { type Body, sendExpecting } from './demo/http.ts'
import { aMemberPays, aMemberPicksAnAmount } from './demo/links.ts'
import { moneyIsMatchedByItself } from './demo/matching.ts'
import { type Receiver, startReceiver } from './demo/receiver-process.ts'
import { beginStory, expectEqual, patienceMs, type Story, until } from './demo/story.ts'
import { type LocalServer, startLocalServer } from './local/server.ts'

// Runs the whole story over HTTP, on a server and a database of its own. Exits with 1 when a step fails.

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
    const shop = await aShop(server, story)
    try {
      await aMemberTopsUp(shop, story)
      await aCollectionIsPaid(shop, story)
      await aPayoutIsMade(shop, story)
      await aPayoutIsCancelled(shop, story)
      await aCallbackIsResent(shop, story)
      const { backofficeUrl } = server
      const bankShop = { ...shop, backofficeUrl, notifyUrl: shop.receiver.url }
      await aDepositIsMatched(bankShop, story)
      await moneyIsMatchedByItself(bankShop, story)
    } finally {
      shop.receiver.stop()
    }
    console.log(`\nThat was the story: ${story.steps()} steps, each as it should be.`)
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}\n`)
    console.error(server.logs())
    process.exitCode = 1
  } finally {
    await server.stop()
  }
} finally {
  await rm(stateDir, { recursive: true, force: true })
}

/** The merchant of the story: its signed calls, its receiver, and calls of the back office. */
type Shop = {
  readonly uid: string
  readonly receiver: Receiver
  readonly call: (path: string, fields: object) => Promise<Body>
  readonly backOffice: (path: string, body: object) => Promise<Body>
}

async function aShop({ payUrl, backofficeUrl }: LocalServer, { step }: Story): Promise<Shop> {
  const uid = 'SHOP0001'
  const backOffice = (path: string, body: object) =>
    sendExpecting(200, 'POST', `${backofficeUrl}/api/${path}`, JSON.stringify(body))
  const { api_secret: secret } = await step(
    'The back office creates a merchant',
    () => {
      const merchant = JSON.stringify({ uid, name: 'Tea Shop' })
      return sendExpecting(201, 'POST', `${backofficeUrl}/api/merchants`, merchant)
    },
    (created) => `uid ${created.uid}, API secret shown once: ${created.api_secret.slice(0, 4)}…`,
  )
  const receiver = await step(
    "The merchant's server waits for callbacks, a process of its own",
    () => startReceiver(secret),
    ({ url }) => url,
  )
  const call = (path: string, fields: object) => {
    const body = signedJson(uid, secret, { ...fields })
    return sendExpecting(200, 'POST', `${payUrl}/api/v1/merchant/${path}`, body)
  }
  return { uid, receiver, call, backOffice }
}

async function aMemberTopsUp(shop: Shop, story: Story): Promise<void> {
  const linkShop = { ...shop, notifyUrl: shop.receiver.url }
  const { orderid } = await aMemberPays(linkShop, story)
  const fields = { orderid, merchant_order_no: 'TOPUP-1', paid_amount: 1000 }
  await aCallbackArrives(shop, story, fields)
  await aMemberPicksAnAmount(linkShop, story)
}

async function aCollectionIsPaid(shop: Shop, { step }: Story): Promise<void> {
  const { call, backOffice, receiver } = shop
  const order = { orderid: 'A-1001', amount: 1280.5, notify_url: receiver.url }
  await step(
    'The merchant signs a collection and sends it',
    () => call('collections', { ...order, user_name: '王小明', extra: { table: 7 } }),
    ({ data }) => `accepted: id ${data.id}, status ${data.status}, amount ${data.amount}`,
  )
  const query = () => call('collections/status', { orderid: order.orderid })
  const { tradeNo } = await step(
    'It asks for the status',
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
  await aCallbackArrives(shop, { step }, { orderid: order.orderid, paid_amount: order.amount })
  await step(
    'It asks for the status again',
    async () => {
      const report = await until(query, ({ data }) => data.callback_status === 'success')
      expectEqual('status', report.status, 'PAID')
      expectEqual('paid', report.paid, order.amount)
      return report
    },
    ({ status, data }) => `${status}, callback ${data.callback_status}`,
  )
  await theBalanceIs(shop, { step }, 'The balance shows the money', [2280.5, 0])
}

async function aPayoutIsMade(shop: Shop, { step }: Story): Promise<void> {
  const { call, backOffice, receiver } = shop
  const payout = { serial_no: 'P-2001', amount: 300, payee_name: '林小姐' }
  await step(
    'The merchant asks for a payout',
    () => call('payouts', { ...payout, payee_account: '0123456789', notify_url: receiver.url }),
    ({ data }) => `accepted: status ${data.status}, amount ${data.amount}`,
  )
  await theBalanceIs(shop, { step }, 'Its amount is frozen', [1980.5, 300])
  const { tradeNo } = await call('payouts/status', { serial_no: payout.serial_no })
  await step(
    'The money has gone out: the back office processes the payout',
    () => backOffice(`payouts/${tradeNo}/process`, { voucher_no: 'V-77' }),
    (processed) => `status ${processed.status}, paid out ${processed.actual_amount}`,
  )
  await aCallbackArrives(shop, { step }, { serial_no: payout.serial_no, actual_amount: 300 })
  await theBalanceIs(shop, { step }, 'The frozen money has left the books', [1980.5, 0])
}

async function aPayoutIsCancelled(shop: Shop, { step }: Story): Promise<void> {
  const { call, backOffice, receiver } = shop
  const serial_no = 'P-2002'
  const addresses = { notify_url: 'http://127.0.0.1:9/never', reverse_url: receiver.url }
  await call('payouts', { serial_no, amount: 80, payee_name: '陳先生', ...addresses })
  const { tradeNo } = await call('payouts/status', { serial_no })
  await step(
    'Another payout cannot be made: the back office cancels it',
    () => backOffice(`payouts/${tradeNo}/cancel`, { reason: 'account closed' }),
    (cancelled) => `status ${cancelled.status}`,
  )
  await aCallbackArrives(shop, { step }, { serial_no, status: 'failed', actual_amount: 0 })
  await theBalanceIs(shop, { step }, 'Its amount is available again', [1980.5, 0])
}

async function aCallbackIsResent(shop: Shop, { step }: Story): Promise<void> {
  await step(
    'The merchant asks for the first callback once more',
    () => shop.call('callbacks/retry', { type: 'collection', orderid: 'A-1001' }),
    ({ data }) => `${data.callback_id}, ${data.attempts} attempt so far`,
  )
  await aCallbackArrives(shop, { step }, { orderid: 'A-1001', status: 'success' })
}

async function aCallbackArrives(
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

async function theBalanceIs(
  { call }: Shop,
  { step }: Pick<Story, 'step'>,
  what: string,
  [available, frozen]: readonly [number, number],
): Promise<void> {
  await step(
    what,
    async () => {
      const { balance, balance1 } = await call('balance', {})
      expectEqual('available', balance, available)
      expectEqual('frozen', balance1, frozen)
      return { balance, balance1 }
    },
    ({ balance, balance1 }) => `available ${balance}, frozen ${balance1}`,
  )
}
