import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { type EventedOrder, lastEventProblems } from './checks/last-events.ts'
import { runAtRate } from './load/arrival-rate.ts'
import { type Client, clientOf, createShop, type Shop } from './load/client.ts'
import { anOrder, type Order, pick } from './load/orders.ts'
import { scenarioRunner } from './load/scenarios.ts'
import { deliverRest } from './load/until-none-due.ts'
import { isLongRun, report, reportFigures } from './long-run.ts'
import { startCron } from './service/cron.ts'
import { crashByChance, startTestBed, type TestBed } from './service/test-bed.ts'

// Several events of one order, one after the other, while attempts fail, hang and are superseded and processes are
// killed. The last callback that a merchant receives must be the newest event's.

const run = isLongRun
  ? { orders: 1000, kills: 20, killMs: [300, 3000], minuteMs: 5000, patienceMs: 600_000 }
  : { orders: 60, kills: 2, killMs: [300, 1200], minuteMs: 1000, patienceMs: 3000 }
const rate = isLongRun
  ? { perSecond: 30, burst: 15, atOnce: 60 }
  : { perSecond: 40, burst: 20, atOnce: 40 }
const timeout = isLongRun ? 30 * 60_000 : 900_000

test(`${run.orders} orders with several events, ${run.kills} kills: the last one received is the newest`, {
  timeout,
}, async () => {
  const bed = await startTestBed(inject('bundles'), 'doubles', 3)
  const cron = startCron(bed, run.minuteMs)
  try {
    const client = clientOf(bed)
    const shop = await createShop(bed, client, 'EVENTS')
    const settings = { collection_events: 'all', rate_limit: 'off' }
    expect(await client.backOffice('PATCH', `merchants/${shop.uid}`, { settings })).toMatchObject({
      status: 200,
    })
    const book: EventedOrder[] = []
    const lives = runAtRate(Array.from({ length: run.orders }), rate, async () => {
      book.push(await aLife(bed, client, shop))
    })
    // Reported by the `await` below: not an unhandled rejection.
    lives.catch(() => undefined)
    for (let kill = 1; kill <= run.kills; kill += 1) await killOnce(bed, kill, book)
    await lives
    const deliveryMs = await deliverRest(bed, client, run.patienceMs)
    await cron.stop()

    const books = await bed.dump()
    const { postings } = await bed.receivers.log()
    const stored = new Map(books.orders.map((order) => [order.tradeNo, order.callback]))
    expect(book).toHaveLength(run.orders)
    expect(book.filter(({ tradeNo }) => stored.get(tradeNo) !== 'delivered')).toEqual([])
    expect(lastEventProblems(book, postings)).toEqual([])
    expect(bed.faults).toEqual([])
    const ids = new Set(postings.filter((one) => one.acknowledged).map(({ id }) => id))
    const events = book.reduce((sum, one) => sum + one.events.length, 0)
    reportFigures(`${run.kills} kills`, {
      orders: book.length,
      events,
      postings: postings.length,
      superseded: events - ids.size,
      rest: `${(deliveryMs / 1000).toFixed(1)} s`,
    })
    // Attempts were superseded.
    expect(events - ids.size).toBeGreaterThan(0)
  } finally {
    await bed.close()
  }
})

async function killOnce(bed: TestBed, kill: number, book: readonly EventedOrder[]): Promise<void> {
  const { target } = await crashByChance(bed, run.killMs)
  report(`  ${kill}/${run.kills}  ${target} killed; ${book.length} orders at their newest event`)
}

/** An order whose merchant is told of some events, one soon after the other. */
async function aLife(bed: TestBed, client: Client, shop: Shop): Promise<EventedOrder> {
  const order = anOrder(shop.uid, 'declared', anAddress(bed))
  await scenarioRunner(client).create(shop, order)
  const tradeNo = await tradeNoOf(client, shop, order)
  const events = ['collection.completed']
  const later = moves.slice(0, Math.floor(Math.random() * (moves.length + 1)))
  for (const { event, ...move } of later) {
    await sleep(Math.random() * pauseMsMax)
    await make(client, tradeNo, move)
    events.push(event)
  }
  return { name: `${order.uid}/${order.number}`, tradeNo, events }
}

// What is done to declared money, in this order; each move with the refusal of a second one, for a lost answer.
const moves = [
  {
    event: 'collection.rejected',
    call: 'confirm',
    again: 'already_final',
    body: { accept: false, reason: 'no deposit' },
  },
  { event: 'collection.completed', call: 'settle', again: 'already_final', body: {} },
  {
    event: 'collection.reversed',
    call: 'reverse',
    again: 'move_not_allowed',
    body: { reason: 'wrong order', because: 'wrong_match' },
  },
  { event: 'collection.completed', call: 'settle', again: 'already_final', body: {} },
] as const
type Move = Omit<(typeof moves)[number], 'event'>

// Long enough for an attempt to be made, to fail or to hang meanwhile.
const pauseMsMax = 1500

function anAddress({ receivers }: TestBed): string {
  const [steady, flaky, slow] = receivers.http
  return pick<string>([
    [40, `${steady}/success`],
    [25, `${slow}/slow/700`],
    [15, `${flaky}/fails/1/status/503`],
    [10, `${flaky}/fails/2/reset`],
    [10, `${flaky}/fails/1/wrong-text`],
    ...(isLongRun ? ([[5, `${slow}/fails/1/mute`]] as const) : []),
  ])
}

async function make(client: Client, tradeNo: string, { call, again, body }: Move): Promise<void> {
  const path = `collections/${tradeNo}/${call}`
  for (let lost = false; ; lost = true) {
    const reply = await client.backOffice('POST', path, body)
    if (reply?.status === 200 || (lost && reply?.body.error === again)) return
    if (reply !== null) throw new Error(`${path}: ${JSON.stringify(reply)}`)
  }
}

async function tradeNoOf(client: Client, shop: Shop, { number }: Order): Promise<string> {
  for (;;) {
    const reply = await client.sign(shop, 'collections/status', { orderid: number })
    if (typeof reply?.body.tradeNo === 'string') return reply.body.tradeNo
    if (reply !== null) throw new Error(`status of ${number}: ${JSON.stringify(reply)}`)
  }
}
