import { expect, test } from 'vitest'
import { aTestShop } from '../support/sandbox.ts'
import { aMerchant, anId, expectRefused } from '../support/service.ts'

// A test merchant's faults on demand: each answers as the real one does, and says truly whether anything was done.

test.each([
  ['429', 429, 'too_many_requests', false],
  [500, 500, 'internal_error', false],
  ['503', 503, 'unavailable', false],
  ['lost', 500, 'internal_error', true],
] as const)(
  '%s is answered with %i %s; it is done: %s',
  async (sandbox_fault, status, code, isDone) => {
    const shop = await aTestShop()
    const orderid = anId()
    const refused = await shop.create({ orderid, sandbox_fault })
    expectRefused(refused, status, code)
    expect(refused.headers.get('retry-after')).toBe(status === 500 ? null : '1')
    const found = await shop.status({ orderid })
    expect(found.body.error).toBe(isDone ? undefined : 'order_not_found')
    const again = await shop.create({ orderid })
    expect(again.body.error).toBe(isDone ? 'duplicate_orderid' : undefined)
  },
)

test('an unknown fault is ignored and listed; a real merchant has none', async () => {
  const tests = await (await aTestShop()).create({ sandbox_fault: '418', x: 1 })
  expect([tests.body.ok, tests.body.ignored_fields]).toEqual([1, ['sandbox_fault', 'x']])
  const real = await (await aMerchant()).create({ sandbox_fault: '500' })
  expect([real.body.ok, 'ignored_fields' in real.body]).toEqual([1, false])
})
