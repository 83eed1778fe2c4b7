import { describe, expect, test } from 'vitest'
import { bulkResend, bulkRevival } from '../../../src/contract/back-office/callbacks.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { reviveCallbacks } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import {
  aDeliverer,
  attemptsAt,
  callbackOf,
  setState,
  statesOf,
  withOrders,
} from '../support/deliverer.ts'
import { aMerchant, operator, rows } from '../support/service.ts'

// Decisions §6 and §9: callbacks resent, and parked ones revived, by a filter, a page at each call.

describe('a bulk resend', () => {
  test('resends all that was not delivered, page by page', async () => {
    const { deliverer, uid, ids, resend } = await aShopWith(25)
    await setState(ids.slice(0, 10), 'given_up')
    await setState(ids.slice(10, 15), 'parked')
    await setState(ids.slice(20), 'delivered')
    const pages = await allPages(resend, { merchant_uid: uid, limit: 8 })
    expect(pages.map(({ matched, requested }) => [matched, requested])).toEqual([
      [8, 8],
      [8, 8],
      [4, 4],
    ])
    const woken = deliverer.woken.map(({ orderId }) => orderId)
    expect(woken.toSorted()).toEqual(ids.slice(0, 20).toSorted())
    for (const id of woken) await deliverer.deliver(id)
    expect(await statesOf(ids)).toEqual({ delivered: 25 })
    expect(await triggersOf(ids.slice(0, 20))).toEqual({ back_office: 20 })
  })

  test('that is repeated requests nothing twice', async () => {
    const { deliverer, uid, ids, resend } = await aShopWith(3)
    expect(await resend({ merchant_uid: uid })).toMatchObject({ matched: 3, requested: 3 })
    expect(await resend({ merchant_uid: uid })).toEqual({
      matched: 3,
      requested: 0,
      skipped: 3,
      next_cursor: null,
    })
    for (const id of [...ids, ...ids]) await deliverer.deliver(id)
    expect(deliverer.calls).toHaveLength(3)
    deliverer.advance(10)
    expect(await resend({ merchant_uid: uid })).toMatchObject({ matched: 0, requested: 0 })
  })

  test('includes delivered callbacks only on request', async () => {
    const { deliverer, uid, ids, resend } = await aShopWith(4)
    await setState(ids, 'delivered')
    expect(await resend({ merchant_uid: uid })).toMatchObject({ matched: 0 })
    expect(await resend({ merchant_uid: uid, include_delivered: true })).toMatchObject({
      matched: 4,
      requested: 4,
    })
    for (const id of ids) await deliverer.deliver(id)
    expect(deliverer.calls).toHaveLength(4)
  })

  test('filters by state, by outcome and by the order’s time', async () => {
    const { deliverer, uid, ids, resend } = await aShopWith(6)
    await setState(ids.slice(0, 2), 'given_up')
    await rows(
      `update callbacks set last_outcome = 'timeout' where order_id in (?, ?)`,
      ...ids.slice(1, 3),
    )
    expect(await resend({ merchant_uid: uid, state: 'given_up' })).toMatchObject({ matched: 2 })
    expect(await resend({ merchant_uid: uid, outcome: 'timeout' })).toMatchObject({
      matched: 2,
      requested: 1,
      skipped: 1,
    })
    expect(await resend({ outcome: 'timeout', state: 'due' })).toMatchObject({ matched: 1 })
    const created = deliverer.now() - 1_000
    const between = (from: number, to: number) => resend({ merchant_uid: uid, ...span(from, to) })
    expect(await between(created - 60, created + 60)).toMatchObject({ matched: 6 })
    expect(await between(created + 60, created + 120)).toMatchObject({ matched: 0 })
    expect(await between(created - 120, created - 60)).toMatchObject({ matched: 0 })
  })

  test('of another merchant resends none of this one’s', async () => {
    const { ids, resend } = await aShopWith(3)
    const { uid: other } = await aMerchant()
    expect(await resend({ merchant_uid: other })).toMatchObject({ matched: 0, requested: 0 })
    expect(await callbackOf(ids[0] ?? 0)).toMatchObject({ resend_trigger: null })
  })

  test.each([
    [{ state: 'delivered' }, 'include_delivered'],
    [{ state: 'lost' }, 'state'],
    [{ outcome: 'bad' }, 'outcome'],
    [{ limit: 201 }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ from: 'yesterday' }, 'from'],
    [{ merchant: 'M' }, undefined],
  ])('%j is no filter', (filter, field) => {
    const { error } = bulkResend.safeParse(filter)
    expect(error?.issues[0]?.path[0]).toBe(field)
  })
})

describe('a bulk revival', () => {
  test('revives all parked callbacks, page by page, and no others', async () => {
    const { deliverer, uid, ids, revive } = await aShopWith(25)
    const parked = ids.slice(0, 20)
    await setState(parked, 'parked')
    await setState(ids.slice(20, 22), 'given_up')
    await setState(ids.slice(22), 'delivered')
    const pages = await allPages(revive, { merchant_uid: uid, limit: 8 })
    expect(pages.map(({ matched, revived, skipped }) => [matched, revived, skipped])).toEqual([
      [8, 8, 0],
      [8, 8, 0],
      [4, 4, 0],
    ])
    expect(deliverer.woken.map(({ orderId }) => orderId).toSorted()).toEqual(parked.toSorted())
    expect(await statesOf(ids)).toEqual({ due: 20, given_up: 2, delivered: 3 })
    for (const id of parked) await deliverer.deliver(id)
    expect(await statesOf(ids)).toEqual({ delivered: 23, given_up: 2 })
  })

  test('makes callbacks due now, without their faults and with their attempts', async () => {
    const { deliverer, uid, ids, revive } = await aShopWith(1)
    const [id = 0] = ids
    await setState(ids, 'parked')
    await rows('update callbacks set attempts = 4, scheduled_attempts = 4, faults = 2')
    await revive({ merchant_uid: uid })
    expect(await callbackOf(id)).toMatchObject({
      state: 'due',
      next_at: deliverer.now(),
      attempts: 4,
      scheduled_attempts: 4,
      faults: 0,
    })
  })

  test('that is repeated finds nothing left', async () => {
    const { deliverer, uid, ids, revive } = await aShopWith(3)
    await setState(ids, 'parked')
    expect(await revive({ merchant_uid: uid })).toMatchObject({ matched: 3, revived: 3 })
    expect(await revive({ merchant_uid: uid })).toEqual({
      matched: 0,
      revived: 0,
      skipped: 0,
      next_cursor: null,
    })
    expect(deliverer.woken).toHaveLength(3)
  })

  test('filters by outcome, by the order’s time and by merchant', async () => {
    const { deliverer, uid, ids, revive } = await aShopWith(6)
    await setState(ids, 'parked')
    await rows(
      `update callbacks set last_outcome = 'timeout' where order_id in (?, ?)`,
      ...ids.slice(0, 2),
    )
    const { uid: other } = await aMerchant()
    expect(await revive({ merchant_uid: other })).toMatchObject({ matched: 0, revived: 0 })
    const created = deliverer.now() - 1_000
    const between = (from: number, to: number) => revive({ merchant_uid: uid, ...span(from, to) })
    expect(await between(created + 60, created + 120)).toMatchObject({ matched: 0 })
    expect(await between(created - 120, created - 60)).toMatchObject({ matched: 0 })
    expect(await statesOf(ids)).toEqual({ parked: 6 })
    expect(await revive({ merchant_uid: uid, outcome: 'timeout' })).toMatchObject({ revived: 2 })
    expect(await statesOf(ids)).toEqual({ due: 2, parked: 4 })
    expect(await between(created - 60, created + 60)).toMatchObject({ matched: 4, revived: 4 })
  })

  test.each([
    [{}, undefined],
    [{ limit: 5, cursor: '7' }, undefined],
    [{ state: 'parked' }, undefined],
    [{ outcome: 'bad' }, 'outcome'],
    [{ merchant_uid: 'M', limit: 201 }, 'limit'],
  ])('%j is no filter', (filter, field) => {
    const { error } = bulkRevival.safeParse(filter)
    expect(error?.issues[0]?.path[0]).toBe(field)
    expect(error).toBeDefined()
  })
})

async function aShopWith(count: number) {
  const deliverer = aDeliverer()
  const { context } = deliverer
  const { uid } = await aMerchant()
  const ids = await withOrders(await deliverer.owe(uid, count, 'https://shop.example/notify'))
  const resend = (filter: object) => resendCallbacks(context, operator, bulkResend.parse(filter))
  const revive = (filter: object) => reviveCallbacks(context, operator, bulkRevival.parse(filter))
  return { deliverer, uid, ids, resend, revive }
}

async function allPages<Page extends { next_cursor: string | null }>(
  call: (filter: object) => Promise<Page>,
  filter: object,
): Promise<Page[]> {
  const pages = [await call(filter)]
  for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
    pages.push(await call({ ...filter, cursor }))
  }
  return pages
}

function span(from: number, to: number) {
  return { from: secondsToTaipei(from), to: secondsToTaipei(to) }
}

async function triggersOf(ids: readonly number[]): Promise<Record<string, number>> {
  const made = (await Promise.all(ids.map(attemptsAt))).flat()
  const counts: Record<string, number> = {}
  for (const { trigger } of made) counts[trigger] = (counts[trigger] ?? 0) + 1
  return counts
}
