import type { Context } from '../../context.ts'
import type { Desk, desks } from '../../contract/back-office/calls/desks.ts'
import type { RolesBySetting } from '../../contract/back-office/roles.ts'
import { listAlarms } from '../../operations/alarms/list-alarms.ts'
import { testAlarms } from '../../operations/alarms/test-alarms.ts'
import { showBooks } from '../../operations/books/show-books.ts'
import { purchaseOverBridge, showBridgeLink } from '../../operations/links/bridge-link.ts'
import { liftHold, listHolds, placeHold } from '../../operations/merchants/manage-holds.ts'
import { showKeys } from '../../operations/merchants/show-keys.ts'
import { approve, type CarryOut } from '../../operations/people/decide-approval.ts'
import { showHours } from '../../operations/show-hours.ts'
import { showOverview } from '../../operations/show-overview.ts'
import { showService } from '../../operations/show-service.ts'
import { bankAccountHandlers, bankAccountReadHandlers } from './bank-account-handlers.ts'
import { callbackHandlers } from './callback-handlers.ts'
import { type Handlers, handlerNamed } from './handlers.ts'
import { merchantHandlers } from './merchant-handlers.ts'
import { agentHandlers, operatorOrderHandlers } from './order-handlers.ts'
import { peopleHandlers } from './people-handlers.ts'
import { productHandlers } from './product-handlers.ts'
import { transactionHandlers, transactionReadHandlers } from './transaction-handlers.ts'

/** What carries out the calls of each desk. */
export const deskHandlers: { readonly [Name in Desk]: Handlers<(typeof desks)[Name]> } = {
  BACK_OFFICE: {
    ...merchantHandlers,
    ...productHandlers,
    ...bankAccountHandlers,
    ...operatorOrderHandlers,
    ...callbackHandlers,
    placeHold: (context, act, { body }) => placeHold(context, act, body),
    listHolds: (context, _act, { query }) => listHolds(context, query),
    liftHold: (context, act, { path, body }) =>
      liftHold(context, act, Number(path.id), body.reason),
    ...peopleHandlers,
    ...transactionHandlers,
    approve: (context, act, { path, body, roles }) =>
      approve(context, act, path.id, body.seq ?? null, roles, carryOutStored(context, roles)),
    listAlarms: (context) => listAlarms(context),
    testAlarms: (context) => testAlarms(context),
    showBooks: (context) => showBooks(context),
    overview: (context, _act, { roles, query }) => showOverview(context, roles, query),
    overviewHours: (context, _act, { query }) => showHours(context, query),
    showService: async (context) => showService(context),
    showKeys: (context) => showKeys(context),
  },
  AGENT_DESK: { ...agentHandlers, ...bankAccountReadHandlers, ...transactionReadHandlers },
  EXCHANGE_BRIDGE: {
    showBridgeLink: (context, _act, { path, query }) =>
      showBridgeLink(context, path.third_party_session, query),
    purchaseOverBridge: (context, act, { path, body }) =>
      purchaseOverBridge(context, act, path.third_party_session, body),
  },
}

// What goes on after its answer is an import, which waits for nobody's approval.
function nothingGoesOn(): never {
  throw new Error('an approved call goes on after its answer')
}

// A call of any desk: each has its own name.
function carryOutStored(context: Context, roles: RolesBySetting): CarryOut {
  return ({ name, ...given }, act) => {
    const handler = Object.values(deskHandlers)
      .map((handlers) => handlerNamed(handlers, name))
      .find((one) => one !== null)
    if (handler === undefined || handler === null) throw new Error(`there is no call ${name}`)
    const input = { ...given, query: undefined, roles, language: 'zh' } as const
    return handler(context, act, input, nothingGoesOn)
  }
}
