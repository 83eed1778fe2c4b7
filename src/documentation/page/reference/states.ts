import type { CallbackStatus } from '../../../contract/callbacks/callback-states.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { collectionQuery } from '../../../contract/orders/collection-endpoints.ts'
import type {
  CollectionStatus,
  ConfirmationState,
  MatchingStatus,
  PayoutStatus,
} from '../../../contract/orders/order-statuses.ts'
import type { payoutQuery } from '../../../contract/orders/payout-endpoints.ts'
import type { Meaning } from '../../../units/language.ts'
import { type Cell, type Chapter, inEach, line, text } from '../blocks.ts'

const anchors = new Map<string, string>()

const states: readonly (readonly Cell[])[] = [
  statesOf<CollectionStatus>(
    'states-collection-status',
    { zh: '代收 `status`', en: '`status` of a collection' },
    {
      pending: { zh: '未付款，處理中', en: 'unpaid, being processed' },
      succeeded: { zh: '已付款', en: 'paid' },
      manual: { zh: '後台補單', en: 'settled manually by the back office' },
    },
  ),
  statesOf<MatchingStatus>(
    'states-collection-matching',
    { zh: '代收 `collection_status`', en: '`collection_status` of a collection' },
    {
      pending: { zh: '等待配對', en: 'waiting to be matched' },
      matched: { zh: '已配到收款帳戶', en: 'a receiving account is assigned' },
      exception: {
        zh: '曾逾期、列為異常、被拒或沖正',
        en: 'expired, marked as an exception, rejected or reversed',
      },
    },
  ),
  statesOf<ConfirmationState>(
    'states-collection-confirmation',
    { zh: '代收 `confirmation`', en: '`confirmation` of a collection' },
    {
      none: { zh: '無需確認', en: 'no confirmation needed' },
      awaiting: {
        zh: '申報的款項等待後台確認',
        en: 'declared money awaits confirmation by the back office',
      },
      accepted: { zh: '已確認，成為可用餘額', en: 'confirmed; the money is available' },
      rejected: {
        zh: '未獲確認，款項自帳上移除',
        en: 'not confirmed; the money is removed from the books',
      },
    },
  ),
  statesOf<PayoutStatus>(
    'states-payout-status',
    { zh: '代付 `status`', en: '`status` of a payout' },
    {
      pending: { zh: '待處理', en: 'waiting to be processed' },
      processed: { zh: '已出款', en: 'paid out' },
      cancelled: { zh: '取消、失敗、被拒或退匯', en: 'cancelled, failed, rejected or returned' },
    },
  ),
  statesOf<ResponseOf<typeof collectionQuery>['status']>(
    'states-collection-query',
    { zh: '代收查詢 `status`', en: '`status` in a collection query' },
    {
      PENDING: { zh: '未付款', en: 'unpaid' },
      PAID: { zh: '已付款', en: 'paid' },
      'MANUAL PAID': { zh: '後台補單', en: 'settled manually by the back office' },
      EXCEPTION: {
        zh: '未付款：逾期、列為異常、被拒或沖正',
        en: 'unpaid: expired, marked as an exception, rejected or reversed',
      },
    },
  ),
  statesOf<ResponseOf<typeof payoutQuery>['status']>(
    'states-payout-query',
    { zh: '代付查詢 `status`', en: '`status` in a payout query' },
    {
      PENDING: { zh: '待處理', en: 'waiting' },
      PAID: { zh: '已出款', en: 'paid out' },
      CANCELLED: { zh: '取消、失敗或退匯', en: 'cancelled, failed or returned' },
    },
  ),
  statesOf<CallbackStatus>(
    'states-callback-status',
    { zh: 'callback_status', en: 'callback_status' },
    {
      none: { zh: '沒有網址，或尚無可通知', en: 'no URL, or nothing to send yet' },
      pending: { zh: '等待送達', en: 'waiting to be delivered' },
      success: { zh: '已確認', en: 'acknowledged' },
      failed: { zh: '已放棄重送', en: 'retries given up' },
    },
  ),
]

/** The anchor of the values of a status; undefined where they are explained nowhere else. */
export function statesAnchorOf(values: readonly string[]): string | undefined {
  return anchors.get(values.join())
}

// The type makes a row complete: a value without a meaning does not compile.
function statesOf<Value extends string>(
  id: string,
  field: Meaning,
  values: Readonly<Record<Value, Meaning>>,
): readonly Cell[] {
  anchors.set(Object.keys(values).join(), id)
  const meanings = inEach((say) =>
    Object.entries<Meaning>(values)
      .map(([value, meaning]) => `\`${value}\` ${say(meaning)}`)
      .join('\n'),
  )
  return [{ ...field, id }, meanings]
}

/** §3: the status values and what they mean. */
export const statusValues: Chapter = {
  id: 'states',
  title: { zh: '狀態值', en: 'Status values' },
  blocks: [
    text(
      '各種情形見[訂單的狀態](#settle-states)。',
      'For the fields, callback and amount in each situation, see [Order states](#settle-states).',
    ),
    {
      kind: 'folded',
      stands: 'below',
      labels: line('每個欄位的值', 'The values of each field'),
      blocks: [
        { kind: 'table', columns: [line('欄位', 'Field'), line('值', 'Values')], rows: states },
      ],
    },
  ],
}
