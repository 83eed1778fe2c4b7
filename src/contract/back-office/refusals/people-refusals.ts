import type { RefusalEntry } from '../../refusal-entry.ts'

/** The refusals of approvals, holds and checks of the books (back office §5, §6). */
export const peopleRefusals = {
  own_approval: {
    status: 403,
    zh: '不可核准自己提出的申請，請由另一位營運人員核准',
    en: 'You cannot approve your own request; another operator must do it',
  },
  order_moved: {
    status: 409,
    zh: '訂單在您查看之後已有變動，請重新查看後再核准',
    en: 'The order has changed since you read it; read it again, then approve',
  },
  approval_waiting: {
    status: 409,
    zh: '相同的操作正在等待核准，請核准或駁回 approval_id 所示的申請',
    en: 'The same call is already waiting for approval; approve or reject approval_id',
  },
  approval_over: {
    status: 409,
    zh: '此申請已核准、駁回、失敗或逾期，如仍需要請重新提出',
    en: 'The approval is done, failed, rejected or expired; make the call again if it is still needed',
  },
  held: {
    status: 409,
    zh: '此訂單、商戶、會員或帳號管制中，不可入帳或出款，請先解除管制',
    en: 'A hold on the order, its merchant, member or account blocks settlement and payout; lift it first',
  },
  check_running: {
    status: 409,
    zh: '帳目檢查正在進行，請待完成後再開始',
    en: 'A check of the books is running; start another when it is done',
  },
} as const satisfies Record<string, RefusalEntry>
