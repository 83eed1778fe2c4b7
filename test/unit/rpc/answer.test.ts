import { expect, test } from 'vitest'
import { refusals } from '../../../src/contract/refusal-table.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { answer } from '../../../src/rpc/answer.ts'
import { TimeLimitError } from '../../../src/units/time-limit.ts'
import { d1Error } from '../../support/failing-database.ts'

test('a refusal between the Workers carries its status, code and message, and nothing else of the table', async () => {
  const { status, zh, en } = refusals.order_not_found
  const told = await answer(() => Promise.reject(new Refusal('order_not_found')))
  expect(told).toEqual({ ok: false, status, error: 'order_not_found', message: { zh, en } })
})

test('a fault carries its status, code and message too, with its text for the log of the Worker that knows the request', async () => {
  const { status, zh, en } = refusals.internal_error
  const told = await answer(() => Promise.reject(new Error('out of order')))
  const fault = expect.stringContaining('out of order')
  expect(told).toEqual({ ok: false, status, error: 'internal_error', message: { zh, en }, fault })
})

test.each([
  [d1Error('D1 DB is overloaded. Too many requests queued.'), 15],
  [d1Error('Exceeded maximum DB size.'), 60],
  [new TimeLimitError('took longer than 3000 ms'), 5],
])(
  'a database that fails or is late is unavailable, with how long to wait (%s)',
  async (error, seconds) => {
    const { status, zh, en } = refusals.unavailable
    const told = await answer(() => Promise.reject(error))
    const message = { zh, en }
    const refused = { error: 'unavailable', status, message, retry_after_seconds: seconds }
    expect(told).toEqual({ ok: false, ...refused, fault: expect.stringContaining(error.message) })
  },
)
