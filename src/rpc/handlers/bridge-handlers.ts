import type { bridgeCalls } from '../../contract/back-office/bridge.ts'
import { purchaseOverBridge, showBridgeLink } from '../../operations/links/bridge-link.ts'
import type { Handlers } from './handlers.ts'

export const bridgeHandlers: Handlers<keyof typeof bridgeCalls> = {
  showBridgeLink: ({ context, path, query }) =>
    showBridgeLink(context, path.third_party_session, query),
  purchaseOverBridge: ({ context, principal, path, body }) =>
    purchaseOverBridge({
      context,
      actor: principal,
      session: path.third_party_session,
      call: body,
    }),
}
