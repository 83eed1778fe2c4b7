import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The column of a merchant's sealed secret: the newest, or the previous one. */
type SealedColumn = 'secret' | 'previous_secret'

/** The number of a column's secrets sealed under the key with that check value. */
export type KeyUsage = {
  readonly column: SealedColumn
  /** The key's check value; empty for secrets from before check values. */
  readonly mark: string
  /** Up to `secretsCountedTo`; 0 for the key that was asked about. */
  readonly count: number
}

/** A count of this many means this many or more. */
export const secretsCountedTo = 1_000

// The expression of the indexes.
const markOf = (column: SealedColumn) =>
  `iif(substr(${column}, 9, 1) = '.', substr(${column}, 1, 8), '')`

// An index keeps the rows of a mark together, so each step finds the next mark without reading the rows between.
const marksIn = (column: SealedColumn, name: string) => `
  ${name} (mark) as (
    select (
      select ${markOf(column)} from merchants
      where ${column} is not null and ${markOf(column)} >= '' order by ${markOf(column)} limit 1
    )
    union all
    select (
      select ${markOf(column)} from merchants
      where ${column} is not null and ${markOf(column)} > ${name}.mark
      order by ${markOf(column)} limit 1
    )
    from ${name} where mark is not null
  )`

const countsIn = (column: SealedColumn, name: string) => `
  select '${column}' as "column", mark, iif(mark = :own, 0, (
    select count(*) from (
      select 1 from merchants
      where ${column} is not null and ${markOf(column)} = ${name}.mark limit ${secretsCountedTo}
    )
  )) as count
  from ${name} where mark is not null`

const countByMark = sqlText<{ readonly own: string }, KeyUsage>(`
  with recursive ${marksIn('secret', 'sealed_under')}, ${marksIn('previous_secret', 'previously_under')}
  ${countsIn('secret', 'sealed_under')} union all ${countsIn('previous_secret', 'previously_under')}
`)

/** The keys of a database's sealed secrets; those under the key with the mark `own` are not counted. */
export async function secretsByKey(
  db: MerchantDatabase,
  own: string,
): Promise<readonly KeyUsage[]> {
  const [found] = await rowsOf(db, [countByMark({ own })] as const)
  return found
}

export type SealedSecret = { readonly id: number; readonly uid: string; readonly sealed: string }

type SecretQuery = { readonly mark: string; readonly after: number; readonly limit: number }

const under = (column: SealedColumn) =>
  sqlText<SecretQuery, SealedSecret>(`
    select id, uid, ${column} as sealed from merchants
    where ${column} is not null and ${markOf(column)} = :mark and id > :after
    order by id limit :limit
  `)

const findUnder = { secret: under('secret'), previous_secret: under('previous_secret') }

/** Secrets under the key with that mark, by merchant, after the merchant with the id `after`. */
export async function secretsUnderKey(
  db: MerchantDatabase,
  column: SealedColumn,
  query: SecretQuery,
): Promise<readonly SealedSecret[]> {
  const [found] = await rowsOf(db, [findUnder[column](query)] as const)
  return found
}

/** A resealed secret: `was` is its previous text. */
export type ResealedSecret = { readonly id: number; readonly was: string; readonly sealed: string }

const replaceIn = (column: SealedColumn) =>
  sqlText<{ readonly list: string }, { readonly id: number }>(`
    update merchants set ${column} = value ->> 'sealed' from json_each(:list)
    where merchants.id = value ->> 'id' and ${column} = value ->> 'was'
    returning id
  `)

const replace = { secret: replaceIn('secret'), previous_secret: replaceIn('previous_secret') }

/**
 * Stores resealed secrets. A secret that the merchant has replaced meanwhile stays. The merchant's version stays too,
 * because nothing has changed for holders of the secret.
 *
 * @returns the number stored
 */
export async function storeResealed(
  db: MerchantDatabase,
  column: SealedColumn,
  resealed: readonly ResealedSecret[],
): Promise<number> {
  const [stored] = await rowsOf(db, [replace[column]({ list: JSON.stringify(resealed) })] as const)
  return stored.length
}
