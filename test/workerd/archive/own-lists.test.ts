import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { listLedger } from '../../../src/operations/accounts/adjust-balance.ts'
import { contextsOfArchived } from '../../../src/operations/archive/archived-rows.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import type { CsvParts } from '../../../src/operations/export/csv-pages.ts'
import { exportLedger } from '../../../src/operations/export/export-lists.ts'
import { showBridgeLink } from '../../../src/operations/links/bridge-link.ts'
import { sayPaid } from '../../../src/operations/links/say-paid.ts'
import { showPurchasePage } from '../../../src/operations/links/show-purchase-page.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { exportStatement } from '../../../src/operations/settlement/statements.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { archivedAmong } from '../../../src/store/archive/archived-orders.ts'
import { randomFrom } from '../../support/random-from.ts'
import {
  aPaidCollection,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
  paidAndDelivered,
} from '../support/archive.ts'
import { aLink, amountPath, aPlainLink, tokenOf } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { adjustShop, aMerchant, anId, paths, post, rows, type Shop } from '../support/service.ts'

beforeAll(() => endOthersWork())

// What a merchant and its members are shown is the same before orders are archived, while they are, and once they are
// back.

const callbacks = '/api/v1/merchant/callbacks'

async function pagesOf(shop: Shop, path: string, fields: Fields) {
  const items: { orderid?: string }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more = cursor === '' ? {} : { cursor }
    const { status, body } = await shop.call(path, { ...fields, ...more })
    expect(status).toBe(200)
    expect(body.data.items.length).toBeLessThanOrEqual(Number(fields.limit))
    items.push(...body.data.items)
    cursor = body.data.next_cursor
  }
  return items
}

test('the pages of callbacks are the same, however archived and living orders mix', async () => {
  const draw = randomFrom(17)
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  await shop.create({ amount: 5_000, status: 'succeeded' })
  const notify_url = 'https://m.example/n'
  const makers = [
    // No callback, and one that is due, delivered, or of a payout.
    async () => move.settle((await shop.create({})).body.data.trade_no),
    async () => move.settle((await shop.create({ notify_url })).body.data.trade_no),
    () => aPaidCollection(shop),
    async () => {
      const payout = { serial_no: anId(), amount: 1, payee_name: 'x', notify_url }
      const { body } = await shop.call(paths.payouts, payout)
      await move.process(body.data.trade_no, { override: true })
    },
  ]
  for (let count = 0; count < 30; count += 1) await makers[Math.floor(draw() * 4)]?.()
  const payouts = await rows<{ id: number; serial_no: string; trade_no: string }>(
    'select id, serial_no, trade_no from payouts where merchant_id = (select id from merchants where uid = ?)',
    shop.uid,
  )
  const [newest] = await pagesOf(shop, callbacks, { type: 'collection', limit: 100 })
  const orderid = newest?.orderid
  const asked: Fields[] = [
    ...[1, 2, 7, 100].map((limit) => ({ limit })),
    ...['collection', 'payout'].map((type) => ({ type, limit: 3 })),
    ...[1, 5].map((limit) => ({ orderid, limit })),
    ...payouts.slice(0, 2).map(({ serial_no }) => ({ serial_no, limit: 1 })),
    { orderid: 'none', limit: 1 },
  ]
  const all = async () => {
    const lists = []
    for (const fields of asked) lists.push(await pagesOf(shop, callbacks, fields))
    return lists
  }
  // Some are archived and others not: of a random half all callbacks are delivered, which lets them go.
  for (let round = 0; round < 3; round += 1) {
    const due = await rows<{ order_id: number }>(
      `select order_id from callbacks where state = 'due'`,
    )
    const some = due.filter(() => draw() < 0.4).map(({ order_id }) => order_id)
    await rows(
      `update callbacks set state = 'given_up', next_at = null
       where order_id in (select value from json_each(?))`,
      JSON.stringify(some),
    )
    const before = await all()
    await archiveAll()
    const since = Date.now()
    expect(await all()).toEqual(before)
    expect((Date.now() - since) / asked.length).toBeLessThan(2_000)
  }
  const away = await archivedIds()
  expect(away.length).toBeGreaterThan(10)
  const lists = await all()
  await unarchive(later(), away)
  expect(await archivedIds()).toEqual([])
  expect(await all()).toEqual(lists)
})

test('balance, ledger, prices and statements are the same, byte for byte', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  for (let n = 0; n < 6; n += 1) await aPaidCollection(shop, { amount: 1_000 + n })
  const payouts = []
  for (const act of [
    (tradeNo: string) => move.process(tradeNo, { override: true }),
    (tradeNo: string) => move.cancel(tradeNo),
    () => undefined,
  ]) {
    const payout = { serial_no: anId(), amount: 10, payee_name: 'x' }
    const { body } = await shop.call(paths.payouts, payout)
    await act(body.data.trade_no)
    payouts.push(body.data)
  }
  await adjustShop(shop.uid, {
    amount: 3,
    bucket: 'available',
    reason: 'x',
    idempotency_key: anId(),
  })
  const now = Date.now()
  const at = later(0, { now: () => now })
  const texts = async () => [
    ...(await Promise.all(
      [
        [paths.balance, {}],
        [paths.pricing, {}],
        [paths.ledger, { limit: 200 }],
        [paths.statements, {}],
      ].map(async ([path, fields]) => {
        const { status, body } = await post(shop, String(path), fields as Fields)
        expect(status).toBe(200)
        return JSON.stringify({ ...body, request_id: '' })
      }),
    )),
    JSON.stringify(await pagesOf(shop, paths.ledger, { limit: 2 })),
    JSON.stringify(await listLedger(at, shop.uid, { limit: 100 })),
    await textOf(exportLedger(at, shop.uid, 'en')),
    await textOf(exportStatement({ context: at, uid: shop.uid, number: 1, language: 'en' })),
  ]
  const before = await texts()
  expect(before.join()).toContain(payouts[0].trade_no)
  await archiveAll()
  const away = await archivedIds()
  expect(away.length).toBeGreaterThan(7)
  expect(await texts()).toEqual(before)
  await unarchive(later(), away)
  expect(await texts()).toEqual(before)
})

async function textOf(parts: Promise<CsvParts>): Promise<string> {
  let text = ''
  for await (const part of await parts) text += JSON.stringify(part)
  return text
}

test('rows that are more than a statement takes are read in parts', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  for (let n = 0; n < 45; n += 1) await aPaidCollection(shop, { extra: 'x'.repeat(8_000) })
  const lists = async () => [
    await pagesOf(shop, callbacks, { limit: 100 }),
    await pagesOf(shop, paths.ledger, { limit: 100 }),
  ]
  const before = await lists()
  expect(before.map(({ length }) => length)).toEqual([45, 45])
  await archiveAll()
  const orders = await archivedAmong(later().db, await archivedIds())
  const views = await contextsOfArchived(later(), orders)
  expect(views.length).toBeGreaterThan(1)
  expect(await lists()).toEqual(before)
})

test('the pages of an archived link are those of any paid one', async () => {
  const shop = await aMerchant()
  // It lives for sixty days, as its page does.
  const bindings = { ...env, LINK_LIFETIME_SECONDS: String(60 * 86_400) } as unknown as Env
  const made = await post(shop, amountPath, aLink({ amount: 1_000 }), bindings)
  const token = tokenOf(made.body)
  const plain = await aPlainLink(shop)
  await submitPurchase(later(0), plain, '500')
  const picked = await rows<{ trade_no: string }>(
    `select trade_no from collections where link_id = ?`,
    plain.id,
  )
  const numbers = [made.body.data.trade_no, picked[0]?.trade_no ?? '']
  for (const tradeNo of numbers) await paidAndDelivered(tradeNo)
  const now = Date.now() + 40 * 86_400_000
  const at = later(0, { now: () => now })
  const reversed = (text: string) => [...text].reverse().join('')
  const shown = async () => [
    { ...(await showWaitPage(at, token)), bookmark: '' },
    await sayPaid(at, token, ''),
    await showPurchasePage(at, plain),
    await submitPurchase(at, plain, '700'),
    await showBridgeLink(at, plain.session, {}),
    await showWaitPage(at, reversed(token)).catch(String),
    await showPurchasePage(at, { ...plain, session: reversed(plain.session) }).catch(String),
  ]
  const before = await shown()
  expect(before[0]).toMatchObject({ state: 'paid', receipt: { tradeNo: numbers[0] } })
  await archiveAll()
  expect(await archivedIds()).toEqual(
    expect.arrayContaining(numbers.map((one) => parseTradeNo(one)?.id)),
  )
  expect(await shown()).toEqual(before)
  await unarchive(later(), await archivedIds())
  expect(await shown()).toEqual(before)
})
