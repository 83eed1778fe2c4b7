import type { BalancedLine } from '../../../rules/banking/statements/other-account-lines.ts'
import type { MerchantDatabase } from '../../database.ts'
import { rowsOf, sqlText } from '../../sql-text.ts'
import { newestAccounts } from '../account-figures.ts'

/** The number of the lines that another account has. */
type OthersCount = { readonly accountId: number; readonly found: number }

type LinesOfAccount = Readonly<{ accountId: number; lines: string }>

const accountsMax = 500

// The most lines counted of one amount and moment.
const sameMax = 1_000

const countOn = (account: string) => `(
    select count(*) from json_each(:lines)
    where exists (
      select 1 from (
        select balance_after from bank_transactions
        where bank_account_id = ${account} and amount = json_each.value ->> 'amount'
          and day_only = json_each.value ->> 'dayOnly' and booked_at = json_each.value ->> 'bookedAt'
        limit ${sameMax}
      ) as lines
      where lines.balance_after = json_each.value ->> 'balance'
    )
  )`

/** The number of these lines on each of the newest 500 other accounts of the database, by time, amount and balance. */
export async function countOnOthers(
  db: MerchantDatabase,
  accountId: number,
  lines: readonly BalancedLine[],
): Promise<readonly OthersCount[]> {
  const [found] = await rowsOf(db, [
    onOthers({ accountId, accountsMax, lines: JSON.stringify(lines) }),
  ])
  return found
}

const onOthers = sqlText<LinesOfAccount & { readonly accountsMax: number }, OthersCount>(`
  select accountId, found from (
    select newest.id as accountId, ${countOn('newest.id')} as found
    from (
      ${newestAccounts('id')}
    ) as newest where newest.id <> :accountId
  ) where found > 0
`)

/** The number of these lines on one account. */
export async function countOnAccount(
  db: MerchantDatabase,
  accountId: number,
  lines: readonly BalancedLine[],
): Promise<number> {
  const [[counted]] = await rowsOf(db, [onAccount({ accountId, lines: JSON.stringify(lines) })])
  return counted?.found ?? 0
}

const onAccount = sqlText<LinesOfAccount, { readonly found: number }>(
  `select ${countOn(':accountId')} as found`,
)
