import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { attemptCallbacks } from '../../../src/jobs/attempt-callbacks.ts'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aDeliverer, openBreaker, receiverRowOf, statesOf, until } from '../support/deliverer.ts'
import { aMerchant } from '../support/service.ts'

// Decisions §6, "Isolation": a merchant whose receiver hangs does not delay the callbacks of others.

const hangingUrl = 'https://hangs.example/notify'
const otherUrl = 'https://shop.example/notify'

test('a backlog of thousands to a receiver that hangs delays no other merchant, and has few calls in progress', async () => {
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  const deliverer = aDeliverer(({ url }) => (url === hangingUrl ? 'hangs' : 200), { db })
  const deliverThirty = async () => {
    const others = await deliverer.owe((await aMerchant()).uid, 30, otherUrl)
    counter.reset()
    await Promise.all(others.map((id) => deliverer.deliver(id)))
    expect(await statesOf(others)).toEqual({ delivered: 30 })
    const { trips, rowsRead, rowsWritten } = counter.usage
    return { trips, rowsRead, rowsWritten }
  }
  const alone = await deliverThirty()
  const hanging = await deliverer.owe((await aMerchant()).uid, 10_000, hangingUrl)

  // The queue hands over batches of twenty, those of one merchant first.
  const made: Promise<void>[] = []
  for (let start = 0; start < 1_000; start += 20) {
    const batch = hanging.slice(start, start + 20)
    const { attempts } = await takeCallbacks(deliverer.context, batch)
    made.push(...attempts.map(({ make }) => make()))
  }
  await until(() => deliverer.hanging() >= 50)
  expect(deliverer.hanging()).toBeLessThan(70)

  // Each lease also reads the lists of receivers and merchants at their limit, and nothing of the backlog.
  const stillHanging = deliverer.hanging()
  const beside = await deliverThirty()
  expect(beside).toMatchObject({ trips: alone.trips, rowsWritten: alone.rowsWritten })
  expect(beside.rowsRead - alone.rowsRead).toBeLessThanOrEqual(30 * 3)
  expect(deliverer.hanging()).toBe(stillHanging)

  deliverer.timeOut()
  await Promise.all(made)
  expect(await receiverRowOf(hanging[0] ?? 0)).toMatchObject({ state: 'open' })
  const { length: called } = deliverer.calls
  for (const id of hanging.slice(1_000, 1_200)) await deliverer.deliver(id)
  expect(deliverer.calls).toHaveLength(called)

  // A minute later the other merchant's next callback is among the first of the sweep.
  deliverer.advance(60)
  const [next = 0] = await deliverer.owe((await aMerchant()).uid, 1, otherUrl)
  const swept = await deliverer.sweep()
  expect(swept.indexOf(next)).toBeLessThan(3)
  expect(swept.filter((id) => hanging.includes(id))).toHaveLength(1)
})

test('while its breaker is open, callbacks that are due for ten minutes are a share of each sweep', async () => {
  const deliverer = aDeliverer(() => 'hangs')
  const ids = await deliverer.owe((await aMerchant()).uid, 500, hangingUrl)
  await openBreaker(ids[0], deliverer.now() + 700, 4)
  deliverer.advance(599)
  expect((await deliverer.sweep()).filter((id) => ids.includes(id))).toEqual([])
  deliverer.advance(1)
  expect((await deliverer.sweep()).filter((id) => ids.includes(id))).toHaveLength(200)
})

test('while three places of a sweep hang, the others are used', async () => {
  const deliverer = aDeliverer(({ url }) => (url === hangingUrl ? 'hangs' : 200))
  const hanging = await deliverer.owe((await aMerchant()).uid, 3, hangingUrl)
  const others = await deliverer.owe((await aMerchant()).uid, 10, otherUrl)
  const ended = attemptCallbacks(deliverer.context, [...hanging, ...others])
  await until(async () => (await statesOf(others)).delivered === 10)
  expect(deliverer.hanging()).toBe(3)
  deliverer.timeOut()
  expect(await ended).toEqual([])
})

test('a sweep begins nothing after its ten seconds, though places have become free', async () => {
  const deliverer = aDeliverer(() => 'hangs')
  const ids = await deliverer.owe((await aMerchant()).uid, 10, hangingUrl)
  const ended = attemptCallbacks(deliverer.context, ids)
  await until(() => deliverer.hanging() === 5)
  deliverer.timeOut()
  expect(await ended).toEqual(ids.slice(5))
})

test('a burst to a slow receiver is delivered without a sweep, fifty at a time', async () => {
  let underWay = 0
  let most = 0
  const deliverer = aDeliverer(undefined, {
    fetch: async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 20))
      underWay -= 1
      return new Response('success')
    },
  })
  const ids = await deliverer.owe((await aMerchant()).uid, 200, otherUrl)
  const made: Promise<void>[] = []
  const take = async (batch: readonly number[]) => {
    const { attempts } = await takeCallbacks(deliverer.context, batch)
    made.push(...attempts.map(({ make }) => make()))
  }
  for (let start = 0; start < ids.length; start += 20) await take(ids.slice(start, start + 20))
  while (made.length > 0) {
    await Promise.all(made.splice(0))
    await take(deliverer.woken.splice(0).map(({ orderId }) => orderId))
  }
  expect(most).toBeLessThan(70)
  expect(await statesOf(ids)).toEqual({ delivered: 200 })
})
