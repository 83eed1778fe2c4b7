import {
  createExecutionContext,
  createScheduledController,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { contextFrom } from '../../../src/context.ts'
import worker from '../../../src/index.ts'
import { aDeliverer, sweep, until } from '../support/deliverer.ts'
import { move } from '../support/orders.ts'
import { aCollection, aMerchant, anId, type Shop, sendRequest } from '../support/service.ts'

test('a settled collection sends a wake-up, and its callback is delivered', async () => {
  const shop = await aMerchant()
  const orderid = anId()
  await settled(env, shop, orderid)
  await until(async () => (await callbackStatus(shop, orderid)) === 'success')
})

test('a queue that throws on every send loses no callback: the sweep delivers', async () => {
  const throwing = async (): Promise<never> => {
    throw new Error('Queue is overloaded. Please back off.')
  }
  const queue = { send: throwing, sendBatch: throwing } as unknown as Queue
  const broken: Env = { ...env, CALLBACK_QUEUE: queue }
  const shop = await aMerchant()
  const orderids = Array.from({ length: 12 }, anId)
  for (const orderid of orderids) await settled(broken, shop, orderid)
  expect(await callbackStatus(shop, orderids[0] ?? '')).toBe('pending')

  const ctx = createExecutionContext()
  await worker.scheduled(createScheduledController(), broken, ctx)
  await waitOnExecutionContext(ctx)

  for (const orderid of orderids) {
    await until(async () => (await callbackStatus(shop, orderid)) === 'success')
  }
})

test('merchants take turns in the sweep: the backlog of others does not delay one', async () => {
  const deliverer = aDeliverer()
  for (const busy of [1, 2, 3]) {
    await deliverer.owe((await aMerchant()).uid, 300, `https://busy-${busy}.example/n`)
  }
  const [id = 0] = await deliverer.owe((await aMerchant()).uid, 1, 'https://other.example/n')
  const delivered = await sweep(deliverer.context)
  expect(delivered).toHaveLength(400)
  expect(delivered.slice(0, 4)).toContain(id)
})

test('a doubled wake-up, and one for no callback, do no harm', async () => {
  const shop = await aMerchant()
  const orderid = anId()
  await settled(env, shop, orderid)
  const { id } = (await shop.status({ orderid })).body.data
  await env.CALLBACK_QUEUE.sendBatch([id, id, id, 4].map((orderId) => ({ body: { orderId } })))
  await until(async () => (await callbackStatus(shop, orderid)) === 'success')
  expect((await shop.status({ orderid })).body.data.callback.attempts).toBe(1)
})

test.each(['/api/merchants', '/internal', '/BackOffice', '/CallbackDeliverer'])(
  'the public Worker knows no %s (§1.5 private surfaces)',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status } = await sendRequest(path, { method })
      expect(status).toBe(404)
    }
  },
)

test('the merchant API is not served on the exchange host, nor on any other (§4 paths)', async () => {
  for (const host of ['exchange.example', 'merchant-pay.workers.example']) {
    const request = new Request(`https://${host}/api/v1/merchant/balance`, { method: 'POST' })
    expect((await worker.fetch(request as never, env)).status).toBe(404)
  }
})

test.each(['BASE_URL', 'EXCHANGE_URL'])(
  'without %s only a loopback hostname is served',
  async (name) => {
    const unset = { ...env, [name]: '' }
    const asked = async (origin: string) => {
      const request = new Request(`${origin}/api/v1/merchant/balance`, { method: 'POST' })
      return (await worker.fetch(request as never, unset)).status
    }
    expect(await asked('https://pay.example')).toBe(500)
    expect(await asked('http://127.0.0.1:8787')).toBe(415)
  },
)

test('private callback addresses are refused a deployment', async () => {
  const open = { ...env, ALLOW_PRIVATE_CALLBACKS: '1' }
  const request = new Request('https://pay.example/api/v1/merchant/balance', { method: 'POST' })
  const response = await worker.fetch(request as never, open)
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ error: 'internal_error' })
})

async function settled(bindings: Env, shop: Shop, orderid: string): Promise<void> {
  const { tradeNo } = await aCollection(shop, { orderid, notify_url: 'https://m.example/n' })
  await move.settle(tradeNo, {}, { context: contextFrom(bindings) })
}

async function callbackStatus(shop: Shop, orderid: string): Promise<string> {
  return (await shop.status({ orderid })).body.data.callback_status
}
