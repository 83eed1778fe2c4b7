import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhookSecret, webhookSignature } from '../../../src/signing/callback-headers.ts'

const body = '{"type":"collection","orderid":"O-1","amount":99.5,"note":"王小明"}'
const id = 'evt_0001'
// The library refuses timestamps more than five minutes off its own clock.
const now = Math.floor(Date.now() / 1000)

function verifies(secret: string, signature: string, overrides: Record<string, string> = {}) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(now),
    'webhook-signature': signature,
    ...overrides,
  }
  try {
    new Webhook(webhookSecret(secret)).verify(overrides.body ?? body, headers)
    return true
  } catch {
    return false
  }
}

test('the signature is the HMAC-SHA256 of id, timestamp and body', () => {
  // printf 'evt_1.1760000000.{}' | openssl dgst -sha256 -hmac KEY -binary | base64
  expect(
    webhookSignature({ secrets: ['KEY'], id: 'evt_1', timestamp: 1760000000, body: '{}' }),
  ).toBe('v1,N359d9mAND2VGsWjryURQEKiczTPXlOBK2RHyllUxnU=')
})

test('the bare secret is another key to libraries, so webhook_secret stands beside it', () => {
  const secret = 'demo-secret-for-local-use-only'
  expect(webhookSecret(secret)).toBe('whsec_ZGVtby1zZWNyZXQtZm9yLWxvY2FsLXVzZS1vbmx5')
  expect(webhookSecret('é')).toBe('whsec_w6k=')
})

test.each(['demo-secret-for-local-use-only', 'a&b=c+d/é 王'])(
  'a ready-made library verifies what is signed with the secret %s',
  async (secret) => {
    const signature = webhookSignature({ secrets: [secret], id, timestamp: now, body })
    expect(verifies(secret, signature)).toBe(true)
    expect(verifies('another secret', signature)).toBe(false)
    expect(verifies(secret, signature, { 'webhook-id': 'evt_0002' })).toBe(false)
    expect(verifies(secret, signature, { 'webhook-timestamp': String(now + 60) })).toBe(false)
    expect(verifies(secret, signature, { body: body.replace('99.5', '99.6') })).toBe(false)
  },
)

test('during a rotation both secrets verify the header', () => {
  const signature = webhookSignature({
    secrets: ['new secret', 'old secret'],
    id,
    timestamp: now,
    body,
  })
  expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
  expect(verifies('new secret', signature)).toBe(true)
  expect(verifies('old secret', signature)).toBe(true)
  expect(verifies('older secret', signature)).toBe(false)
})
