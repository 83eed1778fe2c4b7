import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { send } from '../../scripts/demo/http.ts'
import { signedJson } from '../support/merchant-client.ts'
import type { Sample } from './support/languages.ts'
import { runStory } from './support/programs.ts'
import { type Json, type StandIns, startUnreliableFront } from './support/unreliable-front.ts'

const ledger = '/api/v1/merchant/ledger'
const steps = ['create', 'query', 'link', 'outcome', 'callback', 'ledger']
const samples = inject('samples').map((sample) => [sample.name, sample] as const)

// `npm run test:samples` has both.
const troubles = Object.entries({
  'does not add up': ({ closing }: Json) => {
    closing.available += 0.01
  },
  'has another amount': ({ items, closing }: Json) => {
    items[0].amount += 0.01
    closing.available += 0.01
  },
}).slice(0, process.env.SAMPLES === undefined ? 1 : 2)

describe.concurrent.each(samples)('%s', (_name, sample) => {
  test('goes from an order to its money in the ledger, though the answer to the order is lost', async () => {
    const shop = await aTestMerchant()
    const front = await storyOf(sample, shop, 'answer', { [ledger]: inPages() })
    const { told, lost, ids, languages } = front
    expect(told).toMatchObject({ code: 0 })
    // Each request has its line in the log, the one without an answer too.
    expect(ids.length).toBeGreaterThan(8)
    expect(ids.filter((id) => !told.errors.includes(`x-request-id ${id}\n`))).toEqual([])
    expect(told.errors).toContain('collections: no answer')
    expect([...new Set(languages)]).toEqual(['en'])
    const lines = told.lines.map((line) => JSON.parse(line))
    expect(lines.map(({ step }) => step)).toEqual(steps)
    expect(lost).toBe(1)
    const shown = await shop.ask('collections/status', { orderid: lines[0].orderid })
    expect(shown).toMatchObject({ status: 'PAID', paid: 100.5 })
  })

  test.each(troubles)(
    'creates its order again where the request is lost, and ends in trouble where the ledger %s',
    async (_what, change) => {
      const shop = await aTestMerchant()
      const { told, lost } = await storyOf(sample, shop, 'request', { [ledger]: inPages(change) })
      expect(lost).toBe(1)
      expect(told.code).not.toBe(0)
      expect(told.lines.length).toBeGreaterThanOrEqual(steps.length - 1)
    },
  )

  test('ends in trouble with a wrong secret', async () => {
    const { code, lines } = await runStory(sample, {
      ...(await aTestMerchant()),
      secret: 'another',
    })
    expect(code).not.toBe(0)
    expect(lines).toEqual([])
  })
})

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

async function storyOf(
  sample: Sample,
  shop: TestMerchant,
  loses: 'request' | 'answer',
  standIns: StandIns,
) {
  const front = await startUnreliableFront(shop.api, loses, standIns)
  try {
    const told = await runStory(sample, { ...shop, api: front.url })
    return { told, lost: front.lost(), ids: front.ids, languages: front.languages }
  } finally {
    front.stop()
  }
}

type TestMerchant = Awaited<ReturnType<typeof aTestMerchant>>

async function aTestMerchant() {
  const uid = `T${randomUUID().slice(0, 12)}`
  const merchant = JSON.stringify({ uid, name: 'Sample', test: true })
  const created = await send('POST', `${inject('backofficeUrl')}/api/merchants`, merchant)
  expect(created.status).toBe(201)
  const { api_secret: secret } = created.body
  const api = inject('payUrl')
  const ask = async (path: string, fields: object) => {
    const url = `${api}/api/v1/merchant/${path}`
    return (await send('POST', url, signedJson(uid, secret, { ...fields }))).body
  }
  return { api, uid, secret, ask }
}
