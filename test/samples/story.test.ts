import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { describe, expect, inject, test } from 'vitest'
import { listenOnLoopback } from '../../scripts/local/ports.ts'
import type { Sample } from './support/languages.ts'
import { runStory } from './support/programs.ts'
import { aTestMerchant, type TestMerchant } from './support/test-merchants.ts'
import {
  type Json,
  type StandIns,
  startUnreliableFront,
  type Trouble,
  type Troubles,
} from './support/unreliable-front.ts'

const ledger = 'ledger'
const steps = ['create', 'query', 'link', 'outcome', 'callback', 'ledger', 'resend']
const samples = inject('samples').map((sample) => [sample.name, sample] as const)

// `npm run long -- samples` has all of them.
const isLong = process.env.SAMPLES !== undefined
const wrongLedgers = Object.entries({
  'does not add up': ({ closing }: Json) => {
    closing.available += 0.01
  },
  'has another amount': ({ items, closing }: Json) => {
    items[0].amount += 0.01
    closing.available += 0.01
  },
}).slice(0, isLong ? 2 : 1)

// A fee of the platform comes out of what the day brought, beside its gross amount.
const withFee = ({ items, closing }: Json) => {
  items[0].fee = 1.5
  closing.available -= 1.5
}

const tooMany = 'too_many_requests'
const refusals = Object.entries<Trouble>({
  'what is wrong with it': { status: 422, error: 'validation_error' },
  'its rate for longer than a minute': { status: 429, error: tooMany, retryAfter: 61 },
}).slice(0, isLong ? 2 : 1)

// Half a second would be the wait without `Retry-After`.
const soon = { retryAfter: 1 }
const refusedOnce: Troubles = {
  collections: [{ status: 429, error: tooMany, ...soon }],
  'payment-links/amount': [{ status: 503, isCarriedOut: true, ...soon }],
  ...(isLong && { 'collections/status': [{ status: 502, isPage: true, ...soon }] }),
  ...(isLong && { ledger: [{ status: 429, error: tooMany, ...soon }] }),
}
// Four seconds of waits.
const outages: readonly { readonly troubles: Trouble[] }[] = isLong
  ? [{ troubles: ['lost', { status: 503 }, { status: 500 }, 'lost', 'lost'] }]
  : []
// Timers and this clock may differ by a millisecond or two.
const isASecond = (milliseconds: number) => milliseconds > 990

describe.concurrent.each(samples)('%s', (_name, sample) => {
  test('goes from an order to its money in the ledger, though the answer to the order is lost', async () => {
    const shop = await aTestMerchant()
    const { told, front } = await storyOf(sample, shop, { collections: ['unanswered'] }, inPages())
    expect(told.code, told.errors).toBe(0)
    // Each request has its line in the log, the one without an answer too.
    expect(front.ids.length).toBeGreaterThan(8)
    expect(front.ids.filter((id) => !told.errors.includes(`x-request-id ${id}\n`))).toEqual([])
    expect(told.errors).toContain('collections: no answer')
    expect([...new Set(front.languages)]).toEqual(['en'])
    const lines = told.lines.map((line) => JSON.parse(line))
    expect(lines.map(({ step }) => step)).toEqual(steps)
    const shown = await shop.ask('collections/status', { orderid: lines[0].orderid })
    expect(shown).toMatchObject({ status: 'PAID', paid: 100.5, tradeNo: lines[0].trade_no })
  })

  test.each(['counterparty_account', 'user_id'])(
    'does not take an order for its own that has a %s, which it did not ask for',
    async (name) => {
      const shop = await aTestMerchant()
      const other = async (_sent: Json, ask: () => Promise<Json>) => {
        const found = await ask()
        return { ...found, data: { ...found.data, [name]: '12345' } }
      }
      const standIns = { 'collections/status': other }
      const front = await startUnreliableFront(shop.api, { collections: ['unanswered'] }, standIns)
      const told = await runStory(sample, { ...shop, api: front.url })
      front.stop()
      expect([told.code === 0, told.lines]).toEqual([false, []])
      expect(told.errors).toContain('duplicate_orderid')
    },
  )

  test('leaves the order of a test callback out of what differs, and no other', async () => {
    const shop = await aTestMerchant()
    const notify_url = 'https://shop.example/notify'
    for (const type of ['collection', 'payout']) {
      expect(
        await shop.ask('sandbox/callback', { type, outcome: 'paid', amount: 50, notify_url }),
      ).toMatchObject({ ok: 1 })
    }
    await shop.ask('collections', { orderid: 'TEST-1', amount: 50 })
    await shop.ask('sandbox/outcome', { orderid: 'TEST-1', outcome: 'paid' })
    const { told } = await storyOf(sample, shop)
    expect(told.code, told.errors).toBe(0)
    const lines = told.lines.map((line) => JSON.parse(line))
    expect(lines.find(({ step }) => step === ledger)).toMatchObject({ differences: 1 })
  })

  test('says at once that its port is taken', async () => {
    const server = createServer()
    const taken = await listenOnLoopback(server, 0, { serves: 'a test', variable: 'PAY_PORT' })
    const begun = performance.now()
    const told = await runStory(sample, await aTestMerchant(), taken)
    server.close()
    expect(told.code).not.toBe(0)
    expect(performance.now() - begun).toBeLessThan(30_000)
  })

  test('takes fees into account where the ledger has them', async () => {
    const shop = await aTestMerchant()
    const { told } = await storyOf(sample, shop, {}, inPages(withFee))
    expect(told.code, told.errors).toBe(0)
  })

  test.each(wrongLedgers)(
    'creates its order again where the request is lost, and ends in trouble where the ledger %s',
    async (_what, change) => {
      const shop = await aTestMerchant()
      const { told } = await storyOf(sample, shop, { collections: ['lost'] }, inPages(change))
      expect(told.code).not.toBe(0)
      expect(told.errors).toContain('collections: no answer')
      expect(told.lines.length).toBeGreaterThanOrEqual(steps.indexOf(ledger))
    },
  )

  test('waits as long as Retry-After says, and tells two orders of one merchant_order_no apart', async () => {
    const shop = await aTestMerchant()
    const { told, front } = await storyOf(sample, shop, refusedOnce, async (_sent, ask) => {
      await payAnother(shop)
      return ask()
    })
    expect(told.code, told.errors).toBe(0)
    const endpoints = Object.keys(refusedOnce)
    const early = endpoints.filter((endpoint) => !isASecond(front.waits(endpoint)[0] ?? 0))
    expect(early).toEqual([])
  })

  test.each(refusals)('does not repeat what is refused for %s', async (_why, refusal) => {
    const shop = await aTestMerchant()
    const { told, front } = await storyOf(sample, shop, { collections: [refusal] })
    expect(told.code).not.toBe(0)
    expect(front.came('collections')).toBe(1)
  })

  test.each(outages)(
    'waits twice as long each time, and no more than three times',
    async ({ troubles }) => {
      const shop = await aTestMerchant()
      const { told, front } = await storyOf(sample, shop, { collections: troubles })
      expect(told.code).not.toBe(0)
      const waits = front.waits('collections')
      expect(waits).toHaveLength(3)
      expect(waits.filter((waited, n) => waited < 490 * 2 ** n)).toEqual([])
    },
  )

  test('ends in trouble with a wrong secret, at its first request', async () => {
    const shop = { ...(await aTestMerchant()), secret: 'another' }
    const { told, front } = await storyOf(sample, shop)
    expect(told.code).not.toBe(0)
    expect(told.lines).toEqual([])
    expect(front.ids).toHaveLength(1)
  })
})

/** Pays another collection with the merchant_order_no of the one that is in the books. */
async function payAnother({ ask }: TestMerchant): Promise<void> {
  const { items } = (await ask('ledger', {})).data
  const [{ merchant_order_no }] = items
  const orderid = randomUUID()
  await ask('collections', { orderid, merchant_order_no, amount: 50 })
  const paid = await ask('sandbox/outcome', { orderid, outcome: 'paid' })
  expect(paid).toMatchObject({ ok: 1, data: { merchant_order_no } })
}

/** The ledger in pages of one entry, after one that is empty. @param change is made before it is cut */
function inPages(change: (page: Json) => void = () => {}) {
  let rest: Json[] = []
  let whole: Json
  return async ({ cursor }: Json, ask: () => Promise<Json>) => {
    if (cursor === undefined) {
      whole = await ask()
      change(whole.data)
      rest = [...whole.data.items]
    }
    const items = cursor === undefined ? [] : [rest.shift()]
    const next_cursor = rest.length === 0 ? null : `${rest.length}`
    return { ...whole, data: { ...whole.data, items, next_cursor } }
  }
}

/** Runs a story through a front. @param ledgerOf answers in place of the ledger */
async function storyOf(
  sample: Sample,
  shop: TestMerchant,
  troubles: Troubles = {},
  ledgerOf?: StandIns[string],
) {
  const standIns = ledgerOf === undefined ? {} : { [ledger]: ledgerOf }
  const front = await startUnreliableFront(shop.api, troubles, standIns)
  try {
    return { told: await runStory(sample, { ...shop, api: front.url }), front }
  } finally {
    front.stop()
  }
}
