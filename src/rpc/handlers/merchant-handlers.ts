import type { adjustmentCalls } from '../../contract/back-office/merchants/adjustments.ts'
import type { erasureCalls } from '../../contract/back-office/merchants/erasures.ts'
import type { holdCalls } from '../../contract/back-office/merchants/holds.ts'
import type { ledgerCalls } from '../../contract/back-office/merchants/ledger.ts'
import type { merchantCalls } from '../../contract/back-office/merchants/merchants.ts'
import type { paymentAmountCalls } from '../../contract/back-office/merchants/payment-amounts.ts'
import type { productCalls } from '../../contract/back-office/products.ts'
import { adjustBalance, listLedger } from '../../operations/accounts/adjust-balance.ts'
import { showBalance } from '../../operations/accounts/query-balance.ts'
import {
  createProduct,
  listProducts,
  patchProduct,
  removeProduct,
  showProduct,
} from '../../operations/catalogue/manage-products.ts'
import { exportLedger } from '../../operations/export/export-lists.ts'
import { listMerchants } from '../../operations/merchants/list-merchants.ts'
import { liftHold, listHolds, placeHold } from '../../operations/merchants/manage-holds.ts'
import {
  createMerchant,
  patchMerchant,
  rotateSecret,
  setPaymentAmounts,
  showMerchant,
  showPaymentAmounts,
} from '../../operations/merchants/manage-merchant.ts'
import { eraseMember, showErasure } from '../../operations/privacy/erase-member.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const merchantHandlers: Handlers<
  | keyof typeof merchantCalls
  | keyof typeof paymentAmountCalls
  | keyof typeof ledgerCalls
  | keyof typeof adjustmentCalls
  | keyof typeof holdCalls
  | keyof typeof erasureCalls
  | keyof typeof productCalls
> = {
  createMerchant: ({ context, principal, body }) => createMerchant(context, principal, body),
  listMerchants: ({ context, query }) => listMerchants(context, query),
  showMerchant: ({ context, path }) => showMerchant(context, path.uid),
  patchMerchant: ({ context, principal, path, body }) =>
    patchMerchant({ context, principal, uid: path.uid, patch: body }),
  rotateSecret: ({ context, principal, path, body }) =>
    rotateSecret({ context, principal, uid: path.uid, graceSeconds: body.grace_seconds }),
  setPaymentAmounts: ({ context, principal, path, body }) =>
    setPaymentAmounts({ context, principal, uid: path.uid, call: body }),
  showPaymentAmounts: ({ context, path }) => showPaymentAmounts(context, path.uid),
  showBalance: ({ context, path }) => showBalance(context, path.uid),
  listLedger: ({ context, path, query }) => listLedger(context, path.uid, query),
  exportLedger: async ({ context, principal, path, language }) => {
    const parts = await exportLedger(context, path.uid, language)
    return csvStream({
      context,
      principal,
      list: { name: 'ledger', filters: { merchant_uid: path.uid } },
      parts,
    })
  },
  adjustBalance: ({ context, principal, path, body }) =>
    adjustBalance({ context, principal, uid: path.uid, call: body }),
  placeHold: ({ context, principal, body }) => placeHold(context, principal, body),
  listHolds: ({ context, query }) => listHolds(context, query),
  liftHold: ({ context, principal, path, body }) =>
    liftHold({ context, principal, id: Number(path.id), reason: body.reason }),
  eraseMember: ({ context, principal, body }) => eraseMember(context, principal, body),
  showErasure: ({ context, path }) => showErasure(context, Number(path.id)),
  listProducts: ({ context, query }) => listProducts(context, query),
  createProduct: ({ context, principal, body }) => createProduct(context, principal, body),
  showProduct: ({ context, path }) => showProduct(context, Number(path.id)),
  patchProduct: ({ context, principal, path, body }) =>
    patchProduct({ context, principal, id: Number(path.id), patch: body }),
  removeProduct: ({ context, principal, path }) =>
    removeProduct(context, principal, Number(path.id)),
}
