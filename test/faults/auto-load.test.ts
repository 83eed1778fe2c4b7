import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { bookProblems } from './checks/books.ts'
import { latencyOf } from './checks/latency.ts'
import { lineProblems } from './checks/lines.ts'
import { reconcile } from './checks/orders.ts'
import { runAtRate } from './load/arrival-rate.ts'
import { anAutoScene, type Payment, payByLink, payers } from './load/auto-payments.ts'
import { type Client, clientOf, fundMinor } from './load/client.ts'
import { deliverRest, untilNoneDue } from './load/until-none-due.ts'
import { isLongRun, report, reportFigures } from './long-run.ts'
import { startCron } from './service/cron.ts'
import { crashByChance, startTestBed, type TestBed } from './service/test-bed.ts'

// Members pay by links, a bank's feed tells it, and the service does the rest (matching §2 to §4): quick enough on a
// machine at rest, and whole when its processes are killed. The figures have `npm run long -- auto-load`.

const run = isLongRun
  ? {
      seconds: Number(process.env.AUTO_LOAD_SECONDS ?? 60),
      kills: Number(process.env.AUTO_LOAD_KILLS ?? 50),
      roundMs: [500, 5_000],
      minuteMs: 60_000,
      patienceMs: 600_000,
    }
  : { seconds: 3, kills: 2, roundMs: [500, 1_500], minuteMs: 1_000, patienceMs: 3_000 }
const rate = { perSecond: 10, burst: 1, atOnce: 300 }
/** Each has other last five digits. */
const payersMax = 100_000
const timeout = isLongRun ? 60 * 60_000 : 900_000
/** Seconds to an account, and to a callback, of 19 payments of 20. */
const targetSeconds = 2
/** Seconds after the last start in which the minute's job takes up what was cut off. */
const takenUpSeconds = 120

test(`${rate.perSecond} payments a second are settled by themselves`, { timeout }, async () => {
  const bed = await startTestBed(inject('bundles'), undefined, 1)
  onTestFinished(bed.close)
  const cron = startCron(bed, run.minuteMs)
  const client = clientOf(bed)
  const load = await startLoad(bed, client, rate.perSecond * run.seconds)
  await load.ended
  await untilSettled(client)
  await untilNoneDue(client, run.patienceMs)
  await cron.stop()

  const sent = load.paid.map(({ order }) => order)
  const shown = load.paid.map(({ createdAt, shownAt }) => (shownAt - createdAt) / 1000)
  const { postings } = await bed.receivers.log()
  const { p50, p95, max } = latencyOf(sent, postings)
  const account = { p50: shareOf(shown, 0.5), p95: shareOf(shown, 0.95), max: shareOf(shown, 1) }
  reportFigures('Seconds from creation to the account', account)
  reportFigures('Seconds from line to callback', { p50, p95, max })
  await expectSettled(`${run.seconds} s of payments`, bed, load.paid, client)
  if (!isLongRun) return
  expect(account.p95).toBeLessThan(targetSeconds)
  expect(p95).toBeLessThan(targetSeconds)
})

test(`${run.kills} kills under payments leave nothing that is certain`, { timeout }, async () => {
  const bed = await startTestBed(inject('bundles'), undefined, 1)
  onTestFinished(bed.close)
  const cron = startCron(bed, run.minuteMs)
  const client = clientOf(bed)
  const load = await startLoad(bed, client, payersMax)
  for (let kill = 1; kill <= run.kills; kill += 1) {
    // A kill of what has only just started interrupts nothing.
    const before = load.paid.length
    while (load.paid.length === before) await sleep(50)
    const { target, tookMs } = await crashByChance(bed, run.roundMs)
    report(`  ${kill}/${run.kills} ${target} up again in ${tookMs.toFixed()} ms, ${load.tally()}`)
  }
  const lastStart = performance.now()
  load.stop()
  await load.ended
  await untilSettled(client)
  const settled = (performance.now() - lastStart) / 1000
  const delivered = (await deliverRest(bed, client, run.patienceMs)) / 1000
  await cron.stop()

  const byJob = {
    assignedByJob: bed.done.get('assign_accounts.collections') ?? 0,
    settledByJob: bed.done.get('judge_lines.settled') ?? 0,
  }
  const took = { settledAfter: `${settled.toFixed(1)} s`, calledAfter: `${delivered.toFixed(1)} s` }
  const more = { ...client.losses, ...byJob, ...took }
  await expectSettled(`${run.kills} kills`, bed, load.paid, client, more)
  if (!isLongRun) return
  expect(settled).toBeLessThan(takenUpSeconds)
  // The kills interrupted something.
  expect(byJob.assignedByJob + byJob.settledByJob).toBeGreaterThan(0)
})

/** Members who come at the rate, until so many have come or it is stopped; `ended` once all have paid. */
async function startLoad(bed: TestBed, client: Client, most: number) {
  const scene = await anAutoScene(bed, client)
  const paid: Payment[] = []
  let [come, stopping] = [0, false]
  const arriving = function* () {
    for (const payer of payers(most)) {
      if (stopping) return
      come += 1
      yield payer
    }
  }
  const ended = runAtRate(arriving(), rate, async (payer) => {
    paid.push(await payByLink(bed, client, { scene, payer }))
  })
  ended.catch(() => {})
  return {
    paid,
    ended,
    tally: () => `${come} have come, ${paid.length} have paid`,
    stop: () => {
      stopping = true
    },
  }
}

// It ends by itself only where the law holds: each line here is certain.
async function untilSettled(client: Client): Promise<void> {
  const path = 'bank-transactions?state=unclaimed&limit=1'
  const left = async () => (await client.backOffice('GET', path))?.body.items
  await expect.poll(left, { timeout: takenUpSeconds * 2_000, interval: 250 }).toEqual([])
}

/** Stops the service, and expects each order settled by its own line, called back, and in sound books. */
async function expectSettled(
  what: string,
  bed: TestBed,
  paid: readonly Payment[],
  client: Client,
  more: Readonly<Record<string, number | string>> = {},
): Promise<void> {
  await expectSoundBooks(bed, client)
  const { postings } = await bed.receivers.log()
  const books = await bed.dump()
  const sent = paid.map(({ order }) => order)
  const numbers = sent.map(({ number }) => number)
  const { problems, figures } = reconcile(sent, books, postings)
  reportFigures(what, { ...figures, ...more })
  expect(sent.length).toBeGreaterThan(0)
  expect([...problems, ...lineProblems(numbers, books.lines)]).toEqual([])
  expect(bookProblems(sent, books, fundMinor)).toEqual([])
  expect(bed.faults).toEqual([])
}

/** Has the service check its own books, from the first order on. */
async function expectSoundBooks(bed: TestBed, client: Client): Promise<void> {
  const service = await bed.up()
  const shown = async () => {
    await service.runCron()
    return (await client.backOffice('GET', 'books'))?.body
  }
  const done = { databases: [{ pass: { phase: 'done' } }] }
  // The day's own check began under the load.
  await expect.poll(shown, { timeout, interval: 10 }).toMatchObject(done)
  expect(await client.backOffice('POST', 'books/check', {})).toMatchObject({ status: 200 })
  await expect.poll(shown, { timeout, interval: 10 }).toMatchObject({ ...done, items: [] })
}

function shareOf(seconds: readonly number[], share: number): number {
  return seconds.toSorted((a, b) => a - b)[Math.ceil(share * seconds.length) - 1] ?? Number.NaN
}
