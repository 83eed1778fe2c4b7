import type { OtherDatabase, Target } from './places.ts'
import { literal } from './sql-files.ts'

const rowsPerInsert = 500

type Merchant = { readonly uid: string }
type Account = { readonly id: number; readonly bank_code: string; readonly account_no: string }

/**
 * Adds the merchants and bank accounts of another database that were created after the copy to the directories of database
 * 0. Returns their number.
 */
export async function completeDirectory(
  target: Target,
  { number, rows }: OtherDatabase,
): Promise<number> {
  const merchants = await rows<Merchant>('select uid from merchants')
  const accounts = await rows<Account>('select id, bank_code, account_no from bank_accounts')
  const added = await insert(
    target,
    'directory (uid, database)',
    merchants.map(({ uid }) => `(${literal(uid)}, ${number})`),
  )
  const addedAccounts = await insert(
    target,
    'bank_account_directory (bank_code, account_no, id)',
    accounts.map(
      ({ id, bank_code, account_no }) => `(${literal(bank_code)}, ${literal(account_no)}, ${id})`,
    ),
  )
  return added + addedAccounts
}

/** The merchants that a database lacks although the directory of database 0 has them there. */
export async function missingMerchants(
  target: Target,
  number: number,
  platform: OtherDatabase,
): Promise<readonly string[]> {
  const listed = await platform.rows<Merchant>(
    `select uid from directory where database = ${number}`,
  )
  const known = await target.rows<Merchant>('select uid from merchants')
  const uids = new Set(known.map(({ uid }) => uid))
  return listed.map(({ uid }) => uid).filter((uid) => !uids.has(uid))
}

async function insert(target: Target, into: string, values: readonly string[]): Promise<number> {
  let added = 0
  for (let from = 0; from < values.length; from += rowsPerInsert) {
    const part = values.slice(from, from + rowsPerInsert).join(', ')
    const rows = await target.rows(
      `insert into ${into} values ${part} on conflict do nothing returning 1 as added`,
    )
    added += rows.length
  }
  return added
}
