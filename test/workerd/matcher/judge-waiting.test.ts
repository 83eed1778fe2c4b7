import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { judgeWaiting } from '../../../src/operations/matcher/judge-waiting.ts'
import { idsPerSecond } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { secondsToTaipei } from '../../../src/units/taipei-time.ts'
import { meter } from '../../support/metered.ts'
import { aContext, rows } from '../support/service.ts'
import { feed, linesOf, post } from '../support/statements.ts'
import { aLine, anOrderInSlot, aPlace, type Place } from './pairs.ts'

// The minute's job of what is to be judged (matching §4), within what one invocation may ask of a database.

const counter = meter()
const context = aContext({
  db: openMerchantDatabase(counter.database(env.DB)),
  wake: async () => undefined,
})

async function run() {
  counter.reset()
  const counts = await judgeWaiting(context)
  return { counts, statements: counter.usage.statements.length }
}

const soon = () => Math.floor(Date.now() / 1000) + 2
// No order has its digits.
const aStrangers = (place: Place, doubts = '') =>
  aLine(place, { counterpartyLast5: '99999', doubts, bookedAt: soon() })

const doubtsOf = async (ids: readonly number[]) => {
  const found = await rows<{ doubts: string }>(
    'select doubts from bank_transactions where id in (select value from json_each(?)) order by id',
    JSON.stringify(ids),
  )
  return found.map(({ doubts }) => doubts)
}

// The files of a run share a database: what others have left in doubt is of another account.
beforeEach(async () => {
  await rows('update bank_transactions set doubts = null where doubts is not null')
  await rows('update auto_switch set judged_to = 0')
})

test('two hundred lines that nobody has judged are judged in two runs, within an invocation’s statements', async () => {
  const place = await aPlace()
  const ids: number[] = []
  for (let n = 0; n < 200; n += 1) ids.push(await aStrangers(place))
  const first = await run()
  expect(first.counts.settled).toBe(0)
  expect(first.counts.doubtful).toBeGreaterThanOrEqual(100)
  await run()
  expect(new Set(await doubtsOf(ids))).toEqual(new Set(['["no_order"]']))
  expect(first.statements).toBeLessThanOrEqual(700)
})

test('what is certain is settled within an invocation’s statements, the rest by the next run', async () => {
  const orders: string[] = []
  for (let n = 0; n < 60; n += 1) {
    const place = await aPlace()
    orders.push((await anOrderInSlot(place)).tradeNo)
    await aLine(place, { bookedAt: soon() })
  }
  const runs = [await run(), await run(), await run()]
  const left = await rows(
    `select trade_no from collections
     where status = 'pending' and trade_no in (select value from json_each(?))`,
    JSON.stringify(orders),
  )
  expect(left).toEqual([])
  expect(runs.map(({ counts }) => counts.settled).reduce((sum, one) => sum + one)).toBe(60)
  for (const { statements } of runs) expect(statements).toBeLessThanOrEqual(700)
})

test('what is in doubt is judged again in turn, but for what was stored more than a day ago', async () => {
  const place = await aPlace()
  // What they were judged as before is not so any more.
  const ids: number[] = []
  for (let n = 0; n < 210; n += 1) ids.push(await aStrangers(place, '["late"]'))
  const [old = 0] = ids
  const days = 2 * 86_400 * idsPerSecond
  await rows('update bank_transactions set id = id - ? where id = ?', days, old)
  const judged: number[] = []
  for (let n = 0; n < 3; n += 1) {
    await run()
    judged.push((await doubtsOf(ids)).filter((doubts) => doubts === '["no_order"]').length)
  }
  expect(judged[0]).toBeGreaterThanOrEqual(100)
  expect(judged[0]).toBeLessThan(209)
  expect(judged.at(-1)).toBe(209)
  expect(await doubtsOf([old - days])).toEqual(['["late"]'])
})

test('a line that is posted again is judged where nobody has judged it, and else is not', async () => {
  const place = await aPlace()
  const names = JSON.stringify([feed.name])
  await rows('update bank_accounts set feeds = ? where id = ?', names, place.account)
  await anOrderInSlot(place)
  const going: Promise<void>[] = []
  const by = aContext({ wake: async () => undefined, later: (work) => void going.push(work) })
  const at = secondsToTaipei(Math.floor(Date.now() / 1000)) ?? ''
  const tell = async () => {
    const told = { at, amount: 100, last5: place.last5, externalId: 'told-again' }
    await post(place.account, told, by)
    await Promise.all(going.splice(0))
    const [line] = await linesOf(place.account)
    return [line?.state, line?.doubts]
  }
  const switchTo = (auto: string) =>
    rows('update merchants set auto = ? where uid = ?', auto, place.shop.uid)
  await switchTo('off')
  expect(await tell()).toEqual(['unclaimed', '["off"]'])
  await switchTo('settle')
  expect(await tell()).toEqual(['unclaimed', '["off"]'])
  // As where the first invocation was cut off after its commit.
  await rows(`update bank_transactions set doubts = '' where bank_account_id = ?`, place.account)
  expect((await tell())[0]).toBe('claimed')
})
