import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { Usage } from '../../../bench/prices.ts'
import { stories } from '../../../bench/stories.ts'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { contextFrom } from '../../../src/context.ts'
import { namedCalls } from '../../../src/contract/back-office/table.ts'
import worker from '../../../src/index.ts'
import { assetPath } from '../../../src/pages/assets.ts'
import { meter } from '../../support/metered.ts'
import { backOfficeOver, type Inputs } from '../support/back-office-http.ts'
import { anAccount } from '../support/bank-accounts.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { aLink, amountPath } from '../support/links.ts'
import { aMerchant, json, paths, rows, sendRequest } from '../support/service.ts'

// Whole payments, each counted in the Workers from its creation to its delivered callback.

const last5 = '67890'
const operator = 'olga:operator'

/** The two Workers with everything counted that is paid for, on a clock of its own. */
async function aWorld(auto: 'off' | 'settle') {
  const counter = meter()
  let [requests, logLines, nowMs] = [0, 0, Date.now()]
  const happenings: { readonly at: number; readonly happen: () => Promise<unknown> }[] = []
  const goOn: Promise<void>[] = []
  const bindings = {
    ...env,
    DB: counter.database(env.DB),
    TOKENS: counter.kv(env.TOKENS),
    CALLBACK_QUEUE: counter.queue(env.CALLBACK_QUEUE),
  }
  const until = async (ms: number) => {
    for (const one of happenings.splice(0)) {
      if (one.at > ms) {
        happenings.push(one)
        continue
      }
      nowMs = Math.max(nowMs, one.at)
      await one.happen()
    }
    nowMs = ms
  }
  const context = Object.assign(contextFrom(bindings), {
    now: () => nowMs,
    pause: (ms: number) => until(nowMs + ms),
    later: (work: Promise<void>) => void goOn.push(work),
    fetch: async () => new Response('success'),
  })
  const over = backOfficeOver(context)
  vi.spyOn(console, 'log').mockImplementation(() => {
    logLines += 1
  })
  const allDone = async () => {
    while (goOn.length > 0) await Promise.all(goOn.splice(0))
  }
  const shop = await aMerchant({ settings: { rate_limit: 'off', auto } })
  const { id: account } = await anAccount({
    merchants: [shop.uid],
    auto,
    auto_sources: ['feed'],
    feeds: ['service:bank'],
  })
  const request = async (path: string, init: RequestInit) => {
    requests += 1
    return sendRequest(path, init, bindings)
  }
  const merchantAsks = (path: string, fields: Fields) =>
    request(path, {
      method: 'POST',
      headers: json,
      body: signedJson(shop.uid, shop.secret, fields),
    })
  // In the isolate's cache.
  await merchantAsks(paths.balance, {})
  return {
    shop,
    account,
    context,
    allDone,
    merchantAsks,
    counter,
    /** A member's browser asks: an address of the exchange's host. */
    memberAsks: async (address: string, init: RequestInit = {}) => {
      requests += 1
      const answer = await worker.fetch(new Request(address, init) as IncomingRequest, bindings)
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    },
    elapse: (seconds: number) => until(nowMs + seconds * 1_000),
    at: (seconds: number, happen: () => Promise<unknown>) =>
      void happenings.push({ at: nowMs + seconds * 1_000, happen }),
    peopleAsk: async (name: string, by: string, sent: Inputs) => {
      const call = namedCalls.find((one) => one.name === name)
      if (call === undefined) throw new Error(name)
      requests += 1
      const { status, body } = await over(call, by, sent)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      await allDone()
    },
    callBack: async (orderId: number) => {
      requests += 1
      await deliverCallback(context, orderId)
    },
    reset: () => {
      counter.reset()
      ;[requests, logLines] = [0, 0]
    },
    used: (): Usage => {
      const { statements, kvReads, kvWrites, queueMessages } = counter.usage
      // What an isolate has counted is written once a minute, whatever it has done.
      const of = statements.filter(({ sql }) => !sql.includes('watch_counts'))
      const sumOf = (figure: 'rowsRead' | 'rowsWritten') =>
        of.reduce((sum, statement) => sum + statement[figure], 0)
      return {
        workerRequest: requests,
        logEvent: logLines,
        rowRead: sumOf('rowsRead'),
        rowWritten: sumOf('rowsWritten'),
        queueOperation: 3 * queueMessages,
        ...(kvReads > 0 && { kvRead: kvReads }),
        ...(kvWrites > 0 && { kvWrite: kvWrites }),
      }
    },
  }
}

type IncomingRequest = Parameters<typeof worker.fetch>[0]

type World = Awaited<ReturnType<typeof aWorld>>

afterEach(() => {
  vi.restoreAllMocks()
})

const orderOf = async (tradeNo: string) => {
  const [order] = await rows<{ id: number; status: string; state: string | null }>(
    `select collections.id, status, (select state from callbacks where order_id = collections.id) as state
     from collections where trade_no = ?`,
    tradeNo,
  )
  return order ?? { id: 0, status: '', state: null }
}

const aFeedsLine = ({ account, context }: World) => ({
  body: {
    bank_account: account,
    amount: 1_000,
    external_id: crypto.randomUUID(),
    booked_at: new Date(context.now()).toISOString(),
    counterparty_last5: last5,
  },
})

test('A: by API, settled by hand without a bank transaction', async () => {
  const world = await aWorld('off')
  world.reset()
  const fields = { orderid: 'a', amount: 1_000, notify_url: 'https://m.example/n' }
  const { trade_no } = (await world.merchantAsks(paths.create, fields)).body.data
  await world.peopleAsk('settleCollection', operator, { path: { trade_no }, body: {} })
  await world.callBack((await orderOf(trade_no)).id)
  expect(await orderOf(trade_no)).toMatchObject({ status: 'succeeded', state: 'delivered' })
  expect(world.used()).toEqual(stories.A.used)
})

test('B: by API, an account at once, the bank’s line, settled by the service', async () => {
  const world = await aWorld('settle')
  world.reset()
  const fields = {
    orderid: 'b',
    amount: 1_000,
    notify_url: 'https://m.example/n',
    counterparty_account: last5,
  }
  const { trade_no } = (await world.merchantAsks(paths.create, fields)).body.data
  await world.allDone()
  await world.elapse(300)
  await world.peopleAsk('postTransaction', 'service:bank:feed', aFeedsLine(world))
  await world.callBack((await orderOf(trade_no)).id)
  expect(await orderOf(trade_no)).toMatchObject({ status: 'succeeded', state: 'delivered' })
  expect(world.used()).toEqual(stories.B.used)
})

test('C: by a link, whose member waits six minutes', async () => {
  const world = await aWorld('settle')
  const link = aLink({ amount: 1_000, payer_account_no: last5 })
  world.reset()
  const { body } = await world.merchantAsks(amountPath, link)
  await world.allDone()
  const page = (await world.memberAsks(body.url)).text
  const shown = (name: string) =>
    new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1]?.replaceAll('&quot;', '"') ?? ''
  // What it loads is answered by the platform, and no Worker is asked (test/e2e/static-assets.test.ts).
  const loads = [...page.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)]
  expect(loads.map(([, path]) => path)).toEqual(
    (['member.css', 'icon.svg', 'wait.js'] as const).map(assetPath),
  )
  world.at(350, () => world.peopleAsk('postTransaction', 'service:bank:feed', aFeedsLine(world)))
  let refreshes = 0
  let [tag, bookmark] = [shown('shown'), shown('bookmark')]
  for (let isFinal = false; !isFinal; ) {
    const headers = { 'if-none-match': tag, 'x-d1-bookmark': bookmark, prefer: 'wait=55' }
    const answer = await world.memberAsks(`${body.url}/state`, { headers })
    tag = answer.headers.get('etag') ?? ''
    bookmark = answer.headers.get('x-d1-bookmark') ?? bookmark
    isFinal = answer.status === 200 && JSON.parse(answer.text).refreshSeconds === null
    refreshes += 1
    expect(refreshes).toBeLessThan(20)
  }
  const [order] = await rows<{ trade_no: string }>(
    `select collections.trade_no from payment_links
     cross join collections on collections.link_id = payment_links.id where session = ?`,
    body.data.third_party_session,
  )
  const trade_no = order?.trade_no ?? ''
  await world.callBack((await orderOf(trade_no)).id)
  expect(await orderOf(trade_no)).toMatchObject({ status: 'succeeded', state: 'delivered' })
  // The page; each refresh goes on from what it has seen, which a replica may answer.
  expect(world.counter.usage.sessions.filter((opened) => opened === 'first-primary')).toHaveLength(
    1,
  )
  expect(refreshes).toBe(7)
  expect(world.used()).toEqual(stories.C.used)
})
