import { expect, inject, test } from 'vitest'
import { moneyProblems } from './checks/books.ts'
import { accountFor } from './checks/orders.ts'
import { paced } from './load/arrival-rate.ts'
import { fundMinor, openClient, openShop } from './load/client.ts'
import { anOrder, type Fate, type Order, pick } from './load/orders.ts'
import { openGuide } from './load/scenarios.ts'
import { untilQuiet } from './load/until-none-due.ts'
import { isFullForm, reportFigures } from './long-run.ts'
import { startCron } from './service/cron.ts'
import { type Lab, openLab } from './service/test-bed.ts'

// A queue that is no good: it loses every message, or delivers each several times, in any order, side by side.

const form = isFullForm ? { lost: 600, doubled: 3000 } : { lost: 130, doubled: 150 }
const pace = { perSecond: 200, burst: 20, atOnce: 40 }
const timeout = 300_000

test('with every message lost, the sweep delivers all callbacks', { timeout }, async () => {
  const lab = await openLab(inject('bundles'), 'drops')
  try {
    const { book, client } = await aLoadOf(form.lost, lab, () => {
      return pick(lab.merchants.http.map((origin) => [1, `${origin}/success`] as const))
    })
    expect(await lab.merchants.received()).toBe(0)
    const cron = startCron(lab, sweepPauseMs)
    await untilQuiet(client, timeout / 2)
    await cron.stop()
    const figures = await soundAccount(lab, book)
    const sweeps = lab.logged.get('sweep') ?? 0
    reportFigures('every message lost', { ...figures, sweeps })
    expect(figures.duplicates).toBe(0)
    // A sweep hands over no more than that itself; of these, a crowded server may leave some to the next one.
    expect(sweeps).toBeLessThanOrEqual(3 * Math.ceil(form.lost / handedOverMax))
  } finally {
    await lab.close()
  }
})

test('with every message thrice and in any order, no callback is posted twice', {
  timeout,
}, async () => {
  const lab = await openLab(inject('bundles'), 'doubles', 3)
  const cron = startCron(lab, sweepPauseMs)
  try {
    const [prompt, slow, moody] = lab.merchants.http
    const { book, client } = await aLoadOf(form.doubled, lab, () =>
      pick([
        [5, `${prompt}/success`],
        [4, `${slow}/slow/700`],
        // Another attempt comes 15 s later: for that the short form has no time.
        [isFullForm ? 1 : 0, `${moody}/fails/1/status/500`],
      ]),
    )
    await untilQuiet(client, timeout / 2)
    await cron.stop()
    // The moody server opens its breaker when it refuses a hundred before it hears of one again.
    const timesLogged = (event: string) => lab.logged.get(event) ?? 0
    const opened = timesLogged('endpoint_open')
    reportFigures('its breakers', { opened, answered: timesLogged('endpoint_answers') })
    const figures = await soundAccount(lab, book)
    reportFigures('every message thrice', figures)
    expect(figures).toMatchObject({ duplicates: 0, cutShort: 0 })
    expect(lab.logged.get('bell_doubles')).toBeGreaterThanOrEqual(form.doubled)
  } finally {
    await lab.close()
  }
})

const sweepPauseMs = 1000
const handedOverMax = 120
const fates: readonly Fate[] = ['declared', 'settled', 'processed', 'cancelled']

async function aLoadOf(count: number, lab: Lab, address: () => string) {
  const client = openClient(lab)
  const guide = openGuide(client)
  const shop = await openShop(lab, client, 'Q1')
  const book = Array.from({ length: count }, () =>
    anOrder(shop.uid, pick(fates.map((fate) => [1, fate] as const)), address()),
  )
  await paced(book, pace, async (order) => {
    await guide.create(shop, order)
    await guide.finish(shop, order)
  })
  return { book, client }
}

async function soundAccount(lab: Lab, book: readonly Order[]) {
  const books = await lab.autopsy()
  const { postings } = await lab.merchants.journal()
  const { problems, figures } = accountFor(book, books, postings)
  expect([...problems, ...moneyProblems(book, books, fundMinor)]).toEqual([])
  expect(lab.faults).toEqual([])
  return figures
}
