import type { OtherDatabase, Target } from './places.ts'
import { literal } from './sql-files.ts'

const pageSize = 500

type Merchant = { readonly id: number; readonly uid: string }
type Account = { readonly id: number; readonly bank_code: string; readonly account_no: string }

/**
 * Adds to the directories of database 0 the merchants and bank accounts of the other databases that
 * they lack: those that were created after the copy. Returns how many there were.
 */
export async function completeDirectories(
  target: Target,
  others: readonly OtherDatabase[],
): Promise<number> {
  let added = 0
  for (const { number, rows } of others) {
    for await (const page of pages<Merchant>(rows, 'id, uid', 'merchants')) {
      const values = page.map(({ uid }) => `(${literal(uid)}, ${number})`)
      added += await insert(target, 'directory (uid, database)', values)
    }
    for await (const page of pages<Account>(rows, 'id, bank_code, account_no', 'bank_accounts')) {
      const values = page.map(
        ({ id, ...one }) => `(${literal(one.bank_code)}, ${literal(one.account_no)}, ${id})`,
      )
      added += await insert(target, 'bank_account_directory (bank_code, account_no, id)', values)
    }
  }
  return added
}

/**
 * The merchants that the directory of database 0 has in that database, and that the database has
 * not.
 */
export async function missingMerchants(
  target: Target,
  number: number,
  platform: OtherDatabase,
): Promise<readonly string[]> {
  const missing: string[] = []
  const where = `database = ${number}`
  for await (const page of pages<Merchant>(platform.rows, 'id, uid', 'directory', where)) {
    const names = page.map(({ uid }) => literal(uid)).join(', ')
    const found = await target.rows<Merchant>(`select uid from merchants where uid in (${names})`)
    const known = new Set(found.map(({ uid }) => uid))
    missing.push(...page.flatMap(({ uid }) => (known.has(uid) ? [] : [uid])))
  }
  return missing
}

async function* pages<Row extends { readonly id: number }>(
  rows: OtherDatabase['rows'],
  columns: string,
  table: string,
  where = 'true',
): AsyncGenerator<readonly Row[]> {
  for (let after = -1; ; ) {
    const page = await rows<Row>(
      `select ${columns} from ${table} where id > ${after} and ${where} order by id limit ${pageSize}`,
    )
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    after = page.at(-1)?.id ?? after
  }
}

async function insert(target: Target, into: string, values: readonly string[]): Promise<number> {
  const added = await target.rows(
    `insert into ${into} values ${values.join(', ')} on conflict do nothing returning 1 as added`,
  )
  return added.length
}
