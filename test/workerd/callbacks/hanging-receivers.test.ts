import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { aCallbackWorld, receiverRowOf, statesOf, until } from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

// Decisions §6, "Isolation": a merchant whose server hangs does not delay the others'.

const hangingUrl = 'https://hangs.example/notify'
const otherUrl = 'https://shop.example/notify'

test('a backlog of thousands to a server that hangs neither delays a neighbour nor holds on to much', async () => {
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  const world = aCallbackWorld(({ url }) => (url === hangingUrl ? 'hangs' : 200), { db })
  const deliverThirty = async () => {
    const others = await world.owe((await aMerchant()).uid, 30, otherUrl)
    counter.reset()
    await Promise.all(others.map((id) => world.deliver(id)))
    expect(await statesOf(others)).toEqual({ delivered: 30 })
    const { trips, rowsRead, rowsWritten } = counter.usage
    return { trips, rowsRead, rowsWritten }
  }
  const alone = await deliverThirty()
  const hanging = await world.owe((await aMerchant()).uid, 10_000, hangingUrl)

  // The queue hands over batches of twenty, one merchant's thousands first; a batch is done once it is taken on.
  const made: Promise<void>[] = []
  for (let start = 0; start < 1_000; start += 20) {
    const batch = hanging.slice(start, start + 20)
    const { attempts } = await takeCallbacks(world.context, batch)
    made.push(...attempts.map(({ make }) => make()))
  }
  await until(() => world.hanging() >= 50)
  expect(world.hanging()).toBeLessThan(70)

  // Beside it each claim reads the lists of servers and of merchants that are full, and nothing of the backlog.
  const stillHanging = world.hanging()
  const beside = await deliverThirty()
  expect(beside).toMatchObject({ trips: alone.trips, rowsWritten: alone.rowsWritten })
  expect(beside.rowsRead - alone.rowsRead).toBeLessThanOrEqual(30 * 3)
  expect(world.hanging()).toBe(stillHanging)

  world.timeOut()
  await Promise.all(made)
  expect(await receiverRowOf(hanging[0] ?? 0)).toMatchObject({ state: 'open' })
  const { length: called } = world.calls
  for (const id of hanging.slice(1_000, 1_200)) await world.deliver(id)
  expect(world.calls).toHaveLength(called)

  // Minutes later the neighbour's next callback is among the first that the sweep hands over.
  world.advance(60)
  const [next = 0] = await world.owe((await aMerchant()).uid, 1, otherUrl)
  const swept = await world.sweep()
  expect(swept.indexOf(next)).toBeLessThan(3)
  expect(swept.filter((id) => hanging.includes(id))).toHaveLength(1)
})

test('while its breaker is open, what is long due trickles to it: a share of each sweep', async () => {
  const world = aCallbackWorld(() => 'hangs')
  const ids = await world.owe((await aMerchant()).uid, 500, hangingUrl)
  await rows(
    `insert into endpoints select endpoint, 'open', 100, 4, ? from callbacks where order_id = ?`,
    world.now() + 700,
    ids[0],
  )
  world.advance(599)
  expect((await world.sweep()).filter((id) => ids.includes(id))).toEqual([])
  world.advance(1)
  expect((await world.sweep()).filter((id) => ids.includes(id))).toHaveLength(200)
})

test('a burst to a server that is slow but well goes through without a sweep, fifty at a time', async () => {
  let underWay = 0
  let most = 0
  const world = aCallbackWorld(undefined, {
    fetch: async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 20))
      underWay -= 1
      return new Response('success')
    },
  })
  const ids = await world.owe((await aMerchant()).uid, 200, otherUrl)
  const made: Promise<void>[] = []
  const take = async (batch: readonly number[]) => {
    const { attempts } = await takeCallbacks(world.context, batch)
    made.push(...attempts.map(({ make }) => make()))
  }
  for (let start = 0; start < ids.length; start += 20) await take(ids.slice(start, start + 20))
  while (made.length > 0) {
    await Promise.all(made.splice(0))
    await take(world.woken.splice(0).map(({ orderId }) => orderId))
  }
  expect(most).toBeLessThan(70)
  expect(await statesOf(ids)).toEqual({ delivered: 200 })
})
