import type { holdCalls, merchantCalls } from '../../contract/back-office/merchants.ts'
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
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const merchantHandlers: Handlers<
  keyof typeof merchantCalls | keyof typeof holdCalls | keyof typeof productCalls
> = {
  createMerchant: ({ context, act, body }) => createMerchant(context, act, body),
  listMerchants: ({ context, query }) => listMerchants(context, query),
  showMerchant: ({ context, path }) => showMerchant(context, path.uid),
  patchMerchant: ({ context, act, path, body }) =>
    patchMerchant({ context, act, uid: path.uid, patch: body }),
  rotateSecret: ({ context, act, path, body }) =>
    rotateSecret({ context, act, uid: path.uid, graceSeconds: body.grace_seconds }),
  setPaymentAmounts: ({ context, act, path, body }) =>
    setPaymentAmounts({ context, act, uid: path.uid, call: body }),
  showPaymentAmounts: ({ context, path }) => showPaymentAmounts(context, path.uid),
  showBalance: ({ context, path }) => showBalance(context, path.uid),
  listLedger: ({ context, path, query }) => listLedger(context, path.uid, query),
  exportLedger: async ({ context, act, path, language }) => {
    const parts = await exportLedger(context, path.uid, language)
    return csvStream({
      context,
      act,
      list: { name: 'ledger', filters: { merchant_uid: path.uid } },
      parts,
    })
  },
  adjustBalance: ({ context, act, path, body }) =>
    adjustBalance({ context, act, uid: path.uid, call: body }),
  placeHold: ({ context, act, body }) => placeHold(context, act, body),
  listHolds: ({ context, query }) => listHolds(context, query),
  liftHold: ({ context, act, path, body }) =>
    liftHold({ context, act, id: Number(path.id), reason: body.reason }),
  listProducts: ({ context, query }) => listProducts(context, query),
  createProduct: ({ context, act, body }) => createProduct(context, act, body),
  showProduct: ({ context, path }) => showProduct(context, Number(path.id)),
  patchProduct: ({ context, act, path, body }) =>
    patchProduct({ context, act, id: Number(path.id), patch: body }),
  removeProduct: ({ context, act, path }) => removeProduct(context, act, Number(path.id)),
}
