import type { Context } from '../../context.ts'
import type { WaitView } from '../../contract/links/member-page-views.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { Refusal } from '../../contract/refusals.ts'
import { linkIdOf } from '../../rules/links/link-identity.ts'
import { type WaitPage, waitView, waitViewUnknown } from '../../rules/links/wait-page.ts'
import { openSession } from '../../store/database.ts'
import { findWaitingLink } from '../../store/links/payment-links.ts'
import { toSeconds } from '../../units/clock.ts'
import { inTime } from '../../units/time-limit.ts'
import { answerInTime } from '../answer-in-time.ts'
import { findLinked } from '../archive/find-linked.ts'
import { contextOfOrder } from '../merchant-contexts.ts'

/**
 * Shows a wait page from the database; if that fails or is late, from its immutable part in KV. Reads only. Refuses
 * unknown, malformed and day-old tokens alike with `not_found`.
 */
export async function showWaitPage(context: Context, token: string): Promise<WaitView> {
  const read = pageReader(context, token, null)()
  // It may reject after the time limit, when nothing awaits it.
  read.catch(() => undefined)
  try {
    return await inTime(patienceMs, read)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const page = await recall(context, token)
    // Without a page from KV, the late database is still awaited.
    if (page === null) return read
    context.log({
      event: 'wait_page_without_database',
      link_id: page.linkId,
      fault: faultText(error),
    })
    const view = waitViewUnknown(token, page, toSeconds(context.now()))
    if (view === null) throw new Refusal('not_found')
    return view
  }
}

// D1 stalls for a minute at times, which is too long for the first display of the page.
const patienceMs = 3_000

/** The state of a page that asks for news. */
type Refresh = {
  /** The bookmark of the database that it shows; null for none. */
  readonly bookmark: string | null
  readonly isNews: (view: WaitView) => boolean
  /** How long the answer may wait for news, in milliseconds: `longPollMsMax` at most; 0 for an answer at once. */
  readonly heldMs: number
}

/**
 * Shows a wait page on its refresh, from the database or a replica at least as new as the page. A delayed answer comes
 * with the first news, or without any when its time is over.
 */
export async function refreshWaitPage(
  context: Context,
  token: string,
  { bookmark, isNews, heldMs }: Refresh,
): Promise<WaitView> {
  const read = pageReader(context, token, bookmark)
  let view = await read()
  let waitedMs = 0
  while (waitedMs < Math.min(heldMs, longPollMsMax) && !isNews(view)) {
    // An account comes within seconds of the order, or from a person after some minutes.
    const pauseMs = view.state === 'waiting' && waitedMs < soonMs ? 1_000 : 5_000
    await context.pause(pauseMs)
    waitedMs += pauseMs
    view = await read()
  }
  return view
}

/** The longest delay of an answer without news, in milliseconds: shorter than proxies' time-outs. */
const longPollMsMax = 55_000
const soonMs = 10_000

function pageReader(context: Context, token: string, bookmark: string | null) {
  const id = linkIdOf(token)
  const merchantContext = id === null ? null : contextOfOrder(context, id)
  if (id === null || merchantContext === null) throw new Refusal('not_found')
  const session = openSession(merchantContext.db, bookmark)
  const read = async (): Promise<WaitView> => {
    const reading = { ...merchantContext, db: session.db }
    const found = await findLinked(reading, id, (db) => findWaitingLink(db, id, token))
    const view = found && waitView(token, found, toSeconds(context.now()))
    if (view === null) throw new Refusal('not_found')
    return { ...view, bookmark: session.bookmark() }
  }
  return () => answerInTime(context, read())
}

// Never rejects: without it the late database is still awaited.
async function recall(context: Context, token: string): Promise<WaitPage | null> {
  try {
    return await context.caches.waitPages.get(token)
  } catch (error) {
    context.log({ event: 'token_not_read', fault: faultText(error) })
    return null
  }
}
