import type { merchantCalls } from '../../contract/back-office/calls/merchant-calls.ts'
import { adjustBalance, listLedger } from '../../operations/accounts/adjust-balance.ts'
import { showBalance } from '../../operations/accounts/query-balance.ts'
import { exportLedger } from '../../operations/export/export-lists.ts'
import { listMerchants } from '../../operations/merchants/list-merchants.ts'
import {
  createMerchant,
  patchMerchant,
  rotateSecret,
  setPaymentAmounts,
  showMerchant,
  showPaymentAmounts,
} from '../../operations/merchants/manage-merchant.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const merchantHandlers: Handlers<typeof merchantCalls> = {
  createMerchant: (context, act, { body }) => createMerchant(context, act, body),
  listMerchants: (context, _act, { query }) => listMerchants(context, query),
  showMerchant: (context, _act, { path }) => showMerchant(context, path.uid),
  patchMerchant: (context, act, { path, body }) => patchMerchant(context, act, path.uid, body),
  rotateSecret: (context, act, { path, body }) =>
    rotateSecret(context, act, path.uid, body.grace_seconds),
  setPaymentAmounts: (context, act, { path, body }) =>
    setPaymentAmounts(context, act, path.uid, body),
  showPaymentAmounts: (context, _act, { path }) => showPaymentAmounts(context, path.uid),
  showBalance: (context, _act, { path }) => showBalance(context, path.uid),
  listLedger: (context, _act, { path, query }) => listLedger(context, path.uid, query),
  exportLedger: async (context, act, { path, language }) => {
    const parts = await exportLedger(context, path.uid, language)
    return csvStream(context, act, { name: 'ledger', filters: { merchant_uid: path.uid } }, parts)
  },
  adjustBalance: (context, act, { path, body }) => adjustBalance(context, act, path.uid, body),
}
