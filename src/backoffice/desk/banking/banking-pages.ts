import { anyOf } from '../conditions.ts'
import type { DeskPage } from '../page.ts'
import { accountList } from './accounts/account-list.tsx'
import { accountParts, drawAccount } from './accounts/account-page.tsx'
import { drawNewAccount } from './accounts/new-account.tsx'
import { drawReassign } from './accounts/reassign-page.tsx'
import { drawImport } from './statements/import-page.tsx'
import { importList } from './statements/import-table.tsx'
import { drawStatements } from './statements/statement-page.tsx'
import { drawNewTransaction } from './transactions/new-transaction.tsx'
import { transactionList } from './transactions/transaction-list.tsx'
import { drawTransaction } from './transactions/transaction-page.tsx'

const picks = ['agents', 'feeds', 'merchants'] as const

/** Bank accounts, statements and bank transactions. */
export const bankingPages: readonly DeskPage[] = [
  accountList,
  {
    path: '/bank-accounts/new',
    reads: 'createBankAccount',
    picks: [...picks, 'banks'],
    draw: drawNewAccount,
  },
  {
    path: '/bank-accounts/:id',
    reads: 'showBankAccount',
    conditions: { part: accountParts },
    picks,
    draw: drawAccount,
  },
  {
    path: '/bank-accounts/:id/reassign',
    reads: 'reassignCollections',
    draw: (desk) => drawReassign(desk, desk.path.id ?? ''),
  },
  {
    path: '/bank-accounts/:id/statements',
    reads: 'importStatement',
    draw: (desk) => drawStatements(desk, desk.path.id ?? ''),
  },
  importList,
  { path: '/imports/:id', reads: 'showImport', draw: drawImport },
  transactionList,
  {
    path: '/bank-transactions/new',
    reads: 'postTransaction',
    conditions: anyOf('bank_account'),
    draw: drawNewTransaction,
  },
  { path: '/bank-transactions/:id', reads: 'showTransaction', draw: drawTransaction },
]
