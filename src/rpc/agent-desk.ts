import { contextFrom } from '../context.ts'
import type {
  Match,
  ProcessingCall,
  SettlementCall,
  Taking,
} from '../contract/back-office/move-calls.ts'
import type { Identity } from '../contract/back-office/roles.ts'
import type { CollectionFilterCall, PayoutFilterCall } from '../contract/back-office-calls.ts'
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
import { answer } from './answer.ts'
import { BackOfficeEntrypoint } from './back-office-entrypoint.ts'

/** What agents do with orders; reachable by service binding only. The back office has verified each `identity`. */
export class AgentDesk extends BackOfficeEntrypoint {
  listCollections(filter: CollectionFilterCall) {
    return answer(() => listCollections(contextFrom(this.env), filter))
  }

  showCollection(tradeNo: string) {
    return answer(() => showCollection(contextFrom(this.env), tradeNo))
  }

  takeCollection(identity: Identity, tradeNo: string, { agent }: Taking) {
    return answer(() => takeCollection(contextFrom(this.env), identity, tradeNo, agent ?? null))
  }

  releaseCollection(identity: Identity, tradeNo: string) {
    return answer(() => releaseCollection(contextFrom(this.env), identity, tradeNo))
  }

  matchCollection(identity: Identity, tradeNo: string, match: Match) {
    const account = {
      agent: match.agent ?? null,
      collectionAccountName: match.collection_account_name,
      collectionAccountNo: match.collection_account_no,
      collectionBankName: match.collection_bank_name,
    }
    return answer(() => matchCollection(contextFrom(this.env), identity, tradeNo, account))
  }

  settleCollection(identity: Identity, tradeNo: string, call: SettlementCall) {
    const { paid_amount: paidAmount = null, paid_at: paidAt = null, ...rest } = call
    const settlement = { paidAmount, paidAt, ...rest }
    return answer(() => settleCollection(contextFrom(this.env), identity, tradeNo, settlement))
  }

  reportException(identity: Identity, tradeNo: string, reason: string) {
    return answer(() => reportException(contextFrom(this.env), identity, tradeNo, reason))
  }

  listPayouts(filter: PayoutFilterCall) {
    return answer(() => listPayouts(contextFrom(this.env), filter))
  }

  showPayout(tradeNo: string) {
    return answer(() => showPayout(contextFrom(this.env), tradeNo))
  }

  takePayout(identity: Identity, tradeNo: string, { agent }: Taking) {
    return answer(() => takePayout(contextFrom(this.env), identity, tradeNo, agent ?? null))
  }

  releasePayout(identity: Identity, tradeNo: string) {
    return answer(() => releasePayout(contextFrom(this.env), identity, tradeNo))
  }

  processPayout(identity: Identity, tradeNo: string, call: ProcessingCall) {
    const { actual_amount, voucher_no, processed_at, ...rest } = call
    const processing = {
      actualAmount: actual_amount ?? null,
      voucherNo: voucher_no ?? null,
      processedAt: processed_at ?? null,
      ...rest,
    }
    return answer(() => processPayout(contextFrom(this.env), identity, tradeNo, processing))
  }

  cancelPayout(identity: Identity, tradeNo: string, reason: string) {
    return answer(() => cancelPayout(contextFrom(this.env), identity, tradeNo, reason))
  }
}
