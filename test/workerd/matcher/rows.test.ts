import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { assignLater } from '../../../src/operations/matcher/assign-account.ts'
import { settleLines } from '../../../src/operations/matcher/settle-lines.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { holdersOf } from '../support/banking.ts'
import { move } from '../support/orders.ts'
import { aContext, agent, rows } from '../support/service.ts'
import { aLine, anOrder, anOrderInSlot, aPlace, outcomeOf, type Place } from './pairs.ts'

// What matching by itself writes, as the database counts rows: those of indexes, too (matching §2, §4).

const counter = meter()
const going: Promise<void>[] = []
const counted = aContext({
  db: openMerchantDatabase(counter.database(env.DB)),
  wake: async () => undefined,
  later: (work) => void going.push(work),
})
const byAgent = { context: counted, principal: agent }

async function writtenBy(work: () => unknown): Promise<number> {
  counter.reset()
  await work()
  await Promise.all(going.splice(0))
  return counter.usage.rowsWritten
}

/** A place that serves its merchant alone, with a new order of it. */
async function placeWithOrder(auto: 'off' | 'settle') {
  const place = await aPlace()
  const tradeNo = await anOrder(place)
  const serves = 'update bank_accounts set auto = ?, merchants = ? where id = ?'
  await rows(serves, auto, JSON.stringify([place.shop.uid]), place.account)
  return { place, tradeNo }
}

const assigned = async (tradeNo: string) => {
  await rows(`update collections set assignment = 'due' where trade_no = ?`, tradeNo)
  return writtenBy(() => assignLater(counted, { assignment: 'due', tradeNo }))
}
const bookedSoon = (place: Place) => aLine(place, { bookedAt: Math.floor(Date.now() / 1000) + 2 })

test('an order that the service assigns and settles writes two rows fewer than by people', async () => {
  const byPeople = await placeWithOrder('off')
  const { account } = byPeople.place
  const target = { bankAccount: account, override: false }
  const matched = await writtenBy(() => move.match(byPeople.tradeNo, target, byAgent))
  const paid = await bookedSoon(byPeople.place)
  const settled = await writtenBy(() =>
    move.settle(byPeople.tradeNo, { bankTransactions: [paid] }, byAgent),
  )
  const alone = await placeWithOrder('settle')
  const matching = await assigned(alone.tradeNo)
  const line = await bookedSoon(alone.place)
  const settling = await writtenBy(() => settleLines(counted, [line]))
  expect(await holdersOf(paid, line)).toEqual([byPeople.tradeNo, alone.tradeNo])
  expect(matching + settling).toBe(matched + settled - 2)
})

test('a match with a slot writes as many rows as one without', async () => {
  const [without, within] = [await placeWithOrder('off'), await placeWithOrder('settle')]
  const written = ({ place, tradeNo }: typeof without) =>
    writtenBy(() => move.match(tradeNo, { bankAccount: place.account, override: false }, byAgent))
  expect(await written(within)).toBe(await written(without))
})

test('a doubt writes two rows at most, once, and none while it stays', async () => {
  const place = await aPlace()
  await anOrderInSlot(place)
  const line = await aLine(place, { bookedAt: Math.floor(Date.now() / 1000) - 3_600 })
  const judge = () => writtenBy(() => settleLines(counted, [line]))
  const [first, again] = [await judge(), await judge()]
  expect(await outcomeOf(line)).toContain('early')
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(2)
  expect(again).toBe(0)
})
