import type { SandboxOutcome } from '../../contract/sandbox/outcomes.ts'
import { type Meaning, say } from '../../units/language.ts'
import { toAmount } from '../../units/money.ts'

/** The states of a collection; `{}` is the paid amount. */
export const collectionLabels: Readonly<Record<CollectionState, Meaning>> = {
  waiting: say('等待付款', 'is waiting for payment'),
  matched: say(
    '已配對收款帳戶，等待付款',
    'is matched to a receiving account and waiting for payment',
  ),
  declared: say('有自行申報的款項 {} 等待確認', 'has {} of declared money awaiting confirmation'),
  settled: say('已入帳 {}', 'has been paid {}'),
  settled_late: say('逾期後已入帳 {}', 'was paid {} after it expired'),
  expired: say('未付款，已逾期', 'expired unpaid'),
  put_aside: say('為異常，等待人工處理', 'is an exception awaiting manual handling'),
  rejected: say('的自行申報款項已被退回', 'had its declared money rejected'),
  reversed: say('的入帳已沖正', 'had its payment reversed'),
}

/** The states of a payout; `{}` is the paid amount. */
export const payoutLabels: Readonly<Record<PayoutState, Meaning>> = {
  waiting: say('等待付款', 'is waiting for payment'),
  processed: say('已完成 {}', 'has been completed with {}'),
  cancelled: say('已取消', 'has been cancelled'),
  returned: say('完成後已被銀行退回', 'was returned by the bank after completion'),
}

/** Why an outcome is impossible: the order's state, and the possible outcomes. */
export function notPossible({
  state,
  paid,
  outcome,
  instead,
}: {
  readonly state: Meaning
  readonly paid: number
  readonly outcome: SandboxOutcome
  readonly instead: readonly SandboxOutcome[]
}): Meaning {
  const hint =
    instead.length === 0
      ? say('請建立新的訂單', 'create a new order')
      : say(`目前可用：${instead.join('、')}`, `possible outcomes: ${instead.join(', ')}`)
  const sum = String(toAmount(paid))
  return say(
    `此訂單${state.zh.replace('{}', sum)}，無法成為 ${outcome}；${hint.zh}`,
    `The order ${state.en.replace('{}', sum)} and cannot become ${outcome}; ${hint.en}`,
  )
}

/** Why the amount of `less` is invalid. */
export const sumLabels = say(
  'less 的 paid_amount 必須大於 0 且小於訂單金額',
  'For less, paid_amount must be greater than 0 and less than the order amount',
)

/** Why a link's order cannot be paid: another payment of its number exists. */
export const paidElsewhere = say(
  '同一 merchant_order_no 的付款連結已由另一筆代收入帳；請建立新的訂單',
  'The payment link with this merchant_order_no was paid by another collection; create a new order',
)

/** Why an order cannot be moved for another reason, such as a hold. */
export const notMovable = say(
  '此訂單目前不可變更；請建立新的訂單',
  'The order cannot be changed at present; create a new order',
)

/** Why an outcome has no test callback for that kind of order. */
export function withoutCallback(outcome: SandboxOutcome): Meaning {
  return say(
    `代付沒有 ${outcome}；可用：paid、less、cancelled、reversed`,
    `Payouts have no ${outcome}; possible outcomes: paid, less, cancelled, reversed`,
  )
}

/** Why a merchant that receives only completions gets no test callback of an outcome. */
export function notReported(outcome: SandboxOutcome): Meaning {
  return say(
    `此商戶的 collection_events 為 completed，不通知 ${outcome}；請平台改為 all，或改用 paid、less、late`,
    `Your collection_events setting is completed, which does not send ${outcome}: ask the ` +
      'platform to set it to all, or use paid, less or late',
  )
}

export type CollectionState =
  | 'waiting'
  | 'matched'
  | 'declared'
  | 'settled'
  | 'settled_late'
  | 'expired'
  | 'put_aside'
  | 'rejected'
  | 'reversed'

export type PayoutState = 'waiting' | 'processed' | 'cancelled' | 'returned'
