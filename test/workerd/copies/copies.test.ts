import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { MerchantContext } from '../../../src/context.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { copiedTables, uncopiedTables } from '../../../src/store/copies/copied-tables.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { watchedBinding } from '../../support/watched.ts'
import {
  contentsOf,
  copiedContents,
  expectCopied,
  manifestOf,
  wholeAge,
} from '../support/copies.ts'
import { tablesIn } from '../support/renew.ts'
import { aCollection, aContext, aMerchant, aSettledCollection, rows } from '../support/service.ts'

const few = { units: 2, changes: 3, scan: 4, timeoutMs: 40_000 }

test('every table is copied, or it is said why not', async () => {
  const all = await tablesIn(env.DB)
  expect([...copiedTables, ...Object.keys(uncopiedTables)].sort()).toEqual(all.toSorted())
})

test('what was there before the first copy is copied in bounded steps, and what changes meanwhile', async () => {
  const shop = await aMerchant()
  for (let n = 0; n < 7; n += 1) await shop.create({})
  const { bucket, puts } = counting(env.ARCHIVE)
  const context = aContext({ archive: bucket })
  expect(await wholeAge(context)).toBeNull()
  for (let runs = 0; (await wholeAge(context)) === null; runs += 1) {
    expect(runs).toBeLessThan(20)
    const before = puts.count
    await copyDatabases(context, few)
    // The object and the manifest, and where copies begin the list of lines.
    expect(puts.count - before).toBeLessThanOrEqual(3)
    await aSettledCollection(context)
  }
  await copyDatabases(context)
  expect(await copiedContents('DB')).toEqual(await contentsOf(env.DB))
  expect(await rows('select * from changed_rows')).toEqual([])
})

test('a copy is as old as the newest moment at which nothing was missing in it', async () => {
  const clock = { now: Date.now() }
  const context = aContext({ now: () => clock.now })
  await copyDatabases(context)
  clock.now += 90_000
  expect(await wholeAge(context)).toBe(90)
  await aCollection(await aMerchant())
  // A step less than it takes.
  await copyDatabases(context, { ...few, units: 1, changes: 1 })
  expect(await wholeAge(context)).toBe(90)
  await copyDatabases(context)
  expect(await wholeAge(context)).toBe(0)
  const before = await manifestOf('DB')
  clock.now += 60_000
  await copyDatabases(context)
  // Nothing has changed: no object, and the copy is new all the same.
  expect([await wholeAge(context), await manifestOf('DB')]).toEqual([0, before])
})

test('of two runs at once nothing is lost, and one may do all of it', async () => {
  const context = aContext()
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([
      copyDatabases(context, few),
      aSettledCollection(context),
      copyDatabases(context, few),
    ])
  }
  await expectCopied(context, [env.DB])
})

test('a row that has changed before and after a run that failed is copied once', async () => {
  const context = aContext()
  await rows('insert into bank_account_days values (1, 1, 0, 0, null)')
  await copyDatabases(context)
  const put = () => Promise.reject(new Error('the bucket does not answer'))
  const failing = watchedBinding(env.ARCHIVE, (run, name) => (name === 'put' ? put() : run()))
  await rows('update bank_account_days set received = 1')
  await copyDatabases({ ...context, archive: failing })
  await rows('update bank_account_days set received = 2')
  expect(await rows('select kind, key from changed_rows')).toEqual([
    { kind: 'bank_account_days', key: '[1,1]' },
    { kind: 'bank_account_days', key: '[1,1]' },
  ])
  await expectCopied(context, [env.DB])
})

test('rows that were deleted and are there again are copied, in whatever steps', async () => {
  const context = aContext()
  const days = () =>
    rows('insert into bank_statement_days values (1, 1, 0, 1, 0), (1, 2, 1, 2, 0), (1, 3, 2, 3, 0)')
  await days()
  await copyDatabases(context)
  await rows('delete from bank_statement_days')
  await days()
  for (let runs = 0; runs < 4; runs += 1) await copyDatabases(context, few)
  await expectCopied(context, [env.DB])
})

test('without a bucket nothing is noted, and with one again a new line begins', async () => {
  const logged: object[] = []
  const context = aContext({ log: (entry) => void logged.push(entry) })
  await copyDatabases(context)
  const before = await manifestOf('DB')
  await copyDatabases({ ...context, archive: null })
  expect(logged.at(-1)).toEqual({ event: 'not_copied', database: 0 })
  expect(await wholeAge(context)).toBeNull()
  await rows('delete from changed_rows')
  await aSettledCollection(context)
  expect(await rows('select * from changed_rows')).toEqual([])
  await copyDatabases(context)
  expect((await manifestOf('DB'))?.line).not.toBe(before?.line)
  await expectCopied(context, [env.DB])
})

test('a database that was put back in time begins a new line', async () => {
  const context = aContext()
  await copyDatabases(context)
  const before = await rows<{ epoch: number }>('select epoch from copy_position')
  const shop = await aMerchant()
  const { id } = await aCollection(shop)
  await copyDatabases(context)
  const { line } = (await manifestOf('DB')) ?? {}
  // As Time Travel does it: the order was never there, nor its reading.
  await rows(`delete from collections where id = ${id}`)
  await rows(`delete from events where order_id = ${id}`)
  await rows('delete from balances where merchant_id = (select max(id) from merchants)')
  await rows(`update copy_position set epoch = ${before[0]?.epoch}`)
  await copyDatabases(context)
  expect((await manifestOf('DB'))?.line).not.toBe(line)
  await expectCopied(context, [env.DB])
})

test('a line that ended sixty days ago is deleted when a scan begins, and no younger one', async () => {
  const day = 86_400_000
  const clock = { now: Date.now() }
  const context = aContext({ now: () => clock.now })
  await copyDatabases(context)
  const old = (await manifestOf('DB'))?.line
  await rows('delete from copy_position')
  await copyDatabases(context)
  const line = (await manifestOf('DB'))?.line
  const left = async () => {
    const { objects } = await env.ARCHIVE.list({ prefix: `DB/${old}/` })
    const lines = await env.ARCHIVE.get('DB/lines.json')
    const names = (await lines?.json<{ lines: string[] }>())?.lines ?? []
    return [objects.length > 0, names.includes(old ?? ''), names.at(-1)]
  }
  clock.now += 31 * day
  await copyDatabases(context)
  await copyDatabases(context)
  expect(await left()).toEqual([true, true, line])
  clock.now += 31 * day
  // Lines of the tests before are older, and each scan deletes one.
  for (let scans = 0; scans < 40 && (await left())[1] === true; scans += 1) {
    await copyDatabases(context)
    clock.now += 31 * day
  }
  expect(await left()).toEqual([false, false, line])
  await expectCopied(context, [env.DB])
})

test('a database whose copies hang keeps no other waiting for longer than its time', async () => {
  const logged: object[] = []
  const real = aContext()
  const databases = [openMerchantDatabase(env.SPARE_1), ...real.databases.slice(0, 1)]
  const never = new Promise<never>(() => {})
  const hanging = watchedBinding(env.ARCHIVE, (run, _name, [key]) =>
    `${key}`.startsWith('DB/') ? never : run(),
  )
  const log = (entry: object) => void logged.push(entry)
  await copyDatabases(aContext({ databases, archive: hanging, log }), { ...few, timeoutMs: 200 })
  // The run of each minute begins with another database.
  const ended = logged.filter((entry) => !('line' in entry))
  expect(ended.sort((one, other) => numberOf(one) - numberOf(other))).toMatchObject([
    { event: 'copy_failed', database: 0, fault: expect.stringContaining('200 ms') },
    { event: 'copied', database: 1 },
  ])
})

const numberOf = (entry: object) => ('database' in entry ? Number(entry.database) : 0)

test('a database that is down is logged and stops no other', async () => {
  const logged: object[] = []
  const down = openMerchantDatabase(env.SPARE_1)
  const broken = new Proxy(down, {
    get: (target, name) => {
      if (name === '$client') throw new Error('the database does not answer')
      return Reflect.get(target, name)
    },
  })
  const real = aContext()
  const databases = [...real.databases.slice(0, 1), broken, openMerchantDatabase(env.SPARE_2)]
  const now = Date.now()
  const log = (entry: object) => void logged.push(entry)
  await copyDatabases(aContext({ databases, log, now: () => now }))
  // Each minute begins with another database.
  const lines = logged.filter((entry) => 'database' in entry && !('line' in entry))
  lines.sort((one, other) => numberOf(one) - numberOf(other))
  expect(lines).toMatchObject([
    { event: 'copied', database: 0, age_seconds: 0 },
    { event: 'copy_failed', database: 1, fault: expect.stringContaining('does not answer') },
    { event: 'copied', database: 2, age_seconds: 0 },
  ])
})

test('an hour of copies is one object, and an hour later what it was made of is deleted', async () => {
  const clock = { now: Date.now() }
  const context = aContext({ now: () => clock.now })
  const shop = await aMerchant()
  for (let minute = 0; minute < 5; minute += 1) {
    await shop.create({})
    await copyDatabases(context)
    clock.now += 60_000
  }
  const before = await namesOf('DB')
  expect(before.length).toBeGreaterThan(5)
  clock.now += 3_600_000
  await copyDatabases(context)
  const manifest = await manifestOf('DB')
  expect(manifest?.objects).toHaveLength(1)
  expect(await namesOf('DB')).toEqual([manifest?.objects[0]?.name, 'manifest.json'])
  await expectCopied(context, [env.DB])
})

test('after thirty days everything is copied anew, and after sixty the first copies are gone', async () => {
  const clock = { now: Date.now() }
  const context: MerchantContext = aContext({ now: () => clock.now })
  await copyDatabases(context)
  const first = (await manifestOf('DB'))?.objects[0]?.name
  for (let days = 0; days < 62; days += 31) {
    clock.now += 31 * 86_400_000
    for (let runs = 0; runs < 4; runs += 1) await copyDatabases(context)
  }
  clock.now += 3_600_000
  await copyDatabases(context)
  const manifest = await manifestOf('DB')
  expect(manifest?.bases).toHaveLength(2)
  expect(manifest?.objects.map(({ name }) => name)).not.toContain(first)
  expect(await env.ARCHIVE.head(`DB/${manifest?.line}/${first}`)).toBeNull()
  await expectCopied(context, [env.DB])
})

function counting(real: R2Bucket) {
  const puts = { count: 0 }
  const bucket = watchedBinding(real, (run, name) => {
    if (name === 'put') puts.count += 1
    return run()
  })
  return { bucket, puts }
}

async function namesOf(database: string): Promise<readonly string[]> {
  const prefix = `${database}/${(await manifestOf(database))?.line}/`
  const { objects } = await env.ARCHIVE.list({ prefix })
  return objects.map(({ key }) => key.slice(prefix.length)).sort()
}
