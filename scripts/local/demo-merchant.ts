/** The merchant that a local database starts with; its secret is public and good for nothing else. */
export const demoMerchant = {
  uid: 'DEMO0001',
  name: 'Demo Merchant',
  secret: 'demo-secret-for-local-use-only',
} as const
