import type { contextFrom } from '../../src/context.ts'
import {
  postedTransaction,
  transactionFilter,
} from '../../src/contract/back-office/banking/transactions.ts'
import { approvalFilter, journalFilter } from '../../src/contract/back-office/people.ts'
import {
  candidatesOfCollection,
  candidatesOfDeposit,
  candidatesOfPayout,
} from '../../src/operations/banking/find-candidates.ts'
import { ignoreTransaction } from '../../src/operations/banking/ignore-transaction.ts'
import { listReady } from '../../src/operations/banking/list-ready.ts'
import {
  listTransactions,
  requireTransaction,
} from '../../src/operations/banking/list-transactions.ts'
import { listBankAccounts } from '../../src/operations/banking/manage-bank-account.ts'
import { postTransaction } from '../../src/operations/banking/post-line.ts'
import { listCollections } from '../../src/operations/orders/list-orders.ts'
import { matchCollection } from '../../src/operations/orders/match-collection.ts'
import { collectionBook, settleCollection } from '../../src/operations/orders/move-collection.ts'
import { processPayout } from '../../src/operations/orders/move-payout.ts'
import { backOrder } from '../../src/operations/orders/moves-of-any-order.ts'
import { listApprovals } from '../../src/operations/people/list-approvals.ts'
import { listJournal } from '../../src/operations/people/list-journal.ts'

type Context = ReturnType<typeof contextFrom>

/** An order, an account and a transaction; each operation takes those that it needs. */
export type BankingCall = {
  readonly trade_no: string
  readonly bank_account: number
  readonly bank_transaction: number
}

const alone = { requestId: 'x', approval: null }
const operator = { name: 'x', role: 'operator', ...alone } as const
const agent = { name: 'x', role: 'agent', ...alone } as const
const feed = { name: 'service:bank', role: 'feed', ...alone } as const

// Whoever paid it: what is measured is the claim.
const anyEvidence = { override: ['evidence_differs'], reason: 'x' } as const

/** Operations of the back office with bank accounts, bank transactions, the journal and approvals. */
export const bankingOperations: Readonly<
  Record<string, (context: Context, call: BankingCall) => Promise<unknown>>
> = {
  'bank-accounts': (context) => listBankAccounts(context, operator, { limit: 20, balances: '1' }),
  'bank-transactions': (context, call) =>
    listTransactions(context, operator, transactionFilter.parse(call)),
  'agent-bank-transactions': (context, call) =>
    listTransactions(context, agent, transactionFilter.parse(call)),
  'money-in': async (context) => {
    const waiting = { status: 'pending', order: 'oldest', deposits: '1', limit: 20 } as const
    await Promise.all([
      listReady(context, operator, { limit: 8 }),
      listCollections(context, operator, { ...waiting, collection_status: 'pending' }),
      listCollections(context, operator, { ...waiting, collection_status: 'matched' }),
    ])
  },
  'collection-candidates': (context, { trade_no }) =>
    candidatesOfCollection(context, operator, trade_no),
  'payout-candidates': (context, { trade_no }) => candidatesOfPayout(context, operator, trade_no),
  'transaction-candidates': async (context, { bank_transaction }) => {
    const { merchantContext, transaction } = await requireTransaction(context, bank_transaction)
    return candidatesOfDeposit(merchantContext, transaction, operator)
  },
  post: async (context, call) =>
    (await postTransaction(context, feed, postedTransaction.parse(call))).answer,
  ignore: (context, { bank_transaction }) =>
    ignoreTransaction({
      context,
      principal: operator,
      id: bank_transaction,
      call: { kind: 'other', reason: 'x' },
    }),
  match: (context, { trade_no, bank_account }) => {
    const input = { bankAccount: bank_account, override: false } as const
    return matchCollection({ context, principal: operator, tradeNo: trade_no, input })
  },
  settle: (context, { trade_no, bank_transaction }) => {
    const input = {
      paidAmount: null,
      paidAt: null,
      manual: false,
      ...anyEvidence,
      // None where the call names none.
      bankTransactions: [bank_transaction ?? []].flat(),
    }
    return settleCollection({ context, principal: operator, tradeNo: trade_no, input })
  },
  process: (context, { trade_no, bank_account, bank_transaction }) => {
    const input = {
      actualAmount: null,
      voucherNo: null,
      processedAt: null,
      ...anyEvidence,
      bankAccount: bank_account,
      bankTransactions: [bank_transaction],
    }
    return processPayout({ context, principal: operator, tradeNo: trade_no, input })
  },
  back: (context, { trade_no, bank_transaction }) => {
    const input = { bankTransactions: [bank_transaction], insteadOf: null, reason: 'x' }
    return backOrder(collectionBook, { context, principal: operator, tradeNo: trade_no, input })
  },
  journal: (context, call) => listJournal(context, journalFilter.parse(call)),
  approvals: (context, call) => listApprovals(context, approvalFilter.parse(call)),
}
