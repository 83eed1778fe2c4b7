import { expect, test } from 'vitest'
import { verificationSources } from '../../../../scripts/release/verification-sources.ts'

const addresses = [
  '--base-url=https://pay.example',
  '--exchange-url=https://members.example/exchange',
  '--backoffice-url=https://desk.example',
]
const merchant = {
  SMOKE_UID: 'SMOKE1',
  SMOKE_SECRET: 'x'.repeat(40),
  SMOKE_NOTIFY_URL: 'https://receiver.example/n',
}
const token = { SMOKE_ACCESS_CLIENT_ID: 'id', SMOKE_ACCESS_CLIENT_SECRET: 'secret' }

const usual = { isInUse: true, hasTestMerchant: true, checksDesk: true }
const sources = (changes: Partial<Parameters<typeof verificationSources>[0]>) =>
  verificationSources({ addresses, ...usual, vars: { ...merchant, ...token }, ...changes })

test('a release reads the alarms of the desk, which needs a service token', () => {
  expect(sources({}).alarms).not.toBeNull()
  expect(() => sources({ vars: merchant })).toThrow('SMOKE_ACCESS_CLIENT_ID')
})

test('a release that fixes the desk needs no service token, but still a receiver of callbacks', () => {
  expect(sources({ checksDesk: false, vars: merchant }).alarms).toBeNull()
  const { SMOKE_NOTIFY_URL: _, ...withoutReceiver } = merchant
  expect(() => sources({ checksDesk: false, vars: withoutReceiver })).toThrow('SMOKE_NOTIFY_URL')
})

test('a release without a test merchant still reads the alarms of the desk', () => {
  expect(sources({ hasTestMerchant: false, vars: token }).alarms).not.toBeNull()
  expect(() => sources({ hasTestMerchant: false, vars: {} })).toThrow('SMOKE_ACCESS_CLIENT_ID')
})
