import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { moneyProblems } from './checks/books.ts'
import { accountFor } from './checks/orders.ts'
import { paced } from './load/arrival-rate.ts'
import { type Client, fundMinor, openClient, openShop, type Shop } from './load/client.ts'
import { anOrder, type Fate, type Order, pick } from './load/orders.ts'
import { type Guide, openGuide } from './load/scenarios.ts'
import { untilQuiet } from './load/until-none-due.ts'
import { isFullForm, report, reportFigures } from './long-run.ts'
import { startCron } from './service/cron.ts'
import type { Victim } from './service/process.ts'
import { type Lab, openLab } from './service/test-bed.ts'

// Processes are killed while orders are created, settled, paid out and called back. The queue's waiting messages die
// with them, and so do attempts half made. At the end every order and every callback is accounted for.

const form = isFullForm
  ? { rounds: 50, roundMs: [200, 5000], callbacksMin: 5000, minuteMs: 5000, patienceMs: 600_000 }
  : { rounds: 3, roundMs: [300, 1500], callbacksMin: 200, minuteMs: 1000, patienceMs: 3000 }
// Bursts, for a kill to find many orders half way.
const pace = { perSecond: 80, burst: 40, atOnce: 80 }
const timeout = isFullForm ? 20 * 60_000 : 300_000

test(`${form.rounds} kills under load lose nothing`, { timeout }, async () => {
  const lab = await openLab(inject('bundles'), undefined, 3)
  const cron = startCron(lab, form.minuteMs)
  try {
    const client = openClient(lab)
    const guide = openGuide(client)
    const { book, loaded } = await startLoad(lab, client, guide)
    for (let round = 1; round <= form.rounds; round += 1) await oneRound(lab, round, book)
    while (book.filter(({ fate }) => fate !== 'open').length < form.callbacksMin) await sleep(100)
    await loaded.stop()
    const quietMs = await quiesce(lab, client)
    await cron.stop()

    const books = await lab.autopsy()
    const { postings } = await lab.merchants.journal()
    const { problems, figures } = accountFor(book, books, postings)
    const answers = { ...client.losses, ...guide.resolved }
    reportFigures(`${form.rounds} kills`, { ...figures, ...answers, quiet: seconds(quietMs) })
    expect([...problems, ...moneyProblems(book, books, fundMinor)]).toEqual([])
    expect(lab.faults).toEqual([])
    expect(figures.owed).toBeGreaterThanOrEqual(form.callbacksMin)
    // Kills that hit nothing would prove nothing.
    const hits = Math.min(answers.written, answers.unwritten, figures.cutShort)
    if (isFullForm) expect(hits).toBeGreaterThan(0)
  } finally {
    await lab.close()
  }
})

async function oneRound(lab: Lab, round: number, book: readonly Order[]): Promise<void> {
  const [least = 0, most = 0] = form.roundMs
  const afterMs = least + Math.random() * (most - least)
  await sleep(afterMs)
  const victim = pick<Victim>([
    [1, 'runtime'],
    [1, 'group'],
  ])
  const tookMs = await lab.crash(victim)
  report(
    `  ${String(round).padStart(2)}/${form.rounds}  ${victim.padEnd(7)} killed after ${seconds(afterMs)}, ` +
      `up again in ${seconds(tookMs)}; ${book.length} orders, ` +
      `${book.filter(({ finalAt }) => finalAt !== null).length} final, ` +
      `${await lab.merchants.received()} callbacks received`,
  )
}

/** Begins to send orders, and goes on until told to stop: then resolves when the last one's life is led. */
async function startLoad(lab: Lab, client: Client, guide: Guide) {
  const shops = await Promise.all(['K1', 'K2', 'K3'].map((uid) => openShop(lab, client, uid)))
  const book: Order[] = []
  let stopping = false
  const orders = function* () {
    while (!stopping) {
      const shop = pick(shops.map((one) => [1, one] as const))
      yield { shop, order: aRandomOrder(lab, shop) }
    }
  }
  const done = paced(orders(), pace, async ({ shop, order }) => {
    book.push(order)
    await guide.create(shop, order)
    await guide.finish(shop, order)
  })
  const loaded = {
    stop: () => {
      stopping = true
      return done
    },
  }
  return { book, loaded }
}

function aRandomOrder({ merchants }: Lab, { uid }: Shop): Order {
  const fate = pick<Fate>([
    [40, 'declared'],
    [25, 'settled'],
    [10, 'open'],
    [13, 'processed'],
    [12, 'cancelled'],
  ])
  const [steady, moody, slow] = merchants.http
  const address = pick<string>([
    [70, `${steady}/success`],
    [10, `${slow}/slow/400`],
    [8, `${moody}/fails/1/status/503`],
    [6, `${moody}/fails/2/reset`],
    [4, `${moody}/fails/1/wrong-text`],
    ...(isFullForm ? ([[2, `${moody}/fails/1/mute`]] as const) : []),
  ])
  return anOrder(uid, fate, address)
}

// A lease that a dead process has left behind lasts a minute. The short form lets it pass while nothing runs.
async function quiesce(lab: Lab, client: Client): Promise<number> {
  if (isFullForm) return untilQuiet(client, form.patienceMs)
  const begun = performance.now()
  for (let step = 0; step < stepsMax; step += 1) {
    if ((await untilQuiet(client, form.patienceMs)) < form.patienceMs) break
    await lab.crash('group', { secondsLater: 60 })
  }
  return performance.now() - begun
}

// The worst that a merchant's server does in the short form is to fail twice.
const stepsMax = 10

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
