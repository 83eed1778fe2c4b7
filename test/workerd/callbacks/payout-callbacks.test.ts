import { expect, test } from 'vitest'
import { signedJson, signOf } from '../../../scripts/client/merchant-client.ts'
import { deliverCallback } from '../support/deliverer.ts'
import { move } from '../support/orders.ts'
import { aContext, aMerchant, anId, postJson } from '../support/service.ts'

// With override, for these merchants have no balance.
const covered = { actualAmount: null, voucherNo: null, processedAt: null, override: true }
const addresses = { notify_url: 'https://m.example/n', reverse_url: 'https://m.example/r' }

test(
  'a processed payout calls its notify_url, signed, with every field of §6 ' +
    '(§1.3 payouts, §2.3 notify_url, §3.3 success, §6 payout, payout type–payout sign)',
  async () => {
    const owed = await aPayout()
    const processedAt = Date.UTC(2026, 0, 31, 7, 4, 5) / 1000
    const told = { ...covered, actualAmount: 9_900, processedAt }
    const started = Math.floor(Date.now() / 1000)
    await move.process(owed.tradeNo, told, { context: owed.context })
    const { url, body } = await owed.sent()
    expect(url).toBe('https://m.example/n')
    expect(body).toEqual({
      type: 'payout',
      uid: owed.shop.uid,
      serial_no: owed.serial_no,
      merchant_order_no: owed.merchant_order_no,
      amount: 99.5,
      actual_amount: 99,
      status: 'success',
      processed_at: '2026-01-31 15:04:05',
      timestamp: expect.toSatisfy(Number.isInteger),
      sign: signOf(body, owed.shop.secret),
    })
    expect(body.timestamp).toBeGreaterThanOrEqual(started)
    expect(body.timestamp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
  },
)

test(
  'a cancelled payout calls its reverse_url, with nothing paid ' +
    '(§1.3 reverse_url, §2.3 reverse_url, §3.3 failed, ' +
    '§6 payout failure, status failed, payout actual_amount, payout processed_at)',
  async () => {
    const owed = await aPayout()
    await move.cancel(owed.tradeNo, 'account closed', { context: owed.context })
    const { url, body } = await owed.sent()
    expect(url).toBe('https://m.example/r')
    expect(body).toMatchObject({ type: 'payout', amount: 99.5, actual_amount: 0, status: 'failed' })
    expect(body.processed_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  },
)

test.each(['processed', 'cancelled'])(
  'the legacy word for %s is the same (§3.3 processed)',
  async (word) => {
    const { context, tradeNo, sent } = await aPayout({}, 'legacy')
    if (word === 'processed') await move.process(tradeNo, covered, { context })
    else await move.cancel(tradeNo, 'x', { context })
    expect((await sent()).body.status).toBe(word)
  },
)

test('nothing leaves processed or cancelled (§3.2 transitions)', async () => {
  for (const status of ['processed', 'cancelled']) {
    const silent = { notify_url: '', reverse_url: '' }
    const { context, tradeNo, report } = await aPayout({ status, ...silent })
    const before = await report()
    const refused = { code: 'already_final' }
    const processing = move.process(tradeNo, covered, { context })
    await expect(processing).rejects.toMatchObject(refused)
    await expect(move.cancel(tradeNo, 'x', { context })).rejects.toMatchObject(refused)
    expect(await report()).toEqual(before)
  }
})

async function aPayout(fields: object = {}, vocabulary: 'current' | 'legacy' = 'current') {
  const shop = await aMerchant({ settings: { callback_vocabulary: vocabulary } })
  const numbers = { serial_no: anId(), merchant_order_no: anId() }
  const call = (path: string, more: object) =>
    postJson(`/api/v1/merchant/${path}`, signedJson(shop.uid, shop.secret, { ...more }))
  const payout = { ...numbers, amount: 99.5, payee_name: '林', ...addresses, ...fields }
  expect((await call('payouts', payout)).body.ok).toBe(1)
  const report = async () => (await call('payouts/status', numbers)).body
  const { tradeNo, data } = await report()
  const received: { url: string; body: Record<string, unknown> }[] = []
  const context = aContext({
    wake: async () => undefined,
    fetch: async (url, init) => {
      received.push({ url, body: JSON.parse(String(init.body)) })
      return new Response('success')
    },
  })
  const sent = async () => {
    await deliverCallback(context, data.id)
    const [only, ...more] = received
    if (only === undefined || more.length > 0) throw new Error(`${received.length} callbacks`)
    return only
  }
  return { ...numbers, shop, tradeNo, context, report, sent }
}
