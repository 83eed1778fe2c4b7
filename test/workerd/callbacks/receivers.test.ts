import { expect, test } from 'vitest'
import { listReceivers } from '../../../src/operations/callbacks/list-receivers.ts'
import { showCallback } from '../../../src/operations/callbacks/show-callbacks.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { aDeliverer, callbackOf, openBreaker, setState, withOrders } from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

// Which merchants' servers need a look, and how attempts at them went.

const clean = () => rows('delete from endpoints')

test('a receiver that fails is listed with its breaker, its share of failures, and what it is owed', async () => {
  await clean()
  const { uid } = await aMerchant()
  const deliverer = aDeliverer(() => 500)
  const ids = await withOrders(await deliverer.owe(uid, 3, 'https://shop.example/notify'))
  const [first = 0, second = 0] = ids
  await deliverer.deliver(first)
  await deliverer.deliver(second)
  await openBreaker(first, deliverer.now() + 30)

  const { items, counted_up_to } = await listReceivers(deliverer.context, { limit: 20 })

  expect(counted_up_to).toBe(200)
  expect(items[0]).toMatchObject({
    merchant_uid: uid,
    server: 'https://shop.example',
    breaker: 'open',
    until: secondsToTaipei(deliverer.now() + 30),
    due: 3,
    next_attempt_at: secondsToTaipei(deliverer.now()),
    last_hour: { attempts: 2, failed: 2 },
    last_day: { attempts: 2, failed: 2 },
  })
  expect(items[0]?.last_attempts).toEqual(
    [second, first].map(() => expect.objectContaining({ outcome: 'http_5xx', http_status: 500 })),
  )
})

test('attempts of the hour and of the day are counted apart, and only the last five one by one', async () => {
  const { uid } = await aMerchant()
  let status = 500
  const deliverer = aDeliverer(() => status)
  const ids = await withOrders(await deliverer.owe(uid, 8, 'https://slow.example/notify'))
  for (const id of ids.slice(0, 2)) await deliverer.deliver(id)
  deliverer.advance(2 * 3_600)
  status = 200
  for (const id of ids.slice(2, 8)) await deliverer.deliver(id)

  const { items } = await listReceivers(deliverer.context, { merchant_uid: uid, limit: 20 })

  expect(items).toMatchObject([
    {
      breaker: 'closed',
      until: null,
      due: 2,
      last_hour: { attempts: 6, failed: 0 },
      last_day: { attempts: 8, failed: 2 },
    },
  ])
  expect(items[0]?.last_attempts).toHaveLength(5)
})

test('of a merchant that is named, a receiver that is well and owed nothing is listed too', async () => {
  await clean()
  const { uid } = await aMerchant()
  const deliverer = aDeliverer()
  const ids = await withOrders(await deliverer.owe(uid, 2, 'https://well.example/notify'))
  for (const id of ids) await deliverer.deliver(id)
  const serversOf = async (merchant_uid?: string) => {
    const { items } = await listReceivers(deliverer.context, { merchant_uid, limit: 50 })
    return items.filter((one) => one.merchant_uid === uid).map(({ server }) => server)
  }
  expect(await serversOf(uid)).toEqual(['https://well.example'])
  expect(await serversOf()).toEqual([])
  expect(await serversOf('nobody')).toEqual([])
})

test('paused receivers come before those that are probed, and these before the others', async () => {
  await clean()
  const { uid } = await aMerchant()
  const deliverer = aDeliverer()
  const [well = 0] = await deliverer.owe(uid, 1, 'https://a.example/notify')
  const [probed = 0] = await deliverer.owe(uid, 1, 'https://b.example/notify')
  const [paused = 0] = await deliverer.owe(uid, 1, 'https://c.example/notify')
  await openBreaker(probed, deliverer.now() + 60)
  await rows(`update endpoints set state = 'half_open'`)
  await openBreaker(paused, deliverer.now() + 15)
  const { items } = await listReceivers(deliverer.context, { merchant_uid: uid, limit: 20 })
  expect(items.map(({ server, breaker }) => [server, breaker])).toEqual([
    ['https://c.example', 'open'],
    ['https://b.example', 'half_open'],
    ['https://a.example', 'closed'],
  ])
  expect(well).toBeGreaterThan(0)
  const few = await listReceivers(deliverer.context, { merchant_uid: uid, limit: 1 })
  expect(few.items.map(({ breaker }) => breaker)).toEqual(['open'])
})

test('a callback is shown with its body, its attempts and its receiver’s breaker', async () => {
  const { uid } = await aMerchant()
  const deliverer = aDeliverer(() => 404)
  const [id = 0] = await deliverer.owe(uid, 1, 'https://one.example/notify')
  await deliverer.deliver(id)
  await setState([id], 'parked')
  await openBreaker(id, deliverer.now() + 15)
  const { trade_no } = await callbackOf(id)

  const shown = await showCallback(deliverer.context, `cb_${trade_no}`)

  expect(shown).toMatchObject({
    callback: { callback_id: `cb_${trade_no}`, merchant_uid: uid, state: 'parked', attempts: 1 },
    type: 'collection',
    told: [{ callback_id: `cb_${trade_no}`, body: { orderid: `O-${id}` } }],
    attempts: [{ number: 1, trigger: 'schedule', outcome: 'http_4xx', http_status: 404 }],
    receiver: {
      server: 'https://one.example',
      breaker: 'open',
      until: secondsToTaipei(deliverer.now() + 15),
    },
  })
})

test('a callback that does not exist is not found', async () => {
  const { context } = aDeliverer()
  await expect(showCallback(context, 'cb_nothing')).rejects.toMatchObject({ code: 'not_found' })
})
