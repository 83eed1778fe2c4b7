import {
  bulkResend,
  bulkRevival,
  callbackFilter,
  callbackTest,
  receiverFilter,
} from '../../back-office-calls.ts'
import { type Calls, operators, readers } from './call.ts'

export const callbackCalls = {
  listCallbacks: { method: 'GET', path: '/callbacks', roles: readers, query: callbackFilter },
  showCallback: { method: 'GET', path: '/callbacks/:id{cb_[A-Z0-9.]+}', roles: readers },
  listReceivers: { method: 'GET', path: '/receivers', roles: readers, query: receiverFilter },
  resendCallbacks: {
    ...{ method: 'POST', path: '/callbacks/resend', roles: operators },
    ...{ body: bulkResend, status: 202 },
  },
  reviveCallbacks: {
    ...{ method: 'POST', path: '/callbacks/revive', roles: operators, body: bulkRevival },
  },
  testCallback: {
    ...{ method: 'POST', path: '/callbacks/test', roles: operators, body: callbackTest },
  },
  resendCallback: {
    ...{ method: 'POST', path: '/callbacks/:id/resend', roles: operators, status: 202 },
  },
  reviveCallback: { method: 'POST', path: '/callbacks/:id/revive', roles: operators },
} as const satisfies Calls
