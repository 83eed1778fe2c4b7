import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { accountFrozen } from '../../rules/banking/bank-account.ts'
import { putAsideFrozen, waitingOnFrozen } from '../../store/banking/frozen-accounts.ts'
import { toSeconds } from '../../units/clock.ts'
import { allContexts } from '../merchant-contexts.ts'

/**
 * Makes exceptions of what waits on frozen bank accounts, in all databases (back office §2). A run is bounded, the next
 * one does the rest, and pages go by the account's state meanwhile.
 *
 * @returns how many collections it has looked at
 */
export async function putAsideAllFrozen(context: Context): Promise<number> {
  const counts = await Promise.all(allContexts(context).map(putAsideOrLog))
  return counts.reduce((sum, count) => sum + count, 0)
}

// An outage of one database must not delay the others.
async function putAsideOrLog(context: MerchantContext): Promise<number> {
  try {
    return await putAsideFrozenIn(context, batchesMax)
  } catch (error) {
    const { databaseNumber: database } = context
    context.log({ event: 'frozen_not_put_aside', database, fault: faultText(error) })
    return 0
  }
}

/** The same in one database, in at most so many batches of 500. */
export async function putAsideFrozenIn(context: MerchantContext, batches: number): Promise<number> {
  const { db, databaseNumber: database } = context
  let count = 0
  for (let batch = 0; batch < batches; batch += 1) {
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
