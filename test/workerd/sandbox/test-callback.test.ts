import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../scripts/client/merchant-client.ts'
import { expectSoundBooks } from '../support/books.ts'
import { aTestShop, callbackPath, outcomePath, recordsOf } from '../support/sandbox.ts'
import {
  aMerchant,
  expectRefused,
  paths,
  rowCounts,
  rowsIn,
  type Shop,
} from '../support/service.ts'

// Endpoint 15: an order of its own, and its callback like any other's.

const notify_url = 'https://m.example/notify'
const reverse_url = 'https://m.example/reverse'

const ask = (shop: Shop, fields: Fields = {}) => shop.call(callbackPath, { notify_url, ...fields })

describe.each([
  ['current', {}],
  ['legacy', { callback_vocabulary: 'legacy' }],
] as const)('in the %s vocabulary', (vocabulary, settings) => {
  test.each([
    [{}, 'collection.completed', { paid_amount: 100 }, ['success', 'succeeded']],
    [{ amount: 0.02, outcome: 'less' }, 'collection.completed', { paid_amount: 0.01 }],
    [{ outcome: 'late' }, 'collection.completed', { paid_amount: 100 }],
    [{ outcome: 'expired' }, 'collection.expired', { paid_amount: 0, reason: 'expired' }, 'failed'],
    [{ outcome: 'cancelled' }, 'collection.rejected', { paid_amount: 0 }, 'failed'],
    [{ outcome: 'reversed' }, 'collection.reversed', { paid_amount: 0 }, 'failed'],
    [{ type: 'payout' }, 'payout.completed', { actual_amount: 100 }, ['success', 'processed']],
    [
      { type: 'payout', outcome: 'less', amount: '9.99' },
      'payout.completed',
      { actual_amount: 4.99 },
    ],
    [{ type: 'payout', outcome: 'cancelled' }, 'payout.failed', { actual_amount: 0 }],
    [{ type: 'payout', outcome: 'reversed' }, 'payout.returned', { actual_amount: 0 }],
  ] as const)('%j owes %s', async (fields, event, told, labels?: string | readonly string[]) => {
    const shop = await aTestShop({ ...settings, collection_events: 'all' })
    const { status, body } = await ask(shop, { reverse_url, ...fields })
    expect(status).toBe(200)
    const { type, orderid, serial_no, trade_no, url, callback_id } = body.data
    const number = `TEST-${trade_no}`
    const isPayout = 'type' in fields
    expect([type, orderid, serial_no]).toEqual(
      isPayout ? ['payout', undefined, number] : ['collection', number, undefined],
    )
    expect(body.data.event).toBe(event)
    const isUnmade = event === 'payout.failed' || event === 'payout.returned'
    expect(url).toBe(isUnmade ? reverse_url : notify_url)
    const { callbacks } = await recordsOf(trade_no)
    const row = callbacks[0]
    expect(row?.url).toBe(url)
    expect(callback_id).toBe(
      row?.event_number === 1 ? `cb_${trade_no}` : `cb_${trade_no}.${row?.event_number}`,
    )
    const sent = JSON.parse(row?.body ?? '')
    const amount = Number('amount' in fields ? fields.amount : 100)
    expect(sent).toMatchObject({ type, uid: shop.uid, amount, event, ...told })
    if (labels !== undefined) {
      expect(sent.status).toBe([labels].flat()[vocabulary === 'legacy' ? 1 : 0] ?? labels)
    }
    await expectQueried(shop, body.data)
    await expectSoundBooks(env.DB_SANDBOX)
  })
})

test('each call makes another order, and each is queried, resent and brought on like any other', async () => {
  const shop = await aTestShop({ collection_events: 'all' })
  const made = await Promise.all([ask(shop), ask(shop), ask(shop)])
  const numbers = made.map(({ body }) => body.data.trade_no)
  expect(new Set(numbers).size).toBe(3)
  const [trade_no] = numbers
  expect((await shop.call(paths.resend, { type: 'collection', trade_no })).status).toBe(200)
  const reversed = await shop.call(outcomePath, { trade_no, outcome: 'reversed' })
  expect(reversed.body.data).toMatchObject({ status: 'pending', events: ['collection.reversed'] })
})

describe('makes nothing, and says why', () => {
  test.each([
    [{}, 422, 'validation_error', { notify_url: '' }, ['notify_url']],
    [{}, 422, 'validation_error', { notify_url: 'http://127.0.0.1/x' }, ['notify_url']],
    [{}, 422, 'validation_error', { reverse_url: 'http://10.0.0.1/' }, ['reverse_url']],
    [{}, 422, 'validation_error', { outcome: 'exception', amount: 0 }, ['amount', 'outcome']],
    [{}, 422, 'outcome_not_possible', { outcome: 'expired' }],
    [{}, 422, 'outcome_not_possible', { outcome: 'reversed' }],
    [{}, 422, 'outcome_not_possible', { type: 'payout', outcome: 'late' }],
    [{}, 422, 'outcome_not_possible', { outcome: 'less', amount: 0.01 }],
    [{ payout_requires_balance: true }, 422, 'insufficient_balance', { type: 'payout' }],
  ] as const)('%#', async (settings, status, error, fields, problems?: readonly string[]) => {
    const shop = await aTestShop(settings)
    const count = 'select (select count(*) from collections) + (select count(*) from payouts) as n'
    const before = await rowsIn(env.DB_SANDBOX, count)
    expectRefused(await ask(shop, fields), status, error, problems ?? [])
    expect(await rowsIn(env.DB_SANDBOX, count)).toEqual(before)
  })

  test('a real merchant', async () => {
    const shop = await aMerchant()
    const before = await rowCounts()
    expectRefused(await ask(shop), 422, 'sandbox_only')
    expect(await rowCounts()).toEqual(before)
  })
})

async function expectQueried(shop: Shop, data: Fields): Promise<void> {
  const path = data.type === 'payout' ? paths.payoutStatus : paths.status
  const { body } = await shop.call(path, { trade_no: data.trade_no })
  expect(body.data.callback_status).not.toBe('none')
}
