import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedJson, signedSource } from '../../support/merchant-client.ts'
import { aMerchant, anId, paths, postDirectly } from '../support/service.ts'

test.each([
  '{"id":12345678901234567890,"f":1.10,"b":"x","1":2}',
  '{ "a" : [1e400, -0, 1E2],\n "\\u738b": "\\/" }',
  '{"__proto__":{"a":1},"b":[]}',
  '{}',
])('extra %s comes back as it was sent', async (extra) => {
  const shop = await aMerchant()
  const orderid = anId()
  const fields = { orderid: JSON.stringify(orderid), amount: '1', extra }
  const created = await postDirectly(paths.create, signedSource(shop.uid, shop.secret, fields))
  expect(created.body.ok).toBe(1)
  const answer = await exports.default.fetch(`https://pay.example${paths.status}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: signedJson(shop.uid, shop.secret, { orderid }),
  })
  expect(await answer.text()).toContain(`"extra":${extra}`)
})
