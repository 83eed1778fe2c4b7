import { collectionFilter, payoutFilter } from '../../back-office-calls.ts'
import { collectionExport, payoutExport } from '../exports.ts'
import {
  backing,
  cancellation,
  confirmation,
  exceptionReport,
  match,
  processing,
  reversal,
  settlement,
  taking,
} from '../move-calls.ts'
import { searchQuery } from '../search.ts'
import { agents, type Calls, operators, orderReaders, readers } from './call.ts'

const collection = '/collections/:trade_no'
const payout = '/payouts/:trade_no'

/** What agents do with orders. */
export const agentCalls = {
  search: { method: 'GET', path: '/search', roles: orderReaders, query: searchQuery },
  listCollections: {
    ...{ method: 'GET', path: '/collections', roles: orderReaders, query: collectionFilter },
  },
  exportCollections: {
    ...{ method: 'GET', path: '/collections.csv', roles: readers },
    ...{ query: collectionExport, answers: 'csv' },
  },
  showCollection: { method: 'GET', path: collection, roles: orderReaders },
  takeCollection: { method: 'POST', path: `${collection}/take`, roles: agents, body: taking },
  releaseCollection: { method: 'POST', path: `${collection}/release`, roles: agents },
  matchCollection: { method: 'POST', path: `${collection}/match`, roles: agents, body: match },
  settleCollection: {
    ...{ method: 'POST', path: `${collection}/settle`, roles: agents, body: settlement },
  },
  candidatesOfCollection: {
    ...{ method: 'GET', path: `${collection}/candidates`, roles: orderReaders },
  },
  memberPageOfCollection: {
    ...{ method: 'GET', path: `${collection}/member-page`, roles: orderReaders },
  },
  reportException: {
    ...{ method: 'POST', path: `${collection}/exception`, roles: agents, body: exceptionReport },
  },
  listPayouts: { method: 'GET', path: '/payouts', roles: orderReaders, query: payoutFilter },
  exportPayouts: {
    ...{ method: 'GET', path: '/payouts.csv', roles: readers },
    ...{ query: payoutExport, answers: 'csv' },
  },
  showPayout: { method: 'GET', path: payout, roles: orderReaders },
  candidatesOfPayout: { method: 'GET', path: `${payout}/candidates`, roles: orderReaders },
  takePayout: { method: 'POST', path: `${payout}/take`, roles: agents, body: taking },
  releasePayout: { method: 'POST', path: `${payout}/release`, roles: agents },
  processPayout: { method: 'POST', path: `${payout}/process`, roles: agents, body: processing },
  cancelPayout: { method: 'POST', path: `${payout}/cancel`, roles: agents, body: cancellation },
} as const satisfies Calls

/** What operators alone do with orders. */
export const operatorOrderCalls = {
  confirmCollection: {
    ...{ method: 'POST', path: `${collection}/confirm`, roles: operators, body: confirmation },
  },
  reverseCollection: {
    ...{ method: 'POST', path: `${collection}/reverse`, roles: operators, body: reversal },
  },
  backCollection: {
    ...{ method: 'POST', path: `${collection}/back`, roles: operators, body: backing },
  },
  reversePayout: { method: 'POST', path: `${payout}/reverse`, roles: operators, body: reversal },
  backPayout: { method: 'POST', path: `${payout}/back`, roles: operators, body: backing },
} as const satisfies Calls
