import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { secondsToTaipei, taipeiDay, taipeiDayStart } from '../../../src/units/taipei-time.ts'
import { inEveryDatabase } from '../support/minute.ts'
import { spyOnLog } from '../support/service.ts'
import { bindings, databases } from '../support/three-databases.ts'
import { seedOf } from '../support/walk/walk.ts'
import { Gang } from './crooked-steps.ts'
import { Honest } from './honest-steps.ts'
import { type Breach, judge, type Verdict } from './judge.ts'
import { type Party, pairs } from './plot.ts'
import { importNight, type Nights } from './reporters.ts'
import { readRows } from './rows.ts'
import { World } from './walk-world.ts'

// Two insiders, whoever they are, among honest people: for each pair of them random steps, and then the rows are judged
// (judge.ts says what is accepted, and why). Approvals are on, from 100,000 dollars.

const steps = Number(env.INSIDER_STEPS)
const seed = seedOf(env.INSIDER_SEED)
const stepsOfANight = 60

// Of all walks: a short one has too few orders to tell a share by.
const all = { paid: 0, served: 0 }
const fewOrders = 100

test.each(pairs)('%s and %s take nothing', { timeout: 14_400_000 }, async (one, other) => {
  // A line for each of the walk's requests is of use to nobody.
  spyOnLog()
  const { verdict, world, honest } = await walk(new Set([one, other]))
  const { text, paid, served } = summaryOf(verdict, world, honest)
  console.info(`INSIDER_SEED=${seed}, ${one} and ${other}: ${text}`)
  if (env.INSIDER_SEED !== '') console.info([...world.desk.outcomes].sort().join('\n'))
  all.paid += paid
  all.served += served
  const broken = verdict.broken.flatMap((one) => [lineOf(one), ...world.stepsAbout(one.of)])
  expect(broken, `INSIDER_SEED=${seed}`).toEqual([])
  expect(verdict.own).toBeGreaterThan(steps / 20)
  if (paid >= fewOrders) expect(served / paid, text).toBeGreaterThanOrEqual(servedByAgents)
})

test('honest payers are served by agents alone meanwhile', () => {
  expect(all.paid).toBeGreaterThan(0)
  expect(all.served / all.paid).toBeGreaterThanOrEqual(servedByAgents)
})

const servedByAgents = 0.9

async function walk(has: ReadonlySet<Party>) {
  const place = pairs.findIndex((pair) => pair.every((one) => has.has(one)))
  // What an operator may do alone is one sum over all databases.
  const world = has.has('operator')
    ? new World(bindings, databases, seed, place)
    : new World(env, [env.DB], seed, place)
  return world.reporting(() => walkIn(world, has))
}

async function walkIn(world: World, has: ReadonlySet<Party>) {
  await world.open()
  const honest = new Honest(world)
  const gang = new Gang(world, honest, has)
  const nights: Nights = { next: taipeiDay(world.now), balances: new Map() }
  for (let step = 1; step <= steps; step += 1) {
    await world.until(world.now + world.between(1, 45))
    const drawn = world.random()
    if (drawn < 0.3) await honest.order()
    else if (drawn < 0.37) await honest.payout()
    else if (drawn < 0.42) await honest.abandon()
    else if (drawn < 0.45) honest.stray()
    else await gang.step()
    if (step % 10 === 0) await inEveryDatabase(world.everywhere, expireLinks)
    if (step % stepsOfANight === 0) await night(world, nights)
  }
  for (let last = 0; last < 3; last += 1) await night(world, nights)
  const rows = await readRows(world.databases, world.since)
  return { verdict: judge(rows, world.truth), world, honest }
}

// The rest of the day passes, and its statements are imported.
async function night(world: World, nights: Nights): Promise<void> {
  const midnight = taipeiDayStart(taipeiDay(world.now) + 1)
  await world.until(midnight + 600)
  await inEveryDatabase(world.everywhere, expireLinks)
  await importNight(world, nights)
  // The next steps are beside a midnight, now and then.
  if (world.chance(0.3)) await world.until(midnight + 86_400 - 900)
}

function lineOf({ what, of, amount, by, at }: Breach): string {
  return `${secondsToTaipei(at)} ${what}: ${of}, ${amount / 100} by ${by}`
}

function summaryOf({ own, accepted, settledBy }: Verdict, world: World, honest: Honest) {
  const paid = honest.orders.filter(({ paidAt }) => paidAt !== null)
  const served = paid.filter(({ order }) => settledBy.get(order.tradeNo)?.role === 'agent')
  const why = Map.groupBy(
    paid.filter((one) => !served.includes(one)),
    ({ last }) => last,
  )
  const lacks = [...why].map(([last, all]) => `${all.length} ${last}`).join('; ')
  const kept = Object.entries(accepted)
    .filter(([, { count }]) => count > 0)
    .map(([name, { count, amount }]) => `${name} ${count} (${amount / 100})`)
    .join(', ')
  const text =
    `${world.calls} calls, ${own} orders paid with their own money; served by agents ${served.length} of ` +
    `${paid.length}${lacks === '' ? '' : `, not: ${lacks}`}; accepted: ${kept === '' ? 'nothing' : kept}`
  return { text, paid: paid.length, served: served.length }
}
