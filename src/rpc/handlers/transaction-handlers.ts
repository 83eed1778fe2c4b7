import type {
  transactionCalls,
  transactionReads,
} from '../../contract/back-office/calls/transaction-calls.ts'
import {
  ignoreTransaction,
  reopenTransaction,
} from '../../operations/banking/ignore-transaction.ts'
import {
  agreeImport,
  type ImportAnswer,
  importStatement,
  listStatementFormats,
  showImport,
} from '../../operations/banking/import-statement.ts'
import { listTransactions, showTransaction } from '../../operations/banking/list-transactions.ts'
import { postTransaction } from '../../operations/banking/post-transaction.ts'
import { exportTransactions } from '../../operations/export/export-lists.ts'
import { csvStream } from '../csv-stream.ts'
import { AnsweredAs, type Handlers } from './handlers.ts'

export const transactionReadHandlers: Handlers<typeof transactionReads> = {
  listTransactions: (context, act, { query }) => listTransactions(context, act, query),
  exportTransactions: (context, act, { query, language }) => {
    const parts = exportTransactions(context, act, query, language)
    return csvStream(context, act, { name: 'bank-transactions', filters: query }, parts)
  },
  showTransaction: (context, act, { path }) => showTransaction(context, act, Number(path.id)),
}

export const transactionHandlers: Handlers<typeof transactionCalls> = {
  importStatement: async (context, act, { path, query, body }, goOn) =>
    new AnsweredAs<ImportAnswer['answer']>(
      await importStatement(context, act, Number(path.id), body, query, goOn),
    ),
  showImport: (context, _act, { path }) => showImport(context, Number(path.id)),
  agreeImport: (context, act, { path }) => agreeImport(context, act, Number(path.id)),
  listStatementFormats: async () => listStatementFormats(),
  postTransaction: async (context, act, { body }) =>
    new AnsweredAs(await postTransaction(context, act, body)),
  ignoreTransaction: (context, act, { path, body }) =>
    ignoreTransaction(context, act, Number(path.id), body),
  reopenTransaction: (context, act, { path, body }) =>
    reopenTransaction(context, act, Number(path.id), body.reason),
}
