import type { Context } from '../../context.ts'
import type { Identity } from '../../contract/back-office/roles.ts'
import { Refusal } from '../../contract/refusals.ts'
import { mayUse } from '../../rules/banking/bank-account.ts'
import { waitView } from '../../rules/links/wait-page.ts'
import { memberPageView } from '../../rules/views/links/member-page-view.ts'
import { findTermsOf } from '../../store/banking/claims.ts'
import { waitingLinkOf } from '../../store/links/payment-links.ts'
import { collectionBook } from '../orders/move-collection.ts'
import { findOrder } from '../orders/move-order.ts'

/**
 * What the member's wait page shows of a collection now. An agent sees those of accounts that it may use. Refuses with
 * `not_found` where the collection has no link, or its page is no longer shown; `bank_account_not_allowed`.
 */
export async function memberPageOfCollection(
  context: Context,
  reader: Identity,
  tradeNo: string,
): Promise<ReturnType<typeof memberPageView>> {
  const { order, merchantContext } = await findOrder(context, collectionBook, tradeNo)
  const { bankAccountId, linkId } = order
  const { db } = merchantContext
  const [accounts, found] = await Promise.all([
    findTermsOf(db, bankAccountId === null ? [] : [bankAccountId]),
    linkId === null ? null : waitingLinkOf(db, linkId),
  ])
  if (!accounts.every((account) => mayUse(account, reader))) {
    throw new Refusal('bank_account_not_allowed')
  }
  const now = Math.floor(context.now() / 1000)
  const view = found && waitView('', found, now)
  if (view === null) throw new Refusal('not_found', { message: '此訂單沒有會員頁面，或已不再顯示' })
  return memberPageView(view)
}
