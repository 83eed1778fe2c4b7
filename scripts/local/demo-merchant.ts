/** The merchant of a new local database. Its secret is public, and for local use only. */
export const demoMerchant = {
  uid: 'DEMO0001',
  name: 'Demo Merchant',
  secret: 'demo-secret-for-local-use-only',
} as const

/** The test merchant beside it, with whose requests the documentation begins. Its settings are every new merchant's. */
export const demoTestMerchant = {
  uid: 'TEST0001',
  name: 'Demo Test Merchant',
  secret: 'test-secret-for-local-use-only',
} as const
