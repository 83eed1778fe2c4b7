/** The name of each operation in the machine-readable description, which becomes a function of generated clients. */
const operationIds: Readonly<Record<string, string>> = {
  '/api/v1/merchant/payment-channels': 'listPaymentChannels',
  '/api/v1/merchant/payment-amounts': 'getPaymentAmounts',
  '/api/v1/merchant/payment-links/amount': 'createAmountLink',
  '/api/v1/merchant/payment-links': 'createPaymentLink',
  '/api/v1/merchant/collections': 'createCollection',
  '/api/v1/merchant/collections/status': 'getCollection',
  '/api/v1/merchant/payouts': 'createPayout',
  '/api/v1/merchant/payouts/status': 'getPayout',
  '/api/v1/merchant/balance': 'getBalance',
  '/api/v1/merchant/banks': 'listBanks',
  '/api/v1/merchant/callbacks/retry': 'resendCallback',
  '/api/v1/products': 'listProducts',
  '/api/v1/merchant/ledger': 'queryLedger',
  '/api/v1/merchant/pricing': 'getPricing',
  '/api/v1/merchant/withdrawals': 'createWithdrawal',
  '/api/v1/merchant/statements': 'getStatement',
  '/api/v1/merchant/callbacks': 'listCallbacks',
  '/api/v1/merchant/sandbox/outcome': 'setSandboxOutcome',
  '/api/v1/merchant/sandbox/callback': 'sendSandboxCallback',
  '/health': 'getHealth',
}

/** The operation's id of an endpoint: a verb first. Throws for a path that has none yet. */
export function operationIdOf(path: string): string {
  const id = operationIds[path]
  if (id === undefined) throw new Error(`${path} has no id in operation-ids.ts`)
  return id
}
