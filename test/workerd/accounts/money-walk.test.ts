import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { MerchantPatch } from '../../../src/contract/back-office/merchants/merchants.ts'
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
import { bindings, databases } from '../support/three-databases.ts'
import { deploymentOf, type Home, makeHomes } from '../support/walk/homes.ts'
import {
  isMoneyStep,
  type MoneyStep,
  refused,
  type Step,
  stepOf,
  takeMoneyStep,
} from '../support/walk/money-steps.ts'
import { seedOf, Walk } from '../support/walk/walk.ts'
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

// Random operations that move money, several at once, in a deployment with three databases. Half way forty days pass, and
// final orders leave for the archive and come back beside them.

const operations = Number(env.WALK_OPERATIONS)
const operationsMax = 10 * operations
const atOnce = 8
const walk = new Walk(seedOf(env.WALK_SEED))

const deployment = deploymentOf(bindings, databases)
const { context } = deployment
const settingsOfShops: readonly MerchantPatch[] = [
  {},
  { settings: { trusted: true } },
  { settings: { payout_requires_balance: true } },
  { settings: { callback_vocabulary: 'legacy', collection_events: 'all' } },
]

const step = stepOf(
  `
  3 collect, 2 declare, 2 pay out, 1 paid out, 1 match, 1 exception, 3 settle, 3 confirm,
  2 reject, 2 process, 1 cancel, 1 adjust, 1 take, 1 take a payout, 3 link, 1 plain link,
  1 end links, 2 reverse, 1 return, 4 money in, 2 money out, 2 put on an account, 4 claim,
  3 claim a debit, 1 confirm by a claim, 2 back, 1 back a payout, 1 exchange, 1 money back,
  1 debit back, 1 hold, 2 lift, 1 freeze, 2 thaw, 1 put aside, 1 ignore, 1 reopen, 2 price,
  1 correct fees, 3 withdraw
`,
  isMoneyStep,
)

// The steps that bring about what a finished walk may lack, without the many others.
const missingStep = stepOf(
  `
  1 collect, 1 declare, 1 pay out, 2 withdraw, 1 adjust, 1 money in, 1 settle, 1 confirm,
  1 reject, 2 process, 1 reverse, 1 return, 1 back, 1 hold, 1 lift, 1 correct fees,
  1 put on an account, 2 claim
`,
  isMoneyStep,
)

// Copies are made beside them, in small steps and into a bucket that fails, and now and then are compared.
const faulty = { ...context, archive: faultyBucket(env.ARCHIVE) }
const few = { units: 3, changes: 4, scan: 4, timeoutMs: 40_000 }
const comparedEach = 40 * atOnce

test(
  `the books are sound after ${operations} operations (§4.9 data.summary.payout, data.summary.frozen)`,
  {
    timeout: 1_800_000,
  },
  () => walk.reporting(walkOn),
)

async function walkOn(): Promise<void> {
  const homes = await makeHomes(deployment, settingsOfShops)
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
        walk.sample(start < operations ? step : missingStep, atOnce).map((one) => take(homes, one)),
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
}

async function take(homes: readonly Home[], one: Step<MoneyStep>): Promise<'done' | 'refused'> {
  const home = homes[one.homeAt]
  const shop = home?.shops[one.shopAt]
  const other = homes[(one.homeAt + 1) % homes.length]
  if (home === undefined || shop === undefined || other === undefined) throw new Error('no home')
  const place = { home, shop, named: one.isAway ? other : home }
  const end = await takeMoneyStep(place, one).catch(refused)
  walk.note(`${end} ${JSON.stringify(one)}`)
  return end
}

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
  const limits = { looked: walk.between(1, 40), steps: 2 }
  const run = await archiveOrders(archiving, limits).catch(() => null)
  archived.left += run?.orders ?? 0
  const ids = await archivedIn(home)
  const one = ids[walk.between(0, 2 * ids.length - 1)]
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
