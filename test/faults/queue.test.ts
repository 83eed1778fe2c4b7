import { expect, inject, onTestFinished, test } from 'vitest'
import { jobNames } from '../../src/jobs/minute-jobs.ts'
import { expectReconciled } from './checks/reconciled.ts'
import { runAtRate } from './load/arrival-rate.ts'
import { clientOf, createShop } from './load/client.ts'
import { anOrder, pick, type Scenario } from './load/orders.ts'
import { scenarioRunner } from './load/scenarios.ts'
import { untilNoneDue } from './load/until-none-due.ts'
import { isLongRun, reportFigures } from './long-run.ts'
import { startCron } from './service/cron.ts'
import { startTestBed, type TestBed } from './service/test-bed.ts'

// A faulty queue: it loses every message, or delivers each several times, in any order, in parallel.

const run = isLongRun ? { lost: 600, doubled: 3000 } : { lost: 130, doubled: 150 }
const rate = { perSecond: 200, burst: 20, atOnce: 40 }
const timeout = 300_000

test('with every message lost, the sweep delivers all callbacks', { timeout }, async () => {
  const bed = await startTestBed(inject('bundles'), 'drops')
  onTestFinished(bed.close)
  const { sent, client } = await aLoadOf(run.lost, bed, () => {
    return pick(bed.receivers.http.map((origin) => [1, `${origin}/success`] as const))
  })
  expect(await bed.receivers.received()).toBe(0)
  const cron = startCron(bed, sweepPauseMs)
  await untilNoneDue(client, timeout / 2)
  await cron.stop()
  const sweeps = (bed.logged.get('job') ?? 0) / jobNames.length
  const figures = await expectReconciled('every message lost', bed, sent, { sweeps })
  expect(figures.duplicates).toBe(0)
  // A sweep hands over that many at most, and a receiver at its limit leaves some to the next sweep.
  expect(sweeps).toBeLessThanOrEqual(3 * Math.ceil(run.lost / handedOverMax))
})

test('with every message thrice and in any order, no callback is posted twice', {
  timeout,
}, async () => {
  const bed = await startTestBed(inject('bundles'), 'doubles', 3)
  onTestFinished(bed.close)
  const cron = startCron(bed, sweepPauseMs)
  const [prompt, slow, flaky] = bed.receivers.http
  const { sent, client } = await aLoadOf(run.doubled, bed, () =>
    pick([
      [5, `${prompt}/success`],
      [4, `${slow}/slow/700`],
      // The next attempt is 15 s later, too late for the short run.
      [isLongRun ? 1 : 0, `${flaky}/fails/1/status/500`],
    ]),
  )
  await untilNoneDue(client, timeout / 2)
  await cron.stop()
  // A hundred refusals open the breaker of the flaky receiver.
  const timesLogged = (event: string) => bed.logged.get(event) ?? 0
  const opened = timesLogged('endpoint_open')
  reportFigures('its breakers', { opened, answered: timesLogged('endpoint_answers') })
  const figures = await expectReconciled('every message thrice', bed, sent)
  expect(figures).toMatchObject({ duplicates: 0, cutShort: 0 })
  expect(bed.logged.get('queue_doubles')).toBeGreaterThanOrEqual(run.doubled)
})

const sweepPauseMs = 1000
const handedOverMax = 400
const finalScenarios: readonly Scenario[] = ['declared', 'settled', 'processed', 'cancelled']

async function aLoadOf(count: number, bed: TestBed, address: () => string) {
  const client = clientOf(bed)
  const runner = scenarioRunner(client)
  const shop = await createShop(bed, client, 'Q1')
  const sent = Array.from({ length: count }, () =>
    anOrder(shop.uid, pick(finalScenarios.map((scenario) => [1, scenario] as const)), address()),
  )
  await runAtRate(sent, rate, async (order) => {
    await runner.create(shop, order)
    await runner.finish(shop, order)
  })
  return { sent, client }
}
