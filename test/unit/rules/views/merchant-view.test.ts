import { expect, test } from 'vitest'
import { merchantView } from '../../../../src/rules/views/merchant-view.ts'
import { aMerchant, now } from '../examples.ts'

test('the back office sees a merchant with its settings and without its secrets (§2.1 API secret, other fields, §5.2)', () => {
  const merchant = { ...aMerchant({ ipWhitelist: ['10.0.0.0/8'] }), secret: 'never shown' }
  const previous = { secret: 'never shown', until: now + 1 }
  const encrypted = { newest: 'never shown', newestInUse: false, previous }
  const view = merchantView({ merchant, encrypted }, 2, now)
  expect(view).toEqual({
    uid: 'SHOP1',
    name: 'Shop',
    enabled: true,
    test: false,
    held: false,
    ip_whitelist: ['10.0.0.0/8'],
    settings: {
      trusted: false,
      payout_requires_balance: false,
      callback_vocabulary: 'current',
      collection_events: 'completed',
      legacy_signature: true,
      rate_limit: 'standard',
      display: { name: 'Shop', support_url: '' },
      auto: 'off',
      auto_withdrawal: null,
    },
    legacy_signature_used_at: null,
    secret_in_use: false,
    previous_secret_until: '2026-01-31 15:04:06',
    database: 2,
    created_at: '2026-01-31 14:47:25',
  })
  expect(JSON.stringify(view)).not.toContain('never shown')
})
