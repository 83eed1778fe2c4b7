import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import type {
  AdjustmentCall,
  BulkResend,
  BulkRevival,
  CallbackFilterCall,
  CallbackTest,
  Confirmation,
  Identity,
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
} from '../operations/merchants/manage-merchant.ts'
import { listCallbacks } from '../operations/orders/list-orders.ts'
import { confirmCollection } from '../operations/orders/move-collection.ts'
import { showOverview } from '../operations/show-overview.ts'
import { answer, type Caller, requireBackOffice } from './answer.ts'

/**
 * What operators and auditors do; reachable by service binding only. Who is at work comes from the back office's
 * door, which has verified it.
 */
export class BackOffice extends WorkerEntrypoint<Env, Caller> {
  constructor(ctx: ExecutionContext<Caller>, env: Env) {
    super(ctx, env)
    requireBackOffice(ctx.props)
  }

  get #context() {
    return contextFrom(this.env)
  }

  createMerchant(request: NewMerchant) {
    return answer(() => createMerchant(this.#context, request))
  }

  listMerchants(page: Page) {
    return answer(() => listMerchants(this.#context, page))
  }

  showMerchant(uid: string) {
    return answer(() => showMerchant(this.#context, uid))
  }

  patchMerchant(uid: string, patch: MerchantPatch) {
    return answer(() => patchMerchant(this.#context, uid, patch))
  }

  rotateSecret(uid: string, graceSeconds: number) {
    return answer(() => rotateSecret(this.#context, uid, graceSeconds))
  }

  setPaymentAmounts(uid: string, call: PaymentAmountsCall) {
    return answer(() => setPaymentAmounts(this.#context, uid, call))
  }

  balance(uid: string) {
    return answer(() => showBalance(this.#context, uid))
  }

  adjustBalance(identity: Identity, uid: string, call: AdjustmentCall) {
    return answer(() => adjustBalance(this.#context, identity, uid, call))
  }

  listLedger(uid: string, page: LedgerPage) {
    return answer(() => listLedger(this.#context, uid, page))
  }

  createProduct(request: NewProduct) {
    return answer(() => createProduct(this.#context, request))
  }

  listProducts(page: Page) {
    return answer(() => listProducts(this.#context, page))
  }

  showProduct(id: number) {
    return answer(() => showProduct(this.#context, id))
  }

  patchProduct(id: number, patch: ProductPatch) {
    return answer(() => patchProduct(this.#context, id, patch))
  }

  removeProduct(id: number) {
    return answer(() => removeProduct(this.#context, id))
  }

  confirmCollection(identity: Identity, tradeNo: string, { accept, reason }: Confirmation) {
    return answer(() => confirmCollection(this.#context, identity, tradeNo, accept, reason))
  }

  overview() {
    return answer(() => showOverview(this.#context))
  }

  resendCallback(id: string) {
    return answer(() => resendCallbackById(this.#context, id))
  }

  resendCallbacks(call: BulkResend) {
    return answer(() => resendCallbacks(this.#context, call))
  }

  testCallback(call: CallbackTest) {
    return answer(() => testCallback(this.#context, call))
  }

  reviveCallback(id: string) {
    return answer(() => reviveCallback(this.#context, id))
  }

  reviveCallbacks(call: BulkRevival) {
    return answer(() => reviveCallbacks(this.#context, call))
  }

  listCallbacks(filter: CallbackFilterCall) {
    return answer(() => listCallbacks(this.#context, filter))
  }
}
