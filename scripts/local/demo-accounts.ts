import type { BankAccount } from '../../src/rules/banking/bank-account.ts'

/** The fictitious bank's service token, which the accounts' `feeds` name. */
export const bankToken = 'service:made-up-bank'

/** The bank accounts of a new local database, which do not exist at their banks. */
export const demoAccounts: readonly Pick<
  BankAccount,
  'bankCode' | 'accountNo' | 'holderName' | 'statementFormat'
>[] = [
  {
    bankCode: '013',
    accountNo: '012345678901',
    holderName: '大安商行',
    statementFormat: 'demo_utf8',
  },
  {
    bankCode: '004',
    accountNo: '004000112233',
    holderName: '信義商行',
    statementFormat: 'demo_big5_roc',
  },
]
