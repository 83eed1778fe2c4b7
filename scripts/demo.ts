import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedJson } from '../test/support/merchant-client.ts'
import { sendExpecting } from './demo/http.ts'
import { startReceiver } from './demo/receiver-process.ts'
import { beginStory, expectEqual, type Story, until } from './demo/story.ts'
import { type LocalServer, startLocalServer } from './local/server.ts'

// The whole story over real HTTP, on a server and a database of its own. Ends with 1 when a step is not as it should be.

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
    await aCollectionIsPaid(server, story)
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

async function aCollectionIsPaid(server: LocalServer, { step }: Story): Promise<void> {
  const { payUrl, backofficeUrl } = server
  const uid = 'SHOP0001'
  const { api_secret: secret } = await step(
    'The back office creates a merchant',
    () =>
      sendExpecting(
        201,
        'POST',
        `${backofficeUrl}/api/merchants`,
        JSON.stringify({ uid, name: 'Tea Shop' }),
      ),
    (created) => `uid ${created.uid}, API secret shown once: ${created.api_secret.slice(0, 4)}…`,
  )
  const call = (path: string, fields: object) =>
    sendExpecting(200, 'POST', `${payUrl}/api/v1/merchant/${path}`, signed(fields))
  const signed = (fields: object) => signedJson(uid, secret, { ...fields })
  const receiver = await step(
    "The merchant's server waits for callbacks, a process of its own",
    () => startReceiver(secret),
    ({ url }) => url,
  )
  try {
    const order = { orderid: `A-${Date.now()}`, amount: 1280.5, notify_url: receiver.url }
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
      () => sendExpecting(200, 'POST', `${backofficeUrl}/api/collections/${tradeNo}/settle`, '{}'),
      (settled) => `status ${settled.status}, paid ${settled.paid_amount}`,
    )
    await step(
      'The callback reaches the merchant, which verifies both signatures and answers success',
      async () => {
        const received = await receiver.next(15_000)
        expectEqual('sign verified', received.sign_ok, true)
        expectEqual('webhook-signature verified', received.webhook_ok, true)
        expectEqual('orderid', received.body.orderid, order.orderid)
        expectEqual('paid_amount', received.body.paid_amount, order.amount)
        return received
      },
      ({ id, body }) => `${id}: ${body.status}, paid ${body.paid_amount} at ${body.paid_at}`,
    )
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
    await step(
      'The balance shows the money',
      async () => {
        const balance = await call('balance', {})
        expectEqual('balance', balance.balance, order.amount)
        return balance
      },
      ({ balance, data }) =>
        `available ${balance}, collections paid ${data.summary.collection.succeeded.count}`,
    )
  } finally {
    receiver.stop()
  }
}
