import type { BankAccountState } from '../../contract/back-office/states.ts'
import type { MerchantDatabase } from '../database.ts'
import { bankAccounts } from '../schema.ts'
import { type RawRow, rowReader, rowsOf, sqlText } from '../sql-text.ts'

export type SearchScope = {
  /** The merchants whose numbers are searched; null if there are too many. */
  readonly merchants: readonly number[] | null
  readonly accounts: readonly SearchedAccount[]
}

type SearchedAccount = {
  readonly id: number
  readonly bankCode: string
  readonly accountNo: string
  readonly holderName: string
  readonly agents: readonly string[]
  readonly state: BankAccountState
  readonly createdAt: number
}

/** The most merchants in which a number is searched (back office §7), and the most accounts. */
const merchantsMax = 500
const accountsMax = 500

/** Reads the scope of a search: one merchant, or all while they are few; and the newest accounts. */
export async function readScope(db: MerchantDatabase, uid: string | null): Promise<SearchScope> {
  const [merchants, accounts] = await rowsOf(db, [
    uid === null ? someMerchants({ after: 0, limit: merchantsMax + 1 }) : merchantOf({ uid }),
    newestAccounts({ after: 0, limit: accountsMax }),
  ])
  return {
    merchants: merchants.length > merchantsMax ? null : merchants.map(({ id }) => id),
    accounts: accounts.map(readAccount),
  }
}

type Start = Readonly<Record<'after' | 'limit', number>>

const someMerchants = sqlText<Start, { readonly id: number }>(
  'select id from merchants where id > :after order by id limit :limit',
)
const merchantOf = sqlText<{ uid: string }, { readonly id: number }>(
  'select id from merchants where uid = :uid',
)
const newestAccounts = sqlText<Start, RawRow>(
  'select * from bank_accounts where id > :after order by id desc limit :limit',
)

const readAccount = rowReader(bankAccounts)
