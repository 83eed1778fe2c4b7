import {
  adjustment,
  ledgerPage,
  merchantPatch,
  newMerchant,
  pageOfScope,
  paymentAmounts,
  secretRotation,
} from '../../back-office-calls.ts'
import { type Calls, operators, readers } from './call.ts'

export const merchantCalls = {
  createMerchant: {
    ...{ method: 'POST', path: '/merchants', roles: operators },
    ...{ body: newMerchant, status: 201 },
  },
  listMerchants: { method: 'GET', path: '/merchants', roles: readers, query: pageOfScope },
  showMerchant: { method: 'GET', path: '/merchants/:uid', roles: readers },
  patchMerchant: {
    ...{ method: 'PATCH', path: '/merchants/:uid', roles: operators, body: merchantPatch },
  },
  rotateSecret: {
    ...{ method: 'POST', path: '/merchants/:uid/secret', roles: operators, body: secretRotation },
  },
  setPaymentAmounts: {
    ...{ method: 'PUT', path: '/merchants/:uid/payment-amounts', roles: operators },
    body: paymentAmounts,
  },
  showPaymentAmounts: { method: 'GET', path: '/merchants/:uid/payment-amounts', roles: readers },
  showBalance: { method: 'GET', path: '/merchants/:uid/balance', roles: readers },
  listLedger: {
    ...{ method: 'GET', path: '/merchants/:uid/ledger', roles: readers, query: ledgerPage },
  },
  exportLedger: {
    ...{ method: 'GET', path: '/merchants/:uid/ledger.csv', roles: readers, answers: 'csv' },
  },
  adjustBalance: {
    ...{ method: 'POST', path: '/merchants/:uid/adjustments', roles: operators },
    ...{ body: adjustment, status: 201 },
  },
} as const satisfies Calls
