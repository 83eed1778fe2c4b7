import { describe, expect, test } from 'vitest'
import { type BulkResend, bulkResend } from '../../../src/contract/back-office-calls.ts'
import { resendCallbacks } from '../../../src/operations/callbacks/resend-callbacks.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { aCallbackWorld, type CallbackWorld, callbackOf, statesOf } from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

// Decisions §9: many callbacks resent by a filter, a page at each call.

const url = 'https://shop.example/notify'

describe('a bulk resend', () => {
  test('goes through all that was not delivered, page by page, and skips what has been since', async () => {
    const { world, uid, ids, resend } = await aShopWith(25)
    await setState(ids.slice(0, 10), 'given_up')
    await setState(ids.slice(10, 15), 'parked')
    await setState(ids.slice(20), 'delivered')
    const pages: Awaited<ReturnType<typeof resend>>[] = []
    let cursor: string | undefined
    do {
      pages.push(await resend({ merchant_uid: uid, limit: 8, ...(cursor ? { cursor } : {}) }))
      cursor = pages.at(-1)?.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(pages.map(({ matched, requested }) => [matched, requested])).toEqual([
      [8, 8],
      [8, 8],
      [4, 4],
    ])
    const woken = world.woken.map(({ orderId }) => orderId)
    expect(woken.toSorted()).toEqual(ids.slice(0, 20).toSorted())
    for (const id of woken) await world.deliver(id)
    expect(await statesOf(ids)).toEqual({ delivered: 25 })
    expect(await triggersOf(ids.slice(0, 20))).toEqual({ back_office: 20 })
  })

  test('that is repeated asks for nothing twice', async () => {
    const { world, uid, ids, resend } = await aShopWith(3)
    expect(await resend({ merchant_uid: uid })).toMatchObject({ matched: 3, requested: 3 })
    expect(await resend({ merchant_uid: uid })).toEqual({
      matched: 3,
      requested: 0,
      skipped: 3,
      next_cursor: null,
    })
    for (const id of [...ids, ...ids]) await world.deliver(id)
    expect(world.calls).toHaveLength(3)
    world.advance(10)
    expect(await resend({ merchant_uid: uid })).toMatchObject({ matched: 0, requested: 0 })
  })

  test('reaches delivered ones only when it says so', async () => {
    const { world, uid, ids, resend } = await aShopWith(4)
    await setState(ids, 'delivered')
    expect(await resend({ merchant_uid: uid })).toMatchObject({ matched: 0 })
    expect(await resend({ merchant_uid: uid, include_delivered: true })).toMatchObject({
      matched: 4,
      requested: 4,
    })
    for (const id of ids) await world.deliver(id)
    expect(world.calls).toHaveLength(4)
  })

  test('of one state, one outcome, and of orders of some time', async () => {
    const { world, uid, ids, resend } = await aShopWith(6)
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
    const created = world.now() - 1_000
    const text = (seconds: number) => secondsToTaipei(seconds)
    const between = (from: number, to: number) =>
      resend({ merchant_uid: uid, from: text(from), to: text(to) })
    expect(await between(created - 60, created + 60)).toMatchObject({ matched: 6 })
    expect(await between(created + 60, created + 120)).toMatchObject({ matched: 0 })
    expect(await between(created - 120, created - 60)).toMatchObject({ matched: 0 })
  })

  test('of another merchant’s callbacks touches none of this one’s', async () => {
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

async function aShopWith(count: number) {
  const world: CallbackWorld = aCallbackWorld()
  const { uid } = await aMerchant()
  const ids = await world.owe(uid, count, url)
  const resend = (filter: object) => {
    const call: BulkResend = bulkResend.parse(filter)
    return resendCallbacks(world.context, call)
  }
  return { world, uid, ids, resend }
}

async function setState(ids: readonly number[], state: string): Promise<void> {
  await rows(
    `update callbacks set state = ?, next_at = null
     where order_id in (select value from json_each(?))`,
    state,
    JSON.stringify(ids),
  )
}

async function triggersOf(ids: readonly number[]): Promise<Record<string, number>> {
  const found = await rows<{ trigger_name: string; n: number }>(
    `select trigger_name, count(*) as n from callback_attempts
     where order_id in (select value from json_each(?)) group by trigger_name`,
    JSON.stringify(ids),
  )
  return Object.fromEntries(found.map(({ trigger_name, n }) => [trigger_name, n]))
}
