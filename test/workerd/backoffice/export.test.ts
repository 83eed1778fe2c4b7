import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { backOffice } from '../../../src/backoffice/api.ts'
import { type Context, contextFrom, type MerchantContext } from '../../../src/context.ts'
import {
  boundedPages,
  csvParts,
  listPages,
  mergedSources,
} from '../../../src/operations/export/csv-pages.ts'
import { exportTransactions } from '../../../src/operations/export/export-lists.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { csvTable } from '../../../src/rules/export/csv-table.ts'
import { orderId } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import type { Span } from '../../../src/store/newest-rows.ts'
import { readCsv } from '../../support/csv.ts'
import { meter } from '../../support/metered.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { localDesk } from '../support/back-office-http.ts'
import { aBankAccount, aTransaction, payersLast5 } from '../support/banking.ts'
import { move } from '../support/orders.ts'
import {
  aCollection,
  aContext,
  aMerchant,
  anId,
  newCaches,
  operator,
  paths,
  postJson,
  rows,
  type Shop,
} from '../support/service.ts'

const context = aContext({ wake: async () => undefined })

/** Gets an address of the back office, whose calls are carried out in this context. */
async function get(path: string, headers: Record<string, string> = {}, at: Context = context) {
  return backOffice.request(`http://localhost/api${path}`, { headers }, localDesk(at))
}

/** The lines of a file, each by the names of its columns. */
async function linesOf(answered: Response | Promise<Response>): Promise<Record<string, string>[]> {
  const response = await answered
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head = [], ...lines] = readCsv(new TextDecoder().decode(bytes))
  return lines.map((cells) => Object.fromEntries(cells.map((cell, n) => [head[n], cell])))
}

const english = { 'accept-language': 'fr, en;q=0.8, zh;q=0.5' }

let shop: Shop

beforeAll(async () => {
  shop = await aMerchant()
})

test('collections are exported in the reader’s language, newest first, with formulas as text', async () => {
  const within = `merchant_uid=${shop.uid}`
  await aCollection(shop, { orderid: '=1+1', user_name: '-王', counterparty_account: '0123' })
  const { tradeNo } = await aCollection(shop, { amount: 250.5, extra: { a: 'x,"y"' } })
  await move.settle(tradeNo)

  const response = await get(`/collections.csv?${within}`, english)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="collections.csv"')
  const lines = await linesOf(response)
  expect(lines).toMatchObject([
    {
      'Transaction number': tradeNo,
      Amount: '250.5',
      Status: 'succeeded',
      Extra: '{"a":"x,\\"y\\""}',
    },
    { 'Order id': "'=1+1", 'Member name': "'-王", 'Member account': "'0123", Backed: '' },
  ])
  const [first] = await linesOf(get(`/collections.csv?${within}&status=succeeded`))
  expect(first).toMatchObject({ 交易編號: tradeNo, 訂單金額: '250.5' })
  // What somebody has chosen on the pages comes before what the browser prefers.
  const chosen = { 'accept-language': 'zh-TW', cookie: 'desk_language=en' }
  expect(await linesOf(get(`/collections.csv?${within}`, chosen))).toEqual(lines)
  expect(await linesOf(get(`/collections.csv?${within}&status=manual`))).toEqual([])
})

test('payouts, a ledger and the journal are files, too', async () => {
  const own = await aMerchant()
  const { tradeNo } = await aCollection(own, { amount: 30 })
  await move.settle(tradeNo)
  const asked = { serial_no: 'S', amount: 5, payee_name: '+x', payee_account: '000123' }
  await own.call(paths.payouts, asked)
  expect(await linesOf(get(`/payouts.csv?merchant_uid=${own.uid}`, english))).toMatchObject([
    { 'Serial number': 'S', Payee: "'+x", 'Payee account': "'000123" },
  ])
  expect(await linesOf(get(`/merchants/${own.uid}/ledger.csv`, english))).toMatchObject([
    { Number: 'S', Event: 'requested', From: 'available', Amount: '5' },
    { 'Transaction number': tradeNo, Amount: '30', To: 'available' },
  ])
  const journal = await linesOf(get(`/journal.csv?subject=collection:${tradeNo}`, english))
  expect(journal).toMatchObject([{ Action: 'settle', Actor: operator.name }])
})

test('bank transactions are a file, too, of every account', async () => {
  const [own, other] = [await aBankAccount(), await aBankAccount({ agents: ['x@y.z'] })]
  const lines = [await aTransaction(own, { amount: -700 }), await aTransaction(other)]
  const of = (account: number) =>
    linesOf(get(`/bank-transactions.csv?bank_account=${account}`, english))
  expect(await of(own)).toMatchObject([{ Id: String(lines[0]), Amount: '-7', State: 'unclaimed' }])
  expect(await of(other)).toMatchObject([{ Id: String(lines[1]) }])
})

test('an unknown merchant or filter is refused as everywhere, before a file begins', async () => {
  expect((await get('/merchants/nobody/ledger.csv')).status).toBe(404)
  for (const query of ['limit=5', 'cursor=5', 'status=x', 'nothing=1']) {
    const refused = await get(`/collections.csv?${query}`)
    expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([
      422,
      'validation_error',
    ])
  }
})

test('what is created after the start is left out; each page is read when the one before it was taken', async () => {
  const own = await aMerchant()
  await fill(own, 2_500)
  const { usage, database } = meter()
  const at = aContext({ db: openMerchantDatabase(database(env.DB)) })
  const response = await get(`/collections.csv?merchant_uid=${own.uid}`, english, at)
  const reader = response.body?.getReader()
  const first = await reader?.read()
  const trips = usage.trips
  for (let n = 0; n < 5; n += 1) await aCollection(own)
  const texts = [new TextDecoder().decode(first?.value)]
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    texts.push(new TextDecoder().decode(next.value))
  }
  // Two of its three pages, at most, were read before the orders were created.
  expect(trips).toBeLessThanOrEqual(4)
  expect(usage.trips).toBeGreaterThan(trips)
  const lines = readCsv(texts.join(''))
  expect(lines).toHaveLength(2_501)
  const numbers = lines.slice(1).map((cells) => cells[3])
  expect(new Set(numbers).size).toBe(2_500)
  expect(numbers.some((one) => one?.startsWith('T-'))).toBe(false)
})

test('an export that its reader leaves reads no further', async () => {
  const own = await aMerchant()
  await fill(own, 3_500)
  const { usage, database } = meter()
  const at = aContext({ db: openMerchantDatabase(database(env.DB)) })
  const response = await get(`/collections.csv?merchant_uid=${own.uid}`, english, at)
  await response.body?.cancel()
  const { trips } = usage
  await new Promise((done) => setTimeout(done, 50))
  expect(usage.trips).toBe(trips)
  // Those that begin an export and end it.
  expect(trips).toBeLessThanOrEqual(3)
})

test('a fault breaks the file off, so that it is not taken for the whole, and is logged', async () => {
  const own = await aMerchant()
  await fill(own, 2_500)
  const logged: object[] = []
  let reads = 0
  const failing = interruptedD1(env.DB, /from "collections"/, () => {
    reads += 1
    if (reads > 2) throw new Error('D1 is gone')
  })
  const at = aContext({ db: openMerchantDatabase(failing), log: (line) => logged.push(line) })
  const response = await get(`/collections.csv?merchant_uid=${own.uid}`, english, at)
  await expect(response.text()).rejects.toThrow()
  expect(logged).toMatchObject([{ event: 'export_fault' }])
})

// A list whose database `number` has so many rows, with ids that end in `number`; the others have none.
function listOf(counts: Readonly<Record<number, number>>, pages: Readonly<Record<number, number>>) {
  const end = 1e9
  const read = async ({ databaseNumber: number }: MerchantContext, _: object, span: Span) => {
    const first = Math.max(0, Math.floor((end - span.before - number) / 16 + 1))
    const count = Math.min(counts[number] ?? 0, first + (pages[number] ?? span.limit))
    const places = Array.from({ length: Math.max(0, count - first) }, (_, at) => first + at)
    const found = places.map((place) => end - place * 16 - number)
    return { rows: found, scannedTo: count === counts[number] ? null : (found.at(-1) ?? null) }
  }
  return { read, idOf: (id: number) => id, viewOf: (id: number) => ({ id }) }
}

async function idsOf(list: ReturnType<typeof listOf>) {
  const [db] = context.databases
  const fifteen = aContext({ databases: Array.from({ length: 15 }, () => db as typeof db & {}) })
  const ids: number[] = []
  const pages = listPages(fifteen, list, { merchant_uid: shop.uid })
  for (;;) {
    const { done, value } = await pages.next()
    if (done) return { ids, end: value }
    ids.push(...value)
  }
}

test('the file of one merchant is as long with fifteen databases as with one', async () => {
  const { ids, end } = await idsOf(listOf({ 3: 40_000 }, {}))
  expect([ids.length, end]).toEqual([40_000, 'whole'])
})

test('a file that is cut off lacks no row above its last one', async () => {
  // Each page of the first database has two rows, as with a filter that has no index.
  const { ids, end } = await idsOf(listOf({ 0: 10_000, 3: 10_000 }, { 0: 2 }))
  expect(end).toBe('cut_off')
  const last = ids.at(-1) ?? 0
  const isOf = (number: number) => ids.filter((id) => (1e9 - id) % 16 === number)
  expect(isOf(0).length).toBeGreaterThan(500)
  expect(Math.abs(isOf(3).length - isOf(0).length)).toBeLessThanOrEqual(1)
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  expect(last).toBeGreaterThan(1e9 - 10_000)
})

async function linesWith(parts: AsyncIterable<string>): Promise<string[][]> {
  const texts: string[] = []
  for await (const text of parts) texts.push(text)
  return readCsv(texts.join(''))
}

test('bank transactions of one database are read on without asking the fourteen others again', async () => {
  const [amount, count] = [-(7e8 + Math.floor(Math.random() * 1e8)), 5_000]
  const id = await aTransaction(await aBankAccount(), { amount })
  const columns = await rows<{ name: string }>(
    `select name from pragma_table_info('bank_transactions')`,
  )
  const own: Record<string, string> = { id: 'id - n * 32', booked_at: 'booked_at - n / 3' }
  const values = columns.map(({ name }) => own[name] ?? name)
  await rows(
    `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count - 1})
     insert into bank_transactions select ${values.join()} from bank_transactions, number where id = ?`,
    id,
  )
  const { usage, database } = meter()
  const others = Array.from({ length: 14 }, () => openMerchantDatabase(database(env.SPARE_1)))
  const at = aContext({ databases: [openMerchantDatabase(env.DB), ...others] })
  const filter = { amount, last5: payersLast5 }
  const asked = { context: at, principal: operator, filter, language: 'en' } as const
  const [head = [], ...lines] = await linesWith(exportTransactions(asked))
  const ids = lines.map((cells) => Number(cells[head.indexOf('Id')]))
  expect(ids).toEqual(Array.from({ length: count }, (_, n) => id - n * 32))
  expect(usage.statements).toHaveLength(14)
})

test('a file ends before D1 refuses the statements of its invocation, and says so if rows are left', async () => {
  const { usage, database } = meter()
  const at = aContext({ db: openMerchantDatabase(database(env.DB)) })
  const table = csvTable({ id: ['編號', 'Id'] }, 'en')
  const placeOf = ({ id }: { readonly id: number }) => id
  const newerFirst = (one: number, other: number) => other - one
  const linesOfPages = (count: number) => {
    const pages = boundedPages(at, ({ db: { $client: client }, mayGoOn: mayRead }) => {
      const read = async (id: number) => {
        await client.batch(Array.from({ length: 70 }, () => client.prepare('select 1')))
        return { rows: [{ id }], next: id === 1 ? null : id - 1 }
      }
      const sources = [{ read, below: count }]
      return mergedSources({ sources, placeOf, newerFirst, mayRead })
    })
    return linesWith(csvParts(table, pages, (row) => row))
  }
  const ids = Array.from({ length: 13 }, (_, n) => [String(13 - n)])
  expect((await linesOfPages(13)).slice(1)).toEqual(ids)
  expect(usage.statements).toHaveLength(910)
  const notComplete = [expect.stringMatching(/^Not complete/)]
  expect((await linesOfPages(30)).slice(13)).toEqual([['18'], notComplete])
  expect(usage.statements).toHaveLength(1_820)
})

test('the rows of three databases are merged, newest first', async () => {
  const bindings = { ...env, DB_1: env.SPARE_1, DB_2: env.SPARE_2 }
  const quiet = { wake: async () => undefined, log: () => undefined, caches: newCaches() }
  const three = { ...contextFrom(bindings), ...quiet }
  const created: string[] = []
  const from = encodeURIComponent(new Date(Date.now() - 1_000).toISOString())
  const shops = []
  for (const database of [0, 1, 2]) {
    const uid = `M${crypto.randomUUID().slice(0, 12)}`
    const { api_secret } = await createMerchant(three, operator, { uid, name: 'x', database })
    shops.push({ uid, api_secret })
  }
  for (const place of [0, 1, 1, 2, 0, 2, 2, 1, 0]) {
    const { uid = '', api_secret = '' } = shops[place] ?? {}
    const orderid = anId()
    const body = signedJson(uid, api_secret, { orderid, amount: 7 })
    await postJson(paths.create, body, undefined, bindings)
    created.unshift(orderid)
    await new Promise((done) => setTimeout(done, 3))
  }
  const lines = await linesOf(get(`/collections.csv?amount=7&from=${from}`, english, three))
  const uids = shops.map(({ uid }) => uid)
  const own = lines.filter(({ Merchant = '' }) => uids.includes(Merchant))
  expect(own.map((line) => line['Order id'])).toEqual(created)
})

/** So many orders of that merchant, created in the last hour. */
async function fill({ uid }: Shop, count: number): Promise<void> {
  const [made] = [await aCollection(shop)]
  const columns = await rows<{ name: string }>(`select name from pragma_table_info('collections')`)
  const base = orderId({
    kind: 'collection',
    nowMs: Date.now() - 3_600_000,
    random: 0,
    database: 0,
  })
  const own: Record<string, string> = {
    id: `${base} + n * 32`,
    trade_no: `'X${base}' || n`,
    orderid: `'F' || n`,
    merchant_id: `(select id from merchants where uid = '${uid}')`,
  }
  const values = columns.map(({ name }) => own[name] ?? name)
  await rows(
    `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
     insert into collections select ${values.join()} from collections, number where id = ?`,
    made?.id,
  )
}
