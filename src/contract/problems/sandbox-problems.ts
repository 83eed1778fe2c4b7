import type { ProblemTable } from './english-problems.ts'

// What has become of an order of a test merchant, each state as the sentence says it.
const states: ProblemTable = {
  等待付款: 'waits for its payment',
  '已配對收款帳戶，等待付款': 'is matched to an account and waits for its payment',
  '有自行申報的款項 {} 等待確認': 'has {} of declared money that waits for confirmation',
  '已入帳 {}': 'is paid with {}',
  '逾期後已入帳 {}': 'was paid with {} after its time was over',
  '未付款，已逾期': 'was not paid in time',
  '為異常，等待人工處理': 'was put aside',
  的自行申報款項已被退回: 'had its declared money rejected',
  的入帳已撤銷: 'had its settlement reversed',
  '已完成 {}': 'is processed with {}',
  已取消: 'is cancelled',
  完成後已被銀行退回: 'was sent back by the bank',
}

/** What a test merchant is told of an outcome that is not possible, and its English. */
export const sandboxProblems: ProblemTable = {
  ...Object.fromEntries(
    Object.entries(states).flatMap(([chinese, english]) => [
      [
        `此訂單${chinese}，無法成為 {}；目前可用：{}`,
        `The order ${english} and cannot become {}; ask for {}`,
      ],
      [
        `此訂單${chinese}，無法成為 {}；請建立新的訂單`,
        `The order ${english} and cannot become {}; take a new order`,
      ],
    ]),
  ),
  'less 的 paid_amount 必須大於 0 且小於訂單金額':
    'The paid_amount of less must be more than 0 and less than the order’s amount',
  '同一 merchant_order_no 的付款連結已由另一筆代收入帳；請建立新的訂單':
    'A link of the same merchant_order_no is paid by another collection; take a new order',
  '此訂單目前不可變更；請建立新的訂單': 'The order cannot be changed now; take a new order',
  '代付沒有 {}；可用：paid、less、cancelled、reversed':
    'A payout has no {}; ask for paid, less, cancelled or reversed',
  '此商戶的 collection_events 為 completed，不通知 {}；請平台改為 all，或改用 paid、less、late':
    'Your collection_events is completed, which does not tell of {}: have the platform set it ' +
    'to all, or ask for paid, less or late',
}
