import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { merchantLimit } from '../../../src/store/callbacks/attempt-limits.ts'
import {
  aDeliverer,
  type Deliverer,
  openBreaker,
  setState,
  statesOf,
  until,
} from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

vi.setConfig({ testTimeout: 120_000 })

// Decisions §6, "Isolation": however many receivers and overdue callbacks one merchant has, each sweep finds every other
// merchant's due callback, and the overview counts it.

beforeEach(async () => {
  const tables = ['callback_attempts', 'callbacks', 'endpoints']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)))
})

const url = 'https://shop.example/notify'

test('receivers that have failed are called last, because each may take a place of the sweep for ten seconds', async () => {
  const deliverer = aDeliverer()
  const dead: number[] = []
  for (let n = 0; n < 6; n += 1) dead.push(...(await aShopWithOneDue(deliverer)))
  for (const id of dead) await openBreaker(id, deliverer.now() + 60)
  const [asked, closed] = dead
  await rows(`update callbacks set resend_trigger = 'merchant' where order_id = ?`, asked)
  await rows(
    `update endpoints set state = 'closed', cost = 10, trips = 0
     where name = (select endpoint from callbacks where order_id = ?)`,
    closed,
  )
  deliverer.advance(700)
  const others = [...(await aShopWithOneDue(deliverer)), ...(await aShopWithOneDue(deliverer))]
  const found = await deliverer.sweep()
  expect(found.slice(0, 2).toSorted()).toEqual(others.toSorted())
  expect(found.slice(2).toSorted()).toEqual(dead.toSorted())
})

describe('beside a merchant with 5,000 receivers and 20,000 overdue callbacks', () => {
  test('the due callback of every other merchant is among the first that each sweep finds', async () => {
    const deliverer = aDeliverer()
    const others: number[] = []
    // Merchants before it and after it in the order of receivers' names.
    for (let n = 0; n < 6; n += 1) others.push(...(await aShopWithOneDue(deliverer)))
    await aBusyMerchant(deliverer, 5_000, 20_000)
    for (let n = 0; n < 6; n += 1) others.push(...(await aShopWithOneDue(deliverer)))
    for (let sweep = 0; sweep < 5; sweep += 1) {
      const found = await deliverer.sweep()
      for (const id of others) expect(found.indexOf(id)).toBeLessThan(2 * 13)
      expect(found.filter((id) => others.includes(id))).toHaveLength(12)
    }
  })

  test('all of its callbacks are found in the end', async () => {
    const deliverer = aDeliverer()
    const busy = await aBusyMerchant(deliverer, 500, 2_000)
    await aShopWithOneDue(deliverer)
    for (let sweep = 0; sweep < 20; sweep += 1) {
      const found = new Set(await deliverer.sweep())
      await setState(
        busy.filter((id) => found.has(id)),
        'delivered',
      )
    }
    expect(await statesOf(busy)).toEqual({ delivered: 2_000 })
  })

  test('each of its receivers is reached, although none of its callbacks goes', async () => {
    const deliverer = aDeliverer()
    const unseen = new Set(await aBusyMerchant(deliverer, 5_000, 5_000))
    for (let sweep = 0; sweep < 100 && unseen.size > 0; sweep += 1) {
      for (const id of await deliverer.sweep()) unseen.delete(id)
    }
    expect(unseen.size).toBe(0)
  })

  test('its receivers with callbacks of the future hide no due callback', async () => {
    const deliverer = aDeliverer()
    const busy = await aBusyMerchant(deliverer, 2_500, 2_500)
    await rows(
      `update callbacks set next_at = ? where order_id in (select value from json_each(?))`,
      deliverer.now() + 3_600,
      JSON.stringify(busy),
    )
    const [other = 0] = await aShopWithOneDue(deliverer)
    for (let sweep = 0; sweep < 40; sweep += 1) expect(await deliverer.sweep()).toEqual([other])
    expect((await showOverview(deliverer.context)).callbacks).toMatchObject({
      due: 1,
      due_is_complete: false,
    })
  })

  test('its receivers in trouble hide no due callback, even after a pause of their own', async () => {
    const deliverer = aDeliverer()
    await aBusyMerchant(deliverer, 5_000, 20_000)
    const others = (
      await Promise.all([aShopWithOneDue(deliverer), aShopWithOneDue(deliverer)])
    ).flat()
    await rows(
      `insert into endpoints select distinct endpoint, 'open', 100, 1, ? from callbacks`,
      deliverer.now() - 1,
    )
    expect((await deliverer.sweep()).filter((id) => others.includes(id))).toHaveLength(2)
  })

  test('its resends hide no other resend', async () => {
    const deliverer = aDeliverer()
    await aBusyMerchant(deliverer, 5_000, 20_000)
    const [other = 0] = await aShopWithOneDue(deliverer)
    await rows(
      `update callbacks set state = 'given_up', next_at = null, resend_trigger = 'merchant',
         resend_requested_at = iif(order_id = ?, ?, ?)`,
      other,
      deliverer.now(),
      deliverer.now() - 60,
    )
    expect((await deliverer.sweep()).indexOf(other)).toBeLessThan(2)
  })

  test('the overview counts the due callbacks of all merchants', async () => {
    const deliverer = aDeliverer()
    await aBusyMerchant(deliverer, 50, 60)
    for (let n = 0; n < 3; n += 1) await aShopWithOneDue(deliverer)
    expect((await showOverview(deliverer.context)).callbacks).toMatchObject({
      due: 63,
      due_is_complete: true,
    })
  })
})

describe('a merchant with 1,000 receivers that hang', () => {
  test('has no more calls than its limit, and no other merchant waits for them', async () => {
    const deliverer = aDeliverer((call) => (call.url === url ? 200 : 'hangs'))
    const busy = await aBusyMerchant(deliverer, 1_000, 5_000)
    const others = [...(await aShopWithOneDue(deliverer)), ...(await aShopWithOneDue(deliverer))]
    const made: Promise<void>[] = []
    const groups = Array.from({ length: 1_000 }, (_, n) => busy.slice(5 * n, 5 * n + 5))
    const lane = async () => {
      for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
        const { attempts } = await takeCallbacks(deliverer.context, group)
        made.push(...attempts.map(({ make }) => make()))
        expect(deliverer.hanging()).toBeLessThanOrEqual(merchantLimit)
      }
    }
    await Promise.all(Array.from({ length: 20 }, lane))
    await until(() => deliverer.hanging() > merchantLimit - 110)
    expect(deliverer.hanging()).toBeLessThanOrEqual(merchantLimit)
    await Promise.all(others.map((id) => deliverer.deliver(id)))
    expect(await statesOf(others)).toEqual({ delivered: 2 })

    deliverer.timeOut()
    await Promise.all(made)
    const { attempts } = await takeCallbacks(deliverer.context, busy.slice(-5))
    expect(attempts).toHaveLength(5)
  })
})

async function aShopWithOneDue(deliverer: Deliverer): Promise<number[]> {
  return deliverer.owe((await aMerchant()).uid, 1, url)
}

/** A merchant with callbacks overdue by a day at many receivers; gives their ids. */
async function aBusyMerchant(
  deliverer: Deliverer,
  receivers: number,
  callbacks: number,
): Promise<number[]> {
  const ids = await deliverer.owe((await aMerchant()).uid, callbacks, 'https://busy.example/n')
  await rows(
    `update callbacks set
       next_at = next_at - 86400,
       url = 'https://s' || (order_id / 32 % ?1) || '.busy.example/n',
       endpoint = merchant_id || printf(' %08x', order_id / 32 % ?1 * 2654435761 & 4294967295)
         || ' https://s' || (order_id / 32 % ?1) || '.busy.example'
     where order_id in (select value from json_each(?2))`,
    receivers,
    JSON.stringify(ids),
  )
  return ids
}
