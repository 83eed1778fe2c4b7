import type { Desk, desks } from '../../contract/back-office/calls/desks.ts'
import { purchaseOverBridge, showBridgeLink } from '../../operations/links/bridge-link.ts'
import { liftHold, listHolds, placeHold } from '../../operations/merchants/manage-holds.ts'
import { listJournal } from '../../operations/people/list-journal.ts'
import { showOverview } from '../../operations/show-overview.ts'
import { callbackHandlers } from './callback-handlers.ts'
import type { Handlers } from './handlers.ts'
import { merchantHandlers } from './merchant-handlers.ts'
import { agentHandlers, operatorOrderHandlers } from './order-handlers.ts'
import { productHandlers } from './product-handlers.ts'

/** What carries out the calls of each desk. */
export const deskHandlers: { readonly [Name in Desk]: Handlers<(typeof desks)[Name]> } = {
  BACK_OFFICE: {
    ...merchantHandlers,
    ...productHandlers,
    ...operatorOrderHandlers,
    ...callbackHandlers,
    listJournal: (context, _act, { query }) => listJournal(context, query),
    placeHold: (context, act, { body }) => placeHold(context, act, body),
    listHolds: (context, _act, { query }) => listHolds(context, query),
    liftHold: (context, act, { path, body }) =>
      liftHold(context, act, Number(path.id), body.reason),
    overview: (context) => showOverview(context),
  },
  AGENT_DESK: agentHandlers,
  EXCHANGE_BRIDGE: {
    showBridgeLink: (context, _act, { path, query }) =>
      showBridgeLink(context, path.third_party_session, query),
    purchaseOverBridge: (context, act, { path, body }) =>
      purchaseOverBridge(context, act, path.third_party_session, body),
  },
}
