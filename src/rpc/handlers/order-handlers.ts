import type { collectionCalls } from '../../contract/back-office/orders/collection-calls.ts'
import type { BackingCall } from '../../contract/back-office/orders/move-bodies.ts'
import type { payoutCalls } from '../../contract/back-office/orders/payout-calls.ts'
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
  collectionBook,
  confirmCollection,
  reportException,
  reverseCollection,
  settleCollection,
} from '../../operations/orders/move-collection.ts'
import type { MoveCommand, PlainCommand } from '../../operations/orders/move-order.ts'
import {
  cancelPayout,
  payoutBook,
  processPayout,
  reversePayout,
} from '../../operations/orders/move-payout.ts'
import { backOrder, releaseOrder, takeOrder } from '../../operations/orders/moves-of-any-order.ts'
import { noteOrder } from '../../operations/people/note-order.ts'
import { search } from '../../operations/search/search.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const orderHandlers: Handlers<
  keyof typeof collectionCalls | keyof typeof payoutCalls | keyof typeof searchCalls
> = {
  search: ({ context, principal, query }) => search(context, principal, query),
  listCollections: ({ context, principal, query }) => listCollections(context, principal, query),
  exportCollections: ({ context, principal, query, language }) => {
    const parts = exportCollections(context, query, language)
    return csvStream({ context, principal, list: { name: 'collections', filters: query }, parts })
  },
  showCollection: ({ context, principal, path }) =>
    showCollection(context, principal, path.trade_no),
  takeCollection: (call) => takeOrder(collectionBook, commandOf(call, call.body.agent)),
  releaseCollection: (call) => releaseOrder(collectionBook, commandOf(call, null)),
  matchCollection: (call) => {
    const { body } = call
    const { agent, bank_account: bankAccount, override = false } = body
    const account = {
      collectionAccountName: body.collection_account_name ?? '',
      collectionAccountNo: body.collection_account_no ?? '',
      collectionBankName: body.collection_bank_name ?? '',
    }
    const to = bankAccount === undefined ? { agent, ...account } : { agent, bankAccount, override }
    return matchCollection(commandOf(call, to))
  },
  settleCollection: (call) => {
    const { paid_amount: paidAmount = null, paid_at: paidAt = null, ...rest } = inputOf(call.body)
    return settleCollection(commandOf(call, { paidAmount, paidAt, ...rest }))
  },
  candidatesOfCollection: ({ context, principal, path }) =>
    candidatesOfCollection(context, principal, path.trade_no),
  memberPageOfCollection: ({ context, principal, path }) =>
    memberPageOfCollection(context, principal, path.trade_no),
  reportException: (call) => reportException(commandOf(call, call.body.reason)),
  noteCollection: (call) => noteOrder(collectionBook, commandOf(call, call.body.text)),
  listPayouts: ({ context, principal, query }) => listPayouts(context, principal, query),
  exportPayouts: ({ context, principal, query, language }) => {
    const parts = exportPayouts(context, query, language)
    return csvStream({ context, principal, list: { name: 'payouts', filters: query }, parts })
  },
  showPayout: ({ context, principal, path }) => showPayout(context, principal, path.trade_no),
  candidatesOfPayout: ({ context, principal, path }) =>
    candidatesOfPayout(context, principal, path.trade_no),
  takePayout: (call) => takeOrder(payoutBook, commandOf(call, call.body.agent)),
  releasePayout: (call) => releaseOrder(payoutBook, commandOf(call, null)),
  processPayout: (call) => {
    const { actual_amount, voucher_no, processed_at, bank_account, ...rest } = inputOf(call.body)
    const processing = {
      actualAmount: actual_amount ?? null,
      voucherNo: voucher_no ?? null,
      processedAt: processed_at ?? null,
      bankAccount: bank_account,
      ...rest,
    }
    return processPayout(commandOf(call, processing))
  },
  notePayout: (call) => noteOrder(payoutBook, commandOf(call, call.body.text)),
  cancelPayout: (call) => cancelPayout(commandOf(call, call.body.reason)),
  confirmCollection: (call) => confirmCollection(commandOf(call, inputOf(call.body))),
  reverseCollection: (call) => reverseCollection(commandOf(call, inputOf(call.body))),
  backCollection: (call) => backOrder(collectionBook, commandOf(call, backingOf(call.body))),
  reversePayout: (call) => reversePayout(commandOf(call, inputOf(call.body))),
  backPayout: (call) => backOrder(payoutBook, commandOf(call, backingOf(call.body))),
}

type OrderCall = Omit<PlainCommand, 'tradeNo'> & { readonly path: { readonly trade_no: string } }

function commandOf<Input>(
  { context, principal, path }: OrderCall,
  input: Input,
): MoveCommand<Input> {
  return { context, principal, tradeNo: path.trade_no, input }
}

// The body with its bank transactions as the operations name them, none by default.
function inputOf<Body extends { readonly bank_transactions?: readonly number[] | undefined }>(
  body: Body,
) {
  const { bank_transactions: bankTransactions = [], ...rest } = body
  return { ...rest, bankTransactions }
}

function backingOf({ instead_of: insteadOf, reason, bank_transactions }: BackingCall) {
  return { insteadOf: insteadOf ?? null, reason, bankTransactions: bank_transactions }
}
