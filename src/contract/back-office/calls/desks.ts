import { bridgeLookup, bridgePurchase, overviewScope } from '../../back-office-calls.ts'
import { bankAccountCalls, bankAccountReads } from './bank-account-calls.ts'
import { bridgeReaders, bridges, type Calls, operators, readers } from './call.ts'
import { callbackCalls } from './callback-calls.ts'
import { holdCalls } from './hold-calls.ts'
import { merchantCalls } from './merchant-calls.ts'
import { agentCalls, operatorOrderCalls } from './order-calls.ts'
import { peopleCalls } from './people-calls.ts'
import { productCalls } from './product-calls.ts'
import { transactionCalls, transactionReads } from './transaction-calls.ts'

const session = '/bridge/links/:third_party_session'

/** The calls of the back office by the service binding, and so the entrypoint of the public Worker, that takes them. */
export const desks = {
  BACK_OFFICE: {
    ...merchantCalls,
    ...productCalls,
    ...bankAccountCalls,
    ...operatorOrderCalls,
    ...callbackCalls,
    ...peopleCalls,
    ...holdCalls,
    ...transactionCalls,
    listAlarms: { method: 'GET', path: '/alarms', roles: readers },
    testAlarms: { method: 'POST', path: '/alarms/test', roles: operators },
    showBooks: { method: 'GET', path: '/books', roles: readers },
    overview: { method: 'GET', path: '/overview', roles: readers, query: overviewScope },
    overviewHours: {
      ...{ method: 'GET', path: '/overview/hours', roles: readers, query: overviewScope },
    },
    showService: { method: 'GET', path: '/service', roles: readers },
    showKeys: { method: 'GET', path: '/service/keys', roles: readers },
  },
  AGENT_DESK: { ...agentCalls, ...bankAccountReads, ...transactionReads },
  EXCHANGE_BRIDGE: {
    showBridgeLink: { method: 'GET', path: session, roles: bridgeReaders, query: bridgeLookup },
    purchaseOverBridge: {
      ...{ method: 'POST', path: `${session}/purchase`, roles: bridges, body: bridgePurchase },
    },
  },
} as const satisfies Record<string, Calls>

export type Desk = keyof typeof desks
