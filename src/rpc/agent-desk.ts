import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import type {
  CollectionFilterCall,
  Identity,
  Match,
  PayoutFilterCall,
  ProcessingCall,
  SettlementCall,
  Taking,
} from '../contract/back-office-calls.ts'
import {
  listCollections,
  listPayouts,
  showCollection,
  showPayout,
} from '../operations/orders/list-orders.ts'
import {
  matchCollection,
  releaseCollection,
  reportException,
  settleCollection,
  takeCollection,
} from '../operations/orders/move-collection.ts'
import {
  cancelPayout,
  processPayout,
  releasePayout,
  takePayout,
} from '../operations/orders/move-payout.ts'
import { answer, type Caller, requireBackOffice } from './answer.ts'

/**
 * What agents do with the orders they handle; reachable by service binding only. Who is at work comes from the back
 * office's door, which has verified it.
 */
export class AgentDesk extends WorkerEntrypoint<Env, Caller> {
  constructor(ctx: ExecutionContext<Caller>, env: Env) {
    super(ctx, env)
    requireBackOffice(ctx.props)
  }

  get #context() {
    return contextFrom(this.env)
  }

  listCollections(filter: CollectionFilterCall) {
    return answer(() => listCollections(this.#context, filter))
  }

  showCollection(tradeNo: string) {
    return answer(() => showCollection(this.#context, tradeNo))
  }

  takeCollection(identity: Identity, tradeNo: string, { agent }: Taking) {
    return answer(() => takeCollection(this.#context, identity, tradeNo, agent ?? null))
  }

  releaseCollection(identity: Identity, tradeNo: string) {
    return answer(() => releaseCollection(this.#context, identity, tradeNo))
  }

  matchCollection(identity: Identity, tradeNo: string, match: Match) {
    const account = {
      agent: match.agent ?? null,
      collectionAccountName: match.collection_account_name,
      collectionAccountNo: match.collection_account_no,
      collectionBankName: match.collection_bank_name,
    }
    return answer(() => matchCollection(this.#context, identity, tradeNo, account))
  }

  settleCollection(identity: Identity, tradeNo: string, call: SettlementCall) {
    const { paid_amount: paidAmount = null, paid_at: paidAt = null, manual, override } = call
    const settlement = { paidAmount, paidAt, manual, override }
    return answer(() => settleCollection(this.#context, identity, tradeNo, settlement))
  }

  reportException(identity: Identity, tradeNo: string, reason: string) {
    return answer(() => reportException(this.#context, identity, tradeNo, reason))
  }

  listPayouts(filter: PayoutFilterCall) {
    return answer(() => listPayouts(this.#context, filter))
  }

  showPayout(tradeNo: string) {
    return answer(() => showPayout(this.#context, tradeNo))
  }

  takePayout(identity: Identity, tradeNo: string, { agent }: Taking) {
    return answer(() => takePayout(this.#context, identity, tradeNo, agent ?? null))
  }

  releasePayout(identity: Identity, tradeNo: string) {
    return answer(() => releasePayout(this.#context, identity, tradeNo))
  }

  processPayout(identity: Identity, tradeNo: string, call: ProcessingCall) {
    const processing = {
      actualAmount: call.actual_amount ?? null,
      voucherNo: call.voucher_no ?? null,
      processedAt: call.processed_at ?? null,
      override: call.override,
    }
    return answer(() => processPayout(this.#context, identity, tradeNo, processing))
  }

  cancelPayout(identity: Identity, tradeNo: string, reason: string) {
    return answer(() => cancelPayout(this.#context, identity, tradeNo, reason))
  }
}
