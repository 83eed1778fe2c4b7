/** A call of the back office's API: one of each route, with a body that its schema takes, and who may make it. */
type BackOfficeCall = [
  method: string,
  path: string,
  body: object | null,
  allowed: readonly string[],
]

/** Every route there is; `routes.test.ts` holds this list against the router's own. */
export const calls: BackOfficeCall[] = [
  ['GET', '/api/alarms', null, ['operator', 'auditor']],
  ['POST', '/api/alarms/test', null, ['operator']],
  ['POST', '/api/alarms/M1/acknowledge', { note: 'x' }, ['operator']],
  ['GET', '/api/merchants', null, ['operator', 'auditor']],
  ['GET', '/api/merchants/M1', null, ['operator', 'auditor']],
  ['POST', '/api/merchants', { uid: 'M1', name: 'x' }, ['operator']],
  ['PATCH', '/api/merchants/M1', { enabled: false }, ['operator']],
  ['POST', '/api/merchants/M1/secret', {}, ['operator']],
  ['PUT', '/api/merchants/M1/payment-amounts', amounts(), ['operator']],
  ['GET', '/api/merchants/M1/payment-amounts', null, ['operator', 'auditor']],
  ['GET', '/api/merchants/M1/pricing', null, ['operator', 'auditor']],
  ['PUT', '/api/merchants/M1/pricing', { collection: { rate_ppm: 15_000 } }, ['operator']],
  ['DELETE', '/api/merchants/M1/pricing/1', null, ['operator']],
  ['GET', '/api/merchants/M1/settlement-accounts', null, ['operator', 'auditor']],
  ['POST', '/api/merchants/M1/settlement-accounts', aSettlementAccount(), ['operator']],
  ['DELETE', '/api/merchants/M1/settlement-accounts/1', null, ['operator']],
  ['POST', '/api/merchants/M1/withdrawals', { serial_no: 'w', amount: 'all' }, ['operator']],
  ['GET', '/api/merchants/M1/balance', null, ['operator', 'auditor']],
  ['GET', '/api/merchants/M1/ledger', null, ['operator', 'auditor']],
  ['GET', '/api/merchants/M1/ledger.csv', null, ['operator', 'auditor']],
  ['POST', '/api/merchants/M1/adjustments', anAdjustment(), ['operator']],
  ['GET', '/api/merchants/M1/statements', null, ['operator', 'auditor']],
  ['GET', '/api/merchants/M1/statements/1', null, ['operator', 'auditor']],
  ['GET', '/api/merchants/M1/statements/1.csv', null, ['operator', 'auditor']],
  ['GET', '/api/fees', null, ['operator', 'auditor']],
  ['GET', '/api/fees.csv', null, ['operator', 'auditor']],
  ['GET', '/api/products', null, ['operator', 'auditor']],
  ['POST', '/api/products', aProduct(), ['operator']],
  ['GET', '/api/products/1', null, ['operator', 'auditor']],
  ['PATCH', '/api/products/1', {}, ['operator']],
  ['DELETE', '/api/products/1', null, ['operator']],
  ['POST', '/api/bank-accounts', anAccount(), ['operator']],
  ['GET', '/api/bank-accounts', null, ['operator', 'auditor', 'agent']],
  ['GET', '/api/bank-accounts/1', null, ['operator', 'auditor', 'agent']],
  ['PATCH', '/api/bank-accounts/1', { state: 'paused' }, ['operator']],
  ['GET', '/api/search?q=x', null, ['operator', 'auditor', 'agent']],
  ['GET', '/api/ready', null, ['operator', 'auditor', 'agent']],
  ['POST', '/api/collections/settle', someItems(), ['operator', 'agent']],
  ['POST', '/api/collections/C1/notes', { text: 'x' }, ['operator', 'agent']],
  ['POST', '/api/payouts/P1/notes', { text: 'x' }, ['operator', 'agent']],
  ['POST', '/api/bank-accounts/1/reassign', { to: 2 }, ['operator']],
  ['GET', '/api/collections', null, ['operator', 'auditor', 'agent']],
  ['GET', '/api/collections.csv', null, ['operator', 'auditor']],
  ['GET', '/api/collections/C1', null, ['operator', 'auditor', 'agent']],
  ['POST', '/api/collections/C1/settle', {}, ['operator', 'agent']],
  ['POST', '/api/collections/C1/exception', { reason: 'x' }, ['operator', 'agent']],
  ['POST', '/api/collections/C1/match', aMatch(), ['operator', 'agent']],
  ['POST', '/api/collections/C1/confirm', {}, ['operator']],
  ['POST', '/api/collections/C1/reverse', aReversal(), ['operator']],
  ['POST', '/api/collections/C1/back', { bank_transactions: [1] }, ['operator']],
  ['GET', '/api/collections/C1/candidates', null, ['operator', 'auditor', 'agent']],
  ['GET', '/api/collections/C1/member-page', null, ['operator', 'auditor', 'agent']],
  ['POST', '/api/collections/C1/take', {}, ['operator', 'agent']],
  ['POST', '/api/collections/C1/release', {}, ['operator', 'agent']],
  ['GET', '/api/payouts', null, ['operator', 'auditor', 'agent']],
  ['GET', '/api/payouts.csv', null, ['operator', 'auditor']],
  ['GET', '/api/payouts/P1', null, ['operator', 'auditor', 'agent']],
  ['POST', '/api/payouts/P1/take', {}, ['operator', 'agent']],
  ['POST', '/api/payouts/P1/release', {}, ['operator', 'agent']],
  ['POST', '/api/payouts/P1/process', {}, ['operator', 'agent']],
  ['POST', '/api/payouts/P1/cancel', { reason: 'x' }, ['operator', 'agent']],
  ['POST', '/api/payouts/P1/back', { bank_transactions: [1] }, ['operator']],
  ['GET', '/api/payouts/P1/candidates', null, ['operator', 'auditor', 'agent']],
  ['POST', '/api/payouts/P1/reverse', aReversal(), ['operator']],
  ['POST', '/api/callbacks/resend', { state: 'parked' }, ['operator']],
  ['POST', '/api/callbacks/revive', { merchant_uid: 'M1' }, ['operator']],
  ['POST', '/api/callbacks/test', { merchant_uid: 'M1', url: 'x' }, ['operator']],
  ['POST', '/api/callbacks/C1/resend', {}, ['operator']],
  ['POST', '/api/callbacks/C1/revive', null, ['operator']],
  ['GET', '/api/callbacks', null, ['operator', 'auditor']],
  ['GET', '/api/callbacks/cb_C1', null, ['operator', 'auditor']],
  ['GET', '/api/receivers', null, ['operator', 'auditor']],
  ['GET', '/api/bridge/links/S1', null, ['operator', 'auditor', 'bridge']],
  ['POST', '/api/bridge/links/S1/purchase', { amount: 1 }, ['operator', 'bridge']],
  ['GET', '/api/overview', null, ['operator', 'auditor']],
  ['GET', '/api/overview/hours', null, ['operator', 'auditor']],
  ['GET', '/api/service', null, ['operator', 'auditor']],
  ['GET', '/api/books', null, ['operator', 'auditor']],
  ['POST', '/api/books/check', null, ['operator']],
  ['GET', '/api/auto', null, ['operator', 'auditor', 'agent']],
  ['POST', '/api/auto/stop', { reason: 'x' }, ['operator']],
  ['POST', '/api/auto/start', { reason: 'x' }, ['operator']],
  ['GET', '/api/maintenance', null, ['operator', 'auditor']],
  ['POST', '/api/maintenance', { on: true, reason: 'x' }, ['operator']],
  ['GET', '/api/service/keys', null, ['operator', 'auditor']],
  ['POST', '/api/erasures', { merchant_uid: 'x', user_id: '1', reason: 'x' }, ['operator']],
  ['GET', '/api/erasures/1', null, ['operator', 'auditor']],
  ['POST', '/api/holds', { account_no: '1', reason: 'x' }, ['operator']],
  ['GET', '/api/holds', null, ['operator', 'auditor']],
  ['POST', '/api/holds/1/lift', { reason: 'x' }, ['operator']],
  ['GET', '/api/journal', null, ['operator', 'auditor']],
  ['GET', '/api/journal.csv', null, ['operator', 'auditor']],
  ['GET', '/api/approvals', null, ['operator', 'auditor']],
  ['GET', '/api/approvals/1', null, ['operator', 'auditor']],
  ['POST', '/api/approvals/1/approve', {}, ['operator']],
  ['POST', '/api/approvals/1/reject', { reason: 'x' }, ['operator']],
  ['GET', '/api/people', null, ['operator', 'auditor']],
  ['GET', '/api/people/1', null, ['operator', 'auditor']],
  ['PUT', '/api/people/1', { role: 'agent' }, ['operator']],
  ['DELETE', '/api/people/1', null, ['operator']],
  ['POST', '/api/bank-accounts/1/statements', null, ['operator']],
  ['GET', '/api/bank-accounts/1/statements', null, ['operator', 'auditor']],
  ['GET', '/api/bank-accounts/1/imports', null, ['operator', 'auditor']],
  ['GET', '/api/imports/1', null, ['operator', 'auditor']],
  ['POST', '/api/imports/1/agree', null, ['operator']],
  ['POST', '/api/imports/1/undo', { reason: 'x' }, ['operator']],
  ['GET', '/api/statement-formats', null, ['operator', 'auditor']],
  ['POST', '/api/bank-transactions', aLine(), ['operator', 'feed']],
  ['GET', '/api/bank-transactions', null, ['operator', 'auditor', 'agent']],
  ['GET', '/api/bank-transactions.csv', null, ['operator', 'auditor']],
  ['GET', '/api/bank-transactions/1', null, ['operator', 'auditor', 'agent']],
  ['POST', '/api/bank-transactions/1/ignore', { kind: 'fee', reason: 'x' }, ['operator']],
  ['POST', '/api/bank-transactions/1/reopen', { reason: 'x' }, ['operator']],
  ['GET', '/api/openapi.json', null, ['operator', 'auditor', 'agent', 'bridge', 'feed']],
  ['GET', '/health', null, ['operator', 'auditor', 'agent', 'bridge', 'feed']],
]

function amounts() {
  return { fixed_amounts: [100], allow_custom: false, custom_min: 1, custom_max: 1 }
}

/** The calls that take a file in place of JSON. */
export const files: readonly string[] = ['/api/bank-accounts/1/statements']

function aLine() {
  return { bank_account: 1, booked_at: '2026-11-20', amount: 5, external_id: 'x' }
}

function anAdjustment() {
  return { amount: -1.5, bucket: 'available', reason: 'x', idempotency_key: 'k' }
}

function aSettlementAccount() {
  return { bank_code: '004', account_no: '12345678901', holder_name: 'x' }
}

function aProduct() {
  return { sku: 'S', name: 'x', currency: 'HKD', price_hkd_cents: 1 }
}

function anAccount() {
  return { bank_code: '004', account_no: '001234567890', holder_name: 'x' }
}

function aReversal() {
  return { reason: 'x', because: 'wrong_match' }
}

function aMatch() {
  return { collection_account_name: 'x', collection_account_no: '1', collection_bank_name: 'b' }
}

function someItems() {
  return { items: [{ trade_no: 'C1', bank_transactions: [1] }] }
}
