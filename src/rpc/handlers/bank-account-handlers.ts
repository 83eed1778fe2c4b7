import type { bankAccountCalls } from '../../contract/back-office/banking/accounts.ts'
import {
  createBankAccount,
  listBankAccounts,
  patchBankAccount,
  showBankAccount,
} from '../../operations/banking/manage-bank-account.ts'
import type { Handlers } from './handlers.ts'

export const bankAccountHandlers: Handlers<keyof typeof bankAccountCalls> = {
  createBankAccount: ({ context, act, body }) => createBankAccount(context, act, body),
  patchBankAccount: ({ context, act, path, body }) =>
    patchBankAccount({ context, act, id: Number(path.id), patch: body }),
  listBankAccounts: ({ context, act, query }) => listBankAccounts(context, act, query),
  showBankAccount: ({ context, act, path }) => showBankAccount(context, act, Number(path.id)),
}
