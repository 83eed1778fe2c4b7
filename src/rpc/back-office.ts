import { contextFrom } from '../context.ts'
import type { Confirmation, ReversalCall } from '../contract/back-office/move-calls.ts'
import type { Identity } from '../contract/back-office/roles.ts'
import type {
  AdjustmentCall,
  BulkResend,
  BulkRevival,
  CallbackFilterCall,
  CallbackTest,
  LedgerPage,
  MerchantPatch,
  NewMerchant,
  NewProduct,
  Page,
  PaymentAmountsCall,
  ProductPatch,
} from '../contract/back-office-calls.ts'
import { adjustBalance, listLedger } from '../operations/accounts/adjust-balance.ts'
import { showBalance } from '../operations/accounts/query-balance.ts'
import { resendCallbackById } from '../operations/callbacks/resend-callback.ts'
import { resendCallbacks } from '../operations/callbacks/resend-callbacks.ts'
import { reviveCallback } from '../operations/callbacks/revive-callback.ts'
import { reviveCallbacks } from '../operations/callbacks/revive-callbacks.ts'
import { testCallback } from '../operations/callbacks/test-callback.ts'
import {
  createProduct,
  listProducts,
  patchProduct,
  removeProduct,
  showProduct,
} from '../operations/catalogue/manage-products.ts'
import {
  createMerchant,
  listMerchants,
  patchMerchant,
  rotateSecret,
  setPaymentAmounts,
  showMerchant,
  showPaymentAmounts,
} from '../operations/merchants/manage-merchant.ts'
import { listCallbacks } from '../operations/orders/list-orders.ts'
import { confirmCollection, reverseCollection } from '../operations/orders/move-collection.ts'
import { reversePayout } from '../operations/orders/move-payout.ts'
import { showHealth } from '../operations/show-health.ts'
import { showOverview } from '../operations/show-overview.ts'
import { answer } from './answer.ts'
import { BackOfficeEntrypoint } from './back-office-entrypoint.ts'

/** What operators and auditors do; reachable by service binding only. The back office has verified each `identity`. */
export class BackOffice extends BackOfficeEntrypoint {
  createMerchant(request: NewMerchant) {
    return answer(() => createMerchant(contextFrom(this.env), request))
  }

  listMerchants(page: Page) {
    return answer(() => listMerchants(contextFrom(this.env), page))
  }

  showMerchant(uid: string) {
    return answer(() => showMerchant(contextFrom(this.env), uid))
  }

  patchMerchant(uid: string, patch: MerchantPatch) {
    return answer(() => patchMerchant(contextFrom(this.env), uid, patch))
  }

  rotateSecret(uid: string, graceSeconds: number) {
    return answer(() => rotateSecret(contextFrom(this.env), uid, graceSeconds))
  }

  setPaymentAmounts(uid: string, call: PaymentAmountsCall) {
    return answer(() => setPaymentAmounts(contextFrom(this.env), uid, call))
  }

  showPaymentAmounts(uid: string) {
    return answer(() => showPaymentAmounts(contextFrom(this.env), uid))
  }

  health() {
    return answer(() => showHealth(contextFrom(this.env)))
  }

  balance(uid: string) {
    return answer(() => showBalance(contextFrom(this.env), uid))
  }

  adjustBalance(identity: Identity, uid: string, call: AdjustmentCall) {
    return answer(() => adjustBalance(contextFrom(this.env), identity, uid, call))
  }

  listLedger(uid: string, page: LedgerPage) {
    return answer(() => listLedger(contextFrom(this.env), uid, page))
  }

  createProduct(request: NewProduct) {
    return answer(() => createProduct(contextFrom(this.env), request))
  }

  listProducts(page: Page) {
    return answer(() => listProducts(contextFrom(this.env), page))
  }

  showProduct(id: number) {
    return answer(() => showProduct(contextFrom(this.env), id))
  }

  patchProduct(id: number, patch: ProductPatch) {
    return answer(() => patchProduct(contextFrom(this.env), id, patch))
  }

  removeProduct(id: number) {
    return answer(() => removeProduct(contextFrom(this.env), id))
  }

  confirmCollection(identity: Identity, tradeNo: string, call: Confirmation) {
    return answer(() => confirmCollection(contextFrom(this.env), identity, tradeNo, call))
  }

  reverseCollection(identity: Identity, tradeNo: string, call: ReversalCall) {
    return answer(() => reverseCollection(contextFrom(this.env), identity, tradeNo, call))
  }

  reversePayout(identity: Identity, tradeNo: string, call: ReversalCall) {
    return answer(() => reversePayout(contextFrom(this.env), identity, tradeNo, call))
  }

  overview() {
    return answer(() => showOverview(contextFrom(this.env)))
  }

  resendCallback(id: string) {
    return answer(() => resendCallbackById(contextFrom(this.env), id))
  }

  resendCallbacks(call: BulkResend) {
    return answer(() => resendCallbacks(contextFrom(this.env), call))
  }

  testCallback(call: CallbackTest) {
    return answer(() => testCallback(contextFrom(this.env), call))
  }

  reviveCallback(id: string) {
    return answer(() => reviveCallback(contextFrom(this.env), id))
  }

  reviveCallbacks(call: BulkRevival) {
    return answer(() => reviveCallbacks(contextFrom(this.env), call))
  }

  listCallbacks(filter: CallbackFilterCall) {
    return answer(() => listCallbacks(contextFrom(this.env), filter))
  }
}
