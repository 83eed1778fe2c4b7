import type { Context } from '../../context.ts'
import type { WaitView } from '../../contract/links/member-page-views.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import { linkIdNamed } from '../../rules/links/link-identity.ts'
import { type WaitPage, waitView, waitViewUnknown } from '../../rules/links/wait-page.ts'
import { findWaitingLink } from '../../store/links/payment-links.ts'
import { toSeconds } from '../../units/clock.ts'
import { inTime } from '../../units/time-limit.ts'
import { contextOfOrder } from '../merchant-contexts.ts'

/**
 * Shows a wait page. KV, which has its immutable part, and the database, which has all of it, are read at the same
 * time, so that the page appears when either answers in time. Reads only. Refuses unknown, malformed and day-old tokens
 * alike with `not_found`.
 */
export async function showWaitPage(context: Context, token: string): Promise<WaitView> {
  const id = linkIdNamed(token)
  if (id === null) throw new Refusal('not_found')
  const recalled = recall(context, token)
  const read = readPage(context, id, token)
  // It may reject after the time limit, when nothing awaits it.
  read.catch(() => undefined)
  try {
    return await inTime(patienceMs, read)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const page = await recalled
    // Without a page from KV, the late database is still awaited.
    if (page === null) return read
    context.log({ event: 'wait_page_without_database', link_id: id, fault: faultText(error) })
    const view = waitViewUnknown(token, page, toSeconds(context.now()))
    if (view === null) throw new Refusal('not_found')
    return view
  }
}

// D1 stalls for a minute at times, which is too long for the first display of the page.
const patienceMs = 3_000

/** Shows a wait page on its refresh, from the database alone. */
export async function refreshWaitPage(context: Context, token: string): Promise<WaitView> {
  const id = linkIdNamed(token)
  if (id === null) throw new Refusal('not_found')
  return readPage(context, id, token)
}

async function readPage(context: Context, id: number, token: string): Promise<WaitView> {
  const merchantContext = contextOfOrder(context, id)
  const found = merchantContext && (await findWaitingLink(merchantContext.db, id, token))
  const view = found && waitView(token, found, toSeconds(context.now()))
  if (view === null) throw new Refusal('not_found')
  return view
}

// Never rejects, because it is only awaited when the database has failed.
async function recall(context: Context, token: string): Promise<WaitPage | null> {
  try {
    return await context.recallToken(token)
  } catch (error) {
    context.log({ event: 'token_not_read', fault: faultText(error) })
    return null
  }
}
