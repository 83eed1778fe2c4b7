import type { Context, MerchantContext } from '../../context.ts'
import type { ListPage } from '../../contract/back-office/call.ts'
import type { ApprovalFilter } from '../../contract/back-office/people.ts'
import { namedTransactions, oldestWaiting, subjectOf } from '../../rules/people/approvals.ts'
import { listed } from '../../rules/views/back-office-views.ts'
import { approvalView, shownApprovalView } from '../../rules/views/people/approval-view.ts'
import { findTransactions } from '../../store/banking/bank-transactions.ts'
import { newestApprovals } from '../../store/people/approvals.ts'
import { toSeconds } from '../../units/clock.ts'
import { allContexts, newestOfAll } from '../merchant-contexts.ts'
import { orderOf, requireApproval } from './find-approval.ts'

/** Calls that wait for a second person, or did, newest first. */
export async function listApprovals(
  context: Context,
  { state, cursor = Number.MAX_SAFE_INTEGER, limit }: ApprovalFilter,
): Promise<ListPage<ReturnType<typeof approvalView>>> {
  const now = toSeconds(context.now())
  const read = ({ db }: MerchantContext) =>
    newestApprovals(
      db,
      { state: state ?? null, oldestWaiting: oldestWaiting(now) },
      { from: 0, before: cursor, limit },
    )
  const newest = await newestOfAll({ contexts: allContexts(context), read, idOf, limit })
  return listed({ items: newest, limit, viewOf: (one) => approvalView(one, now), idOf })
}

const idOf = ({ id }: { readonly id: number }) => id

/**
 * One of them, with its order as it was when somebody asked and as it is now, and the bank transactions that it names;
 * refuses with `not_found`.
 */
export async function showApproval(
  context: Context,
  id: string,
): Promise<ReturnType<typeof shownApprovalView>> {
  const { approval, context: home } = await requireApproval(context, id)
  const body = (approval.body.sent ?? {}) as Readonly<Record<string, unknown>>
  const [order, named] = await Promise.all([
    orderOf(context, approval),
    findTransactions(home.db, namedTransactions(subjectOf(approval.subject), body)),
  ])
  return shownApprovalView({ approval, order, named, now: toSeconds(context.now()) })
}
