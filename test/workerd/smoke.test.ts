import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { contextFrom } from '../../src/env.ts'
import { createMerchant } from '../../src/operations/manage-merchant.ts'
import { settleCollection } from '../../src/operations/move-collection.ts'
import { signedJson } from '../support/merchant-client.ts'

test('smoke', async () => {
  const context = contextFrom(env)
  const { uid, api_secret: secret } = await createMerchant(context, { uid: 'S1', name: 'x' })
  const post = async (path: string, fields: object) => {
    const r = await exports.default.fetch(`https://pay.example${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: signedJson(uid, secret, fields as never) })
    const j = await r.json() as never
    console.log(r.status, JSON.stringify(j, null, 1))
    return j as never as { tradeNo: string }
  }
  await post('/api/v1/merchant/collections', { orderid: 'O1', amount: 100.5, notify_url: 'https://m.example/n', extra: { a: '王' } })
  const q = await post('/api/v1/merchant/collections/status', { orderid: 'O1' })
  const q2 = await post('/api/v1/merchant/collections/status', { merchant_order_no: 'O1' })
  await settleCollection(context, { name: 'op', role: 'operator' }, q.tradeNo, { paidAmount: null, paidAt: null, manual: false, override: false })
  await post('/api/v1/merchant/collections/status', { tradeNo: q.tradeNo })
  await post('/api/v1/merchant/balance', {})
  expect(1).toBe(1)
})
