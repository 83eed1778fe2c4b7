import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { mayMake } from '../../../src/contract/back-office/call-roles.ts'
import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { namedCalls } from '../../../src/contract/back-office/table.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { backOfficeOver } from '../support/back-office-http.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { aLink, amountPath } from '../support/links.ts'
import {
  aCollection,
  aContext,
  aMerchant,
  anId,
  paths,
  rows,
  type Shop,
} from '../support/service.ts'

// Agents see, in lists, single orders, search and moves alike, orders on accounts that they may use, orders on none, and
// those in their own hands; everything else is `not_found` to them (back office §7).

const context = aContext({ wake: async () => undefined })
const send = backOfficeOver(context)

const mei: Identity = { name: 'mei@platform.example', role: 'agent' }
const bot: Identity = { name: 'service:bot', role: 'agent' }
const ann: Identity = { name: 'ann@platform.example', role: 'operator' }
const readers = [mei, bot, ann] as const

const by = ({ name, role }: Identity) => `${name}:${role}`

/** Makes a call; what is missing of a body or a path is of no interest here. */
async function ask(reader: Identity, name: string, path = {}, query = {}, body?: object) {
  const named = namedCalls.find((one) => one.name === name)
  if (named === undefined) throw new Error(`no call ${name}`)
  const { status, body: answer } = await send(named, by(reader), {
    path,
    query,
    ...(body && { body }),
  })
  return { status, answer }
}

let shop: Shop
const accounts: Record<string, number | null> = {}

beforeAll(async () => {
  shop = await aMerchant()
  accounts.none = null
  accounts.everyones = await aBankAccount()
  accounts.meis = await aBankAccount({ agents: [mei.name] })
  accounts.bots = await aBankAccount({ agents: ['bot'] })
  accounts.others = await aBankAccount({ agents: ['x@y.z'] })
})

type Place = { readonly account: string; readonly holder: string }

/** Who sees an order, told without the rule. */
function sees(reader: Identity, { account, holder }: Place): boolean {
  if (reader.role !== 'agent' || account === 'none' || account === 'everyones') return true
  if (reader === mei) return account === 'meis' || holder === mei.name
  return account === 'bots' || holder === 'bot' || holder === bot.name
}

const places: fc.Arbitrary<Place & { readonly kind: 'collection' | 'payout' }> = fc.record({
  kind: fc.constantFrom('collection', 'payout'),
  account: fc.constantFrom('none', 'everyones', 'meis', 'bots', 'others'),
  holder: fc.constantFrom('', mei.name, 'bot', bot.name, 'x@y.z'),
})

async function anOrder({ kind, account, holder }: Place & { readonly kind: string }) {
  const number = anId().slice(0, 40)
  const isCollection = kind === 'collection'
  const fields = { merchant_order_no: anId(), amount: 5, notify_url: 'https://m.example/n' }
  const { body } = isCollection
    ? await shop.call(paths.create, { orderid: number, ...fields })
    : await shop.call(paths.payouts, { serial_no: number, payee_name: 'x', ...fields })
  const tradeNo: string = body.data.trade_no
  await rows(
    `update ${kind}s set bank_account_id = ?, agent = ? where trade_no = ?`,
    accounts[account] ?? null,
    holder,
    tradeNo,
  )
  return { tradeNo, number }
}

test('an agent sees orders of its accounts and in its hands by list, number and search, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(places, async (place) => {
      const { tradeNo, number } = await anOrder(place)
      const noun = place.kind === 'collection' ? 'Collection' : 'Payout'
      const numbered = place.kind === 'collection' ? { orderid: number } : { serial_no: number }
      for (const reader of readers) {
        const is = sees(reader, place)
        const one = await ask(reader, `show${noun}`, { trade_no: tradeNo })
        expect([one.status, is]).toEqual([is ? 200 : 404, is])
        const candidates = await ask(reader, `candidatesOf${noun}`, { trade_no: tradeNo })
        expect(candidates.status).toBe(is ? 200 : 404)
        const all = { merchant_uid: shop.uid, limit: '1' }
        for (const query of [all, { ...all, ...numbered }]) {
          const { answer } = await ask(reader, `list${noun}s`, {}, query)
          const names = answer.items.map(({ trade_no }: { trade_no: string }) => trade_no)
          expect(names.includes(tradeNo)).toBe(is)
        }
        for (const q of [tradeNo, number]) {
          const { answer } = await ask(reader, 'search', {}, { q })
          expect(answer.items.map(({ name }: { name: string }) => name)).toEqual(
            is ? [tradeNo] : [],
          )
        }
      }
    }),
    { numRuns: 25 },
  )
})

test('every move of an order out of an agent’s sight is not_found, as of an order that there is not', async () => {
  const line = await aTransaction(Number(accounts.meis))
  const bodies: Record<string, object> = {
    take: {},
    release: {},
    match: { bank_account: 1 },
    settle: { bank_transactions: [line] },
    exception: { reason: 'x' },
    process: { bank_transactions: [line], bank_account: accounts.meis ?? 0 },
    cancel: { reason: 'x' },
    notes: { text: 'x' },
  }
  const moves = namedCalls.filter(({ name, call: { path, method } }) => {
    return method === 'POST' && path.includes('/:trade_no/') && mayMake('agent', name)
  })
  expect(moves.length).toBeGreaterThanOrEqual(9)
  for (const { name, call } of moves) {
    const kind = call.path.startsWith('/payouts') ? 'payout' : 'collection'
    const { tradeNo } = await anOrder({ kind, account: 'others', holder: '' })
    const guess = `${tradeNo.slice(0, -1)}${tradeNo.endsWith('0') ? '1' : '0'}`
    const body = bodies[call.path.split('/').at(-1) ?? '']
    if (body === undefined) throw new Error(`say what ${name} is sent`)
    const answers = [tradeNo, guess].map((trade_no) => ask(mei, name, { trade_no }, {}, body))
    const [foreign, unknown] = await Promise.all(answers)
    expect([name, foreign?.status]).toEqual([name, 404])
    expect(foreign?.answer.error).toBe('not_found')
    expect(foreign?.answer.message).toBe(unknown?.answer.message)
    const kept = await rows(`select seq, agent from ${kind}s where trade_no = ?`, tradeNo)
    expect(kept).toEqual([{ seq: 1, agent: '' }])
  }
})

test('a link’s page and the candidates of a deposit show an agent no order out of its sight', async () => {
  const { body } = await shop.call(amountPath, aLink({ amount: 700 }))
  const { trade_no, third_party_session: session } = body.data
  const line = await aTransaction(Number(accounts.meis), { amount: 70_000 })
  const namesFor = async (reader: Identity) => {
    const { answer } = await ask(reader, 'showTransaction', { id: String(line) })
    return answer.candidates.map((one: { trade_no: string }) => one.trade_no)
  }
  // Its candidates are what waits on its account, and what was moved to another one since.
  const move = (account: number | null, holder = '') =>
    rows(
      `update collections set bank_account_id = ?, agent = ?, collection_status = 'matched'
       where trade_no = ?`,
      account,
      holder,
      trade_no,
    )
  const linkFor = async (reader: Identity) =>
    (await ask(reader, 'search', {}, { q: session.slice(0, 9) })).answer.items.length
  const pageFor = async (reader: Identity) =>
    (await ask(reader, 'memberPageOfCollection', { trade_no })).status
  await move(accounts.meis ?? null)
  expect([await linkFor(mei), await pageFor(mei)]).toEqual([1, 200])
  expect(await namesFor(mei)).toContain(trade_no)
  await move(accounts.others ?? null)
  expect([await linkFor(mei), await pageFor(mei)]).toEqual([0, 404])
  expect(await namesFor(mei)).not.toContain(trade_no)
  await move(accounts.others ?? null, mei.name)
  expect([await linkFor(mei), await pageFor(mei)]).toEqual([1, 200])
})

test('agents have no exports', async () => {
  const files = namedCalls.filter(({ call }) => call.answer === 'csv')
  expect(files).toHaveLength(7)
  for (const { name } of files) {
    const { status, answer } = await ask(mei, name, { uid: shop.uid, number: '1' })
    expect([name, status, answer.error]).toEqual([name, 403, 'forbidden'])
  }
})

test('a page of an agent’s list reads at most 1,000 rows, and its pages have all that it sees', async () => {
  const own = await aMerchant()
  const { tradeNo } = await aCollection(own)
  const columns = await rows<{ name: string }>(`select name from pragma_table_info('collections')`)
  const made: Record<string, string> = {
    id: 'id + 32 * n',
    trade_no: `trade_no || n`,
    orderid: `'F' || n`,
    bank_account_id: `case when n % 9 = 0 then ${accounts.meis} else ${accounts.others} end`,
  }
  const values = columns.map(({ name }) => made[name] ?? name)
  await rows(
    `with recursive number (n) as (select 1 union all select n + 1 from number where n < 900)
     insert into collections select ${values.join()} from collections, number where trade_no = ?`,
    tradeNo,
  )
  const { usage, database } = meter()
  const metered = backOfficeOver(aContext({ db: openMerchantDatabase(database(env.DB)) }))
  const named = namedCalls.find(({ name }) => name === 'listCollections')
  if (named === undefined) throw new Error('no list')
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    usage.rowsRead = 0
    const query: Record<string, string> = { merchant_uid: own.uid, limit: '200' }
    if (cursor !== '') query.cursor = cursor
    const { body } = await metered(named, by(mei), { query })
    expect(usage.rowsRead).toBeLessThanOrEqual(1_000)
    found.push(...body.items.map((one: { orderid: string }) => one.orderid))
    cursor = body.next_cursor
  }
  expect(found).toHaveLength(101)
})
