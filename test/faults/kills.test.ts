import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { expectReconciled } from './checks/reconciled.ts'
import { runAtRate } from './load/arrival-rate.ts'
import { type Client, clientOf, createShop, type Shop } from './load/client.ts'
import { anOrder, aScenario, type Order, pick } from './load/orders.ts'
import { type ScenarioRunner, scenarioRunner } from './load/scenarios.ts'
import { deliverRest } from './load/until-none-due.ts'
import { isLongRun, report } from './long-run.ts'
import { startCron } from './service/cron.ts'
import { crashByChance, startTestBed, type TestBed } from './service/test-bed.ts'

// Processes are killed while orders are created, settled, paid out and called back, with the queue's messages and the
// attempts in progress. At the end every order and every callback is accounted for.

const run = isLongRun
  ? {
      rounds: Number(process.env.FAULT_KILLS ?? 50),
      roundMs: [200, 5000],
      callbacksMin: 5000,
      minuteMs: 5000,
      patienceMs: 600_000,
    }
  : { rounds: 3, roundMs: [300, 1500], callbacksMin: 200, minuteMs: 1000, patienceMs: 3000 }
// Bursts, so that a kill interrupts many orders.
const rate = { perSecond: 80, burst: 40, atOnce: 80 }
const timeout = isLongRun ? 90 * 60_000 : 900_000

test(`${run.rounds} kills under load lose no order and no callback`, { timeout }, async () => {
  const bed = await startTestBed(inject('bundles'), undefined, 3)
  onTestFinished(bed.close)
  const cron = startCron(bed, run.minuteMs)
  const client = clientOf(bed)
  const runner = scenarioRunner(client)
  const { sent, loaded } = await startLoad(bed, client, runner)
  for (let round = 1; round <= run.rounds; round += 1) await oneRound(bed, round, sent)
  while (sent.filter(({ scenario }) => scenario !== 'unpaid').length < run.callbacksMin)
    await sleep(100)
  await loaded.stop()
  const deliveryMs = await deliverRest(bed, client, run.patienceMs)
  await cron.stop()

  const answers = { ...client.losses, ...runner.resolved }
  const more = { ...answers, rest: seconds(deliveryMs) }
  const figures = await expectReconciled(`${run.rounds} kills`, bed, sent, more)
  expect(figures.owed).toBeGreaterThanOrEqual(run.callbacksMin)
  // The kills interrupted something.
  const hits = Math.min(answers.written, answers.unwritten, figures.cutShort)
  if (isLongRun) expect(hits).toBeGreaterThan(0)
})

async function oneRound(bed: TestBed, round: number, sent: readonly Order[]): Promise<void> {
  const { target, afterMs, tookMs } = await crashByChance(bed, run.roundMs)
  report(
    `  ${String(round).padStart(2)}/${run.rounds}  ${target.padEnd(7)} killed after ${seconds(afterMs)}, ` +
      `up again in ${seconds(tookMs)}; ${sent.length} orders, ` +
      `${sent.filter(({ finalAt }) => finalAt !== null).length} final, ` +
      `${await bed.receivers.received()} callbacks received`,
  )
}

/** Sends orders until it is stopped; `stop` resolves when the last order has ended. */
async function startLoad(bed: TestBed, client: Client, runner: ScenarioRunner) {
  const shops = await Promise.all(['K1', 'K2', 'K3'].map((uid) => createShop(bed, client, uid)))
  const sent: Order[] = []
  let stopping = false
  const orders = function* () {
    while (!stopping) {
      const shop = pick(shops.map((one) => [1, one] as const))
      yield { shop, order: aRandomOrder(bed, shop) }
    }
  }
  const done = runAtRate(orders(), rate, async ({ shop, order }) => {
    sent.push(order)
    await runner.create(shop, order)
    await runner.finish(shop, order)
  })
  const loaded = {
    stop: () => {
      stopping = true
      return done
    },
  }
  return { sent, loaded }
}

function aRandomOrder({ receivers }: TestBed, { uid }: Shop): Order {
  const scenario = aScenario()
  const [steady, flaky, slow] = receivers.http
  const address = pick<string>([
    [70, `${steady}/success`],
    [10, `${slow}/slow/400`],
    [8, `${flaky}/fails/1/status/503`],
    [6, `${flaky}/fails/2/reset`],
    [4, `${flaky}/fails/1/wrong-text`],
    ...(isLongRun ? ([[2, `${flaky}/fails/1/mute`]] as const) : []),
  ])
  return anOrder(uid, scenario, address)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
