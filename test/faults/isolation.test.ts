import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { merchantLimit } from '../../src/store/callbacks/attempt-limits.ts'
import { mostAtOnce, type Promptness, promptnessOf } from './checks/latency.ts'
import { paced } from './load/arrival-rate.ts'
import { type Client, openClient, openShop, type Shop } from './load/client.ts'
import { anOrder, type Fate, type Order } from './load/orders.ts'
import { type Guide, openGuide } from './load/scenarios.ts'
import { isFullForm, reportFigures } from './long-run.ts'
import { startCron } from './service/cron.ts'
import { openLab } from './service/test-bed.ts'

// A merchant whose server hangs, and its neighbour, whose callbacks must stay prompt: as prompt as alone, measured in
// the same run. The short form, which has few of them, looks at the outermost bound only.

const settledPerSecond = 20
const form = isFullForm
  ? { aloneSeconds: 30, besideSeconds: 100 }
  : { aloneSeconds: 1, besideSeconds: 3 }
const backlog = 10_000
/** What is due of one merchant at the same moment: so many callbacks, spread over so many servers. */
const backlogs = [
  { callbacks: 10_000, servers: 1 },
  { callbacks: 20_000, servers: 5_000 },
]
const minuteMs = 60_000
/** How long a request to a server that hangs is waited for: who waits for one is that much later than alone. */
const hangingSeconds = 10
/** What has not come by then is missing. */
const patienceSeconds = 60
const timeout = isFullForm ? 20 * 60_000 : 300_000

test('a merchant whose server hangs delays nobody else', { timeout }, async () => {
  const street = await aStreet()
  try {
    const alone = await street.orders('B', 'settled', form.aloneSeconds * settledPerSecond)
    const beside = await street.orders('B', 'settled', form.besideSeconds * settledPerSecond)
    const hanging = await street.orders('A', 'settled', form.besideSeconds * settledPerSecond)

    await street.lab.crash('group')
    const cron = startCron(street.lab, minuteMs)
    await street.settle('B', alone)
    const first = await street.promptness('B alone', alone)
    await street.lab.crash('group')
    await Promise.all([street.settle('A', hanging), street.settle('B', beside)])
    const second = await street.promptness('B beside A, whose server hangs', beside)
    await cron.stop()
    await street.expectHangingA()
    expectPrompt(first, second)
  } finally {
    await street.close()
  }
})

test.runIf(isFullForm).each(backlogs)(
  '$callbacks due callbacks of one, to $servers servers, delay nobody else',
  { timeout },
  async ({ callbacks, servers }) => {
    const street = await aStreet('drops', servers)
    try {
      await street.orders('A', 'declared', callbacks)
      const alone = await street.orders('B', 'settled', form.aloneSeconds * settledPerSecond)
      const beside = await street.orders('B', 'settled', form.besideSeconds * settledPerSecond)
      // The queue is itself again, and the first sweep finds the whole backlog.
      await street.lab.crash('group', { bell: undefined })
      await street.settle('B', alone)
      const first = await street.promptness('B alone', alone)
      const cron = startCron(street.lab, minuteMs)
      await street.settle('B', beside)
      const second = await street.promptness(
        `B beside ${callbacks} of A that are due, to ${servers} servers`,
        beside,
      )
      await cron.stop()
      await street.expectHangingA()
      expectPrompt(first, second)
    } finally {
      await street.close()
    }
  },
)

test.runIf(isFullForm)('without a queue two sweeps reach everybody', { timeout }, async () => {
  const street = await aStreet('drops')
  try {
    await street.orders('A', 'declared', backlog / 2)
    // Times are kept in whole seconds: these are to be the youngest of all that is due.
    await sleep(2000)
    const few = await street.orders('B', 'declared', 20)
    for (const pauseMs of [3000, 0]) {
      await (await street.lab.up()).ring()
      await sleep(pauseMs)
    }
    const { missing } = await street.promptness(`B, after ${backlog / 2} of A`, few)
    await street.expectHangingA()
    expect(missing).toBe(0)
  } finally {
    await street.close()
  }
})

function expectPrompt(alone: Promptness, beside: Promptness): void {
  expect(beside.max).toBeLessThan(alone.max + hangingSeconds)
  if (isFullForm) expect(beside.p95).toBeLessThanOrEqual(1.5 * alone.p95 + 1)
}

type Name = 'A' | 'B'

/** Two merchants: A's servers take requests and never answer, B's server acknowledges at once. */
async function aStreet(bell?: 'drops', serversOfA = 1) {
  const lab = await openLab(inject('bundles'), bell, serversOfA + 1)
  const client = openClient(lab)
  const guide = openGuide(client)
  const shops = { A: await openShop(lab, client, 'A'), B: await openShop(lab, client, 'B') }
  const [prompt, ...hanging] = lab.merchants.http
  const addresses = { A: hanging.map((origin) => `${origin}/mute`), B: [`${prompt}/success`] }
  return {
    lab,
    close: lab.close,
    orders: (name: Name, fate: Fate, count: number) =>
      created({ client, guide, shop: shops[name] }, fate, count, addresses[name]),
    settle: (name: Name, orders: readonly Order[]) =>
      paced(orders, settling, (order) => guide.finish(shops[name], order)),
    async promptness(what: string, orders: readonly Order[]): Promise<Promptness> {
      const measure = async () => promptnessOf(orders, (await lab.merchants.journal()).postings)
      const deadline = performance.now() + patienceSeconds * 1000
      let measured = await measure()
      while (measured.missing > 0 && performance.now() < deadline) {
        await sleep(500)
        measured = await measure()
      }
      reportFigures(what, measured)
      return measured
    },
    async expectHangingA() {
      const { postings } = await lab.merchants.journal()
      const ofA = postings.filter(({ path }) => path === '/mute')
      reportFigures("A's server", { requests: ofA.length, atOnce: mostAtOnce(ofA) })
      expect(ofA.length).toBeGreaterThan(0)
      expect(ofA.filter(({ acknowledged }) => acknowledged)).toEqual([])
      expect(mostAtOnce(ofA)).toBeLessThanOrEqual(merchantLimit)
    },
  }
}

const settling = { perSecond: settledPerSecond, burst: 1, atOnce: 200 }
const creating = { perSecond: 1000, burst: 10, atOnce: 30 }

type Sender = { readonly client: Client; readonly guide: Guide; readonly shop: Shop }

async function created(sender: Sender, fate: Fate, count: number, addresses: readonly string[]) {
  const book = Array.from({ length: count }, (_, n) =>
    anOrder(sender.shop.uid, fate, addresses[n % addresses.length] ?? ''),
  )
  await paced(book, creating, (order) => sender.guide.create(sender.shop, order))
  return book
}
