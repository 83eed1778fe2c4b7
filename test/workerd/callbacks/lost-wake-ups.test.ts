import { expect, test } from 'vitest'
import { aDeliverer, statesOf } from '../support/deliverer.ts'
import { aMerchant } from '../support/service.ts'

// Decisions §6, "Truth": the row owes the callback; wake-up messages may be lost, doubled and reordered.

test('a queue that drops every message loses no callback: the sweep delivers all, retries included', async () => {
  const failed = new Set<string>()
  const deliverer = aDeliverer(({ orderid }) => {
    if (failed.has(orderid)) return 200
    failed.add(orderid)
    return 500
  })
  const ids = [
    ...(await deliverer.owe((await aMerchant()).uid, 60, 'https://a.example/n')),
    ...(await deliverer.owe((await aMerchant()).uid, 30, 'https://b.example/n')),
  ]
  for (let minute = 0; minute < 5; minute += 1) {
    const found = (await deliverer.sweep()).filter((id) => ids.includes(id))
    await Promise.all(found.map((id) => deliverer.deliver(id)))
    deliverer.advance(60)
  }
  expect(await statesOf(ids)).toEqual({ delivered: 90 })
  expect(deliverer.calls).toHaveLength(180)
})

test('doubled and reordered messages make one attempt for each callback', async () => {
  const underWay = new Map<string, number>()
  let parallel = 0
  const deliverer = aDeliverer(undefined, {
    fetch: async (_url, init) => {
      const { orderid } = JSON.parse(String(init.body))
      underWay.set(orderid, (underWay.get(orderid) ?? 0) + 1)
      parallel = Math.max(parallel, underWay.get(orderid) ?? 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay.set(orderid, (underWay.get(orderid) ?? 0) - 1)
      answered.push(orderid)
      return new Response('success')
    },
  })
  const answered: string[] = []
  const ids = await deliverer.owe((await aMerchant()).uid, 40, 'https://a.example/n')
  const messages = [...ids, ...ids.toReversed(), ...ids.filter((_id, n) => n % 3 === 0)]
  await Promise.all(messages.map((id) => deliverer.deliver(id)))
  for (const id of ids) await deliverer.deliver(id)
  expect(parallel).toBe(1)
  expect(answered).toHaveLength(40)
  expect(await statesOf(ids)).toEqual({ delivered: 40 })
})
