import { WorkerEntrypoint } from 'cloudflare:workers'
import type {
  CollectionFilterCall,
  Identity,
  Match,
  SettlementCall,
} from '../contract/back-office.ts'
import { contextFrom } from '../env.ts'
import {
  matchCollection,
  reportException,
  settleCollection,
} from '../operations/move-collection.ts'
import { listCollections, showCollection } from '../operations/read-orders.ts'
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

  matchCollection(identity: Identity, tradeNo: string, match: Match) {
    const account = {
      agent: match.agent ?? identity.name,
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
}
