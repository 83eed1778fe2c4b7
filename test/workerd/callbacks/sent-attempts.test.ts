import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { showCallback } from '../../../src/operations/callbacks/show-callbacks.ts'
import { receiverName } from '../../../src/rules/callbacks/receiver-breaker.ts'
import { orderId, tradeNo } from '../../../src/rules/orders/order-identity.ts'
import { oweCallback } from '../../../src/store/callbacks/owe-callback.ts'
import { commit } from '../../../src/store/database.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { aContext, aMerchant, rotateShop, rows } from '../support/service.ts'

// What the back office shows of an attempt is what its receiver got, to the byte.

type Delivery = {
  readonly url: string
  readonly body: string
  readonly headers: Record<string, string>
}

async function aReportedOrder() {
  const received: Delivery[] = []
  let nowMs = Date.now()
  const context = aContext({
    now: () => nowMs,
    fetch: async (url, init) => {
      const headers = init.headers as Record<string, string>
      received.push({ url, headers, body: String(init.body) })
      // The moment of the answer is not the one that was signed.
      nowMs += 1_700
      return new Response('not now', { status: 500 })
    },
    wake: async () => undefined,
  })
  const { uid, secret } = await aMerchant()
  const [merchant] = await rows<{ id: number }>('select id from merchants where uid = ?', uid)
  const merchantId = merchant?.id ?? 0
  const id = orderId({ kind: 'collection', nowMs, random: Math.random(), database: 0 })
  const order = { orderId: id, merchantId, tradeNo: tradeNo(id, Math.random) }
  let seq = 1
  return {
    uid,
    secret,
    received,
    context,
    advance: (seconds: number) => {
      nowMs += seconds * 1000
    },
    tell: async (body: Record<string, string | number>, url: string) => {
      seq += 1
      const receiver = receiverName(merchantId, url)
      const now = Math.floor(nowMs / 1000)
      await commit(context.db, [oweCallback({ ...order, url, body, receiver, seq, now })])
    },
    attempt: () => deliverCallback(context, id),
    shown: async () => (await showCallback(context, `cb_${order.tradeNo}`)).attempts,
  }
}

const aBody = fc.dictionary(
  fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => !['sign', 'timestamp'].includes(name)),
  fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed()),
    fc.integer({ min: 0, max: 1e12 }).map((hundredths) => hundredths / 100),
  ),
)
const aLife = fc.array(fc.constantFrom('tell', 'attempt', 'attempt', 'rotate', 'day'), {
  minLength: 4,
  maxLength: 12,
})

test('property: whatever was told, and whichever secrets came and went, what is shown is what was received', async () => {
  let compared = 0
  for (const [life, bodies] of fc.sample(fc.tuple(aLife, fc.array(aBody, { minLength: 12 })), 12)) {
    const order = await aReportedOrder()
    const tell = (nth: number) => order.tell(bodies[nth] ?? {}, `https://shop.example/${nth}`)
    await tell(0)
    await order.attempt()
    for (const [nth, step] of life.entries()) {
      order.advance(20)
      if (step === 'tell') await tell(nth + 1)
      if (step === 'rotate') await rotateShop(order.uid, 3600, { context: order.context })
      if (step === 'day') order.advance(86_400)
      if (step === 'attempt') await order.attempt()
    }
    const shown = (await order.shown()).map(({ sent }) => sent)
    expect(
      shown.map((sent) => ({ url: sent?.url, headers: sent?.headers, body: sent?.body })),
    ).toEqual(order.received)
    compared += shown.length
  }
  expect(compared).toBeGreaterThan(20)
})

test('an attempt is signed right while its secret is valid, and said to be of a former one after', async () => {
  const order = await aReportedOrder()
  const signed = async () => (await order.shown()).map(({ sent }) => sent?.signed)
  await order.tell({ type: 'collection', amount: 99.5 }, 'https://shop.example/n')
  await order.attempt()
  const [received] = order.received
  expect(
    new Webhook(btoa(order.secret)).verify(received?.body ?? '', received?.headers ?? {}),
  ).toMatchObject({ amount: 99.5 })
  expect(await signed()).toEqual(['current'])
  await rotateShop(order.uid, 3600, { context: order.context })
  expect(await signed()).toEqual(['current'])
  order.advance(3601)
  await order.attempt()
  expect(await signed()).toEqual(['changed', 'current'])
  const text = JSON.stringify(await order.shown())
  expect(text).not.toContain(order.secret)
})

test('of an attempt from before this was kept, and of an address from before, nothing is made up', async () => {
  const order = await aReportedOrder()
  await order.tell({ type: 'collection' }, 'https://shop.example/first')
  await order.attempt()
  await order.tell({ type: 'collection' }, 'https://shop.example/second')
  await rows(`update callbacks set superseded = json_remove(superseded, '$[0].url')`)
  expect((await order.shown())[0]?.sent?.url).toBeNull()
  await rows(`update callbacks set first_attempt = json_remove(first_attempt, '$.signedAt')`)
  expect((await order.shown())[0]?.sent).toBeNull()
})
