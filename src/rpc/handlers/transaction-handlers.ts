import type { statementCalls } from '../../contract/back-office/banking/statements.ts'
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
} from '../../operations/banking/imports/import-statement.ts'
import { listImports, showStatements } from '../../operations/banking/imports/show-statements.ts'
import { undoImport } from '../../operations/banking/imports/undo-import.ts'
import { listTransactions, showTransaction } from '../../operations/banking/list-transactions.ts'
import { postTransaction as post } from '../../operations/banking/post-line.ts'
import { exportTransactions } from '../../operations/export/export-lists.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers, SeveralStatuses } from './handlers.ts'

export const transactionHandlers: Handlers<
  Exclude<keyof typeof transactionCalls, SeveralStatuses>
> = {
  listTransactions: ({ context, principal, query }) => listTransactions(context, principal, query),
  exportTransactions: ({ context, principal, query, language }) => {
    const parts = exportTransactions({ context, principal, filter: query, language })
    return csvStream({
      context,
      principal,
      list: { name: 'bank-transactions', filters: query },
      parts,
    })
  },
  showTransaction: ({ context, principal, path }) =>
    showTransaction(context, principal, Number(path.id)),
  ignoreTransaction: ({ context, principal, path, body }) =>
    ignoreTransaction({ context, principal, id: Number(path.id), call: body }),
  reopenTransaction: ({ context, principal, path, body }) =>
    reopenTransaction({ context, principal, id: Number(path.id), reason: body.reason }),
}

export const statementHandlers: Handlers<Exclude<keyof typeof statementCalls, SeveralStatuses>> = {
  showStatements: ({ context, path }) => showStatements(context, Number(path.id)),
  listImports: ({ context, path, query }) => listImports(context, Number(path.id), query),
  showImport: ({ context, path }) => showImport(context, Number(path.id)),
  agreeImport: ({ context, principal, path }) => agreeImport(context, principal, Number(path.id)),
  undoImport: ({ context, principal, path, body }) =>
    undoImport({ context, principal, importId: Number(path.id), reason: body.reason }),
  listStatementFormats: async () => listStatementFormats(),
}

export const importStatement: Handlers<'importStatement'>['importStatement'] = async (request) => {
  const { context, principal, path, query, body } = request
  const { status, answer } = await importOf({
    context,
    principal,
    accountId: Number(path.id),
    file: body,
    statementOptions: query,
  })
  return { kind: 'answered', call: 'importStatement', status, value: answer }
}

export const postTransaction: Handlers<'postTransaction'>['postTransaction'] = async (request) => {
  const { status, answer } = await post(request.context, request.principal, request.body)
  return { kind: 'answered', call: 'postTransaction', status, value: answer }
}
