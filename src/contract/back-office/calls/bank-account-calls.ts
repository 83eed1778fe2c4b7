import { page } from '../../back-office-calls.ts'
import { bankAccountPatch, newBankAccount } from '../bank-account-calls.ts'
import { type Calls, operators, orderReaders } from './call.ts'

const one = '/bank-accounts/:id{[0-9]{1,16}}'

/** What operators alone do with bank accounts. */
export const bankAccountCalls = {
  createBankAccount: {
    ...{ method: 'POST', path: '/bank-accounts', roles: operators },
    ...{ body: newBankAccount, status: 201 },
  },
  patchBankAccount: { method: 'PATCH', path: one, roles: operators, body: bankAccountPatch },
} as const satisfies Calls

/** What agents see of them, too. */
export const bankAccountReads = {
  listBankAccounts: { method: 'GET', path: '/bank-accounts', roles: orderReaders, query: page },
  showBankAccount: { method: 'GET', path: one, roles: orderReaders },
} as const satisfies Calls
