import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { fillBooks } from '../books/many-books.ts'
import { contentsOf, copiedContents, wholeAge } from '../support/copies.ts'
import { invocation } from '../support/platform-limits.ts'
import { aCollection, aContext, aMerchant, aSettledCollection, rows } from '../support/service.ts'

// The first copy of as many orders as COPIES_ORDERS says, and then COPIES_MINUTES minutes of virtual time in which orders
// are made and settled, each run under the platform's limits of an invocation and of the bucket.

const orders = Number(env.COPIES_ORDERS)
const minutes = Number(env.COPIES_MINUTES)
const patience = 7_200_000

/** A clock of minutes, and a run of the job in each. */
function aDay() {
  let nowMs = Date.now()
  const failed: unknown[] = []
  let most = 0
  const run = async () => {
    nowMs += 60_000
    const one = invocation()
    const db = openMerchantDatabase(one.database(env.DB))
    const now = () => nowMs
    const context = aContext({
      db,
      databases: [db],
      now,
      archive: one.bucket(env.ARCHIVE, now),
      log: (entry) => {
        if ('fault' in entry) failed.push(entry)
      },
    })
    await copyDatabases(context)
    most = Math.max(most, one.queries())
    return wholeAge({ ...context, databaseNumber: 0, db: openMerchantDatabase(env.DB) })
  }
  return { run, failed, most: () => most }
}

test(
  'the first copy is whole, and so is each of a day; no run fails',
  async () => {
    await fillBooks(orders, () => undefined)
    await rows('delete from copy_position')
    const day = aDay()
    let first = 1
    while ((await day.run()) === null) first += 1
    expect(await copiedContents('DB')).toEqual(await contentsOf(env.DB))
    const shop = await aMerchant()
    let late = 0
    for (let minute = 1; minute <= minutes; minute += 1) {
      await aCollection(shop)
      if (minute % 5 === 0) await aSettledCollection(aContext())
      const age = await day.run()
      if (age !== 0) late += 1
    }
    console.log(
      `${orders} orders: whole after ${first} runs; ${minutes} minutes: ${late} not whole, ` +
        `${day.failed.length} failed runs, at most ${day.most()} queries a run`,
    )
    expect(day.failed).toEqual([])
    expect(late).toBe(0)
    expect(await copiedContents('DB')).toEqual(await contentsOf(env.DB))
  },
  patience,
)
