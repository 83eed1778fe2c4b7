import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Hold, HoldKeys } from '../../rules/merchants/hold.ts'
import type { MerchantDatabase, Statement } from '../database.ts'
import { holds } from '../schema.ts'
import { sqlText } from '../sql-text.ts'

/** Places a hold. */
export function insertHold(db: MerchantDatabase, hold: Hold): Statement {
  return db.insert(holds).values(hold)
}

/** Lifts a hold that is in force; one that was lifted stays as it is. */
export function liftHoldRow(
  db: MerchantDatabase,
  id: number,
  lifted: Pick<Hold, 'liftedAt' | 'liftedBy' | 'liftReason'>,
): Statement {
  return db
    .update(holds)
    .set(lifted)
    .where(and(eq(holds.id, id), isNull(holds.liftedAt)))
}

/** The merchant creates orders again where no other hold of it is in force: for the batch that lifts one. */
export const releaseMerchant = sqlText<{ readonly uid: string }>(`
  update merchants
  set
    held = exists (select 1 from holds where key = 'merchant:' || :uid and lifted_at is null),
    version = version + 1
  where uid = :uid
`)

/** The merchant creates no orders: for the batch that places a hold of it. */
export const holdMerchant = sqlText<{ readonly uid: string }>(`
  update merchants set held = 1, version = version + 1 where uid = :uid
`)

/** Breaks a batch with `held` where a hold of any of these keys is in force; writes nothing otherwise. */
export function requireNotHeld({ merchant = '', ...others }: HoldKeys): Statement {
  return breakIfHeld({ merchant, member: '', account: '', order: '', ...others })
}

const breakIfHeld = sqlText<Required<HoldKeys>>(`
  update holds set refused = 'held'
  where lifted_at is null and key in (:merchant, :member, :account, :order)
`)

/** Finds a hold; null when there is none. */
export async function findHold(db: MerchantDatabase, id: number): Promise<Hold | null> {
  return (await db.select().from(holds).where(eq(holds.id, id)).get()) ?? null
}

/** The holds with an id below `before`, newest first. */
export async function newestHolds(
  db: MerchantDatabase,
  before: number,
  limit: number,
): Promise<readonly Hold[]> {
  return db.select().from(holds).where(lt(holds.id, before)).orderBy(desc(holds.id)).limit(limit)
}
