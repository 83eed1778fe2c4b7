import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { AlarmName } from '../../../src/contract/back-office/states.ts'
import { acknowledgeAlarms } from '../../../src/operations/alarms/acknowledge-alarms.ts'
import { allContexts } from '../../../src/operations/merchant-contexts.ts'
import { checkAll } from '../support/book-check.ts'
import { operator, rows, rowsIn } from '../support/service.ts'
import { databases } from '../support/three-databases.ts'
import { forgetWorkerLog } from '../support/worker-log.ts'
import { consequences, type Incident, incidents } from './incidents.ts'
import { anOrder, failures, goOn, orders, ordersUnderWay } from './week-orders.ts'
import { begin, desk, isHealthy, minuteNow, runJobs, runQueue, world } from './week-world.ts'

// Minute after minute of operations, on a clock that does not wait: orders are created and settled, the minute's jobs
// run, and at planned times something goes bad, is alarmed, and is mended by what its run book says.

const minutes = Number(env.WEEK_MINUTES)
/** What has to end within the week, or the hour, is planned. */
const planned = incidents.filter(({ at, lasts }) => at + lasts < minutes)
/** An alarm about the last six hours, or half an hour, stands for a while when all is well again. */
const afterwards = 60
const tailMax = 120
/** After so many the week ends. */
const faultsMax = 20

/** Minutes until each was told. */
const toldAfter = new Map<Incident, number>()
/** What nobody has expected. */
const faults: string[] = []

test(`${minutes} minutes of operations: each alarm in time, each mended by its run book`, {
  timeout: 14_400_000,
}, async () => {
  await begin()
  for (let minute = 0; minute < minutes; minute += 1) {
    await aMinute(minute)
    if (minute % 500 === 0) console.log(`minute ${minute} of ${minutes}`)
    if (faults.length > faultsMax) break
    forgetWorkerLog()
  }
  const isCalm = async () =>
    ordersUnderWay() === 0 && world.messages.length === 0 && (await standing()).length === 0
  for (let minute = minutes; minute < minutes + tailMax && !(await isCalm()); minute += 1) {
    await aMinute(minute, false)
  }
  console.log(table())
  expect(faults).toEqual([])
  for (const one of planned) {
    const { name, told, within } = one
    if (told !== null) expect(toldAfter.get(one) ?? Infinity, name).toBeLessThanOrEqual(within)
  }
  expect(await standing()).toEqual([])
  expectReportedOnce()
  await expectNothingLost()
})

/** A minute with three orders; what is planned for it happens in its middle, and its jobs run at its end. */
async function aMinute(minute: number, hasOrders = true): Promise<void> {
  for (const quarter of [1, 2, 3]) {
    world.clock.pass(15)
    if (quarter === 2) {
      for (const one of planned) {
        if (one.at === minute) await attempted(one.make)
        if (one.at + one.lasts === minute) await attempted(one.mend)
      }
      await lookFromOutside(minute)
    }
    if (hasOrders) anOrder(world.shops[orders.length % world.shops.length])
    await goOn()
    await runQueue()
  }
  world.clock.pass(15)
  const heardBefore = world.heard.length
  await runJobs()
  await hear(minute, heardBefore)
  const bad = planned.some(({ at, lasts }) => at <= minute && minute <= at + lasts + 1)
  if (!bad) faults.push(...failures.map((one) => `minute ${minute}: ${one}`))
  failures.length = 0
}

const underWayIn = (minute: number, after = 0) =>
  planned.filter(({ at, lasts }) => at <= minute && minute <= at + lasts + after)

// The rest of the week goes on where one thing cannot be broken or mended.
async function attempted(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    faults.push(`minute ${Math.floor(minuteNow())}: ${String(error)}`)
  }
}

async function lookFromOutside(minute: number): Promise<void> {
  if (await isHealthy()) return
  const under = underWayIn(minute)
  if (under.length === 0) faults.push(`minute ${minute}: not healthy`)
  for (const one of under) if (one.told === 'GET /health') noteReported(one)
}

function noteReported(one: Incident): void {
  if (!toldAfter.has(one)) toldAfter.set(one, minuteNow() - one.at - 0.5)
}

/** Judges what was told since, and has somebody acknowledge it. */
async function hear(minute: number, from: number): Promise<void> {
  for (const { name, state, reminder, subject } of world.heard.slice(from)) {
    console.log(`minute ${minute}: ${name} ${subject} ${reminder ? 'again' : state}`)
    if (state !== 'raised') continue
    const under = underWayIn(minute, afterwards)
    const told = under.findLast((one) => one.told === name)
    const isMeant = told !== undefined || (under.length > 0 && consequences.includes(name))
    if (!isMeant) faults.push(`minute ${minute}: ${name} ${subject}`)
    if (told !== undefined) noteReported(told)
    if (told?.isLeft) continue
    if (reminder) faults.push(`minute ${minute}: ${name} ${subject} is told again`)
    const call = { context: desk(), principal: operator, name: name as AlarmName }
    // The first database may be away: then nobody can.
    await acknowledgeAlarms(call).catch(() => undefined)
  }
}

async function standing(): Promise<string[]> {
  const found = await rows<{ name: string }>(
    'select name from alarms where raised_at is not null and over_at is null',
  )
  return found.map(({ name }) => name)
}

/** Each alarm is told once, again each hour where nobody acknowledges it, and once when it is over. */
function expectReportedOnce(): void {
  const byAlarm = Map.groupBy(world.heard, ({ name, subject }) => `${name} ${subject}`)
  for (const [alarm, heard] of byAlarm) {
    const said = heard.map(({ state, reminder }) => (reminder ? 'again' : state)).join(' ')
    expect(said, alarm).toMatch(/^(?:raised(?: again)* over ?)+$/)
    for (const [at, { reminder, minute }] of heard.entries()) {
      if (reminder) expect(minute - (heard[at - 1]?.minute ?? 0), alarm).toBe(60)
    }
  }
  for (const { name, at, lasts, told, isLeft = false } of planned) {
    if (!isLeft) continue
    const again = world.heard.filter((one) => one.name === told && one.reminder)
    expect(
      again.some(({ minute }) => minute > at && minute <= at + lasts + 1),
      name,
    ).toBe(true)
  }
}

/** Every order is there and settled, every callback acknowledged once, the books are equal. */
async function expectNothingLost(): Promise<void> {
  expect(ordersUnderWay()).toBe(0)
  const contexts = allContexts(desk())
  let [settled, callbacks] = [0, 0]
  for (const context of contexts) {
    const database = databases[context.databaseNumber] ?? env.DB
    const [found] = await rowsIn<{ orders: number; callbacks: number; owed: number }>(
      database,
      `select (select count(*) from collections where status = 'succeeded')
         + (select count(*) from payouts where status = 'processed') as orders,
         (select count(*) from callbacks) as callbacks,
         (select count(*) from callbacks where state <> 'delivered') as owed`,
    )
    settled += found?.orders ?? 0
    callbacks += found?.callbacks ?? 0
    expect(found?.owed).toBe(0)
    expect(await checkAll(context)).toEqual([])
  }
  expect(settled).toBe(orders.length)
  expect(callbacks).toBe(orders.length)
  expect(world.acknowledged.size).toBe(callbacks)
  expect([...world.acknowledged].filter(([, count]) => count !== 1)).toEqual([])
}

function table(): string {
  const lines = planned.map((one) => {
    const after = toldAfter.get(one)
    const minutesOf = after === undefined ? '–' : `${after} min`
    return `| ${one.name} | ${one.told ?? 'nothing stops'} | ${minutesOf} | ${one.within} min |`
  })
  const head = ['| what went bad | told by | after | at most |', '|---|---|---|---|']
  return [...head, ...lines, `${orders.length} orders, ${world.heard.length} told`].join('\n')
}
