import type { Context } from '../../context.ts'
import type { Identity } from '../../contract/back-office/roles.ts'
import { notFound } from '../../contract/refusals.ts'
import { waitView } from '../../rules/links/wait-page.ts'
import { memberPageView } from '../../rules/views/links/member-page-view.ts'
import { findWaitingLink } from '../../store/links/payment-links.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { collectionBook } from '../orders/move-collection.ts'
import { findOrder } from '../orders/move-order.ts'

/**
 * The current wait page of a collection. Refuses with `not_found` if the reader may not see the collection, it has no
 * link, or its page is no longer shown.
 */
export async function memberPageOfCollection(
  context: Context,
  reader: Identity,
  tradeNo: string,
): Promise<ReturnType<typeof memberPageView>> {
  const { order, merchantContext } = await findOrder(context, collectionBook, { tradeNo, reader })
  const { linkId } = order
  const found = linkId === null ? null : await findWaitingLink(merchantContext.db, linkId, null)
  const now = toSeconds(context.now())
  const view = found && waitView('', found, now)
  if (view === null)
    throw notFound(
      say(
        '此訂單沒有會員頁面，或已不再顯示',
        'The order has no member page, or no longer shows it',
      ),
    )
  return memberPageView(view)
}
