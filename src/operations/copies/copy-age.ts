import type { MerchantContext } from '../../context.ts'
import { copyPosition } from '../../store/copies/copy-position.ts'
import { toSeconds } from '../../units/clock.ts'

/**
 * How long ago, in seconds, the bucket had all that the database had: what a loss of the database
 * would cost. Null where no copies are made, or none is complete yet.
 */
export async function copyAge({ db, now }: MerchantContext): Promise<number | null> {
  const wholeAt = (await copyPosition(db))?.wholeAt ?? null
  return wholeAt === null ? null : Math.max(0, toSeconds(now()) - wholeAt)
}
