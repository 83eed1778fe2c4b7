import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { expireLinks as endLinks } from '../../store/links/link-turns-and-expiry.ts'
import { allContexts } from '../merchant-contexts.ts'

/**
 * Ends the links whose time is over: what would have paid them becomes an exception, without a callback, and can still
 * be settled (decisions §5, "Expiry unpaid"). A bounded number a run; the rest waits for the next minute, and the
 * pages go by the clock meanwhile.
 *
 * @returns how many links it ended
 */
export async function expireLinks(context: Context): Promise<number> {
  const ended = await Promise.all(allContexts(context).map(expireOrLog))
  const count = ended.reduce((sum, one) => sum + one, 0)
  if (count > 0) context.log({ event: 'links_expired', count })
  return count
}

// An outage of one database is no reason to leave the others' links.
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
  let ended = 0
  for (let round = 0; round < roundsMax; round += 1) {
    const inRound = await endLinks(context.db, now, perRound)
    ended += inRound
    if (inRound < perRound) break
  }
  return ended
}

const roundsMax = 20
const perRound = 500
