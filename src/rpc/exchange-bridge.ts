import { WorkerEntrypoint } from 'cloudflare:workers'
import { contextFrom } from '../context.ts'
import type { BridgePurchaseCall, Identity } from '../contract/back-office-calls.ts'
import { purchaseOverBridge, showBridgeLink } from '../operations/links/bridge-link.ts'
import { answer, type Caller, requireBackOffice } from './answer.ts'

/** What an exchange with pages of its own does with a payment link (§1.8.4); reachable by service binding only. */
export class ExchangeBridge extends WorkerEntrypoint<Env, Caller> {
  constructor(ctx: ExecutionContext<Caller>, env: Env) {
    super(ctx, env)
    requireBackOffice(ctx.props)
  }

  get #context() {
    return contextFrom(this.env)
  }

  showLink(session: string, claims: { readonly link_sign?: string | undefined }) {
    return answer(() => showBridgeLink(this.#context, session, claims))
  }

  purchase(identity: Identity, session: string, call: BridgePurchaseCall) {
    return answer(() => purchaseOverBridge(this.#context, identity, session, call))
  }
}
