import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { showOverview } from '../../../src/operations/show-overview.ts'
import { merchantLimit } from '../../../src/store/callbacks/attempt-limits.ts'
import { aCallbackWorld, type CallbackWorld, statesOf, until } from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

vi.setConfig({ testTimeout: 120_000 })

// Decisions §6, "Isolation": however many origins, orders or overdue callbacks one merchant has, every other merchant's
// due callback is found by each sweep and counted in the overview.

beforeEach(async () => {
  const tables = ['callback_attempts', 'callbacks', 'endpoints']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)))
})

const url = 'https://shop.example/notify'

describe('beside a merchant with 5,000 receivers and 20,000 overdue callbacks', () => {
  test('the due callback of every other merchant is among the first that each sweep finds', async () => {
    const world = aCallbackWorld()
    const others: number[] = []
    // Before it and after it in the order of names, and with a number that begins with the same digits.
    for (let n = 0; n < 6; n += 1) others.push(...(await aShopWithOne(world)))
    await aBusyMerchant(world, 5_000, 20_000)
    for (let n = 0; n < 6; n += 1) others.push(...(await aShopWithOne(world)))
    for (let sweep = 0; sweep < 5; sweep += 1) {
      const found = await world.sweep()
      for (const id of others) expect(found.indexOf(id)).toBeLessThan(2 * 13)
      expect(found.filter((id) => others.includes(id))).toHaveLength(12)
    }
  })

  test('none of its callbacks stays unfound', async () => {
    const world = aCallbackWorld()
    const busy = await aBusyMerchant(world, 500, 2_000)
    await aShopWithOne(world)
    for (let sweep = 0; sweep < 20; sweep += 1) {
      const found = new Set(await world.sweep())
      const delivered = busy.filter((id) => found.has(id))
      await rows(
        `update callbacks set state = 'delivered', next_at = null
         where order_id in (select value from json_each(?))`,
        JSON.stringify(delivered),
      )
    }
    expect(await statesOf(busy)).toEqual({ delivered: 2_000 })
  })

  test('receivers whose callbacks are not due yet hide nobody', async () => {
    const world = aCallbackWorld()
    const busy = await aBusyMerchant(world, 2_500, 2_500)
    await rows(
      `update callbacks set next_at = ? where order_id in (select value from json_each(?))`,
      world.now() + 3_600,
      JSON.stringify(busy),
    )
    const [other = 0] = await aShopWithOne(world)
    for (let sweep = 0; sweep < 40; sweep += 1) expect(await world.sweep()).toEqual([other])
    expect((await showOverview(world.context)).callbacks).toMatchObject({
      due: 1,
      due_is_complete: false,
    })
  })

  test('its receivers in trouble hide nobody, whose own pause is over among them', async () => {
    const world = aCallbackWorld()
    await aBusyMerchant(world, 5_000, 20_000)
    const others = (await Promise.all([aShopWithOne(world), aShopWithOne(world)])).flat()
    await rows(
      `insert into endpoints select distinct endpoint, 'open', 100, 1, ? from callbacks`,
      world.now() - 1,
    )
    expect((await world.sweep()).filter((id) => others.includes(id))).toHaveLength(2)
  })

  test('its resends hide nobody', async () => {
    const world = aCallbackWorld()
    await aBusyMerchant(world, 5_000, 20_000)
    const [other = 0] = await aShopWithOne(world)
    await rows(
      `update callbacks set state = 'given_up', next_at = null, resend_trigger = 'merchant',
         resend_requested_at = iif(order_id = ?, ?, ?)`,
      ...[other, world.now(), world.now() - 60],
    )
    expect((await world.sweep()).indexOf(other)).toBeLessThan(2)
  })

  test('the overview counts the due callbacks of all, as far as it counts', async () => {
    const world = aCallbackWorld()
    await aBusyMerchant(world, 50, 60)
    for (let n = 0; n < 3; n += 1) await aShopWithOne(world)
    expect((await showOverview(world.context)).callbacks).toMatchObject({
      due: 63,
      due_is_complete: true,
    })
  })
})

describe('a merchant with 1,000 receivers that hang', () => {
  test('holds no more connections than its cap, and nobody else waits for them', async () => {
    const world = aCallbackWorld((call) => (call.url === url ? 200 : 'hangs'))
    const busy = await aBusyMerchant(world, 1_000, 5_000)
    const others = [...(await aShopWithOne(world)), ...(await aShopWithOne(world))]
    const made: Promise<void>[] = []
    const groups = Array.from({ length: 1_000 }, (_, n) => busy.slice(5 * n, 5 * n + 5))
    const lane = async () => {
      for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
        const { attempts } = await takeCallbacks(world.context, group)
        made.push(...attempts.map(({ make }) => make()))
        expect(world.hanging()).toBeLessThanOrEqual(merchantLimit)
      }
    }
    await Promise.all(Array.from({ length: 20 }, lane))
    await until(() => world.hanging() > merchantLimit - 110)
    expect(world.hanging()).toBeLessThanOrEqual(merchantLimit)
    await Promise.all(others.map((id) => world.deliver(id)))
    expect(await statesOf(others)).toEqual({ delivered: 2 })

    world.timeOut()
    await Promise.all(made)
    const { attempts } = await takeCallbacks(world.context, busy.slice(-5))
    expect(attempts).toHaveLength(5)
  })
})

async function aShopWithOne(world: CallbackWorld): Promise<number[]> {
  return world.owe((await aMerchant()).uid, 1, url)
}

/** A merchant with callbacks that are overdue by a day, spread over receivers; gives their ids. */
async function aBusyMerchant(
  world: CallbackWorld,
  receivers: number,
  callbacks: number,
): Promise<number[]> {
  const ids = await world.owe((await aMerchant()).uid, callbacks, 'https://busy.example/n')
  await rows(
    `update callbacks set
       next_at = next_at - 86400,
       url = 'https://s' || (order_id % ?1) || '.busy.example/n',
       endpoint = merchant_id || ' https://s' || (order_id % ?1) || '.busy.example'
     where order_id in (select value from json_each(?2))`,
    receivers,
    JSON.stringify(ids),
  )
  return ids
}
