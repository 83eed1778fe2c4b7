import { expect, test } from 'vitest'
import { leaksIn, masked, scanLog } from '../../../scripts/checks/log-scan.ts'

const line = (fields: object) => JSON.stringify({ event: 'request', ...fields })

test.each([
  ['webhook secret', { fault: 'sent whsec_ZGVtby1zZWNyZXQtZm9y' }],
  ['key or API secret', { fault: `key ${btoa('0123456789abcdef0123456789abcdef')}` }],
  ['key or API secret', { fault: 'demo-secret-for-local-use-only' }],
  ['key or API secret', { fault: 'aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3a' }],
  ['signature', { path: '/x?sign=0cc175b9c0f1b6a831c399e269772661' }],
  ['signature', { sign: '0CC175B9C0F1B6A831C399E269772661' }],
  ['signature', { link_sign: 'a'.repeat(32) + '0'.repeat(32) }],
  ['link token or session', { path: '/exchange/purchase/wait/BxK3fQ_9aZ0123456789abcDEFghi-x' }],
  ['signed token', { fault: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl' }],
  ['e-mail address', { actor: 'someone@platform.example' }],
  ['e-mail address', { path: '/api/people/someone%40platform.example' }],
  ['telephone number', { fault: 'call 0912345678' }],
  ['telephone number', { fault: 'call +886 912-345-678' }],
  ['account number', { account_no: '0041234567890' }],
  ['account number', { fault: 'of account 700012345678' }],
] as const)('a line with a %s is caught: %j', (leak, fields) => {
  const text = line(fields)
  expect(leaksIn(text)).toContain(leak)
  expect(leaksIn(masked(text))).not.toContain(leak)
  expect(scanLog(`public | ${text}`).wrong).toHaveLength(1)
})

test('keys of 32 bytes are caught in base 64, and in its form for addresses, wherever they stand', () => {
  const missed: string[] = []
  for (let n = 0; n < 2_000; n += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const padded = btoa(String.fromCharCode(...bytes))
    const forAddresses = padded.replaceAll('+', '-').replaceAll('/', '_')
    const forms = [padded, forAddresses, forAddresses.replace('=', '')]
    const placed = forms.flatMap((key) => [key, `key=${key}`, `${key}.`, `"${key}", and more`])
    missed.push(...placed.filter((text) => !leaksIn(text).includes('key or API secret')))
    if (!leaksIn(`/keys/${forms[2]}/ends`).includes('key or API secret'))
      missed.push(`/${forms[2]}`)
  }
  expect(missed).toEqual([])
})

test.each([
  '/bank-accounts/statements/import/undo/lines',
  '/api/v1/merchant/payment-links/amounts/mine',
  'src/Desk/orders/Acts/put-aside-forms-of-tsx',
  'a-name-in-small-letters-of-forty-three-char',
])('a path or name of 43 characters is no key: %s', (path) => {
  expect([path.length, leaksIn(line({ path }))]).toEqual([43, []])
})

test('what every line may have is no leak', () => {
  const fields = {
    request_id: '0e5a1f0a-6b6c-4c55-9d2e-3c1f0a9b8d7e',
    path: '/api/v1/merchant/payment-links/amount',
    trade_no: 'C0DWK25ZDY70F35MKA6QGJVYMXJ',
    callback_id: 'cb_C0DWK25ZDY70F35MKA6QGJVYMXJ.2',
    order_id: 488838345980129,
    actor_hash: '0cc175b9c0f1',
    uid: 'M7819340f-7e3',
    fault:
      'Error: x\n at D1DatabaseSessionAlwaysPrimary (file:///node_modules/@cloudflare/x.js:1:2)',
  }
  expect(scanLog(line(fields))).toEqual({ lines: 1, events: new Map([['request', 1]]), wrong: [] })
})
