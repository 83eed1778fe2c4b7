import type { MerchantContext } from '../../context.ts'
import { receiverName } from '../../rules/callbacks/receiver-breaker.ts'
import { reportOfCollection } from '../../rules/callbacks/reported-events.ts'
import {
  type ExpiringLink,
  type ExpiryReport,
  expireLinkBatch,
  expiringLinks,
} from '../../store/links/link-expiry.ts'
import { toSeconds } from '../../units/clock.ts'
import { wakeCallbacks } from '../callbacks/wake-callbacks.ts'

/**
 * Expires the links of a database whose time is over. Their collections become exceptions, reported to merchants that
 * receive all events, and can still be settled (decisions §5, "Expiry unpaid"). A run is bounded; pages go by the clock
 * meanwhile.
 *
 * @returns the number of expired links
 */
export async function expireLinks(context: MerchantContext): Promise<number> {
  const now = toSeconds(context.now())
  let expired = 0
  while (context.mayGoOn()) {
    const over = await expiringLinks(context.db, now, batchSize)
    if (over.length === 0) break
    const reports = over.flatMap((link) => reportsOfExpiry(link, now))
    const inBatch = await expireLinkBatch({ db: context.db, links: over, reports, now })
    expired += inBatch.expired
    if (inBatch.owed.length > 0) await wakeCallbacks(context, inBatch.owed)
    if (over.length < batchSize) break
  }
  if (expired > 0) context.log({ event: 'links_expired', count: expired })
  return expired
}

const batchSize = 500

function reportsOfExpiry(
  { id: linkId, collection, merchant }: ExpiringLink,
  now: number,
): readonly ExpiryReport[] {
  if (collection === null) return []
  const expired = { name: 'expired', reason: 'expired', at: now } as const
  const report = reportOfCollection(expired, collection, merchant)
  if (report === null) return []
  const { id: orderId, tradeNo } = collection
  if (report.kind === 'ended') return [{ kind: 'ended', linkId, orderId }]
  const receiver = receiverName(merchant.id, report.url)
  return [{ ...report, linkId, orderId, merchantId: merchant.id, tradeNo, receiver }]
}
