import type { MerchantContext } from '../../context.ts'
import { accountFrozen } from '../../rules/banking/bank-account.ts'
import { putAsideFrozen, waitingOnFrozen } from '../../store/banking/frozen-accounts.ts'
import { toSeconds } from '../../units/clock.ts'

/**
 * Makes exceptions of collections that wait on frozen accounts (back office §2). A run is bounded; pages check the
 * account's state meanwhile.
 *
 * @returns the number of collections looked at
 */
export async function putAsideFrozenIn(
  context: MerchantContext,
  batches: number = batchesMax,
): Promise<number> {
  const { db, databaseNumber: database } = context
  let count = 0
  for (let batch = 0; batch < batches && context.mayGoOn(); batch += 1) {
    const ids = await waitingOnFrozen(db, batchSize)
    if (ids.length === 0) break
    await putAsideFrozen({ db, ids, reason: accountFrozen, now: toSeconds(context.now()) })
    count += ids.length
    if (ids.length < batchSize) break
  }
  if (count > 0) context.log({ event: 'frozen_put_aside', database, count })
  return count
}

const batchesMax = 20
const batchSize = 500
