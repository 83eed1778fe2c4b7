import { describe, expect, test } from 'vitest'
import { bulkRevival } from '../../../src/contract/back-office-calls.ts'
import { reviveCallbacks } from '../../../src/operations/callbacks/revive-callbacks.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { aCallbackWorld, callbackOf, statesOf } from '../support/deliverer.ts'
import { aMerchant, rows } from '../support/service.ts'

// Decisions §6 and §9: parked callbacks brought back by a filter, a page at each call.

const url = 'https://shop.example/notify'

describe('a bulk revival', () => {
  test('goes through all that are parked, page by page, and touches nothing else', async () => {
    const { world, uid, ids, revive } = await aShopWith(25)
    const parked = ids.slice(0, 20)
    await setState(parked, 'parked')
    await setState(ids.slice(20, 22), 'given_up')
    await setState(ids.slice(22), 'delivered')
    const pages: Awaited<ReturnType<typeof revive>>[] = []
    let cursor: string | undefined
    do {
      pages.push(await revive({ merchant_uid: uid, limit: 8, ...(cursor ? { cursor } : {}) }))
      cursor = pages.at(-1)?.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(pages.map(({ matched, revived, skipped }) => [matched, revived, skipped])).toEqual([
      [8, 8, 0],
      [8, 8, 0],
      [4, 4, 0],
    ])
    expect(world.woken.map(({ orderId }) => orderId).toSorted()).toEqual(parked.toSorted())
    expect(await statesOf(ids)).toEqual({ due: 20, given_up: 2, delivered: 3 })
    for (const id of parked) await world.deliver(id)
    expect(await statesOf(ids)).toEqual({ delivered: 23, given_up: 2 })
  })

  test('makes them due now, without the faults they had and with their attempts', async () => {
    const { world, uid, ids, revive } = await aShopWith(1)
    const [id = 0] = ids
    await setState(ids, 'parked')
    await rows('update callbacks set attempts = 4, scheduled_attempts = 4, faults = 2')
    await revive({ merchant_uid: uid })
    expect(await callbackOf(id)).toMatchObject({
      ...{ state: 'due', next_at: world.now(), attempts: 4, scheduled_attempts: 4, faults: 0 },
    })
  })

  test('that is repeated finds nothing left', async () => {
    const { world, uid, ids, revive } = await aShopWith(3)
    await setState(ids, 'parked')
    expect(await revive({ merchant_uid: uid })).toMatchObject({ matched: 3, revived: 3 })
    expect(await revive({ merchant_uid: uid })).toEqual({
      ...{ matched: 0, revived: 0, skipped: 0, next_cursor: null },
    })
    expect(world.woken).toHaveLength(3)
  })

  test('of one outcome, of orders of some time, and of one merchant', async () => {
    const { world, uid, ids, revive } = await aShopWith(6)
    await setState(ids, 'parked')
    await rows(
      `update callbacks set last_outcome = 'timeout' where order_id in (?, ?)`,
      ...ids.slice(0, 2),
    )
    const { uid: other } = await aMerchant()
    expect(await revive({ merchant_uid: other })).toMatchObject({ matched: 0, revived: 0 })
    const created = world.now() - 1_000
    const between = (from: number, to: number) =>
      revive({ merchant_uid: uid, from: secondsToTaipei(from), to: secondsToTaipei(to) })
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
  const world = aCallbackWorld()
  const { uid } = await aMerchant()
  const ids = await world.owe(uid, count, url)
  const revive = (filter: object) => reviveCallbacks(world.context, bulkRevival.parse(filter))
  return { world, uid, ids, revive }
}

async function setState(ids: readonly number[], state: string): Promise<void> {
  await rows(
    `update callbacks set state = ?, next_at = null
     where order_id in (select value from json_each(?))`,
    state,
    JSON.stringify(ids),
  )
}
