import type { transactionCalls } from '../../contract/back-office/banking/transactions.ts'
import {
  ignoreTransaction,
  reopenTransaction,
} from '../../operations/banking/ignore-transaction.ts'
import {
  agreeImport,
  importStatement as importOf,
  listStatementFormats,
  showImport,
} from '../../operations/banking/import-statement.ts'
import { listTransactions, showTransaction } from '../../operations/banking/list-transactions.ts'
import { postTransaction as post } from '../../operations/banking/post-transaction.ts'
import { exportTransactions } from '../../operations/export/export-lists.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers, SeveralStatuses } from './handlers.ts'

export const transactionHandlers: Handlers<
  Exclude<keyof typeof transactionCalls, SeveralStatuses>
> = {
  listTransactions: ({ context, act, query }) => listTransactions(context, act, query),
  exportTransactions: ({ context, act, query, language }) => {
    const parts = exportTransactions({ context, act, filter: query, language })
    return csvStream({ context, act, list: { name: 'bank-transactions', filters: query }, parts })
  },
  showTransaction: ({ context, act, path }) => showTransaction(context, act, Number(path.id)),
  showImport: ({ context, path }) => showImport(context, Number(path.id)),
  agreeImport: ({ context, act, path }) => agreeImport(context, act, Number(path.id)),
  listStatementFormats: async () => listStatementFormats(),
  ignoreTransaction: ({ context, act, path, body }) =>
    ignoreTransaction({ context, act, id: Number(path.id), ignoringCall: body }),
  reopenTransaction: ({ context, act, path, body }) =>
    reopenTransaction({ context, act, id: Number(path.id), reason: body.reason }),
}

export const importStatement: Handlers<'importStatement'>['importStatement'] = async (request) => {
  const { context, act, path, query, body, goOn } = request
  const { status, answer } = await importOf({
    context,
    act,
    accountId: Number(path.id),
    file: body,
    statementOptions: query,
    goOn,
  })
  return { kind: 'answered', call: 'importStatement', status, value: answer }
}

export const postTransaction: Handlers<'postTransaction'>['postTransaction'] = async (request) => {
  const { status, answer } = await post(request.context, request.act, request.body)
  return { kind: 'answered', call: 'postTransaction', status, value: answer }
}
