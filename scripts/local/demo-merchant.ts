/** The merchant of a new local database. Its secret is public, and for local use only. */
export const demoMerchant = {
  uid: 'DEMO0001',
  name: 'Demo Merchant',
  secret: 'demo-secret-for-local-use-only',
  settings: {},
} as const

/** The test merchant beside it, with whose requests the documentation begins. */
export const demoTestMerchant = {
  uid: 'TEST0001',
  name: 'Demo Test Merchant',
  secret: 'test-secret-for-local-use-only',
  // So that a callback of each outcome can be tried.
  settings: { collectionEvents: 'all' },
} as const
