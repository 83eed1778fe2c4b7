import type {
  bankAccountCalls,
  bankAccountReads,
} from '../../contract/back-office/calls/bank-account-calls.ts'
import {
  createBankAccount,
  listBankAccounts,
  patchBankAccount,
  showBankAccount,
} from '../../operations/banking/manage-bank-account.ts'
import type { Handlers } from './handlers.ts'

export const bankAccountHandlers: Handlers<typeof bankAccountCalls> = {
  createBankAccount: (context, act, { body }) => createBankAccount(context, act, body),
  patchBankAccount: (context, act, { path, body }) =>
    patchBankAccount(context, act, Number(path.id), body),
}

export const bankAccountReadHandlers: Handlers<typeof bankAccountReads> = {
  listBankAccounts: (context, act, { query }) => listBankAccounts(context, act, query),
  showBankAccount: (context, act, { path }) => showBankAccount(context, act, Number(path.id)),
}
