import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { collectionFilter } from '../../../src/contract/back-office/orders/filters.ts'
import { listCollections, showCollection } from '../../../src/operations/orders/list-orders.ts'
import { showOverview } from '../../../src/operations/service/show-overview.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { rowsOfAnswer, watchedD1 } from '../../support/watched.ts'
import { anAmountLink } from '../support/links.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, anId, operator, rows, type Shop } from '../support/service.ts'

const context = aContext({ wake: async () => undefined })
const listed = (filter: object) =>
  listCollections(context, operator, collectionFilter.parse(filter))
const awaiting = { confirmation: 'awaiting' }

beforeAll(async () => {
  await env.DB.prepare(`update collections set confirmation = 'none'`).run()
})

test('what waits to be confirmed can be listed, and is as many as the overview counts', async () => {
  const [shop, other] = [await aMerchant(), await aMerchant()]
  for (const orderid of ['a', 'b', 'c', 'd', 'e']) await declare(shop, orderid)
  await shop.create({ orderid: 'waiting' })
  await declare(other, 'x')
  const confirmed = (await shop.status({ orderid: 'c' })).body.tradeNo
  await move.confirm(confirmed, { accept: true, reason: '', override: false })

  const { collections } = await showOverview(context)
  expect((await listed(awaiting)).items).toHaveLength(collections.unconfirmed)
  const pages: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = cursor === '' ? {} : { cursor }
    const { items, next_cursor } = await listed({ ...awaiting, limit: 2, ...page })
    pages.push(items.map(({ orderid }) => orderid))
    cursor = next_cursor
  }
  expect(pages).toEqual([['x', 'e'], ['d', 'b'], ['a']])
  const own = await listed({ ...awaiting, merchant_uid: shop.uid, status: 'succeeded' })
  expect(own.items.map(({ orderid }) => orderid)).toEqual(['e', 'd', 'b', 'a'])
  expect(own.items[0]).toMatchObject({ confirmation: 'awaiting', merchant_order_no: 'e' })
  expect((await listed({ ...awaiting, collection_status: 'matched' })).items).toEqual([])
  expect((await listed({ ...awaiting, status: 'manual' })).items).toEqual([])
})

test('a list of what waits to be confirmed reads a bounded number of rows, and misses none of them', async () => {
  const [shop, busy] = [await aMerchant(), await aMerchant()]
  await declare(shop, 'old')
  await declare(busy, 'n')
  await copies(busy, 1_500)
  const reads = { rows: 0 }
  const metered = aContext({ db: openMerchantDatabase(counting(reads)) })
  const found: string[] = []
  let calls = 0
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = cursor === '' ? {} : { cursor }
    const filter = { ...awaiting, merchant_uid: shop.uid, limit: 5, ...page }
    reads.rows = 0
    const { items, next_cursor } = await listCollections(
      metered,
      operator,
      collectionFilter.parse(filter),
    )
    expect(reads.rows).toBeLessThanOrEqual(1_000)
    found.push(...items.map(({ orderid }) => orderid))
    cursor = next_cursor
    calls += 1
  }
  expect(found).toEqual(['old'])
  expect(calls).toBe(8)
})

test('an agent who matches sees payer_name, payer_bank_code and the member’s contacts', async () => {
  const shop = await aMerchant()
  const payer = {
    payer_name: '王大明',
    payer_bank_name: '臺灣銀行',
    payer_bank_code: '004',
    payer_account_no: '001-2345-67890',
  }
  const member = { member_account: 'login-77', member_phone: '0912-345-678' }
  const link = await anAmountLink(shop, { ...payer, ...member })
  await shop.create({ orderid: 'bare' })

  const shown = await showCollection(context, operator, link.trade_no)
  expect(shown).toMatchObject({
    ...payer,
    payer_account_last5: '67890',
    ...member,
    member_email: '',
  })
  const { items } = await listed({ merchant_uid: shop.uid })
  expect(items).toMatchObject([
    { orderid: 'bare', payer_name: '', payer_bank_code: '', payer_account_last5: '' },
    { trade_no: link.trade_no, ...payer, payer_account_last5: '67890' },
  ])
  expect(items[1]).not.toHaveProperty('member_phone')
  expect(shown.page_ends_at).toBe(link.expires_at)
  expect(items[0]).toMatchObject({ page_ends_at: null })
  const bare = await showCollection(context, operator, items[0]?.trade_no ?? '')
  expect(bare).toMatchObject({ payer_name: '', member_account: '', member_phone: '' })
})

async function declare(shop: Shop, orderid: string): Promise<void> {
  expect((await shop.create({ orderid, status: 'succeeded' })).status).toBe(200)
}

/** So many more orders as the merchant's own. */
async function copies({ uid }: Shop, count: number): Promise<void> {
  const names = await rows<{ name: string }>(`select name from pragma_table_info('collections')`)
  const changed: Record<string, string> = {
    id: 'id + n',
    trade_no: `trade_no || n`,
    orderid: `'${anId()}' || n`,
  }
  const columns = names.map(({ name }) => changed[name] ?? name)
  await rows(
    `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
     insert into collections select ${columns.join()} from collections, number
     where merchant_id = (select id from merchants where uid = ?)`,
    uid,
  )
}

/** The database, adding up the rows that it reads. */
function counting(reads: { rows: number }): D1Database {
  return watchedD1(env.DB, async (run) => {
    const answer = await run()
    reads.rows += rowsOfAnswer(answer).read
    return answer
  })
}
