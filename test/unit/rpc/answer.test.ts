import { expect, test, vi } from 'vitest'
import { refusals } from '../../../src/contract/refusal-table.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { answer } from '../../../src/rpc/answer.ts'

test('a refusal between the Workers carries its status, code and message, and nothing else of the table', async () => {
  const { status, message } = refusals.order_not_found
  const told = await answer(() => Promise.reject(new Refusal('order_not_found')))
  expect(told).toEqual({ ok: false, status, error: 'order_not_found', message })
})

test('a fault carries internal_error, and is logged', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const { status, message } = refusals.internal_error
  const told = await answer(() => Promise.reject(new Error('out of order')))
  expect(told).toEqual({ ok: false, status, error: 'internal_error', message })
  expect(log.mock.calls.join()).toContain('out of order')
})
