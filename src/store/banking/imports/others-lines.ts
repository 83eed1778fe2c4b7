import type { BalancedLine } from '../../../rules/banking/statements/others-lines.ts'
import type { MerchantDatabase } from '../../database.ts'
import { rowsOf, sqlText } from '../../sql-text.ts'

/** How many of some lines another account has. */
export type OthersCount = { readonly accountId: number; readonly found: number }

type LinesOfAccount = Readonly<{ accountId: number; lines: string }>

const accountsMax = 500

// Of more lines of one amount and moment some are left out.
const sameMax = 1_000

const told = (field: keyof BalancedLine) => `(json_each.value ->> '${field}')`

// A line that tells no payer's digits may be any of its moment.
const some = (account: string, last5: string) => `select * from (
          select balance_after, amount, day_only from bank_transactions
          where ${told('last5')} ${last5} and bank_account_id = ${account} and booked_at = ${told('bookedAt')}
          limit ${sameMax}
        )`

const isOfPayer = `counterparty_last5 in ('', ${told('last5')}) and amount = ${told('amount')}`

const countOn = (account: string) => `(
    select count(*) from json_each(:lines)
    where exists (
      select 1 from (
        ${some(account, `<> '' and ${isOfPayer}`)}
        union all
        ${some(account, "= ''")}
      ) as wanted
      where wanted.balance_after = ${told('balance')} and wanted.amount = ${told('amount')}
        and wanted.day_only = ${told('dayOnly')}
    )
  )`

/** How many of these lines each other account has, by payer, time, amount and balance; of 500 of the database. */
export async function countOnOthers(
  db: MerchantDatabase,
  accountId: number,
  lines: readonly BalancedLine[],
): Promise<readonly OthersCount[]> {
  const [found] = await rowsOf(db, [onOthers({ accountId, lines: JSON.stringify(lines) })])
  return found
}

const onOthers = sqlText<LinesOfAccount, OthersCount>(`
  select accountId, found from (
    select newest.id as accountId, ${countOn('newest.id')} as found
    from (
      select id from bank_accounts where use in ('in', 'out', 'both') and id <> :accountId
      limit ${accountsMax}
    ) as newest
  ) where found > 0
`)

/** The same of one account. */
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
