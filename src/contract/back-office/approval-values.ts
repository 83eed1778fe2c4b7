/** What becomes of a call that needs a second person (back office §5). */
export const approvalStates = ['waiting', 'done', 'failed', 'rejected', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]
