import type { BankAccount } from '../../rules/banking/bank-account.ts'
import type { ApprovalDetails, ApprovalNames } from '../../rules/people/approvals.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The names of the merchants and bank accounts in a database's approvals, each found by its key. */
export async function namesOfApprovals(
  db: MerchantDatabase,
  about: readonly ApprovalDetails[],
): Promise<ApprovalNames> {
  const uids = about.map(({ merchantUid }) => merchantUid).filter((uid) => uid !== '')
  const ids = about.flatMap(({ bankAccountId: id }) => (id === null ? [] : [id]))
  if (uids.length === 0 && ids.length === 0) return { merchants: new Map(), accounts: new Map() }
  const [merchants, accounts] = await rowsOf(db, [
    selectMerchants({ uids: JSON.stringify(uids) }),
    selectAccounts({ ids: JSON.stringify(ids) }),
  ] as const)
  return {
    merchants: new Map(merchants.map(({ uid, name }) => [uid, name])),
    accounts: new Map(accounts.map((one) => [one.id, one])),
  }
}

const selectMerchants = sqlText<{ readonly uids: string }, { uid: string; name: string }>(
  'select uid, name from merchants where uid in (select value from json_each(:uids))',
)
const selectAccounts = sqlText<
  { readonly ids: string },
  Pick<BankAccount, 'id' | 'bankCode' | 'accountNo' | 'holderName'>
>(`
  select id, bank_code as bankCode, account_no as accountNo, holder_name as holderName
  from bank_accounts where id in (select value from json_each(:ids))
`)
