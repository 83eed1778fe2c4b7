import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { newHold } from '../../../src/contract/back-office/merchants/holds.ts'
import { placeHold } from '../../../src/operations/merchants/manage-holds.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { type CallFault, d1Errors, failingD1 } from '../../support/failing-database.ts'
import { ann, ask as askFor, withApprovals } from '../support/back-office.ts'
import { aDeliverer, attemptsAt, callbackOf } from '../support/deliverer.ts'
import { ask, purchaseUrl } from '../support/exchange-host.ts'
import { aLink, amountPath, aPlainLink, plainPath } from '../support/links.ts'
import { aCollection, aSettled, eventNames, move, wrongMatch } from '../support/orders.ts'
import {
  aContext,
  aMerchant,
  anId,
  expectRefused,
  operator,
  paths,
  post,
  rowCounts,
  rows,
  rowsOf,
  sendRequest,
  spyOnLog,
} from '../support/service.ts'

// Decisions §3: an error of the database is 503, and what it has committed unseen is known as one's own.

const creations = [
  { path: paths.create, table: 'collections', fields: () => ({ orderid: anId(), amount: 100 }) },
  {
    path: paths.payouts,
    table: 'payouts',
    fields: () => ({ serial_no: anId(), amount: 40, payee_name: '林' }),
  },
  { path: amountPath, table: 'payment_links', fields: () => aLink({ amount: 1000 }) },
  { path: plainPath, table: 'payment_links', fields: () => aLink() },
] as const

const moments = ['before', 'after'] as const
const cases = d1Errors.flatMap(([message, failure]) =>
  moments.map((when) => [message, when, failure] as const),
)

/** Whether a write is carried out all the same: D1 asks for another try, or it was committed. */
const isKnown = ([, when, failure]: (typeof cases)[number]) =>
  when === 'after' || failure === 'transient'

const lost: CallFault = { message: 'Network connection lost.', when: 'before' }

test.each(cases)('a creation that meets “%s” %s its commit is made once', async (...one) => {
  const [message, when] = one
  const shop = await aMerchant()
  for (const { path, table, fields } of creations) {
    const sent = fields()
    const before = (await rowsOf(table, shop)).length
    const answer = await post(shop, path, sent, onWrites([{ message, when }]))
    if (!isKnown(one)) {
      expectRefused(answer, 503, 'unavailable')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await rowsOf(table, shop)).toHaveLength(before)
    }
    const made = isKnown(one) ? answer : await post(shop, path, sent)
    expect([path, made.status, made.body.ok]).toEqual([path, 200, 1])
    const found = await rowsOf<{ trade_no?: string }>(table, shop)
    expect(found).toHaveLength(before + 1)
    if (path === paths.create || path === paths.payouts) {
      expect(found.at(-1)?.trade_no).toBe(made.body.data.trade_no)
    }
  }
})

test.each(cases)('a move that meets “%s” %s its commit is made once', async (...one) => {
  const [message, when] = one
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop, { notify_url: 'https://m.example/n' })
  const settled = move.settle(tradeNo, {}, { context: failing([{ message, when }]) })
  if (isKnown(one)) {
    expect(await settled).toMatchObject({ trade_no: tradeNo, merchant_told: true })
  } else {
    await expect(settled).rejects.toThrow(message)
    expect(await eventNames(tradeNo)).toHaveLength(1)
    await move.settle(tradeNo)
  }
  expect(await eventNames(tradeNo)).toHaveLength(2)
  expect(await rowsOf('ledger_entries', shop)).toHaveLength(1)
  expect(await rowsOf('callbacks', shop)).toHaveLength(1)
  const journal = `select * from journal where subject = ?`
  expect(await rows(journal, tradeNo)).toHaveLength(1)
})

test.each(cases)('a callback that meets “%s” %s its commit is sent once', async (message, when) => {
  // The lease is the first write.
  const { db } = failing([null, { message, when }])
  const deliverer = aDeliverer(() => 200, { db })
  const { uid } = await aMerchant()
  const [id = 0] = await deliverer.owe(uid, 1, 'https://shop.example/notify')
  await deliverer.deliver(id)
  expect(deliverer.calls).toHaveLength(1)
  expect(await callbackOf(id)).toMatchObject({ state: 'delivered', attempts: 1, faults: 0 })
  expect(await attemptsAt(id)).toHaveLength(1)
  const attempts = deliverer.logged.filter(({ event }) => event === 'callback_attempt')
  expect(attempts).toMatchObject([{ state: 'delivered' }])
})

test('a database that stays lost is 503 everywhere, and the log has why', async () => {
  const shop = await aMerchant()
  const link = await aPlainLink(shop)
  await aCollection(shop, { orderid: 'known' })
  const before = await rowCounts()
  const bindings = { ...env, DB: failingD1(env.DB, () => lost) }
  const logged = spyOnLog()
  const calls: readonly (readonly [string, Fields])[] = [
    [paths.create, { orderid: anId(), amount: 1 }],
    [paths.status, { orderid: 'known' }],
    [paths.balance, {}],
    [paths.ledger, {}],
  ]
  for (const [path, fields] of calls) {
    const answer = await post(shop, path, fields, bindings)
    expectRefused(answer, 503, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  const list = await sendRequest('/api/v1/products', {}, bindings)
  expectRefused(list, 503, 'unavailable')
  expect(list.headers.get('cache-control')).toBe('no-store')
  const page = await ask(purchaseUrl(link.id, link.session), {}, bindings)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  const lines = logged()
  expect(lines.filter(({ event }) => event === 'fault')).toEqual([])
  const failed = lines.filter(({ event }) => event === 'database_failed')
  expect(failed).toHaveLength(calls.length + 2)
  for (const { fault } of failed) expect(fault).toContain('Network connection lost')
  expect(await rowCounts()).toEqual(before)
})

test('what a member submits as its answer is lost is one collection', async () => {
  const shop = await aMerchant()
  const { id, session } = await aPlainLink(shop)
  const body = new URLSearchParams({ third_party_session: session, amount: '1000' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body: body.toString() }
  const bindings = onWrites([{ ...lost, when: 'after' }])
  expect((await ask(purchaseUrl(id, session), init, bindings)).status).toBe(303)
  expect(await rowsOf('collections', shop)).toHaveLength(1)
})

test.each([
  lost,
  { ...lost, when: 'after' } as const,
  { message: 'D1 DB exceeded its CPU time limit and was reset.', when: 'after' } as const,
])('what people make is made once, and shown to whoever made it (%o)', async (fault) => {
  const uid = `M${anId().slice(-12)}`
  // The directory's entry is written first.
  const creation = { uid, name: 'Shop' }
  const { api_secret: secret } = await createMerchant(failing([null, fault]), operator, creation)
  const shop = { uid, secret }
  expect((await post(shop, paths.balance)).status).toBe(200)
  expect(await rows('select * from journal where subject = ?', uid)).toHaveLength(1)

  const call = newHold.parse({ merchant_uid: uid, user_id: 'U7', reason: '調查' })
  const { id } = await placeHold(failing([fault]), operator, call)
  expect(await rows('select id from holds where merchant_uid = ?', uid)).toEqual([{ id }])

  const tradeNo = await aSettled(await aMerchant())
  // The call itself is tried first, and breaks because it needs a second person.
  const { databases } = failing([null, fault])
  const context = withApprovals({ databases, sandbox: null }, { from: 1 })
  const waiting = await askFor(context, ann, 'reverseCollection', { trade_no: tradeNo }, wrongMatch)
  const stored = 'select id as approval_id, state from approvals where subject = ?'
  const asked = await rows(stored, `collection:${tradeNo}`)
  expect(asked).toEqual([waiting.value])
})

test('what somebody else has done between two tries is not taken for one’s own', async () => {
  const shop = await aMerchant()
  const sent = { orderid: anId(), amount: 100 }
  const late = post(shop, paths.create, sent, onWrites([lost]))
  const answer = await post(shop, paths.create, sent)
  expect(answer.status).toBe(200)
  const refused = await late
  expectRefused(refused, 422, 'duplicate_orderid')
  const { trade_no: tradeNo } = answer.body.data
  expect(refused.body.data).toEqual({ trade_no: tradeNo })

  const other = { ...operator, name: 'other@platform.example' }
  const taking = move.take(tradeNo, { context: failing([lost]) })
  await move.take(tradeNo, { principal: other })
  await expect(taking).rejects.toMatchObject({ code: 'taken', details: { taken_by: other.name } })
})

test('requests that each meet an error at some call make each order once', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const count = Number(env.D1_ERROR_REQUESTS)
  const random = (below: number) => Math.floor(Math.random() * below)
  const anyFault = (): CallFault => {
    const [message] = d1Errors[random(d1Errors.length)] ?? ['Network connection lost.']
    return { message, when: moments[random(2)] ?? 'before' }
  }
  const oneFault = () => {
    const fault = anyFault()
    let calls = random(3)
    return failingD1(env.DB, () => (calls-- === 0 ? fault : null))
  }
  const expected: Record<string, number> = { collections: 0, payouts: 0, payment_links: 0 }
  const statuses = new Set<number>()
  let settled = 0
  const request = async (n: number) => {
    const creation = creations[n % 4] ?? creations[0]
    const { path, table } = creation
    const sent = creation.fields()
    // As a merchant's server does: again with the same number.
    const bindings = () => ({ ...env, DB: oneFault() })
    let answer = await post(shop, path, sent, bindings())
    for (let tries = 1; answer.status === 503 && tries < 20; tries += 1) {
      answer = await post(shop, path, sent, bindings())
    }
    statuses.add(answer.status)
    expected[table] = (expected[table] ?? 0) + 1
    if (path === amountPath) expected.collections = (expected.collections ?? 0) + 1
    const asked = await post(shop, paths.balance, {}, bindings())
    expect([200, 503]).toContain(asked.status)
    if (path !== paths.create) return
    const db = openMerchantDatabase(oneFault())
    const context = aContext({ db, wake: async () => undefined })
    const { trade_no: tradeNo } = answer.body.data
    await move.settle(tradeNo, {}, { context }).catch(() => move.settle(tradeNo, {}, { context }))
    settled += 1
  }
  spyOnLog()
  const queue = Array.from({ length: count }, (_, n) => n)
  const work = async () => {
    for (let n = queue.pop(); n !== undefined; n = queue.pop()) await request(n)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect([...statuses]).toEqual([200])
  for (const [table, made] of Object.entries(expected)) {
    expect(await rowsOf(table, shop), table).toHaveLength(made)
  }
  const entries = await rowsOf<{ to_bucket: string }>('ledger_entries', shop)
  expect(entries).toHaveLength(settled + (expected.payouts ?? 0))
  const balances = await rowsOf<{ available: number; frozen: number }>('balances', shop)
  const sumOf = (bucket: 'available' | 'frozen') =>
    balances.reduce((sum, balance) => sum + balance[bucket], 0)
  const frozen = 40_00 * (expected.payouts ?? 0)
  expect([sumOf('available'), sumOf('frozen')]).toEqual([100_00 * settled - frozen, frozen])
})

/** The bindings with a database whose first writes fail so; null for one that does not. */
function onWrites(faults: readonly (CallFault | null)[]): Env {
  return { ...env, DB: failsWriting(faults) }
}

/** The same for operations; nobody is woken. */
function failing(faults: readonly (CallFault | null)[]) {
  return aContext({ db: openMerchantDatabase(failsWriting(faults)), wake: async () => undefined })
}

function failsWriting(faults: readonly (CallFault | null)[]): D1Database {
  const left = [...faults]
  return failingD1(env.DB, ({ isWrite }) => (isWrite ? (left.shift() ?? null) : null))
}
