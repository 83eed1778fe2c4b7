import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Fields, signedJson } from '../../../scripts/client/merchant-client.ts'
import type { Context } from '../../../src/context.ts'
import type { MerchantPatch } from '../../../src/contract/back-office/merchants/merchants.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { eventsOf } from './orders.ts'
import {
  type Answer,
  aContext,
  anId,
  operator,
  patchShop,
  paths,
  postJson,
  rowsIn,
  type Shop,
} from './service.ts'

/** A new test merchant, and its signed calls. */
export async function aTestMerchant(context: Context = aContext()): Promise<Shop> {
  const uid = `T${crypto.randomUUID().slice(0, 12)}`
  const asked = { uid, name: 'Shop for tests', test: true }
  const { api_secret: secret } = await createMerchant(context, operator, asked)
  const call = (path: string, fields: Fields = {}) =>
    postJson(path, signedJson(uid, secret, fields))
  return {
    uid,
    secret,
    call,
    create: (fields = {}) => call(paths.create, { orderid: anId(), amount: 100, ...fields }),
    status: (fields) => call(paths.status, fields),
    balance: () => call(paths.balance),
  }
}

export const outcomePath = '/api/v1/merchant/sandbox/outcome'
export const callbackPath = '/api/v1/merchant/sandbox/callback'

/** A new test merchant with these settings. */
export async function aTestShop(settings: MerchantPatch['settings'] = {}): Promise<Shop> {
  const context = aContext()
  const shop = await aTestMerchant(context)
  await patchShop(shop.uid, { settings: { ...settings, rate_limit: 'off' } })
  return shop
}

/** Asks for an outcome of an order by its transaction number; the data of the answer. */
export async function play(shop: Shop, fields: Fields): Promise<Answer['body']['data']> {
  const { status, body } = await shop.call(outcomePath, fields)
  expect({ status, error: body.error, message: body.message }).toEqual({
    status: 200,
    message: 'success',
  })
  return body.data
}

/** What the sandbox's database has of an order, without what differs from order to order. */
export async function recordsOf(tradeNo: string) {
  const ids = `select id from collections where trade_no = ?1
    union all select id from payouts where trade_no = ?1`
  const read = <Row>(text: string) => rowsIn<Row>(env.DB_SANDBOX, text, tradeNo)
  const [events, entries, callbacks] = await Promise.all([
    eventsOf(tradeNo, env.DB_SANDBOX),
    read<{ from_bucket: string; to_bucket: string; amount: number; seq: number }>(
      `select from_bucket, to_bucket, amount, seq, channel from ledger_entries
       where order_id in (${ids}) order by seq, number`,
    ),
    read<{ body: string; url: string; event_number: number; ended_at: number | null }>(
      `select body, url, event_number, event_seq, ended_at, superseded from callbacks
       where order_id in (${ids})`,
    ),
  ])
  const told = events.map(({ name, from_state, to_state, actor, fact }) => {
    return { name, from_state, to_state, actor, fact }
  })
  return { events: told, entries, callbacks }
}
