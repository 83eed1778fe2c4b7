import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, inject, onTestFinished, test } from 'vitest'
import { localPlaces } from '../../scripts/restore/local-places.ts'
import { archivedRecords } from '../../src/rules/archive/archive-lines.ts'
import { archivableTables } from '../../src/store/archive/order-rows.ts'
import { runAtRate } from './load/arrival-rate.ts'
import { type Client, clientOf, createShop, type Shop } from './load/client.ts'
import { anOrder, type Order, pick } from './load/orders.ts'
import { scenarioRunner } from './load/scenarios.ts'
import { deliverRest } from './load/until-none-due.ts'
import { isLongRun, report, reportFigures } from './long-run.ts'
import { fillDatabase, makeOriginals } from './recovery/many-orders.ts'
import { startCron } from './service/cron.ts'
import { databaseFile } from './service/database.ts'
import type { KillTarget } from './service/process.ts'
import { startTestBed, type TestBed } from './service/test-bed.ts'

// Old orders leave for the bucket while new ones are paid, and all processes are killed meanwhile. At the end each order
// is in exactly one place with every row that it had, is found by its numbers, and what is booked is as it was.

const archived = Number(process.env.ARCHIVE_ORDERS ?? 400)
const kills = Number(process.env.ARCHIVE_KILLS ?? 2)
/** Of ten orders that are multiplied eight are final. */
const count = Math.ceil(archived / 8) * 10
const rate = { perSecond: 5, burst: 1, atOnce: 50 }
const looked = isLongRun ? 300 : 30
/** How long payments are timed while the archive rests, and then beside it. */
const measuredMs = isLongRun ? 60_000 : 1_000
/** What a payment may wait. */
const waitMsMax = 200
const timeout = isLongRun ? 60 * 60_000 : 900_000
const settings = { ARCHIVE_AFTER_DAYS: '35' }

test(`${archived} orders leave, through ${kills} kills under payments`, { timeout }, async () => {
  const bed = await startTestBed(inject('bundles'), undefined, 1, settings)
  onTestFinished(bed.close)
  const client = clientOf(bed)
  const [like, shop] = [await createShop(bed, client, 'OLD'), await createShop(bed, client, 'NEW')]
  await makeOriginals(client, like, `${bed.receivers.http[0]}/success`)
  let before: Contents | undefined
  await bed.crash('group', {
    meanwhile: async (stateDir) => {
      await fillDatabase(stateDir, like, count, 36)
      changeDatabase(stateDir, atRestQuery)
      before = keptIn(stateDir)
    },
  })
  if (before === undefined) throw new Error('nothing was filled')

  const secrets = new Map<string, string>()
  const asked = await askedOf(client, before, secrets)
  const copied = () => bed.logged.get('copied_whole') ?? 0
  const copiedBefore = copied()
  const cron = startCron(bed, 500)
  // The archive rests until the copies have all orders, so that payments beside it wait for nothing else.
  await expect.poll(copied, { timeout, interval: 200 }).toBeGreaterThan(copiedBefore)
  report(`  all orders are copied, after ${(bed.logged.get('copied') ?? 0) + 1} runs`)
  const atRest = await paymentsTimed(bed, client, shop)
  expect((await overview(client))?.orders).toBe(0)
  await bed.crash('group', { meanwhile: async (stateDir) => changeDatabase(stateDir, goOnQuery) })
  const begun = performance.now()
  const beside = await paymentsTimed(bed, client, shop)
  report(`  payments are timed, ${(await overview(client))?.orders} orders archived`)
  const throughKills = startPayments(bed, client, shop)
  let took = 0
  const goingOn = async () => {
    const { orders = 0, ended_at = null } = (await overview(client)) ?? {}
    if (ended_at !== null && took === 0) took = performance.now() - begun
    return { orders, isOver: ended_at !== null }
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    // Spread over the run: each waits for its part of the orders. Few are away at once.
    const part = isLongRun ? (archived * (kill - 0.7)) / kills : -1
    await expect
      .poll(async () => (await goingOn()).orders, { timeout, interval: 100 })
      .toBeGreaterThan(part)
    await sleep(Math.random() * 500)
    const target = pick<KillTarget>([
      [1, 'runtime'],
      [1, 'group'],
    ])
    const { orders } = await goingOn()
    const upMs = await bed.crash(target)
    report(
      `  ${kill}/${kills} ${target} killed with ${orders} archived, up again in ${upMs.toFixed()} ms`,
    )
  }
  await expect.poll(async () => (await goingOn()).isOver, { timeout, interval: 200 }).toBe(true)
  await throughKills.stop()
  await deliverRest(bed, client, isLongRun ? 600_000 : 3_000)
  await expectSoundBooks(client)
  await cron.stop()
  expect((await overview(client))?.orders).toBe(archived)
  const askedAgain = await askedOf(client, before, secrets)
  expect(askedAgain.answers).toEqual(asked.answers)
  let after: Contents | undefined
  await bed.crash('group', {
    meanwhile: async (stateDir) => {
      after = keptIn(stateDir)
      await expectOnePlace(stateDir, before as Contents)
    },
  })
  expect(after?.booked).toEqual(before.booked)

  const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`
  reportFigures(`${archived} orders archived`, {
    took: minutes(took),
    'a run': Math.round(archived / (bed.done.get('archive_orders.objects') ?? 1)),
    changed: bed.done.get('archive_orders.changed') ?? 0,
    ...client.losses,
  })
  reportFigures('A look-up before, ms', figuresOf(asked.waits))
  reportFigures('A look-up of an archived order, ms', figuresOf(askedAgain.waits))
  reportFigures('A call of a payment while the archive rests, ms', figuresOf(atRest))
  reportFigures('A call of a payment beside the archive, ms', figuresOf(beside))
  expect(bed.faults).toEqual([])
})

/** Has the service check its books once more, with its orders archived. */
async function expectSoundBooks(client: Client): Promise<void> {
  const state = async (method: 'GET' | 'POST', path: string) => {
    const reply = await client.backOffice(method, path)
    return (reply?.body.databases as readonly BookCheck[] | undefined)?.[0]
  }
  const begun = await state('POST', 'books/check')
  const checked = async () => {
    const now = await state('GET', 'books')
    const isThrough = now?.pass?.phase === 'done' && now.pass.number >= (begun?.pass?.number ?? 0)
    return isThrough && now.differences
  }
  await expect.poll(checked, { timeout, interval: 500 }).toBe(0)
}

type BookCheck = {
  readonly pass: { readonly number: number; readonly phase: string } | null
  readonly differences: number | null
}

type Figures = { readonly orders: number; readonly bytes: number; readonly ended_at: string | null }

async function overview(client: Client): Promise<Figures | null> {
  const reply = await client.backOffice('GET', 'overview')
  return (reply?.body.archive ?? null) as Figures | null
}

/** Collections that are created and settled at the rate, and how long each call took that was answered, in ms. */
function startPayments(bed: TestBed, client: Client, shop: Shop) {
  const waits: number[] = []
  let stopping = false
  const timed: Client = {
    ...client,
    sign: (...given) => waited(waits, () => client.sign(...given)),
    backOffice: (...given) => waited(waits, () => client.backOffice(...given)),
  }
  const runner = scenarioRunner(timed)
  const orders = function* (): Generator<Order> {
    while (!stopping) yield anOrder(shop.uid, 'settled', `${bed.receivers.http[0]}/success`)
  }
  const done = runAtRate(orders(), rate, async (order) => {
    await runner.create(shop, order)
    await runner.finish(shop, order)
  })
  done.catch(() => {})
  return {
    waits,
    stop: () => {
      stopping = true
      return done
    },
  }
}

/** How long the calls of payments took, in ms. */
async function paymentsTimed(bed: TestBed, client: Client, shop: Shop): Promise<readonly number[]> {
  const { waits, stop } = startPayments(bed, client, shop)
  await sleep(measuredMs)
  await stop()
  return waits
}

async function waited<T>(waits: number[], call: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const answer = await call()
  if (answer !== null) waits.push(performance.now() - begun)
  return answer
}

function figuresOf(waits: readonly number[]) {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)
  const late = sorted.filter((ms) => ms > waitMsMax).length
  return {
    calls: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    [`over ${waitMsMax}`]: late,
  }
}

// The archive rests as after a search that has ended, and the copies are whole once they have every order.
const atRestQuery = `
  insert or replace into archive_position (id, after_id, went_on_at, ended_at, orders, bytes)
  values (1, 0, unixepoch(), unixepoch(), 0, 0);
  delete from copy_position; delete from changed_rows`
const goOnQuery = 'update archive_position set ended_at = null'

/** Changes a stopped service's database. A process that was killed may keep the file for a moment. */
function changeDatabase(stateDir: string, sql: string): void {
  const db = new DatabaseSync(databaseFile(stateDir), { timeout: 10_000 })
  db.exec(sql)
  db.close()
}

/** What a stopped service's database has of its multiplied orders, whose ids are below those of new ones. */
type Contents = {
  /** A digest of all rows of each order, by its id. */
  readonly orders: ReadonlyMap<number, string>
  readonly numbered: readonly OrderRow[]
  /** What is booked of their merchants: ledger entries, their days, balances and statements. */
  readonly booked: Readonly<Record<string, string>>
}

type OrderRow = {
  readonly kind: 'collection' | 'payout'
  readonly id: number
  readonly uid: string
  readonly number: string
  readonly tradeNo: string
  readonly status: string
}

const newFrom = 2 ** 40
const ofOld = `merchant_id in (select id from merchants where uid glob 'B*')`

function keptIn(stateDir: string): Contents {
  const db = new DatabaseSync(databaseFile(stateDir), { readOnly: true })
  try {
    const rowsOf = (sql: string) =>
      db.prepare(sql).iterate() as Iterable<Readonly<Record<string, unknown>>>
    const digests = new Map<number, string>()
    for (const { name, columns, key } of archivableTables) {
      const sql = `select ${columns.join(', ')} from ${name} where ${key} < ${newFrom} order by ${key}`
      addRows(digests, name, rowsOf(sql), key)
    }
    const booked = ['ledger_entries', 'ledger_days', 'balances', 'statements'].map((table) => {
      const hash = createHash('sha256')
      for (const row of rowsOf(`select * from ${table} where ${ofOld} order by 1, 2, 3`)) {
        hash.update(JSON.stringify(row))
      }
      return [table, hash.digest('hex')] as const
    })
    const numbered = [...rowsOf(numberedQuery)] as unknown as OrderRow[]
    return { orders: digests, numbered, booked: Object.fromEntries(booked) }
  } finally {
    db.close()
  }
}

const numberedQuery = `
  select kind, orders.id, uid, number, trade_no as tradeNo, status from (
    select 'collection' as kind, id, merchant_id, orderid as number, trade_no, status from collections
    union all select 'payout', id, merchant_id, serial_no, trade_no, status from payouts
  ) as orders join merchants on merchants.id = merchant_id where orders.id < ${newFrom}`

// The digest of an order's rows is that of the digests before it, and of a row: in the order of tables and rows.
function addRows(
  digests: Map<number, string>,
  table: string,
  rows: Iterable<Readonly<Record<string, unknown>>>,
  key: string,
): void {
  for (const row of rows) {
    const id = Number(row[key])
    const text = `${digests.get(id) ?? ''} ${table} ${JSON.stringify(row)}`
    digests.set(id, createHash('sha1').update(text).digest('base64'))
  }
}

/** Each order is in the database or in one whole object, with every row that it had. */
async function expectOnePlace(stateDir: string, before: Contents): Promise<void> {
  const places = await localPlaces(stateDir, 'DB')
  try {
    const here = keptIn(stateDir)
    const objects = await places.target.rows<{ name: string; sha256: string; orders: number }>(
      `select name, sha256, orders from archive_objects where state = 'whole'`,
    )
    const away = new Map<number, string>()
    let twice = 0
    for (const { name, sha256, orders } of objects) {
      const bytes = (await places.source.get(name)) ?? new Uint8Array()
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      const records = archivedRecords(gunzipSync(bytes).toString())
      expect(records).toHaveLength(orders)
      for (const { id, rows } of records) {
        twice += Number(away.has(id) || here.orders.has(id))
        for (const { name: table, key } of archivableTables)
          addRows(away, table, rows[table] ?? [], key)
      }
    }
    expect(twice).toBe(0)
    const [known] = await places.target.rows<{ n: number }>(
      'select count(*) as n from archived_orders',
    )
    expect([away.size, known?.n]).toEqual([archived, archived])
    const differ = [...before.orders].filter(([id, digest]) => {
      return (away.get(id) ?? here.orders.get(id)) !== digest
    })
    expect(differ).toEqual([])
    expect(away.size + here.orders.size).toBe(before.orders.size)
  } finally {
    await places.close()
  }
}

/** What look-ups of some of the orders by each of their numbers are answered. */
async function askedOf(
  client: Client,
  { numbered }: Contents,
  secrets: Map<string, string>,
): Promise<{ readonly answers: readonly unknown[]; readonly waits: readonly number[] }> {
  const [answers, waits]: [unknown[], number[]] = [[], []]
  for (let n = 0; n < looked; n += 1) {
    const order = numbered[Math.floor((n / looked) * numbered.length)] as OrderRow
    const { kind, uid, number, tradeNo } = order
    if (!secrets.has(uid)) {
      // A secret is sealed for its merchant: the copy of another's is of no use.
      const reply = await client.backOffice('POST', `merchants/${uid}/secret`, { grace_seconds: 0 })
      secrets.set(uid, String(reply?.body.api_secret))
    }
    const own = kind === 'collection' ? 'orderid' : 'serial_no'
    for (const asked of [{ [own]: number }, { merchant_order_no: number }, { trade_no: tradeNo }]) {
      const shop = { uid, secret: secrets.get(uid) ?? '' }
      const found = await waited(waits, () => client.sign(shop, `${kind}s/status`, asked))
      expect(found?.body, JSON.stringify(asked)).toMatchObject({ tradeNo })
      answers.push(found?.body)
    }
  }
  return { answers, waits }
}
