import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runAtRate } from './load/arrival-rate.ts'
import { type Client, clientOf, createShop, type Reply, type Shop } from './load/client.ts'
import { type FinalPage, type OpenPage, openPage } from './load/open-pages.ts'
import { isLongRun, report, reportFigures } from './long-run.ts'
import { startTestBed } from './service/test-bed.ts'

// Members keep their wait pages open beside creations and settlements. The figures have `npm run long -- open-pages`:
// what creations take beside the pages and alone is measured in turns, so that a machine's mood is in both.

const run = isLongRun
  ? { pages: Number(process.env.OPEN_PAGES ?? 2_000), turns: 3, seconds: 30, perSecond: 10 }
  : { pages: 40, turns: 1, seconds: 1, perSecond: 10 }
const timeout = isLongRun ? 60 * 60_000 : 900_000
const target = { slower: 1.3, shownSeconds: 6 }
const opening = { perSecond: 40, burst: 1, atOnce: 40 }

type Order = { readonly tradeNo: string; readonly amount: number; readonly url: string }

/** An order whose page is open, or is opened again after a turn without pages. */
type Member = { readonly order: Order; page: OpenPage; settledAt: number }

test(`${run.pages} open pages each show their payment, once it is settled`, {
  timeout,
}, async () => {
  const bed = await startTestBed(inject('bundles'), undefined, 1)
  onTestFinished(bed.close)
  const client = clientOf(bed)
  const shop = await createShop(bed, client, 'P1')
  const { payUrl } = await bed.up()
  const orders = ordersOf(client, shop, { payUrl, notify: `${bed.receivers.http[0]}/success` })
  const members: Member[] = []
  await runAtRate(Array.from({ length: run.pages }), opening, async () => {
    const { order } = await orders.create()
    await orders.match(order)
    members.push({ order, page: openPage(order.url), settledAt: 0 })
  })
  onTestFinished(() => {
    for (const { page } of members) page.close()
  })
  const waiting = [...members]
  const isOpen = () => Promise.all(waiting.map(({ page }) => page.isHeld))
  const settle = async (member: Member) => {
    await orders.settle(member.order)
    member.settledAt = Date.now()
  }
  const times: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
  const turn = async (name: 'alone' | 'beside') => {
    const rate = { perSecond: run.perSecond, burst: 1, atOnce: 300 }
    await runAtRate(Array.from({ length: run.perSecond * run.seconds }), rate, async () => {
      const { order, ms } = await orders.create()
      times[name].push(ms)
      const member = name === 'beside' ? waiting.pop() : undefined
      await (member === undefined ? orders.settle(order) : settle(member))
    })
    report(
      `  ${name}: p95 of creations ${shareOf(times[name], 0.95)} ms, ${waiting.length} pages open`,
    )
  }
  for (let turns = 0; turns < run.turns; turns += 1) {
    await isOpen()
    await turn('beside')
    await Promise.all(settledOf(members).map(({ page }) => page.end))
    for (const { page } of waiting) page.close()
    await turn('alone')
    await runAtRate(waiting, { ...opening, perSecond: 200 }, async (member) => {
      member.page = openPage(member.order.url)
    })
  }
  const inTurns = settledOf(members)
  await runAtRate(waiting.splice(0), opening, settle)

  const shown = new Map<Member, FinalPage>()
  for (const member of members) shown.set(member, await member.page.end)
  const wrong = [...shown].filter(
    ([{ order, settledAt }, { at, html }]) =>
      at < settledAt - answerMs ||
      !html.includes('已收到') ||
      !html.includes(order.amount.toLocaleString('en')),
  )
  expect(wrong).toEqual([])
  expect(bed.faults).toEqual([])
  const seconds = inTurns.map((one) => ((shown.get(one)?.at ?? 0) - one.settledAt) / 1000)
  const slower = shareOf(times.beside, 0.95) / shareOf(times.alone, 0.95)
  const figures = {
    alone: shareOf(times.alone, 0.95),
    beside: shareOf(times.beside, 0.95),
    slower,
    shownP50: shareOf(seconds, 0.5),
    shownP95: shareOf(seconds, 0.95),
  }
  reportFigures(`${run.pages} pages, ${run.perSecond} creations and settlements a second`, figures)
  if (!isLongRun) return
  expect(slower).toBeLessThanOrEqual(target.slower)
  expect(figures.shownP95).toBeLessThanOrEqual(target.shownSeconds)
})

// The answer of a settlement may come after what it has settled is read.
const answerMs = 20_000

const settledOf = (members: readonly Member[]) => members.filter(({ settledAt }) => settledAt > 0)

/** Orders by links, each of another amount; the page tells which one it shows. */
function ordersOf(client: Client, shop: Shop, at: { payUrl: string; notify: string }) {
  let amount = 10_000
  return {
    async create() {
      amount += 1
      const mine = amount
      const fields = {
        merchant_order_no: randomUUID(),
        member_no: 'm',
        member_name: 'M',
        amount: mine,
        payer_account_last5: '12345',
        notify_url: at.notify,
      }
      const started = performance.now()
      const path = 'payment-links/amount'
      const { data } = await untilAnswered(() => client.sign(shop, path, fields))
      const ms = performance.now() - started
      const { trade_no: tradeNo, wait_url: url } = data as Readonly<Record<string, string>>
      const { pathname } = new URL(String(url))
      return { order: { tradeNo: String(tradeNo), amount: mine, url: at.payUrl + pathname }, ms }
    },
    async match({ tradeNo }: Order) {
      const words = { collection_account_name: 'A', collection_account_no: '100200300400' }
      const body = { ...words, collection_bank_name: '台新銀行' }
      await untilAnswered(() => client.backOffice('POST', `collections/${tradeNo}/match`, body))
    },
    async settle({ tradeNo }: Order) {
      await untilAnswered(() => client.backOffice('POST', `collections/${tradeNo}/settle`, {}))
    },
  }
}

async function untilAnswered(ask: () => Promise<Reply | null>): Promise<Reply['body']> {
  for (;;) {
    const reply = await ask()
    if (reply === null) continue
    // A lost answer's call is refused when it is repeated.
    if (reply.status < 300 || reply.status === 409) return reply.body
    throw new Error(`HTTP ${reply.status} ${JSON.stringify(reply.body)}`)
  }
}

function shareOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN
}
