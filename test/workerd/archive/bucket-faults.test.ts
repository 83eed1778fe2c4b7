import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MerchantContext } from '../../../src/context.ts'
import { refusalOfFailure } from '../../../src/operations/answer-in-time.ts'
import { archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { archivedContext } from '../../../src/operations/archive/archived-rows.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { type OrderRows, readOrderRows } from '../../../src/store/archive/order-rows.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { pause } from '../../../src/units/time-limit.ts'
import { failingD1 } from '../../support/failing-database.ts'
import { watchedBinding } from '../../support/watched.ts'
import {
  aPaidCollection,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
} from '../support/archive.ts'
import { aMerchant, rows } from '../support/service.ts'

beforeAll(() => endOthersWork())

// A bucket that is slow, down, or has other bytes, and runs that are killed at any step: nothing is lost, each order is
// in exactly one place, and the next run goes on.

const db = openMerchantDatabase(env.DB)

beforeEach(async () => {
  // What other tests have left is away, and other files' objects are not known.
  for (const { key } of await orderObjects()) {
    const [known] = await rows(`select id from archive_objects where name = '${key}'`)
    if (known === undefined) await env.ARCHIVE.delete(key)
  }
  await archiveAll()
})

const orderObjects = async () => (await env.ARCHIVE.list({ prefix: 'DB/orders/' })).objects

const away = async (ids: readonly number[]) =>
  (await archivedIds()).filter((id) => ids.includes(id))

type Fault = (call: () => unknown, given: readonly unknown[]) => unknown

/** The bucket, of which calls with that name go through `fault`. */
function bucketWith(name: 'put' | 'get' | 'delete', fault: Fault): R2Bucket {
  return watchedBinding(env.ARCHIVE, (run, called, given) =>
    called === name ? fault(run, given) : run(),
  )
}

/** As if the last search had not come to its end. */
const searchAnew = () => rows('update archive_position set after_id = 0, ended_at = null')

const otherBytes = new Uint8Array([1, 2, 3])
const down = () => Promise.reject(new Error('the bucket does not answer'))

async function someOrders(count = 3) {
  const shop = await aMerchant()
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) ids.push((await aPaidCollection(shop)).id)
  return { shop, ids, before: await readOrderRows(db, ids) }
}

/** Each order is in the database or in the archive, and has every row that it had. */
async function expectOnePlace(ids: readonly number[], before: OrderRows): Promise<void> {
  const live = await readOrderRows(db, ids)
  const archived = await archivedContext(later(), ids)
  const away = archived === null ? {} : await readOrderRows(archived.db, ids)
  for (const [table, all] of Object.entries(before)) {
    const found = [...(live[table] ?? []), ...(away[table] ?? [])]
    expect(sorted(found), table).toEqual(sorted(all))
  }
}

const sorted = (all: readonly object[]) => all.map((row) => JSON.stringify(row)).sort()

/** The objects in the bucket are those that the database knows. */
async function expectKnownObjects(): Promise<void> {
  const known = await rows<{ name: string }>('select name from archive_objects order by name')
  const inBucket = (await orderObjects()).map(({ key }) => key).sort()
  expect(inBucket.filter((key) => known.every(({ name }) => name !== key))).toEqual([])
}

const faults: Readonly<Record<string, readonly ['put' | 'get', Fault]>> = {
  'takes nothing': ['put', down],
  'loses what it took': ['put', async () => ({ key: 'x' })],
  'gives nothing': ['get', down],
  'has it no more': ['get', async () => null],
  'gives other bytes': ['get', async () => ({ arrayBuffer: async () => otherBytes.buffer })],
  'breaks off while it gives': ['get', async () => ({ arrayBuffer: down })],
  'has put other bytes': ['put', (_call, [key]) => env.ARCHIVE.put(String(key), otherBytes)],
}

test.each(Object.entries(faults))(
  'a bucket that %s: no row is deleted',
  async (_, [name, fault]) => {
    const { ids, before } = await someOrders(1)
    const archive = bucketWith(name, fault)
    await searchAnew()
    await expect(archiveOrders(later(40, { archive }))).rejects.toThrow(/bucket|what it was/)
    expect(await away(ids)).toEqual([])
    expect(await readOrderRows(db, ids)).toEqual(before)
    // It goes on by itself, and what the failed run has left is deleted after an hour.
    const begun = () =>
      rows<{ name: string }>(`select name from archive_objects where state = 'begun'`)
    const [left] = await begun()
    expect((await archiveAll()).orders).toBe(1)
    await expectOnePlace(ids, before)
    expect(await begun()).toEqual([left])
    await archiveOrders(later(40.1))
    expect(await begun()).toEqual([])
    expect(await env.ARCHIVE.head(left?.name ?? '')).toBeNull()
    await expectKnownObjects()
  },
)

/** A database and a bucket that end at the call with that number, before it has its effect or after, as all do then. */
function killedAt(step: number, when: 'before' | 'after') {
  let calls = 0
  const gone = new Error('killed')
  const next = () => {
    calls += 1
    return calls < step ? null : calls === step ? when : 'before'
  }
  const killedBucket = watchedBinding(env.ARCHIVE, async (run) => {
    const at = next()
    if (at === 'before') throw gone
    const result = await run()
    if (at === 'after') throw gone
    return result
  })
  const d1 = failingD1(env.DB, () => {
    const at = next()
    return at === null ? null : { message: 'killed', when: at }
  })
  const parts: Partial<MerchantContext> = { archive: killedBucket, db: openMerchantDatabase(d1) }
  return { context: later(40, parts), calls: () => calls }
}

test('killed at any step, of leaving or of coming back: each order is in one place, and the next run goes on', async () => {
  const { shop, ids, before } = await someOrders()
  await searchAnew()
  const whole = killedAt(Number.POSITIVE_INFINITY, 'before')
  expect((await archiveOrders(whole.context)).orders).toBe(ids.length)
  const leaving = whole.calls()
  await unarchive(whole.context, ids)
  const both = whole.calls()
  expect(leaving).toBeGreaterThan(8)
  expect(both - leaving).toBeGreaterThan(3)
  const [after, middle] = [{ away: 0, here: 0 }, ids[1] ?? 0]
  for (let step = 1; step <= leaving; step += 1) {
    for (const when of ['before', 'after'] as const) {
      await searchAnew()
      await expect(archiveOrders(killedAt(step, when).context)).rejects.toThrow()
      after[(await away(ids)).length === 0 ? 'here' : 'away'] += 1
      await expectOnePlace(ids, before)
      await archiveAll()
      expect(await away(ids)).toEqual(ids)
      await expectOnePlace(ids, before)
      const back = killedAt(1 + ((step - 1) % (both - leaving)), when)
      await unarchive(back.context, [middle]).catch(() => {})
      await expectOnePlace(ids, before)
      await unarchive(later(), [middle])
      expect(await away(ids)).toEqual([])
      await expectOnePlace(ids, before)
    }
  }
  // Kills on both sides of the batch in which they leave.
  expect(after.here).toBeGreaterThan(leaving)
  expect(after.away).toBeGreaterThan(0)
  const off = await rows(
    `select collection_succeeded_count as count, collection_succeeded_amount as amount
     from archived_tallies where merchant_id = (select id from merchants where uid = ?)`,
    shop.uid,
  )
  expect(off).toEqual([{ count: 0, amount: 0 }])
  const totals = 'select sum(orders) as orders, sum(bytes) as bytes from'
  expect(await rows(`${totals} archive_position`)).toEqual(
    await rows(`${totals} archive_objects where state = 'whole'`),
  )
})

test('a bucket that hangs keeps nothing waiting, and a run that wakes up late takes nothing away', async () => {
  const { shop, ids, before } = await someOrders()
  const woken = Promise.withResolvers<void>()
  const archive = bucketWith('put', async (call) => {
    await woken.promise
    return call()
  })
  await searchAnew()
  const hung = archiveOrders(later(40, { archive }))
  await expect(Promise.race([hung, pause(500).then(() => 'hangs')])).resolves.toBe('hangs')
  const beside = await aPaidCollection(shop)
  expect((await archiveAll()).orders).toBe(ids.length + 1)
  woken.resolve()
  expect(await hung).toMatchObject({ orders: 0, changed: ids.length })
  await expectOnePlace(ids, before)
  expect(await away([...ids, beside.id])).toEqual([...ids, beside.id])
})

test('a slow bucket ends a run in time, and the next one goes on', async () => {
  const { ids, before } = await someOrders()
  let late = 0
  const slow = later(40, {
    archive: bucketWith('get', (call) => {
      late += 6_000
      return call()
    }),
  })
  await searchAnew()
  const run = async () => {
    const from = late
    const context = { ...slow, mayGoOn: () => late - from < 10_000 }
    return (await archiveOrders(context, { looked: 1, steps: 1_000 })).orders
  }
  expect([await run(), await run()]).toEqual([2, 1])
  await expectOnePlace(ids, before)
})

test('an object that is damaged, or gone: no wrong answer, nothing changes, live orders go on', async () => {
  const { shop, ids, before } = await someOrders()
  await archiveAll()
  const [{ name } = { name: '' }] = await rows<{ name: string }>(
    `select name from archive_objects where id = (select object_id from archived_orders where id = ?)`,
    ids[0],
  )
  const sound = await (await env.ARCHIVE.get(name))?.arrayBuffer()
  const damage = [() => env.ARCHIVE.put(name, otherBytes), () => env.ARCHIVE.delete(name)]
  for (const damaged of damage) {
    await damaged()
    for (const read of [archivedContext, unarchive]) {
      const error = await read(later(), ids).catch((thrown: unknown) => thrown)
      // As a database that does not answer: 503, to be asked again.
      expect(String(error)).toContain('archive: DB/orders/')
      expect(refusalOfFailure(error)).toMatchObject({ code: 'unavailable' })
    }
    expect(await away(ids)).toEqual(ids)
    expect((await aPaidCollection(shop)).id).toBeGreaterThan(0)
    expect((await archiveAll()).orders).toBe(1)
  }
  await env.ARCHIVE.put(name, sound ?? otherBytes)
  await expectOnePlace(ids, before)
})
