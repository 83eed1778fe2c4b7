import { statementBytesMax } from '../../limits.ts'
import {
  ignoring,
  postedTransaction,
  reopening,
  statementOptions,
  transactionFilter,
} from '../banking/transaction-calls.ts'
import { transactionExport } from '../exports.ts'
import { type Calls, operators, orderReaders, readers } from './call.ts'

const transactions = '/bank-transactions'
const one = `${transactions}/:id{[0-9]{1,16}}` as const

/** What people read of bank transactions; agents those of their accounts. */
export const transactionReads = {
  listTransactions: {
    ...{ method: 'GET', path: transactions, roles: orderReaders, query: transactionFilter },
  },
  exportTransactions: {
    ...{ method: 'GET', path: `${transactions}.csv`, roles: readers },
    ...{ query: transactionExport, answers: 'csv' },
  },
  showTransaction: { method: 'GET', path: one, roles: orderReaders },
} as const satisfies Calls

/** What brings bank transactions in, and puts them aside. */
export const transactionCalls = {
  importStatement: {
    ...{ method: 'POST', path: '/bank-accounts/:id{[0-9]{1,16}}/statements', roles: operators },
    ...{ query: statementOptions, file: { mediaType: 'text/csv', bytesMax: statementBytesMax } },
    status: 202,
  },
  showImport: { method: 'GET', path: '/imports/:id{[0-9]{1,16}}', roles: readers },
  agreeImport: { method: 'POST', path: '/imports/:id{[0-9]{1,16}}/agree', roles: operators },
  listStatementFormats: { method: 'GET', path: '/statement-formats', roles: readers },
  postTransaction: {
    ...{ method: 'POST', path: transactions, roles: ['operator', 'feed'] },
    ...{ body: postedTransaction, status: 201 },
  },
  ignoreTransaction: { method: 'POST', path: `${one}/ignore`, roles: operators, body: ignoring },
  reopenTransaction: { method: 'POST', path: `${one}/reopen`, roles: operators, body: reopening },
} as const satisfies Calls
