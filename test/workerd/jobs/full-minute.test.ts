import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runDatabaseJobs } from '../../../src/jobs/database-jobs.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { aLine, anOrder, anOrderInSlot, aPlace } from '../matcher/pairs.ts'
import { aDeliverer } from '../support/deliverer.ts'
import { invocation } from '../support/platform-limits.ts'
import { aContext, aMerchant, patchShop, rows } from '../support/service.ts'
import { aRichShop } from '../support/withdrawals.ts'

// Minutes in which every job of a database has more to do than an invocation may ask of it.

const posted: string[] = []

/** A minute's jobs, which have to end without a fault. */
async function aMinute() {
  const one = invocation()
  const { jobs } = await runDatabaseJobs(
    aContext({
      db: openMerchantDatabase(one.database(env.DB)),
      now: () => Date.now() + 5_000,
      wake: async () => undefined,
      fetch: (url) =>
        one.connected(async () => {
          posted.push(url)
          return new Response('success')
        }),
    }),
  )
  console.log(`${one.queries()} queries: ${JSON.stringify(jobs.map(({ counts }) => counts))}`)
  expect(jobs.filter(({ counts, faults }) => counts === null || faults > 0)).toEqual([])
  return one.queries()
}

/** Orders that a stop of automatic matching has left without an account, and deposits that nobody has judged. */
async function afterAStop(): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    const place = await aPlace()
    await anOrder({ ...place, last5: '00000' })
    await anOrderInSlot(place, { orderid: `paid-${n}` })
    await aLine(place, { bookedAt: Math.floor(Date.now() / 1000) + 2 })
  }
  await rows("update collections set assignment = 'stopped' where last5 = '00000'")
}

async function afterMidnight(): Promise<void> {
  for (let n = 0; n < 30; n += 1) {
    const { uid } = await aRichShop(100)
    await patchShop(uid, { settings: { auto_withdrawal: { minimum: 0 } } })
  }
  await rows('update merchants set auto_withdrawn_day = 1 where auto_withdrawal is not null')
}

async function dueCallbacks(): Promise<void> {
  for (let shop = 0; shop < 10; shop += 1) {
    const { uid } = await aMerchant()
    await aDeliverer().owe(uid, 40, `https://shop-${shop}.example/notify`)
  }
  await rows("update callbacks set next_at = 1 where state = 'due'")
}

async function left() {
  const [counts] = await rows<Record<string, number>>(`select
    (select count(*) from collections where assignment = 'stopped') as orders,
    (select count(*) from bank_transactions where state = 'unclaimed') as lines,
    (select count(*) from merchants where auto_withdrawn_day = 1) as merchants,
    (select count(*) from callbacks where state = 'due') as callbacks`)
  return counts
}

test('what is due at once is done in the next minutes, each within an invocation’s queries', {
  timeout: 120_000,
}, async () => {
  await afterAStop()
  await afterMidnight()
  await dueCallbacks()
  expect(await left()).toEqual({ orders: 40, lines: 40, merchants: 30, callbacks: 400 })
  const queries: number[] = []
  for (let minute = 0; minute < 6; minute += 1) queries.push(await aMinute())
  expect(Math.max(...queries)).toBeLessThan(1_000)
  expect(await left()).toEqual({ orders: 0, lines: 0, merchants: 0, callbacks: 0 })
  // None was sent again because its attempt could not be written down.
  expect(posted).toHaveLength(400)
})
