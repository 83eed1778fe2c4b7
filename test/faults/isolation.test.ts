import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { merchantLimit } from '../../src/store/callbacks/attempt-limits.ts'
import { type Latency, latencyOf, peakConcurrency } from './checks/latency.ts'
import { runAtRate } from './load/arrival-rate.ts'
import { type Client, clientOf, createShop, type Shop } from './load/client.ts'
import { anOrder, type Order, type Scenario } from './load/orders.ts'
import { type ScenarioRunner, scenarioRunner } from './load/scenarios.ts'
import { isLongRun, reportFigures } from './long-run.ts'
import { startCron } from './service/cron.ts'
import { startTestBed } from './service/test-bed.ts'

// A merchant whose receiver hangs does not delay another's callbacks: their latency is compared with that of the same
// run without the first. The short run has too few callbacks for a percentile and checks the maximum only.

const settledPerSecond = 20
const run = isLongRun
  ? { aloneSeconds: 30, besideSeconds: 100 }
  : { aloneSeconds: 1, besideSeconds: 3 }
const backlog = 10_000
/** Callbacks that are due of one merchant at the same moment. */
const backlogs = [
  { callbacks: 10_000, servers: 1 },
  { callbacks: 20_000, servers: 5_000 },
]
const minuteMs = 60_000
/** The time-out of an attempt: a callback that waits for one is that much later. */
const hangingSeconds = 10
const patienceSeconds = 60
const timeout = isLongRun ? 20 * 60_000 : 900_000

test('a merchant whose receiver hangs delays no other merchant', { timeout }, async () => {
  const merchants = await twoMerchants()
  const alone = await merchants.orders('B', 'settled', run.aloneSeconds * settledPerSecond)
  const beside = await merchants.orders('B', 'settled', run.besideSeconds * settledPerSecond)
  const hanging = await merchants.orders('A', 'settled', run.besideSeconds * settledPerSecond)

  await merchants.bed.crash('group')
  const cron = startCron(merchants.bed, minuteMs)
  await merchants.settle('B', alone)
  const first = await merchants.latency('B alone', alone)
  await merchants.bed.crash('group')
  await Promise.all([merchants.settle('A', hanging), merchants.settle('B', beside)])
  const second = await merchants.latency('B beside A, whose server hangs', beside)
  await cron.stop()
  await merchants.expectNoAnswerOfA()
  expectLowLatency(first, second)
})

test.runIf(isLongRun).each(backlogs)(
  '$callbacks due callbacks of one merchant, to $servers receivers, delay no other',
  { timeout },
  async ({ callbacks, servers }) => {
    const merchants = await twoMerchants('drops', servers)
    await merchants.orders('A', 'declared', callbacks)
    const alone = await merchants.orders('B', 'settled', run.aloneSeconds * settledPerSecond)
    const beside = await merchants.orders('B', 'settled', run.besideSeconds * settledPerSecond)
    // With the real queue again, the first sweep finds the whole backlog.
    await merchants.bed.crash('group', { queueMode: undefined })
    await merchants.settle('B', alone)
    const first = await merchants.latency('B alone', alone)
    const cron = startCron(merchants.bed, minuteMs)
    await merchants.settle('B', beside)
    const second = await merchants.latency(
      `B beside ${callbacks} of A that are due, to ${servers} servers`,
      beside,
    )
    await cron.stop()
    await merchants.expectNoAnswerOfA()
    expectLowLatency(first, second)
  },
)

test.runIf(isLongRun)(
  'without a queue two sweeps deliver to every merchant',
  { timeout },
  async () => {
    const merchants = await twoMerchants('drops')
    await merchants.orders('A', 'declared', backlog / 2)
    // Times are stored in whole seconds: these must be the youngest due callbacks.
    await sleep(2000)
    const few = await merchants.orders('B', 'declared', 20)
    for (const pauseMs of [3000, 0]) {
      await (await merchants.bed.up()).runCron()
      await sleep(pauseMs)
    }
    const { missing } = await merchants.latency(`B, after ${backlog / 2} of A`, few)
    await merchants.expectNoAnswerOfA()
    expect(missing).toBe(0)
  },
)

function expectLowLatency(alone: Latency, beside: Latency): void {
  expect(beside.max).toBeLessThan(alone.max + hangingSeconds)
  if (isLongRun) expect(beside.p95).toBeLessThanOrEqual(1.5 * alone.p95 + 1)
}

type Name = 'A' | 'B'

/** Two merchants: A's receivers never answer, B's receiver acknowledges at once. */
async function twoMerchants(queueMode?: 'drops', serversOfA = 1) {
  const bed = await startTestBed(inject('bundles'), queueMode, serversOfA + 1)
  onTestFinished(bed.close)
  const client = clientOf(bed)
  const runner = scenarioRunner(client)
  const shops = { A: await createShop(bed, client, 'A'), B: await createShop(bed, client, 'B') }
  const [prompt, ...hanging] = bed.receivers.http
  const addresses = { A: hanging.map((origin) => `${origin}/mute`), B: [`${prompt}/success`] }
  return {
    bed,
    orders: (name: Name, scenario: Scenario, count: number) =>
      created({ client, runner, shop: shops[name] }, scenario, count, addresses[name]),
    settle: (name: Name, orders: readonly Order[]) =>
      runAtRate(orders, settling, (order) => runner.finish(shops[name], order)),
    async latency(what: string, orders: readonly Order[]): Promise<Latency> {
      const measure = async () => latencyOf(orders, (await bed.receivers.log()).postings)
      const deadline = performance.now() + patienceSeconds * 1000
      let measured = await measure()
      while (measured.missing > 0 && performance.now() < deadline) {
        await sleep(500)
        measured = await measure()
      }
      reportFigures(what, measured)
      return measured
    },
    async expectNoAnswerOfA() {
      const { postings } = await bed.receivers.log()
      const ofA = postings.filter(({ path }) => path === '/mute')
      reportFigures("A's server", { requests: ofA.length, atOnce: peakConcurrency(ofA) })
      expect(ofA.length).toBeGreaterThan(0)
      expect(ofA.filter(({ acknowledged }) => acknowledged)).toEqual([])
      expect(peakConcurrency(ofA)).toBeLessThanOrEqual(merchantLimit)
    },
  }
}

const settling = { perSecond: settledPerSecond, burst: 1, atOnce: 200 }
const creating = { perSecond: 1000, burst: 10, atOnce: 30 }

type Sender = { readonly client: Client; readonly runner: ScenarioRunner; readonly shop: Shop }

async function created(
  sender: Sender,
  scenario: Scenario,
  count: number,
  addresses: readonly string[],
) {
  const sent = Array.from({ length: count }, (_, n) =>
    anOrder(sender.shop.uid, scenario, addresses[n % addresses.length] ?? ''),
  )
  await runAtRate(sent, creating, (order) => sender.runner.create(sender.shop, order))
  return sent
}
