import { expect, test } from 'vitest'
import { resendCallbackById } from '../../../src/operations/callbacks/resend-callback.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { reviveCallback } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { takeCallbacks } from '../../../src/operations/callbacks/take-callbacks.ts'
import { aDeliverer, until, withOrders } from '../support/deliverer.ts'
import { anOrderOfEvents } from '../support/order-events.ts'
import { aMerchant, operator, rows } from '../support/service.ts'

// Decisions §6, "Several events": one row an order, its newest event; a newer one supersedes.

type Delivery = { readonly id: string; readonly attempt: string; readonly seq: number }

/** A world whose merchant's server notes what it is sent, and an order that has told its first event. */
async function aReportedOrder() {
  const sent: Delivery[] = []
  const answers: ((() => Promise<Response>) | number)[] = []
  const world = aDeliverer(undefined, {
    fetch: async (_url, init) => {
      const headers = init.headers as Record<string, string>
      const { seq } = JSON.parse(String(init.body))
      const [id = '', attempt = ''] = [headers['webhook-id'], headers['webhook-attempt']]
      sent.push({ id, attempt, seq })
      const answer = answers.shift() ?? 200
      return typeof answer === 'number' ? new Response('success', { status: answer }) : answer()
    },
  })
  const shop = await aMerchant()
  const order = await anOrderOfEvents(world, shop)
  await order.tell()
  /** An attempt that hangs: resolves once its server has been asked, and gives what answers it and waits for its end. */
  const hanging = async () => {
    let answer: (status: number) => void = () => undefined
    const answered = new Promise<Response>((resolve) => {
      answer = (status) => resolve(new Response('success', { status }))
    })
    answers.push(() => answered)
    const before = sent.length
    const delivery = world.deliver(order.id)
    await until(() => sent.length > before)
    return async (status: number) => {
      answer(status)
      await delivery
    }
  }
  return { world, shop, order, sent, answers, hanging, deliver: () => world.deliver(order.id) }
}

test('a newer event supersedes the one not yet acknowledged: no further attempt of that', async () => {
  const { order, sent, answers, deliver, world } = await aReportedOrder()
  answers.push(500)
  await deliver()
  await order.tell()
  expect(await order.row()).toMatchObject({
    state: 'due',
    next_at: world.now(),
    attempts: 1,
    scheduled_attempts: 0,
    event_number: 2,
    event_seq: 3,
  })
  await deliver()
  await deliver()
  expect(sent).toEqual([
    { id: `cb_${order.tradeNo}`, attempt: '1', seq: 2 },
    { id: `cb_${order.tradeNo}.2`, attempt: '2', seq: 3 },
  ])
  expect(await order.row()).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(await order.log()).toMatchObject([
    { number: 1, eventNumber: 1, outcome: 'http_5xx' },
    { number: 2, eventNumber: 2, outcome: 'delivered' },
  ])
})

test('webhook-id is .2, .3 … after the first event; attempts number on; the schedule starts anew', async () => {
  const { order, sent, answers, deliver, world } = await aReportedOrder()
  for (let event = 1; event <= 3; event += 1) {
    answers.push(500, 500)
    await deliver()
    world.advance(20)
    await deliver()
    const wait = ((await order.row()).next_at ?? 0) - world.now()
    // The second wait of the schedule, of each event.
    expect(wait).toBeGreaterThanOrEqual(13)
    expect(wait).toBeLessThanOrEqual(17)
    await order.tell()
  }
  expect(sent.map(({ id }) => id.slice(`cb_${order.tradeNo}`.length))).toEqual([
    '',
    '',
    '.2',
    '.2',
    '.3',
    '.3',
  ])
  expect(sent.map(({ attempt }) => attempt)).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('the callback of an earlier event is kept with the number of its event', async () => {
  const { order } = await aReportedOrder()
  await order.tell()
  await order.end()
  await order.tell()
  const { superseded } = await order.row()
  const told = (seq: number) => ({ type: 'collection', orderid: `O-${order.id}`, seq })
  expect(JSON.parse(superseded ?? '')).toEqual([
    { seq: 2, body: told(2), url: expect.any(String) },
    { seq: 3, body: told(3), url: expect.any(String) },
  ])
})

test.each([
  ['delivered', "state = 'delivered', next_at = null"],
  ['given_up', "state = 'given_up', next_at = null, scheduled_attempts = 20"],
  ['parked', "state = 'parked', next_at = null"],
])('a newer event of one that is %s is due again, with all its attempts', async (_state, now) => {
  const { order, deliver, sent, world } = await aReportedOrder()
  await rows(`update callbacks set attempts = 7, ${now} where order_id = ?`, order.id)
  await order.tell()
  expect(await order.row()).toMatchObject({
    state: 'due',
    next_at: world.now(),
    scheduled_attempts: 0,
    attempts: 7,
    faults: 0,
  })
  await deliver()
  expect(sent).toEqual([{ id: `cb_${order.tradeNo}.2`, attempt: '8', seq: 3 }])
})

test.each([200, 500])(
  'an attempt of the older that ends after it (%i) is logged, and settles nothing',
  async (status) => {
    const { order, hanging, sent, world, deliver } = await aReportedOrder()
    const answer = await hanging()
    await order.tell()
    // The lease is respected: nothing goes beside the attempt that is under way.
    await deliver()
    expect(sent).toHaveLength(1)
    const woken = world.woken.length
    await answer(status)
    expect(await order.row()).toMatchObject({
      state: 'due',
      attempts: 1,
      scheduled_attempts: 0,
      lease_until: null,
      faults: 0,
      event_number: 2,
    })
    expect(await order.log()).toMatchObject([{ number: 1, eventNumber: 1 }])
    // The newer goes as soon as none is under way.
    expect(world.woken.slice(woken)).toEqual([{ orderId: order.id, delaySeconds: 0 }])
    await deliver()
    expect(await order.row()).toMatchObject({ state: 'delivered', attempts: 2 })
    const last = world.logged.findLast(({ event }) => event === 'callback_attempt')
    expect(last).toMatchObject({ callback_id: `cb_${order.tradeNo}.2`, attempt: 2 })
  },
)

test('a resend of the older that is under way settles nothing of the newer, either', async () => {
  const { order, hanging, world, deliver, sent } = await aReportedOrder()
  await deliver()
  await resendCallbackById(world.context, operator, `cb_${order.tradeNo}`)
  const answer = await hanging()
  await order.tell()
  await answer(200)
  expect(await order.row()).toMatchObject({ state: 'due', attempts: 2, resend_trigger: null })
  await deliver()
  expect(sent.map(({ seq }) => seq)).toEqual([2, 2, 3])
})

test('an attempt that has outlived its lease gives nobody else’s back', async () => {
  const { order, hanging, world, sent } = await aReportedOrder()
  const first = await hanging()
  world.advance(61)
  await order.tell()
  const second = await hanging()
  const { lease_until: leaseUntil } = await order.row()
  await first(500)
  expect(await order.row()).toMatchObject({ lease_until: leaseUntil, faults: 1, state: 'due' })
  await second(200)
  world.advance(61)
  await world.deliver(order.id)
  expect(sent.map(({ seq }) => seq)).toEqual([2, 3, 3])
  expect(await order.row()).toMatchObject({ state: 'delivered' })
})

test('an attempt that could end after its lease does not begin', async () => {
  const { order, sent, world } = await aReportedOrder()
  const { attempts } = await takeCallbacks(world.context, [order.id])
  world.advance(45)
  await expect(attempts[0]?.make()).rejects.toThrow('its lease has not long to run')
  expect(sent).toEqual([])
})

test('of attempts that end together, one superseded, each is recorded', async () => {
  const { order, world, shop } = await aReportedOrder()
  const others = [await anOrderOfEvents(world, shop), await anOrderOfEvents(world, shop)]
  for (const other of others) await other.tell()
  const ids = [order, ...others].map(({ id }) => id)
  const { attempts } = await takeCallbacks(world.context, ids)
  await order.tell()
  await Promise.all(attempts.map(({ make }) => make()))
  for (const other of others) {
    expect(await other.row()).toMatchObject({ state: 'delivered', attempts: 1 })
  }
  expect(await order.row()).toMatchObject({ state: 'due', attempts: 1, lease_until: null })
  await world.deliver(order.id)
  expect(await order.row()).toMatchObject({ state: 'delivered', attempts: 2 })
})

test('a newer event may go to another receiver', async () => {
  const { order, world } = await aReportedOrder()
  await order.tell('https://other.example/notify')
  expect(await world.sweep()).toContain(order.id)
  const [row] = await rows<{ endpoint: string; url: string }>(
    'select endpoint, url from callbacks where order_id = ?',
    order.id,
  )
  expect(row).toMatchObject({ url: 'https://other.example/notify' })
  expect(row?.endpoint).toMatch(/^\d+ [0-9a-f]{8} https:\/\/other\.example$/)
})

test('an event without a callback of its own ends the callback: no further attempt, none to resend', async () => {
  const { order, world, sent, answers, deliver, shop } = await aReportedOrder()
  answers.push(500)
  await deliver()
  await order.end()
  world.advance(3600)
  await deliver()
  expect(await world.sweep()).not.toContain(order.id)
  expect(sent).toHaveLength(1)
  const refused = { code: 'callback_not_available' }
  const resend = resendCallbackById(world.context, operator, `cb_${order.tradeNo}`)
  await expect(resend).rejects.toMatchObject(refused)
  const bulk = { merchant_uid: shop.uid, include_delivered: true, limit: 10 }
  await withOrders([order.id])
  expect(await resendCallbacks(world.context, operator, bulk)).toMatchObject({
    requested: 0,
    skipped: 1,
  })
  expect(await order.row()).toMatchObject({ next_at: null, resend_trigger: null })
})

test('an event without a callback of its own ends an acknowledged callback, too, until the next event that has one', async () => {
  const { order, world, sent, deliver } = await aReportedOrder()
  await deliver()
  await order.end()
  const resend = resendCallbackById(world.context, operator, `cb_${order.tradeNo}`)
  await expect(resend).rejects.toMatchObject({ code: 'callback_not_available' })
  await order.tell()
  await deliver()
  expect(sent.map(({ id }) => id)).toEqual([`cb_${order.tradeNo}`, `cb_${order.tradeNo}.2`])
  expect(await order.row()).toMatchObject({ state: 'delivered', ended_at: null })
})

test('an attempt that is under way when the callback ends is logged, and settles nothing', async () => {
  const { order, hanging, deliver, sent } = await aReportedOrder()
  const answer = await hanging()
  await order.end()
  const before = await order.row()
  await answer(500)
  const { state, ended_at: endedAt } = before
  expect(await order.row()).toMatchObject({ state, ended_at: endedAt, next_at: null, attempts: 1 })
  await deliver()
  expect(sent).toHaveLength(1)
})

test('resend and revive are of the newest event, whichever of the order’s ids is given', async () => {
  const { order, world, sent, deliver } = await aReportedOrder()
  await order.tell()
  await deliver()
  for (const id of [`cb_${order.tradeNo}`, `cb_${order.tradeNo}.2`]) {
    world.advance(10)
    expect(await resendCallbackById(world.context, operator, id)).toMatchObject({
      callback_id: `cb_${order.tradeNo}.2`,
    })
    await deliver()
  }
  expect(sent.map(({ seq }) => seq)).toEqual([3, 3, 3])
  await rows(`update callbacks set state = 'parked' where order_id = ?`, order.id)
  expect(await reviveCallback(world.context, operator, `cb_${order.tradeNo}`)).toMatchObject({
    callback_id: `cb_${order.tradeNo}.2`,
    state: 'due',
  })
  const unknown = resendCallbackById(world.context, operator, `cb_${order.tradeNo}.3`)
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})
