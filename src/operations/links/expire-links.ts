import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { expireLinkBatch } from '../../store/links/link-turns-and-expiry.ts'
import { allContexts } from '../merchant-contexts.ts'

/**
 * Expires links whose time is over. Their collections become exceptions, without a callback, and can still be settled
 * (decisions §5, "Expiry unpaid"). A run is bounded, the next one does the rest, and pages go by the clock meanwhile.
 *
 * @returns how many links it has expired
 */
export async function expireLinks(context: Context): Promise<number> {
  const expired = await Promise.all(allContexts(context).map(expireOrLog))
  const count = expired.reduce((sum, one) => sum + one, 0)
  if (count > 0) context.log({ event: 'links_expired', count })
  return count
}

// An outage of one database must not delay the links of the others.
async function expireOrLog(context: MerchantContext): Promise<number> {
  try {
    return await expireIn(context)
  } catch (error) {
    const { databaseNumber } = context
    context.log({ event: 'links_not_expired', database: databaseNumber, fault: faultText(error) })
    return 0
  }
}

async function expireIn(context: MerchantContext): Promise<number> {
  const now = Math.floor(context.now() / 1000)
  let expired = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const inBatch = await expireLinkBatch(context.db, now, batchSize)
    expired += inBatch
    if (inBatch < batchSize) break
  }
  return expired
}

const batchesMax = 20
const batchSize = 500
