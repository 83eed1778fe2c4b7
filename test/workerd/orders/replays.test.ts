import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import { meter } from '../../support/metered.ts'
import { problemsOf } from '../support/query-plans.ts'
import {
  type Answer,
  aMerchant,
  anId,
  expectRefused,
  json,
  paths,
  post,
  postJson,
  rowCounts,
  rows,
  type Shop,
  setClock,
} from '../support/service.ts'

// Decisions §2, "Replays": a signature does not cover the path, and orderNo is an orderid, a serial_no or a
// merchant_order_no by the path. A body in earlier names is accepted for one kind of order only.

const links = '/api/v1/merchant/payment-links'
const creations = [
  { kind: 'collection', path: paths.create, refusal: 'duplicate_orderid' },
  { kind: 'payout', path: paths.payouts, refusal: 'duplicate_serial_no' },
  { kind: 'link', path: `${links}/amount`, refusal: 'duplicate_merchant_order_no' },
  { kind: 'link', path: links, refusal: 'duplicate_merchant_order_no' },
] as const
type Creation = (typeof creations)[number]

const pairs = creations.flatMap((first) =>
  creations.filter(({ kind }) => kind !== first.kind).map((then) => [first, then] as const),
)
const named = pairs.map(([first, then]) => [first.path, then.path, first, then] as const)
const styles = { current: currentSign, legacy: legacySign }

describe.each(Object.entries(styles))(
  'signed in the %s style, a body in earlier names',
  (_, sign) => {
    test.each(named)(
      'sent to %s is refused at %s, and writes nothing',
      async (_, __, first, then) => {
        const shop = await aMerchant()
        const body = sign(shop, aBody())
        const made = await postJson(first.path, body)
        expect(made).toMatchObject({ status: 200, body: { ok: 1 } })
        const before = await rowCounts()
        const answer = await postJson(then.path, body)
        expectRefused(answer, 422, then.refusal)
        expect(answer.body.message).toMatch(/已用於.*查詢/)
        const { trade_no } = made.body.data
        // A plain link has no order yet.
        expect(trade_no === undefined).toBe(first.path === links)
        expect(answer.body.data).toEqual(trade_no && { trade_no })
        expect(await rowCounts()).toEqual(before)
      },
    )

    const races = named.filter(
      ([, , first, then]) => creations.indexOf(first) < creations.indexOf(then),
    )
    test.each(races)(
      'sent 25 times to %s and to %s at once creates one order',
      async (_, __, ...both) => {
        const shop = await aMerchant()
        const body = sign(shop, aBody())
        const sent = Array.from({ length: 50 }, (_, n) =>
          postJson((both[n % 2] as Creation).path, body),
        )
        const answers = await Promise.all(sent)
        const kinds = both.filter((_, side) => {
          return answers.some(({ status }, n) => n % 2 === side && status === 200)
        })
        expect(kinds).toHaveLength(1)
        expect(await ordersOf(shop)).toBe(1)
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
      },
    )
  },
)

test('a number is compared with the name that the other endpoint reads', async () => {
  const mixed = { serial_no: anId(), merchant_order_no: anId(), orderNo: anId() }
  for (const [first, then] of pairs) {
    const shop = await aMerchant()
    const body = currentSign(shop, { ...aBody(), ...mixed })
    expect((await postJson(first.path, body)).status).toBe(200)
    expectRefused(await postJson(then.path, body), 422, then.refusal)
  }
})

test('a body of current names with one earlier name is accepted once too', async () => {
  const shop = await aMerchant()
  const { orderNo, merchantNo: _no, time: _time, ...rest } = { ...aBody(), merchantNo: '', time: 0 }
  const numbers = { orderid: orderNo, merchant_order_no: orderNo }
  const body = signedJson(shop.uid, shop.secret, { ...rest, ...numbers })
  expect((await postJson(paths.create, body)).status).toBe(200)
  expectRefused(await postJson(links, body), 422, 'duplicate_merchant_order_no')
})

test('an order of another kind with another amount is no copy', async () => {
  for (const [first, then] of pairs) {
    const shop = await aMerchant()
    const body = aBody()
    expect((await send(shop, first, body)).status).toBe(200)
    expect((await send(shop, then, { ...body, amount: '1000' })).status).toBe(200)
  }
})

test('a link without an amount is no copy of a payout, nor a payout of it', async () => {
  const [shop, other] = [await aMerchant(), await aMerchant()]
  const { amount: _amount, ...unnamed } = aBody()
  const [, payout, , plain] = creations
  expect((await send(shop, plain, unnamed)).status).toBe(200)
  expect((await send(shop, payout, { ...unnamed, amount: '500' })).status).toBe(200)
  expect((await send(other, payout, { ...unnamed, amount: '500' })).status).toBe(200)
  expect((await send(other, plain, unnamed)).status).toBe(200)
})

test('requests in current names have no guard: the same numbers are free', async () => {
  const shop = await aMerchant()
  const number = anId()
  const member = { member_no: '7', member_name: '王', notify_url: 'https://m.example/n' }
  const counter = meter()
  const bindings = { ...env, DB: counter.database(env.DB) }
  for (const [path, fields] of [
    [creations[0].path, { orderid: number }],
    [creations[1].path, { serial_no: number, payee_name: '林' }],
    [creations[2].path, { merchant_order_no: number, ...member }],
    [creations[3].path, { merchant_order_no: number, ...member }],
  ] as const) {
    expect((await post(shop, path, { amount: 500, ...fields }, bindings)).status).toBe(200)
  }
  const inserts = counter.usage.statements.filter(({ sql }) =>
    /^insert into "?(coll|payo)/.test(sql),
  )
  expect(inserts).toHaveLength(3)
  expect(inserts.filter(({ sql }) => /exists/.test(sql))).toEqual([])
})

test.each(pairs.map(([first, then]) => [first.path, then.path, first, then] as const))(
  'an order at %s reserves its number at %s for twice the window',
  async (_first, _then, first, then) => {
    const shop = await aMerchant()
    const start = Math.floor(Date.now() / 1000) * 1000
    const body = aBody()
    setClock(start)
    expect((await send(shop, first, body)).status).toBe(200)
    setClock(start + 600_000)
    expectRefused(await send(shop, then, body), 422, then.refusal)
    setClock(start + 601_000)
    expect((await send(shop, then, body)).status).toBe(200)
  },
)

test('without a window the number is reserved for ever', async () => {
  for (const [first, then] of pairs) {
    const shop = await aMerchant()
    const body = aBody()
    expect((await send(shop, first, body)).status).toBe(200)
    setClock(Date.now() + 400 * 86_400_000)
    const bindings = { ...env, TIMESTAMP_TOLERANCE_SECONDS: '0' }
    const copy = await postJson(then.path, currentSign(shop, body), json, bindings)
    expectRefused(copy, 422, then.refusal)
    vi.useRealTimers()
  }
})

test('orders of another merchant reserve no number', async () => {
  for (const [first, then] of pairs) {
    const body = aBody()
    expect((await send(await aMerchant(), first, body)).status).toBe(200)
    expect((await send(await aMerchant(), then, body)).status).toBe(200)
  }
})

test('the guards find their rows by keys', async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const counter = meter()
  const bindings = { ...env, DB: counter.database(env.DB) }
  for (const { path } of creations) {
    await postJson(path, currentSign(shop, aBody()), json, bindings)
  }
  const guarded = counter.usage.statements.filter(({ sql }) => sql.includes('not exists'))
  expect(guarded.length).toBeGreaterThanOrEqual(4)
  for (const { sql } of guarded) expect(await problemsOf(sql)).toEqual([])
})

/** The fields of all four, in names that both lists of the earlier signature cover. */
function aBody() {
  return {
    orderNo: anId().slice(0, 38),
    amount: '500',
    name: '林小姐',
    userNo: '7',
    member_name: '王小明',
    notifyUrl: 'https://m.example/n',
    bankAccount: '0012345678',
  }
}

function send(shop: Shop, { path }: Creation, fields: Fields): Promise<Answer> {
  return postJson(path, currentSign(shop, fields))
}

function currentSign({ uid, secret }: Shop, fields: Fields): string {
  const time = Math.floor(Date.now() / 1000)
  const names = { uid: undefined, timestamp: undefined, merchantNo: uid, time }
  return signedJson(uid, secret, { ...names, ...fields })
}

function legacySign({ uid, secret }: Shop, fields: Fields): string {
  const all: Fields = { ...fields, merchantNo: uid, time: String(Math.floor(Date.now() / 1000)) }
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&')
  const inner = createHash('sha256').update(`${text}${secret}`, 'utf8').digest('hex')
  const sign = createHash('md5').update(inner).digest('hex').toUpperCase()
  return JSON.stringify({ ...all, sign })
}

/** A merchant's orders; an amount link counts once, with its collection. */
async function ordersOf({ uid }: Shop): Promise<number> {
  const mine = 'where merchant_id = (select id from merchants where uid = ?1)'
  const [row] = await rows<{ n: number }>(
    `select (select count(*) from collections ${mine} and link_id is null)
      + (select count(*) from payouts ${mine}) + (select count(*) from payment_links ${mine}) as n`,
    uid,
  )
  return row?.n ?? 0
}
