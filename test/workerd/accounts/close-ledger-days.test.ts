import { createExecutionContext, createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import worker from '../../../src/index.ts'
import { closeLedgerDays } from '../../../src/operations/accounts/close-ledger-days.ts'
import { readOwnLedger } from '../../../src/store/accounts/own-ledger.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { taipeiDay, taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { meter } from '../../support/metered.ts'
import { book, daysOf, dayText, forgetPasses, noonOf, soundLedger } from '../support/own-ledger.ts'
import { aContext, aMerchant, failingDatabase, rows, setClock } from '../support/service.ts'

/** 2026-03-02, a day of the moved clock. */
const monday = taipeiDay(Date.UTC(2026, 2, 2) / 1000)
const minuteMs = 60_000

beforeEach(forgetPasses)

test('each day with entries gets its row a minute after it is over, and no other day', async () => {
  const shop = await aMerchant()
  await book(shop, 100, noonOf(monday))
  await book(shop, 20, noonOf(monday), 'unconfirmed')
  await book(shop, 3, noonOf(monday + 2))
  const midnight = taipeiDayStart(monday + 3) * 1000
  await closeAt(midnight - minuteMs)
  expect(Object.keys(await daysOf(shop))).toEqual([String(monday)])
  await book(shop, 4, midnight + 10)
  await closeAt(midnight + minuteMs)
  expect(await daysOf(shop)).toEqual({
    [monday]: { available: 100, frozen: 0, unconfirmed: 20 },
    [monday + 2]: { available: 103, frozen: 0, unconfirmed: 20 },
  })
})

test('days that a stopped job has missed get their rows when it runs again', async () => {
  const shop = await aMerchant()
  for (const day of [0, 1, 2, 5, 40]) await book(shop, 1, noonOf(monday + day))
  await closeAt(noonOf(monday + 41))
  const days = await daysOf(shop)
  expect(Object.keys(days)).toEqual([0, 1, 2, 5, 40].map((day) => String(monday + day)))
  expect(Object.values(days).map(({ available }) => available)).toEqual([1, 2, 3, 4, 5])
})

test('once all is written, a run is one read', async () => {
  await closeAt(noonOf(monday))
  const { context, usage } = counted(noonOf(monday))
  await closeLedgerDays(context)
  expect(usage).toMatchObject({ trips: 1, rowsWritten: 0 })
  expect(usage.rowsRead).toBeLessThanOrEqual(1)
})

test('two runs side by side write each row once', async () => {
  const shops = await Promise.all([1, 2, 3].map(() => aMerchant()))
  for (const shop of shops) {
    for (const day of [0, 1, 2]) await book(shop, 5, noonOf(monday + day))
  }
  const at = noonOf(monday + 3)
  const logged: unknown[] = []
  const run = () => closeLedgerDays(aContext({ now: () => at, log: (entry) => logged.push(entry) }))
  await Promise.all([run(), run(), run()])
  expect(logged).toEqual([])
  for (const shop of shops) {
    expect(Object.values(await daysOf(shop)).map(({ available }) => available)).toEqual([5, 10, 15])
  }
})

test('a database that is down is logged, and does not hold up the others', async () => {
  const shop = await aMerchant()
  await book(shop, 100, noonOf(monday))
  const logged: unknown[] = []
  const down = openMerchantDatabase(failingDatabase())
  const databases = [openMerchantDatabase(env.DB), down]
  await closeLedgerDays(
    aContext({
      ...{ databases, now: () => noonOf(monday + 1), log: (entry) => logged.push(entry) },
    }),
  )
  expect(await daysOf(shop)).toHaveProperty(String(monday))
  expect(logged).toMatchObject([{ event: 'ledger_not_closed', database: 1 }])
})

test('the cron does it each minute', async () => {
  setClock(noonOf(monday))
  const shop = await aMerchant()
  await book(shop, 100)
  setClock(noonOf(monday + 1))
  await worker.scheduled(createScheduledController(), env, createExecutionContext())
  expect(await daysOf(shop)).toHaveProperty(String(monday))
})

test('with its rows a day is read without the entries of other days, before and after', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  for (const day of [0, 1, 2, 3]) {
    for (let n = 0; n < 30; n += 1) await book(shop, 1, noonOf(monday + day) + n * 1000)
  }
  const rowsReadOf = async (day: number) => {
    const { context, usage } = counted(noonOf(monday + 4))
    setClock(noonOf(monday + 4))
    const [{ id } = { id: 0 }] = await rows<{ id: number }>(
      'select id from merchants where uid = ?',
      shop.uid,
    )
    await readOwnLedger(context.db, {
      ...{ merchantId: id, from: day, until: day + 1, end: taipeiDayStart(day + 1), limit: 1 },
      ...{ after: { at: taipeiDayStart(day), orderId: 0, seq: 0, number: 0 } },
      now: noonOf(monday + 4) / 1000,
    })
    return usage.rowsRead
  }
  const without = await rowsReadOf(monday + 2)
  await closeAt(noonOf(monday + 4))
  const withRows = await rowsReadOf(monday + 2)
  expect(withRows).toBeLessThanOrEqual(24)
  expect(without).toBeGreaterThan(60)
  const day = { from: dayText(monday + 2), to: dayText(monday + 2) }
  expect((await soundLedger(shop, day)).items).toHaveLength(30)
})

// The last one: later runs would have to go past these merchants.
test('many merchants take several runs, each of few calls and rows', async () => {
  const merchants = 4_500
  const at = taipeiDayStart(monday) + 40_000
  const { uid } = await aMerchant()
  const [{ first } = { first: 0 }] = await rows<{ first: number }>(
    'select max(id) + 1 as first from merchants',
  )
  const numbers = `with recursive numbers (n) as (
    select 0 union all select n + 1 from numbers where n + 1 < ${merchants})`
  const columns = await rows<{ name: string }>(
    `select name from pragma_table_info('merchants') where name not in ('id', 'uid')`,
  )
  const names = columns.map(({ name }) => name).join()
  await rows(
    `insert into merchants (id, uid, ${names}) ${numbers}
     select ${first} + n, 'N' || n, ${names} from numbers, merchants where uid = ?`,
    uid,
  )
  await rows(
    `insert into ledger_entries ${numbers}
     select ${first} + n, ${at}, n + 1, 1, 1, 'other', 'outside', 'available', 7 from numbers`,
  )
  await rows(
    `insert into balances (merchant_id, channel, available, frozen, unconfirmed,
       ${tallies.join()}, kept_bytes, kept_on)
     ${numbers} select ${first} + n, 'other', 7, 0, 0, ${tallies.map(() => 0).join()}, 0, 0 from numbers`,
  )
  const written: number[] = []
  for (let run = 0; run < 6; run += 1) {
    const { context, usage } = counted(noonOf(monday + 1))
    await closeLedgerDays(context)
    expect(usage.trips).toBeLessThanOrEqual(42)
    expect(usage.rowsRead).toBeLessThan(20_000)
    const [{ n } = { n: 0 }] = await rows<{ n: number }>(
      'select count(*) as n from ledger_days where merchant_id >= ? and available = 7',
      first,
    )
    written.push(n)
  }
  expect(written.at(-1)).toBe(merchants)
  expect(written[0]).toBeLessThanOrEqual(1_000)
  expect(written[0]).toBeGreaterThan(900)
})

const tallies = ['collection_pending', 'collection_succeeded', 'collection_manual']
  .concat(['payout_pending', 'payout_processed', 'payout_cancelled'])
  .flatMap((name) => [`${name}_count`, `${name}_amount`])

async function closeAt(milliseconds: number): Promise<void> {
  await closeLedgerDays(aContext({ now: () => milliseconds }))
}

/** A context whose use of the database is counted. */
function counted(milliseconds: number) {
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  return { context: aContext({ db, now: () => milliseconds }), usage: counter.usage }
}
