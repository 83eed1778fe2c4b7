/** The merchant of a new local database. Its secret is public, and for local use only. */
export const demoMerchant = {
  uid: 'DEMO0001',
  name: 'Demo Merchant',
  secret: 'demo-secret-for-local-use-only',
} as const
