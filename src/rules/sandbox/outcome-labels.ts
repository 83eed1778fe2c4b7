import type { SandboxOutcome } from '../../contract/sandbox/outcomes.ts'
import { toAmount } from '../../units/money.ts'
// Each text has its English in src/contract/problems/sandbox-problems.ts.

/** A sentence that tells a test merchant why an outcome is not possible. */
export type Sentence = string

/** What has become of a collection; `{}` is what was paid. */
export const collectionLabels: Readonly<Record<CollectionStanding, string>> = {
  waiting: '等待付款',
  matched: '已配對收款帳戶，等待付款',
  declared: '有自行申報的款項 {} 等待確認',
  settled: '已入帳 {}',
  settled_late: '逾期後已入帳 {}',
  expired: '未付款，已逾期',
  put_aside: '為異常，等待人工處理',
  rejected: '的自行申報款項已被退回',
  reversed: '的入帳已撤銷',
}

/** What has become of a payout; `{}` is what was paid. */
export const payoutLabels: Readonly<Record<PayoutStanding, string>> = {
  waiting: '等待付款',
  processed: '已完成 {}',
  cancelled: '已取消',
  returned: '完成後已被銀行退回',
}

/** Why an outcome is not possible: the state of the order, and what can be asked for in its place. */
export function notPossible({
  state,
  paid,
  outcome,
  instead,
}: {
  readonly state: string
  readonly paid: number
  readonly outcome: SandboxOutcome
  readonly instead: readonly SandboxOutcome[]
}): Sentence {
  const hint = instead.length === 0 ? '請建立新的訂單' : `目前可用：${instead.join('、')}`
  return `此訂單${state.replace('{}', String(toAmount(paid)))}，無法成為 ${outcome}；${hint}`
}

/** Why the amount that `less` asks for is none. */
export const sumLabels: Sentence = 'less 的 paid_amount 必須大於 0 且小於訂單金額'

/** Why a link's order cannot be paid: another payment of its number stands. */
export const paidElsewhere: Sentence =
  '同一 merchant_order_no 的付款連結已由另一筆代收入帳；請建立新的訂單'

/** Why an order cannot be moved for another reason, such as a hold. */
export const notMovable: Sentence = '此訂單目前不可變更；請建立新的訂單'

/** Why there is no test callback of an outcome of that kind of order. */
export function withoutCallback(outcome: SandboxOutcome): Sentence {
  return `代付沒有 ${outcome}；可用：paid、less、cancelled、reversed`
}

/** Why a merchant that is told of completion only gets no test callback of an outcome. */
export function notReported(outcome: SandboxOutcome): Sentence {
  return `此商戶的 collection_events 為 completed，不通知 ${outcome}；請平台改為 all，或改用 paid、less、late`
}

/** What has become of a collection so far. */
export type CollectionStanding =
  | 'waiting'
  | 'matched'
  | 'declared'
  | 'settled'
  | 'settled_late'
  | 'expired'
  | 'put_aside'
  | 'rejected'
  | 'reversed'

/** What has become of a payout so far. */
export type PayoutStanding = 'waiting' | 'processed' | 'cancelled' | 'returned'
