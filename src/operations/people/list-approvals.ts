import type { Context, MerchantContext } from '../../context.ts'
import type { ApprovalFilter } from '../../contract/back-office/approval-calls.ts'
import type { Listed } from '../../contract/back-office-calls.ts'
import { oldestWaiting } from '../../rules/people/approvals.ts'
import { listed } from '../../rules/views/back-office-views.ts'
import { approvalView, shownApprovalView } from '../../rules/views/people/approval-view.ts'
import { newestApprovals } from '../../store/people/approvals.ts'
import { allContexts, newestOfAll } from '../merchant-contexts.ts'
import { orderOf, requireApproval } from './find-approval.ts'

/** Calls that wait for a second person, or did, newest first. */
export async function listApprovals(
  context: Context,
  { state, cursor = Number.MAX_SAFE_INTEGER, limit }: ApprovalFilter,
): Promise<Listed<ReturnType<typeof approvalView>>> {
  const now = Math.floor(context.now() / 1000)
  const read = ({ db }: MerchantContext) =>
    newestApprovals(db, state ?? null, oldestWaiting(now), cursor, limit)
  const newest = await newestOfAll(allContexts(context), read, idOf, limit)
  return listed(newest, limit, (one) => approvalView(one, now), idOf)
}

const idOf = ({ id }: { readonly id: number }) => id

/** One of them, with its order as it was when somebody asked, and as it is now; refuses with `not_found`. */
export async function showApproval(
  context: Context,
  id: string,
): Promise<ReturnType<typeof shownApprovalView>> {
  const { approval } = await requireApproval(context, id)
  const order = await orderOf(context, approval)
  return shownApprovalView(approval, order, Math.floor(context.now() / 1000))
}
