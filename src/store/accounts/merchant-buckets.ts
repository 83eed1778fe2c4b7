import type { Bucket } from '../../rules/accounts/ledger.ts'
import type { MerchantDatabase } from '../database.ts'
import { rowsOf, sqlText } from '../sql-text.ts'

/** The buckets of merchants over all channels, in hundredths; absent for a merchant without a balance. */
export async function bucketsOf(
  db: MerchantDatabase,
  merchantIds: readonly number[],
): Promise<ReadonlyMap<number, Readonly<Record<Bucket, number>>>> {
  if (merchantIds.length === 0) return new Map()
  const [rows] = await rowsOf(db, [sumBuckets({ ids: JSON.stringify(merchantIds) })])
  return new Map(rows.map((row) => [row.merchantId, row]))
}

const sumBuckets = sqlText<
  { readonly ids: string },
  { readonly merchantId: number } & Readonly<Record<Bucket, number>>
>(`
  select
    merchant_id as merchantId, sum(available) as available, sum(frozen) as frozen,
    sum(unconfirmed) as unconfirmed
  from balances where merchant_id in (select value from json_each(:ids)) group by merchant_id
`)
