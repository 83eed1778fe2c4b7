import type { TransactionReporters } from '../../rules/banking/transaction-reporters.ts'
import type { MerchantDatabase } from '../database.ts'
import { type Query, rowsOf, sqlText } from '../sql-text.ts'

export async function reportersOf(
  db: MerchantDatabase,
  ids: readonly number[],
): Promise<readonly TransactionReporters[]> {
  const [found] = await rowsOf(db, [selectReporters({ ids: JSON.stringify(ids) })])
  return found.map(({ isPosted, hasDigitsOfFile, furtherPosters, ...one }) => ({
    ...one,
    isPosted: isPosted === 1,
    hasDigitsOfFile: hasDigitsOfFile === 1,
    furtherPosters: JSON.parse(furtherPosters) as string[],
  }))
}

type ReportersRow = Omit<TransactionReporters, 'isPosted' | 'hasDigitsOfFile' | 'furtherPosters'> &
  Readonly<Record<'isPosted' | 'hasDigitsOfFile', number>> & { readonly furtherPosters: string }

const selectReporters: (values: { readonly ids: string }) => Query<ReportersRow> = sqlText(`
  select
    reported.source,
    reported.posted_as is not null as isPosted,
    reported.posted_by as postedBy,
    reported.agreed_by as agreedBy,
    coalesce(bank_imports.actor, '') as importedBy,
    coalesce(bank_imports.agreed_by, '') as importAgreedBy,
    (
      select json_group_array(posted_by) from bank_transaction_numbers
      where transaction_id = reported.id
    ) as furtherPosters,
    reported.import_id is not null
      and reported.counterparty_last5 not in ('', coalesce(reported.posted_as ->> 4, ''))
      and not exists (
        select 1 from bank_transaction_numbers
        where transaction_id = reported.id and posted_as ->> 4 = reported.counterparty_last5
      ) as hasDigitsOfFile
  from bank_transactions as reported
  left join bank_imports on bank_imports.id = reported.import_id
  where reported.id in (select value from json_each(:ids))
`)
