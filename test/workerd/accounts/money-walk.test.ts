import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { archiveOrders } from '../../../src/operations/archive/archive-orders.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { beginPass, checkIn } from '../../../src/operations/books/check-books.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { endOthersWork } from '../support/archive.ts'
import { expectSoundAccounts } from '../support/bank-accounts.ts'
import { checkAll, passesOf, smallSteps } from '../support/book-check.ts'
import { expectCopied, faultyBucket } from '../support/copies.ts'
import { unsoundStatements } from '../support/merchant-statements.ts'
import { setClock } from '../support/service.ts'
import { databases } from '../support/three-databases.ts'
import { refused, take } from './walk-acts.ts'
import { context, type Home, makeHomes } from './walk-homes.ts'
import {
  balancesOf,
  creditsOfDay,
  heldAccounts,
  receivedOfDay,
  unsoundAfter,
  unsoundHolds,
  unsoundLinks,
  unsoundOrders,
} from './walk-laws.ts'
import { step, wantedStep } from './walk-steps.ts'

// Random operations that move money, several at once, in a deployment with three databases. Half way forty days pass, and
// final orders leave for the archive and come back beside them.

const operations = Number(env.WALK_OPERATIONS)
const operationsMax = 10 * operations
const atOnce = 8

// Copies are made beside them, in small steps and into a bucket that fails, and now and then are compared.
const faulty = { ...context, archive: faultyBucket(env.ARCHIVE) }
const few = { units: 3, changes: 4, scan: 4, timeoutMs: 40_000 }
const comparedEach = 40 * atOnce

test(`the books are sound after ${operations} operations (§4.9 data.summary.payout, data.summary.frozen)`, {
  timeout: 1_800_000,
}, async () => {
  const homes = await makeHomes()
  for (const { rows } of homes) await endOthersWork(rows)
  let done = 0
  let isLater = false
  // By chance a short walk may not come to every event, to a hold or to the archive: it goes on until it has.
  const goesOn = async (start: number) =>
    start < operations || (start < operationsMax && (await missingOf(homes)).length > 0)
  for (let start = 0; await goesOn(start); start += atOnce) {
    if (start >= operations / 2) {
      // By chance no order of the months before is final: then months pass again.
      const isAgain = start >= operations && start % leapEach === 0 && archived.back === 0
      await later(homes, isAgain || !isLater ? monthsMs : 1_000)
      isLater = true
    }
    const before = await Promise.all(homes.map(balancesOf))
    const since = Math.floor(Date.now() / 1000)
    const copied = start % (4 * atOnce) === 0 ? copyDatabases(faulty, few) : undefined
    const [taken] = await Promise.all([
      Promise.all(
        fc
          .sample(start < operations ? step : wantedStep, atOnce)
          .map((one) => take(homes, one).catch(refused)),
      ),
      checkOn(homes[(start / atOnce) % homes.length]),
      ...(isLater ? homes.map(archiveSome) : []),
    ])
    done += taken.filter((outcome) => outcome === 'done').length
    for (const [place, home] of homes.entries()) {
      expect(await unsoundAfter(home, before[place] ?? new Map(), since)).toEqual([])
    }
    await copied
    if (start % comparedEach === 0) await expectCopied(context, databases)
  }
  await expectCopied(context, databases)
  for (const home of homes) {
    expect(await checkAll(home.context)).toEqual([])
    await unarchive(home.context, await archivedIn(home))
  }
  expect(done).toBeGreaterThan(operations / 4)
  expect(differences).toEqual([])
  for (const home of homes) {
    expect(await checkAll(home.context)).toEqual([])
    const checked = await passesOf(home.database)
    expect(checked.finished).toBeGreaterThan(0)
    await expectSoundAccounts(home.database)
    expect(await unsoundLinks(home)).toEqual([])
    expect(await unsoundOrders(home)).toEqual([])
    expect(await unsoundHolds(home)).toEqual([])
    expect(await unsoundStatements(home.context.db, home.rows)).toEqual([])
    expect(await receivedOfDay(home)).toEqual(await creditsOfDay(home))
  }
  expect(new Set(await Promise.all(homes.map(heldAccounts))).size).toBe(1)
  expect(await missingOf(homes)).toEqual([])
})

const monthsMs = 40 * 86_400_000
const leapEach = 20 * atOnce

// What is final leaves from here on. A pass compares with the day on which it began: none goes on over such a leap.
async function later(homes: readonly Home[], ms: number): Promise<void> {
  if (ms === monthsMs) {
    for (const home of homes) await checkIn(home.context, Number.POSITIVE_INFINITY, smallSteps)
  }
  setClock(Date.now() + ms)
}

const archived = { left: 0, back: 0 }

const archivedIn = async ({ rows }: Home) =>
  (await rows<{ id: number }>('select id from archived_orders')).map(({ id }) => id)

// Into the bucket that fails, and back again.
async function archiveSome(home: Home): Promise<void> {
  const settings = { ...home.context.settings, archiveAfterDays: 35 }
  const archiving = { ...home.context, settings, archive: faulty.archive }
  await home.rows('update archive_position set after_id = 0, ended_at = null')
  const limits = { looked: 1 + Math.floor(Math.random() * 40), steps: 2 }
  const run = await archiveOrders(archiving, limits).catch(() => null)
  archived.left += run?.orders ?? 0
  const ids = await archivedIn(home)
  const one = ids[Math.floor(Math.random() * 2 * ids.length)]
  if (one === undefined) return
  await unarchive(home.context, [one])
  archived.back += 1
}

/** What a walk has to come to and has not yet: events, claims, a hold, corrected fees, a withdrawal, the archive. */
async function missingOf(homes: readonly Home[]): Promise<string[]> {
  const made = await inAll<{ name: string }>(homes, 'select distinct name from events')
  const held = await inAll<{ name: string }>(homes, `select 'a hold' as name from holds limit 1`)
  const ofFees = await inAll<{ name: string }>(
    homes,
    `select kind as name from ledger_entries where kind = 'fee_correction' limit 1`,
  )
  const withdrawn = await inAll<{ name: string }>(
    homes,
    `select 'a withdrawal' as name from payouts where kind = 'withdrawal' and status = 'processed' limit 1`,
  )
  const claims = await inAll<{ n: number }>(
    homes,
    'select count(*) as n from bank_transactions where order_id is not null',
  )
  for (const { name } of [...made, ...held, ...ofFees, ...withdrawn]) names.add(name)
  if (claims.reduce((sum, { n }) => sum + n, 0) > operations / 100) names.add('claims')
  if (archived.left > 0 && archived.back > 0) names.add('the archive and back')
  return [
    'reversed',
    'returned',
    'rejected',
    'confirmed',
    'backed',
    'a hold',
    'fee_correction',
    'a withdrawal',
    'claims',
    'the archive and back',
  ].filter((name) => !names.has(name))
}

// An event that is archived was there.
const names = new Set<string>()

async function inAll<Row>(homes: readonly Home[], query: string): Promise<Row[]> {
  const found = await Promise.all(homes.map(({ rows }) => rows<Row>(query)))
  return found.flat()
}

// Passes begin and go on in the middle of everything, a few rows at a time. No difference is ever seen.
async function checkOn(home: Home | undefined): Promise<void> {
  if (home === undefined) throw new Error('no home')
  const context = { ...home.context, log: (entry: object) => differences.push(entry) }
  await beginPass(context)
  await checkIn(context, 2, smallSteps)
}

const differences: object[] = []
