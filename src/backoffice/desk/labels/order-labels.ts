import type { ReversalCause } from '../../../contract/back-office/orders/move-bodies.ts'
import type { OverrideName } from '../../../contract/back-office/orders/overrides.ts'
import type { OrderAction } from '../../../contract/back-office/states.ts'
import type { CallbackState, Outcome } from '../../../contract/callbacks/callback-states.ts'
import type {
  CollectionStatus,
  ConfirmationState,
  MatchingStatus,
  PayoutStatus,
} from '../../../contract/orders/order-statuses.ts'
import type { Meaning } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import type { Tone } from '../parts/values.tsx'
import type { Labels } from './label-for.ts'

export const collectionStatusLabels: Labels<CollectionStatus> = {
  pending: { zh: '未付款', en: 'Unpaid' },
  succeeded: { zh: '已付款', en: 'Paid' },
  manual: { zh: '人工入帳', en: 'Paid, by hand' },
}

export const matchingStatusLabels: Labels<MatchingStatus> = {
  pending: { zh: '待指定帳戶', en: 'Needs an account' },
  matched: { zh: '待匯款', en: 'Awaiting payment' },
  exception: { zh: '例外', en: 'Exception' },
}

/** An exception that the service has made of an expired link. */
export const expiredLabel: Meaning = { zh: '逾時未付', en: 'Expired unpaid' }

/** A waiting order whose money has come. */
export const readyLabel: Meaning = { zh: '可入帳', en: 'Ready' }
/** A waiting order whose money a person must judge; also the heading of all such money. */
export const unsureLabel: Meaning = { zh: '款項待判斷', en: 'Money to judge' }
/** A waiting order whose payer the bank names otherwise. */
export const otherNameLabel: Meaning = { zh: '戶名不同', en: 'Other name' }
/** A waiting order that several transactions fit. */
export const severalLabel: Meaning = { zh: '多筆款項一筆訂單', en: 'Several deposits fit' }
/** An exception whose money has come. */
export const arrivedLabel: Meaning = { zh: '已到帳', en: 'Arrived' }

/** Precedes a paid amount other than the order's. */
export const paidLabel: Meaning = { zh: '實付', en: 'paid' }

/** A settled order whose money was less than its amount, or more. */
export const partPaidLabel: Meaning = { zh: '部分收款', en: 'Paid in part' }
export const overpaidLabel: Meaning = { zh: '溢收', en: 'Paid in excess' }

/** The member's statement on the wait page, which is no evidence. */
export const saidPaidLabel: Meaning = { zh: '會員表示已付款', en: 'Member says paid' }

export const confirmationLabels: Labels<ConfirmationState> = {
  none: { zh: '不需確認', en: 'None needed' },
  awaiting: { zh: '待確認', en: 'To be confirmed' },
  accepted: { zh: '已確認', en: 'Accepted' },
  rejected: { zh: '已退回', en: 'Rejected' },
}

export const payoutStatusLabels: Labels<PayoutStatus> = {
  pending: { zh: '待出款', en: 'Waiting' },
  processed: { zh: '已出款', en: 'Paid out' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
}

export const payoutTones = { pending: 'busy', processed: 'done', cancelled: 'over' } as const

export const callbackStateLabels: Labels<CallbackState | 'ended'> = {
  due: { zh: '待送', en: 'Due' },
  delivered: { zh: '已送達', en: 'Delivered' },
  given_up: { zh: '已放棄', en: 'Given up' },
  parked: { zh: '擱置', en: 'Parked' },
  ended: { zh: '已終止', en: 'Ended' },
}

export const callbackTones: Readonly<Record<keyof typeof callbackStateLabels, Tone>> = {
  due: 'busy',
  delivered: 'done',
  given_up: 'wrong',
  parked: 'wrong',
  ended: 'over',
}

export const outcomeLabels: Labels<Outcome> = {
  delivered: { zh: '已送達', en: 'Delivered' },
  blocked_address: { zh: '位址不允許', en: 'Address not allowed' },
  timeout: { zh: '逾時', en: 'Timed out' },
  network: { zh: '連線失敗', en: 'Connection failed' },
  dns: { zh: '查無主機', en: 'Name not found' },
  refused: { zh: '拒絕連線', en: 'Connection refused' },
  tls: { zh: '憑證錯誤', en: 'Certificate error' },
  http_3xx: { zh: '轉址', en: 'Redirected' },
  http_4xx: { zh: '對方回 4xx', en: 'Answered 4xx' },
  http_5xx: { zh: '對方回 5xx', en: 'Answered 5xx' },
  wrong_answer: { zh: '回應不是 success', en: 'Did not answer success' },
}

export const actionLabels: Labels<OrderAction> = {
  take: { zh: '領取', en: 'Take' },
  release: { zh: '放回', en: 'Release' },
  match: { zh: '指定帳戶', en: 'Give an account' },
  settle: { zh: '入帳', en: 'Settle' },
  exception: { zh: '列為例外', en: 'Report an exception' },
  confirm: { zh: '確認或退回款項', en: 'Accept or reject the money' },
  process: { zh: '出款完成', en: 'Paid out' },
  cancel: { zh: '取消', en: 'Cancel' },
  reverse: { zh: '沖正', en: 'Reverse' },
  back: { zh: '補列銀行交易', en: 'Add bank transactions' },
}

/** The tick of an operator who settles another sum than the order's. */
export const otherSumLabels: Labels<'less' | 'more'> = {
  less: { zh: '實付少於訂單金額：仍入帳', en: 'Less than the order: settle anyway' },
  more: { zh: '實付多於訂單金額：仍入帳', en: 'More than the order: settle anyway' },
}

/** The checks that an operator may override, each as the label of a checkbox. */
export const overrideLabels: Labels<OverrideName> = {
  amount: { zh: '金額與訂單不同', en: 'Amount differs from the order' },
  balance: { zh: '超過商戶餘額', en: "More than the merchant's balance" },
  disabled_merchant: { zh: '商戶已停用', en: 'The merchant is disabled' },
  already_paid: { zh: '此連結的訂單已付過', en: "The link's order is already paid" },
  evidence_differs: {
    zh: '銀行交易與訂單不符（須說明原因）',
    en: 'The transaction does not fit the order (reason required)',
  },
  daily_cap_reached: { zh: '超過帳戶今日額度', en: "More than the account's daily cap" },
  slot_taken: {
    zh: '同金額、同末五碼的訂單已在此帳戶等待',
    en: 'Another order of this amount and last five digits waits there',
  },
}

export const reversalLabels: Labels<ReversalCause> = {
  wrong_match: {
    zh: '認錯了款項：釋出銀行交易，可改認其他訂單',
    en: 'The money was for another order: its transactions are released',
  },
  money_returned: { zh: '款項已退回', en: 'The money was returned' },
}

const noFee: Meaning = { zh: '', en: '' }

/** What a collection's price takes out of the paid amount: before it is booked, its version alone is known. */
export const lessFee = (pricing: unknown): Meaning =>
  Number(pricing ?? 0) === 0
    ? noFee
    : { zh: '扣除平台手續費（如有）後', en: ', less the fee if there is one,' }

/** What leaves with a payout beside its amount: of less than was ordered the fee is less. */
export function feeBesides(fee: unknown): Meaning {
  const most = moneyText(Number(fee ?? 0))
  const words = { zh: `，另扣平台手續費至多 ${most}`, en: `, plus a fee of at most ${most}` }
  return Number(fee ?? 0) === 0 ? noFee : words
}

/** What a reversal gives back beside the amount; before its reason is chosen, a price may still keep it. */
export function feeReturned(fee: unknown, isReasonOpen = false): Meaning {
  const sum = moneyText(Number(fee ?? 0))
  const unless = isReasonOpen ? unlessKept : noFee
  const words = {
    zh: `，並退還平台手續費 ${sum}${unless.zh}`,
    en: `, and the platform fee of ${sum} is refunded${unless.en}`,
  }
  return Number(fee ?? 0) === 0 ? noFee : words
}

const unlessKept: Meaning = {
  zh: '（款項已退回而費率保留手續費時除外）',
  en: ' unless the money was returned and the price keeps it',
}
