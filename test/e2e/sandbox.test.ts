import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { type Answer, send } from '../../scripts/demo/http.ts'
import { type Receiver, startReceiver } from '../../scripts/demo/receiver-process.ts'
import { patienceMs, until } from '../../scripts/demo/story.ts'
import { demoTestMerchant } from '../../scripts/local/demo-merchant.ts'

// A merchant's engineer with the test merchant that `npm start` seeds: orders come to every outcome by signed requests
// alone, and a real server receives and verifies their callbacks.

const pay = `${inject('payUrl')}/api/v1/merchant`
const backoffice = `${inject('backofficeUrl')}/api`

type Shop = { readonly secret: string; post(path: string, fields?: object): Promise<Answer> }

test('an engineer’s first hour: a collection is paid, its callback is verified, the ledger adds up', async () => {
  const shop = shopOf(demoTestMerchant)
  const receiver = await startReceiver(shop.secret)
  try {
    const orderid = randomUUID()
    await shop.post('collections', { orderid, amount: 88.5, notify_url: receiver.url })
    const played = await shop.post('sandbox/outcome', { orderid, outcome: 'paid' })
    expect(played.body.data).toMatchObject({
      type: 'collection',
      orderid,
      outcome: 'paid',
      status: 'succeeded',
      paid_amount: 88.5,
      events: ['collection.completed'],
    })
    const { trade_no } = played.body.data
    const received = await receiver.next(patienceMs)
    expect(received).toMatchObject({ id: `cb_${trade_no}`, sign_ok: true, webhook_ok: true })
    expect(received.body).toMatchObject({ orderid, paid_amount: 88.5, status: 'success' })
    // As every merchant by default, it is told of payments alone, in bodies without `event`.
    expect(received.body).not.toHaveProperty('event')
    const query = () => shop.post('collections/status', { orderid })
    const { body } = await until(query, (one) => one.body.data.callback_status === 'success')
    expect(body).toMatchObject({ status: 'PAID', paid: 88.5 })
    await expectBooked(shop, trade_no, ['settled 88.5 to available'])
    const again = await shop.post('sandbox/outcome', { orderid, outcome: 'expired' })
    expect([again.status, again.body.error]).toEqual([422, 'outcome_not_possible'])
  } finally {
    receiver.stop()
  }
})

test('each other outcome calls back, and is in the ledger', async () => {
  const shop = await aTestMerchant()
  const receiver = await startReceiver(shop.secret)
  try {
    for (const [outcomes, told, booked] of ofCollections) {
      const orderid = randomUUID()
      const declared = outcomes[0] === 'cancelled' ? { status: 'succeeded' } : {}
      await shop.post('collections', {
        orderid,
        amount: 100,
        notify_url: receiver.url,
        ...declared,
      })
      const { body } = await shop.post('collections/status', { orderid })
      await expectTold(shop, receiver, { trade_no: body.tradeNo }, outcomes, told, booked)
    }
    for (const [outcomes, told, booked] of ofPayouts) {
      const serial_no = randomUUID()
      const addresses = { notify_url: receiver.url, reverse_url: receiver.url }
      await shop.post('payouts', { serial_no, amount: 40, payee_name: '林', ...addresses })
      const { body } = await shop.post('payouts/status', { serial_no })
      const order = { type: 'payout', trade_no: body.tradeNo }
      await expectTold(shop, receiver, order, outcomes, told, booked)
    }
    const { body } = await shop.post('sandbox/callback', { notify_url: receiver.url })
    const test = await receiver.next(patienceMs)
    expect(test).toMatchObject({ id: body.data.callback_id, sign_ok: true, webhook_ok: true })
    expect(test.body).toMatchObject({ orderid: `TEST-${body.data.trade_no}`, paid_amount: 100 })
  } finally {
    receiver.stop()
  }
})

test('a real merchant is answered sandbox_only', async () => {
  const created = await create({ name: 'Real' })
  const { status, body } = await created.post('sandbox/callback', {
    notify_url: 'https://m.example',
  })
  expect([status, body.error]).toEqual([422, 'sandbox_only'])
})

type Row = readonly [outcomes: readonly string[], told: object, booked: readonly string[]]

const ofCollections: readonly Row[] = [
  [['less'], { event: 'collection.completed', paid_amount: 50 }, ['settled 50 to available']],
  [['late'], { event: 'collection.completed', paid_amount: 100 }, ['settled 100 to available']],
  [['expired'], { event: 'collection.expired', status: 'failed', paid_amount: 0 }, []],
  [
    ['paid', 'reversed'],
    { event: 'collection.reversed', status: 'failed', paid_amount: 0 },
    ['settled 100 to available', 'reversed 100 to outside'],
  ],
  [['exception', 'paid'], { event: 'collection.completed' }, ['settled 100 to available']],
  [
    ['cancelled'],
    { event: 'collection.rejected', status: 'failed' },
    ['created 100 to unconfirmed', 'rejected 100 to outside'],
  ],
]

const ofPayouts: readonly Row[] = [
  [
    ['paid'],
    { event: 'payout.completed', actual_amount: 40 },
    ['requested 40 to frozen', 'processed 40 to outside'],
  ],
  [
    ['less'],
    { event: 'payout.completed', actual_amount: 20 },
    ['requested 40 to frozen', 'processed 20 to outside', 'processed 20 to available'],
  ],
  [
    ['cancelled'],
    { event: 'payout.failed', status: 'failed', actual_amount: 0 },
    ['requested 40 to frozen', 'cancelled 40 to available'],
  ],
  [
    ['paid', 'reversed'],
    { event: 'payout.returned', status: 'failed' },
    ['requested 40 to frozen', 'processed 40 to outside', 'returned 40 to available'],
  ],
]

/** Brings an order to outcomes one after the other; the callback of the last one arrives, signed. */
async function expectTold(
  shop: Shop,
  receiver: Receiver,
  order: { readonly type?: string; readonly trade_no: string },
  outcomes: readonly string[],
  told: object,
  booked: readonly string[],
): Promise<void> {
  for (const outcome of outcomes) {
    const { body } = await shop.post('sandbox/outcome', { ...order, outcome })
    expect(body).toMatchObject({ ok: 1, data: { outcome } })
  }
  // What an order owed before its last outcome may come first.
  for (let received: unknown; ; ) {
    const next = await receiver.next(patienceMs)
    expect(next).toMatchObject({ sign_ok: true, webhook_ok: true })
    received = next.body
    const { event } = next.body
    if (!next.id.startsWith(`cb_${order.trade_no}`) || event !== Reflect.get(told, 'event'))
      continue
    expect(received).toMatchObject(told)
    break
  }
  await expectBooked(shop, order.trade_no, booked)
}

async function expectBooked(
  shop: Shop,
  tradeNo: string,
  expected: readonly string[],
): Promise<void> {
  const { body } = await shop.post('ledger', { limit: 200 })
  const { items } = body.data
  const mine = items.filter((item: Item) => item.trade_no === tradeNo)
  const lines = mine.map((one: Item) => `${one.event} ${one.amount} to ${one.bucket_to}`)
  expect(lines).toEqual(expected)
}

type Item = Readonly<Record<'trade_no' | 'event' | 'bucket_to' | 'amount', string>>

async function aTestMerchant(): Promise<Shop> {
  const settings = { collection_events: 'all' }
  return create({ name: 'For tests', test: true, settings })
}

async function create(call: object): Promise<Shop> {
  const uid = `S${randomUUID().slice(0, 12)}`
  const body = JSON.stringify({ uid, ...call })
  const created = await send('POST', `${backoffice}/merchants`, body)
  expect(created.status).toBe(201)
  return shopOf({ uid, secret: created.body.api_secret })
}

function shopOf({ uid, secret }: { readonly uid: string; readonly secret: string }): Shop {
  return {
    secret,
    post: (path, fields = {}) =>
      send('POST', `${pay}/${path}`, signedJson(uid, secret, { ...fields })),
  }
}
