import type { bankAccountCalls } from '../../contract/back-office/banking/accounts.ts'
import {
  createBankAccount,
  listBankAccounts,
  patchBankAccount,
  showBankAccount,
} from '../../operations/banking/manage-bank-account.ts'
import type { Handlers } from './handlers.ts'

export const bankAccountHandlers: Handlers<keyof typeof bankAccountCalls> = {
  createBankAccount: ({ context, principal, body }) => createBankAccount(context, principal, body),
  patchBankAccount: ({ context, principal, path, body }) =>
    patchBankAccount({ context, principal, id: Number(path.id), patch: body }),
  listBankAccounts: ({ context, principal, query }) => listBankAccounts(context, principal, query),
  showBankAccount: ({ context, principal, path }) =>
    showBankAccount(context, principal, Number(path.id)),
}
