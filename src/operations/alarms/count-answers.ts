import type { Context } from '../../context.ts'
import { amountLinkCreation, plainLinkCreation } from '../../contract/links/link-endpoints.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { collectionCreation } from '../../contract/orders/collection-endpoints.ts'
import { payoutCreation } from '../../contract/orders/payout-endpoints.ts'
import { addCounts } from '../../store/alarms/watch-counts.ts'
import { findMaintenance } from '../../store/service/maintenance.ts'

/**
 * Counts a request and whether it was answered with 5xx. No request waits for it: an isolate counts in memory, and
 * writes the counts after an answer now and then. An isolate that ends loses its unwritten counts.
 *
 * @param path the path of a POST. A creation counts if it succeeded or failed on our side, a link only if it
 *   succeeded. A refused one does not: anybody can send it.
 */
export function countAnswer(context: Context, status: number, path = ''): void {
  const { counts } = context.isolate
  const nowMs = context.now()
  counts.add('answers', 1, nowMs)
  if (status >= 500) counts.add('server_errors', 1, nowMs)
  const isFailed = status >= 500
  if (creationPaths.has(path) && (status < 300 || isFailed)) {
    counts.add('creations', 1, nowMs)
    if (isFailed) counts.add('creation_errors', 1, nowMs)
  }
  if (linkPaths.has(path) && status < 300) counts.add('links', 1, nowMs)
  if (counts.isDue(nowMs)) context.later(writeCounts(context))
}

const creationPaths: ReadonlySet<string> = new Set([collectionCreation.path, payoutCreation.path])
const linkPaths: ReadonlySet<string> = new Set([amountLinkCreation.path, plainLinkCreation.path])

/** Counts queue messages that could not be handed over, and writes all counts of the isolate. */
export async function countDeadWakeUps(context: Context, count: number): Promise<void> {
  context.isolate.counts.add('dead_wake_ups', count, context.now())
  await writeCounts(context)
}

/** Counts a 5xx answer of the back office, except while the first database is in maintenance. */
export async function countDeskFailure(context: Context): Promise<void> {
  const [home] = context.databases
  if (home !== undefined && (await findMaintenance(home)) !== null) return
  context.isolate.counts.add('desk_errors', 1, context.now())
  await writeCounts(context)
}

async function writeCounts({ isolate, platformDb, now, log }: Context): Promise<void> {
  const { counts } = isolate
  const batch = counts.take()
  try {
    await addCounts(platformDb, batch)
  } catch (error) {
    counts.giveBack(batch, now())
    log({ event: 'counts_not_kept', fault: faultText(error) })
  }
}
