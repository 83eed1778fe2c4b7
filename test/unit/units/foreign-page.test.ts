import { expect, test } from 'vitest'
import { isOfForeignPage } from '../../../src/units/foreign-page.ts'

const asked = (headers: Record<string, string>, method = 'POST', url = 'http://127.0.0.1:8787/x') =>
  isOfForeignPage({ method, url, headers: new Headers(headers) })

test.each([
  ['a program', {}],
  ['a form of this origin', { origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'same-origin' }],
  ['an older browser', { origin: 'http://127.0.0.1:8787' }],
  ['a page that keeps its address', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['a person who typed the address', { 'sec-fetch-site': 'none' }],
])('%s is not of a foreign page', (_, headers) => {
  expect(asked(headers)).toBe(false)
})

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, of an older browser', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3000' }],
  [
    'another name of this machine',
    { origin: 'http://localhost:8787', 'sec-fetch-site': 'same-site' },
  ],
  ['a sandboxed frame', { origin: 'null' }],
  ['a sandboxed frame that says so', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['no origin, and another site', { 'sec-fetch-site': 'cross-site' }],
  ['another scheme', { origin: 'https://127.0.0.1:8787' }],
])('%s is', (_, headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect(asked(headers, method)).toBe(true)
  }
})

test('what only reads is never', () => {
  for (const method of ['GET', 'HEAD']) {
    expect(asked({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, method)).toBe(
      false,
    )
  }
})
