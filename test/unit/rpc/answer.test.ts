import { expect, test } from 'vitest'
import { refusals } from '../../../src/contract/refusal-table.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { answer } from '../../../src/rpc/answer.ts'
import { d1Error } from '../../support/failing-database.ts'

test('a refusal between the Workers carries its status, code and message, and nothing else of the table', async () => {
  const { status, zh, en } = refusals.order_not_found
  const told = await answer(() => Promise.reject(new Refusal('order_not_found')))
  expect(told).toEqual({ ok: false, status, error: 'order_not_found', message: { zh, en } })
})

test('so does a fault, with what it was for the log of the Worker that knows the request', async () => {
  const { status, zh, en } = refusals.internal_error
  const told = await answer(() => Promise.reject(new Error('out of order')))
  const fault = expect.stringContaining('out of order')
  expect(told).toEqual({ ok: false, status, error: 'internal_error', message: { zh, en }, fault })
})

test('an error of the database is unavailable, with how long to wait and what was wrong', async () => {
  const { status, zh, en } = refusals.unavailable
  const told = await answer(() => Promise.reject(d1Error('D1 DB is overloaded. Too many.')))
  const refused = { error: 'unavailable', status, message: { zh, en }, retry_after_seconds: 15 }
  expect(told).toEqual({ ok: false, ...refused, fault: expect.stringContaining('overloaded') })
})
