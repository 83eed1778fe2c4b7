/** The merchant of a new local database. Its secret is public: for local use only. */
export const demoMerchant = {
  uid: 'DEMO0001',
  name: 'Demo Merchant',
  secret: 'demo-secret-for-local-use-only',
} as const

/** The test merchant of the documentation's first requests, with the default settings. */
export const demoTestMerchant = {
  uid: 'TEST0001',
  name: 'Demo Test Merchant',
  secret: 'test-secret-for-local-use-only',
} as const
