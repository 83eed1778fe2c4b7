import type { BackingCall, orderCalls } from '../../contract/back-office/orders.ts'
import type { searchCalls } from '../../contract/back-office/search.ts'
import {
  candidatesOfCollection,
  candidatesOfPayout,
} from '../../operations/banking/find-candidates.ts'
import { exportCollections, exportPayouts } from '../../operations/export/export-lists.ts'
import { memberPageOfCollection } from '../../operations/links/show-member-page.ts'
import {
  listCollections,
  listPayouts,
  showCollection,
  showPayout,
} from '../../operations/orders/list-orders.ts'
import { matchCollection } from '../../operations/orders/match-collection.ts'
import {
  backCollection,
  confirmCollection,
  releaseCollection,
  reportException,
  reverseCollection,
  settleCollection,
  takeCollection,
} from '../../operations/orders/move-collection.ts'
import {
  backPayout,
  cancelPayout,
  processPayout,
  releasePayout,
  reversePayout,
  takePayout,
} from '../../operations/orders/move-payout.ts'
import { search } from '../../operations/search/search.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const orderHandlers: Handlers<keyof typeof orderCalls | keyof typeof searchCalls> = {
  search: ({ context, act, query }) => search(context, act, query),
  listCollections: ({ context, act, query }) => listCollections(context, act, query),
  exportCollections: ({ context, act, query, language }) => {
    const parts = exportCollections(context, query, language)
    return csvStream(context, act, { name: 'collections', filters: query }, parts)
  },
  showCollection: ({ context, act, path }) => showCollection(context, act, path.trade_no),
  takeCollection: ({ context, act, path, body }) =>
    takeCollection(context, act, path.trade_no, body.agent ?? null),
  releaseCollection: ({ context, act, path }) => releaseCollection(context, act, path.trade_no),
  matchCollection: ({ context, act, path, body }) => {
    const { agent = null, bank_account: bankAccount, override = false } = body
    const words = {
      collectionAccountName: body.collection_account_name ?? '',
      collectionAccountNo: body.collection_account_no ?? '',
      collectionBankName: body.collection_bank_name ?? '',
    }
    const to = bankAccount === undefined ? { agent, ...words } : { agent, bankAccount, override }
    return matchCollection(context, act, path.trade_no, to)
  },
  settleCollection: ({ context, act, path, body }) => {
    const { paid_amount: paidAmount = null, paid_at: paidAt = null, ...rest } = named(body)
    return settleCollection(context, act, path.trade_no, { paidAmount, paidAt, ...rest })
  },
  candidatesOfCollection: ({ context, act, path }) =>
    candidatesOfCollection(context, act, path.trade_no),
  memberPageOfCollection: ({ context, act, path }) =>
    memberPageOfCollection(context, act, path.trade_no),
  reportException: ({ context, act, path, body }) =>
    reportException(context, act, path.trade_no, body.reason),
  listPayouts: ({ context, act, query }) => listPayouts(context, act, query),
  exportPayouts: ({ context, act, query, language }) => {
    const parts = exportPayouts(context, query, language)
    return csvStream(context, act, { name: 'payouts', filters: query }, parts)
  },
  showPayout: ({ context, act, path }) => showPayout(context, act, path.trade_no),
  candidatesOfPayout: ({ context, act, path }) => candidatesOfPayout(context, act, path.trade_no),
  takePayout: ({ context, act, path, body }) =>
    takePayout(context, act, path.trade_no, body.agent ?? null),
  releasePayout: ({ context, act, path }) => releasePayout(context, act, path.trade_no),
  processPayout: ({ context, act, path, body }) => {
    const { actual_amount, voucher_no, processed_at, bank_account, ...rest } = named(body)
    const processing = {
      actualAmount: actual_amount ?? null,
      voucherNo: voucher_no ?? null,
      processedAt: processed_at ?? null,
      bankAccount: bank_account,
      ...rest,
    }
    return processPayout(context, act, path.trade_no, processing)
  },
  cancelPayout: ({ context, act, path, body }) =>
    cancelPayout(context, act, path.trade_no, body.reason),
  confirmCollection: ({ context, act, path, body }) =>
    confirmCollection(context, act, path.trade_no, named(body)),
  reverseCollection: ({ context, act, path, body }) =>
    reverseCollection(context, act, path.trade_no, named(body)),
  backCollection: ({ context, act, path, body }) =>
    backCollection(context, act, path.trade_no, backingOf(body)),
  reversePayout: ({ context, act, path, body }) =>
    reversePayout(context, act, path.trade_no, named(body)),
  backPayout: ({ context, act, path, body }) =>
    backPayout(context, act, path.trade_no, backingOf(body)),
}

// The bank transactions of a call, under the name that operations have for them.
function named<Body extends { readonly bank_transactions?: readonly number[] | undefined }>(
  body: Body,
) {
  const { bank_transactions: bankTransactions = [], ...rest } = body
  return { ...rest, bankTransactions }
}

function backingOf({ instead_of: insteadOf, reason, bank_transactions }: BackingCall) {
  return { insteadOf: insteadOf ?? null, reason, bankTransactions: bank_transactions }
}
