import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { type Answer, send } from '../../scripts/demo/http.ts'
import { startReceiver } from '../../scripts/demo/receiver-process.ts'
import { patienceMs, until } from '../../scripts/demo/story.ts'
import { demoTestMerchant } from '../../scripts/local/demo-merchant.ts'

// A merchant's engineer with the test merchant that `npm start` seeds: orders come to every outcome by signed requests
// alone, and a real server receives and verifies their callbacks.

const pay = `${inject('payUrl')}/api/v1/merchant`

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

function shopOf({ uid, secret }: { readonly uid: string; readonly secret: string }): Shop {
  return {
    secret,
    post: (path, fields = {}) =>
      send('POST', `${pay}/${path}`, signedJson(uid, secret, { ...fields })),
  }
}
