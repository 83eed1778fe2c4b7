import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { faultText, loggedNames, pathLogger } from '../../../src/contract/log-redaction.ts'

test('a fault of the database is logged without the values of its statement', () => {
  const cause = new Error('D1_ERROR: overloaded')
  const error = new DrizzleQueryError('select 1 from links where token = ?', ['SECRET'], cause)
  const outer = new Error('the page was not read', { cause: error })
  for (const thrown of [error, outer]) {
    const text = faultText(thrown)
    expect(text).toContain('D1_ERROR: overloaded')
    expect(text).toContain('where token = ?')
    expect(text).not.toContain('SECRET')
  }
})

test('an error is logged with its stack, any other value as it is', () => {
  expect(faultText(new Error('gone'))).toMatch(/^Error: gone\n\s+at /)
  expect(faultText('gone')).toBe('gone')
})

const loggedPath = pathLogger(30)

test('a long name in a path is cut to its beginning', () => {
  const session = 'Bu5dfqSrAFw7F35y2voZsmnENdTAy2y'
  expect(loggedPath(`/api/bridge/links/${session}/purchase`)).toBe(
    '/api/bridge/links/Bu5dfqSrA…/purchase',
  )
  const known = '/api/callbacks/cb_C0DVJ6ZV95P0F66W04V48PFPWHF/resend'
  expect(loggedPath(known)).toBe(known)
  const second = '/api/callbacks/cb_C0DVJ6ZV95P0F66W04V48PFPWHF.2/resend'
  expect(loggedPath(second)).toBe(second)
})

test('names of parameters are logged, ten of them, and nothing else that stands in their place', () => {
  const secret = 'a1'.repeat(16)
  const names = [
    'notify_ulr',
    'extra[memo]',
    'x-y',
    secret,
    'me@shop.example',
    '0912345678',
    '',
    '王',
  ]
  expect(loggedNames(names)).toBe('notify_ulr extra[memo] x-y … … … … …')
  const many = Array.from({ length: 11 }, (_, at) => `n${at}`)
  expect(loggedNames(many)).toBe('n0 n1 n2 n3 n4 n5 n6 n7 n8 n9 …')
})
