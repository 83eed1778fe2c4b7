import { and, eq } from 'drizzle-orm'
import type { Adjustment } from '../../rules/accounts/adjustment.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { adjustments } from '../schema.ts'

/** Inserts an adjustment; its idempotency key must be new to its merchant. */
export function insertAdjustment(db: MerchantDatabase, adjustment: Adjustment): Statement {
  return db.insert(adjustments).values(adjustment)
}

/** The adjustment of a merchant's idempotency key, or null. */
export async function findAdjustment(
  db: MerchantDatabase,
  merchantId: number,
  idempotencyKey: string,
): Promise<Adjustment | null> {
  const isIt = and(
    eq(adjustments.merchantId, merchantId),
    eq(adjustments.idempotencyKey, idempotencyKey),
  )
  return (await db.select().from(adjustments).where(isIt).get()) ?? null
}
