import { contextFrom } from '../context.ts'
import type { Identity } from '../contract/back-office/roles.ts'
import type { BridgePurchaseCall } from '../contract/back-office-calls.ts'
import { purchaseOverBridge, showBridgeLink } from '../operations/links/bridge-link.ts'
import { answer } from './answer.ts'
import { BackOfficeEntrypoint } from './back-office-entrypoint.ts'

/** What an exchange with pages of its own does with a payment link (§1.8.4); reachable by service binding only. */
export class ExchangeBridge extends BackOfficeEntrypoint {
  showLink(session: string, claims: { readonly link_sign?: string | undefined }) {
    return answer(() => showBridgeLink(contextFrom(this.env), session, claims))
  }

  purchase(identity: Identity, session: string, call: BridgePurchaseCall) {
    return answer(() => purchaseOverBridge(contextFrom(this.env), identity, session, call))
  }
}
