import type { Context, MerchantContext } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { ApprovalFilter } from '../../contract/back-office/people.ts'
import {
  approvalDetails,
  oldestWaiting,
  parseSubject,
  subjectText,
  transactionIdsOfCall,
} from '../../rules/people/approvals.ts'
import type { Subject } from '../../rules/people/principal.ts'
import {
  type ApprovalWithNames,
  approvalDetailView,
  approvalView,
  waitingApprovalView,
} from '../../rules/views/people/approval-view.ts'
import { findTransactions } from '../../store/banking/bank-transactions.ts'
import { namesOfApprovals } from '../../store/people/approval-names.ts'
import { newestApprovals, waitingAbout } from '../../store/people/approvals.ts'
import { toSeconds } from '../../units/clock.ts'
import { type List, listPage } from '../list.ts'
import { isSandbox } from '../merchant-contexts.ts'
import { orderOf, requireApproval } from './find-approval.ts'

/** Calls that wait or waited for a second person, newest first. */
export function listApprovals(
  context: Context,
  filter: ApprovalFilter,
): Promise<ItemPage<ReturnType<typeof approvalView>>> {
  const now = toSeconds(context.now())
  const approvalList: List<ApprovalFilter, ApprovalWithNames, ReturnType<typeof approvalView>> = {
    async read({ db }, { state, subject, asked_by: asker }, span) {
      const filter = { state, subject, asker, oldestWaiting: oldestWaiting(now) }
      const { rows, scannedTo } = await newestApprovals(db, filter, span)
      const names = await namesOfApprovals(db, rows.map(approvalDetails))
      return { rows: rows.map((approval) => ({ approval, names })), scannedTo }
    },
    idOf: ({ approval }) => approval.id,
    viewOf: (one) => approvalView(one, now),
  }
  return listPage(context, approvalList, filter)
}

/**
 * One approval, with its order as it was when asked for and as it is now, and its bank transactions; refuses with
 * `not_found`.
 */
export async function showApproval(
  context: Context,
  id: string,
): Promise<ReturnType<typeof approvalDetailView>> {
  const { approval, context: home } = await requireApproval(context, id)
  const body = (approval.body.sent ?? {}) as Readonly<Record<string, unknown>>
  const [names, order, transactions] = await Promise.all([
    namesOfApprovals(home.db, [approvalDetails(approval)]),
    orderOf(context, approval),
    findTransactions(home.db, transactionIdsOfCall(parseSubject(approval.subject), body)),
  ])
  return approvalDetailView({ approval, names, order, transactions, now: toSeconds(context.now()) })
}

/** The waiting calls about an order, newest first; none about a test order. */
export async function approvalsOfOrder(
  context: MerchantContext,
  subject: Subject,
): Promise<readonly ReturnType<typeof waitingApprovalView>[]> {
  if (!context.settings.approvals.on || isSandbox(context)) return []
  const oldest = oldestWaiting(toSeconds(context.now()))
  const waiting = await waitingAbout(context.db, subjectText(subject), oldest)
  const names = await namesOfApprovals(context.db, waiting.map(approvalDetails))
  return waiting.map((approval) => waitingApprovalView({ approval, names }))
}
