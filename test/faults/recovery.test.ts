import { createHash } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { outputOf } from '../../scripts/checks/run.ts'
import { localPlaces } from '../../scripts/restore/local-places.ts'
import { ownBookProblems } from './checks/books.ts'
import { runAtRate } from './load/arrival-rate.ts'
import { type Client, clientOf, createShop, type Shop } from './load/client.ts'
import { anOrder, aScenario, pick } from './load/orders.ts'
import { scenarioRunner } from './load/scenarios.ts'
import { deliverSoon } from './load/until-none-due.ts'
import { isLongRun, reportFigures } from './long-run.ts'
import { fillDatabase, makeOriginals } from './recovery/many-orders.ts'
import { differencesOf, keepReadings, rowsAtReading, rowsNow } from './recovery/reference.ts'
import { startCron } from './service/cron.ts'
import { databaseFile, readBooks } from './service/database.ts'
import { startTestBed, type TestBed } from './service/test-bed.ts'

// The database is lost while orders are created, settled, paid out and called back and while copies are made, and is
// restored from the bucket by the command that the run book names. It has as many orders before as RECOVERY_ORDERS says,
// half of which are archived.

const first = Number(process.env.RECOVERY_ORDERS ?? 200)
const isLarge = first >= 10_000
// A bed lives through several losses: copies of a restored database are restored from, too.
const times = isLongRun && !isLarge ? { beds: 5, losses: 4 } : { beds: 1, losses: 1 }
const run = isLongRun
  ? { ...times, loadMs: [1500, 9000], minuteMs: 700, patienceMs: 4000 }
  : { ...times, loadMs: [1500, 2500], minuteMs: 300, patienceMs: 2000 }
const rate = { perSecond: 60, burst: 20, atOnce: 60 }
const settings = { ARCHIVE_AFTER_DAYS: '35' }
const timeout = isLongRun ? 40 * 60_000 : 900_000

test.each(Array.from({ length: run.beds }, (_, bed) => bed + 1))(
  'a database that is lost under load comes back as it was at the last copy (%i)',
  {
    timeout,
  },
  async (number) => {
    const bed = await startTestBed(inject('bundles'), undefined, 3, settings)
    onTestFinished(bed.close)
    const client = clientOf(bed)
    const shops = await Promise.all(['R1', 'R2', 'R3'].map((uid) => createShop(bed, client, uid)))
    const [like] = shops
    if (like === undefined) throw new Error('no shop')
    await makeOriginals(client, like, `${bed.receivers.http[0]}/success`)
    await bed.crash('group', {
      meanwhile: async (stateDir) => {
        await fillDatabase(stateDir, like, first, daysAgo)
      },
    })
    await untilArchived(bed, client)
    await bed.crash('group', {
      meanwhile: async (stateDir) => {
        keepReadings(stateDir, first)
      },
    })
    for (let loss = 1; loss <= run.losses; loss += 1) {
      await loseAndRestore(bed, client, shops, `loss ${(number - 1) * run.losses + loss}`)
    }
  },
)

/** With copies from these days back to two months before them, half of all are final for longer than the setting. */
const daysAgo = 10

async function untilArchived(bed: TestBed, client: Client): Promise<void> {
  const cron = startCron(bed, run.minuteMs)
  const isOver = async () => {
    const reply = await client.backOffice('GET', 'overview')
    return (reply?.body.archive as { ended_at: string | null } | null)?.ended_at != null
  }
  await expect.poll(isOver, { interval: 100, timeout }).toBe(true)
  await cron.stop()
}

async function loseAndRestore(
  bed: TestBed,
  client: Client,
  shops: readonly Shop[],
  what: string,
): Promise<void> {
  const cron = startCron(bed, run.minuteMs)
  const copied = firstWholeCopy(bed)
  // A copy of many orders takes minutes, in which the load would make many more.
  if (isLarge) await copied
  const load = startLoad(bed, client, shops)
  const copyMs = await copied
  const [least = 0, most = 0] = run.loadMs
  const loadMs = least + Math.random() * (most - least)
  await sleep(loadMs)
  load.stop()
  // The loss itself is under load: what is on its way gets no answer.
  const lostAt = Date.now()
  let restored: Awaited<ReturnType<typeof lose>> | undefined
  const tookMs = await bed.crash(pick([[1, 'runtime'] as const, [1, 'group'] as const]), {
    meanwhile: async (stateDir) => {
      restored = await lose(stateDir, lostAt)
    },
  })
  await load.ended
  await cron.stop()

  const again = startCron(bed, run.minuteMs)
  const deliveryMs = await deliverSoon(bed, client, run.patienceMs)
  await again.stop()
  const figures = await expectDelivered(bed, shops)
  const { restoreMs = 0, compareMs = 0, ...told } = restored ?? {}
  reportFigures(what, {
    copied: seconds(copyMs),
    after: seconds(loadMs),
    ...told,
    ...figures,
    // The restore, and with it the start of both Workers.
    restore: seconds(restoreMs),
    up: seconds(tookMs - compareMs),
    rest: seconds(deliveryMs),
  })
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Deletes the database, restores it, and compares it with what SQLite kept of that reading. */
async function lose(stateDir: string, lostAt: number) {
  const entered = performance.now()
  const file = databaseFile(stateDir)
  const lost = join(stateDir, 'lost.sqlite')
  for (const end of ['', '-wal', '-shm']) {
    await copyFile(`${file}${end}`, `${lost}${end}`).catch(() => {})
    await rm(`${file}${end}`, { force: true })
  }
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'restore.ts')
  const command = [process.execPath, script, '--local', stateDir, '--database', 'DB'] as const
  const begun = performance.now()
  const { code, output } = await outputOf(command, stateDir)
  const restoreMs = performance.now() - begun
  expect(code, output).toBe(0)
  expect(output).toContain('Book check: 0 differences')
  const reading = Number(/reading (\d+)/.exec(output)?.[1])
  const reference = rowsAtReading(lost, reading, first)
  const restored = rowsNow(stateDir)
  expect(reference, `reading ${reading}`).not.toBeNull()
  expect(differencesOf(restored, reference ?? {})).toEqual([])
  const books = readBooks(stateDir)
  expect(ownBookProblems(books)).toEqual([])
  const archived = await expectObjects(stateDir)
  keepReadings(stateDir, first)
  const steps = output.matchAll(/^(Reading|Filling|Checking) .*: done in (.*)$/gm)
  const asAt = Date.parse(/as it was at ([^,]+),/.exec(output)?.[1] ?? '')
  return {
    restoreMs,
    // What this test does besides, while no process uses the database.
    compareMs: performance.now() - entered - restoreMs,
    rows: Object.values(restored).reduce((sum, rows) => sum + rows.length, 0),
    orders: books.orders.length,
    archived,
    due: books.orders.filter(({ callback }) => callback === 'due').length,
    lost: seconds(lostAt - asAt),
    ...Object.fromEntries(Array.from(steps, ([, step = '', took]) => [step.toLowerCase(), took])),
  }
}

/** The bucket has each object that the restored database says has orders, as it was put there. Returns their orders. */
async function expectObjects(stateDir: string): Promise<number> {
  const db = new DatabaseSync(databaseFile(stateDir), { readOnly: true })
  const objects = db
    .prepare(`select name, orders, sha256 from archive_objects where state = 'whole'`)
    .all()
  const [archived] = db.prepare('select count(*) as n from archived_orders').all()
  db.close()
  const { source, close } = await localPlaces(stateDir, 'DB')
  try {
    for (const { name, sha256 } of objects) {
      const bytes = (await source.get(String(name))) ?? new Uint8Array()
      expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, sha256])
    }
  } finally {
    await close()
  }
  const orders = objects.reduce((sum, one) => sum + Number(one.orders), 0)
  expect(orders).toBe(archived?.n)
  expect(orders).toBeGreaterThan(first / 3)
  return orders
}

/** Every callback of the shops' restored orders has arrived, and all that came under one id told the same. */
async function expectDelivered(bed: TestBed, shops: readonly Shop[]) {
  const uids = new Set(shops.map(({ uid }) => uid))
  let problems: string[] = []
  let figures = {}
  await bed.crash('group', {
    meanwhile: async (stateDir) => {
      const { orders } = readBooks(stateDir)
      const { postings } = await bed.receivers.log()
      const arrived = Map.groupBy(postings, ({ id }) => id)
      const owed = orders.filter(({ uid, callback }) => uids.has(uid) && callback !== null)
      problems = owed.flatMap(({ tradeNo, callback, uid, number }) => {
        const all = arrived.get(`cb_${tradeNo}`) ?? []
        return [
          ...(callback === 'delivered' ? [] : [`${uid}/${number} is ${callback}`]),
          ...(all.some(({ acknowledged }) => acknowledged) ? [] : [`${number} never arrived`]),
        ]
      })
      for (const [id, all] of arrived) {
        const told = new Set(all.map(({ order, amount, event }) => `${order} ${amount} ${event}`))
        if (told.size > 1) problems.push(`${id} told ${[...told].join(', and ')}`)
        if (!all.every(({ verified }) => verified))
          problems.push(`${id}: a signature does not hold`)
      }
      const known = new Set(owed.map(({ tradeNo }) => `cb_${tradeNo}`))
      const acknowledged = [...arrived.values()].map(
        (all) => all.filter((one) => one.acknowledged).length,
      )
      figures = {
        delivered: owed.length,
        again: acknowledged.filter((times) => times > 1).length,
        // Settled after the last copy, and told: their receivers know more than the service.
        gone: [...arrived.keys()].filter((id) => !known.has(id)).length,
      }
      problems.push(...ownBookProblems(readBooks(stateDir)))
    },
  })
  expect(problems).toEqual([])
  return figures
}

/** Sends orders until it is stopped; what fails from then on is lost with the database. */
function startLoad(bed: TestBed, client: Client, shops: readonly Shop[]) {
  const runner = scenarioRunner(client)
  let stopping = false
  const orders = function* () {
    while (!stopping) {
      const shop = pick(shops.map((one) => [1, one] as const))
      yield { shop, order: anOrder(shop.uid, aScenario(), anAddress(bed)) }
    }
  }
  const ended = runAtRate(orders(), rate, async ({ shop, order }) => {
    try {
      await runner.create(shop, order)
      await runner.finish(shop, order)
    } catch (error) {
      if (!stopping) throw error
    }
  })
  ended.catch(() => {})
  return {
    ended,
    stop: () => {
      stopping = true
    },
  }
}

function anAddress({ receivers }: TestBed): string {
  const [steady, flaky, slow] = receivers.http
  return pick([
    [80, `${steady}/success`],
    [10, `${slow}/slow/400`],
    [10, `${flaky}/fails/1/status/503`],
  ])
}

/** Resolves with the milliseconds that it took. */
async function firstWholeCopy(bed: TestBed): Promise<number> {
  const begun = performance.now()
  const before = bed.logged.get('copied_whole') ?? 0
  const isCopied = () => (bed.logged.get('copied_whole') ?? 0) > before + 1
  await expect.poll(isCopied, { interval: 50, timeout }).toBe(true)
  return performance.now() - begun
}
