import type { BankAccount } from '../../rules/banking/bank-account.ts'
import type { ApprovalDetails, ApprovalNames } from '../../rules/people/approvals.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The names of merchants and bank accounts, and the amounts of transactions, in approvals, each found by its key. */
export async function namesOfApprovals(
  db: MerchantDatabase,
  about: readonly ApprovalDetails[],
): Promise<ApprovalNames> {
  const uids = about.map(({ merchantUid }) => merchantUid).filter((uid) => uid !== '')
  const ids = about.flatMap(({ bankAccountId: id }) => (id === null ? [] : [id]))
  if (uids.length === 0 && ids.length === 0) {
    return { merchants: new Map(), lines: new Map(), accounts: new Map() }
  }
  const [merchants, accounts, lines] = await rowsOf(db, [
    selectMerchants({ uids: JSON.stringify(uids) }),
    selectAccounts({ ids: JSON.stringify(ids) }),
    selectLines({ ids: JSON.stringify(about.flatMap(({ lineIds }) => lineIds)) }),
  ] as const)
  return {
    merchants: new Map(merchants.map(({ uid, name }) => [uid, name])),
    lines: new Map(lines.map(({ id, amount }) => [id, amount])),
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
const selectLines = sqlText<{ readonly ids: string }, { id: number; amount: number }>(
  'select id, amount from bank_transactions where id in (select value from json_each(:ids))',
)
