import type { ProblemTable } from './english-problems.ts'

// What has become of an order of a test merchant, each state as the sentence says it.
const states: ProblemTable = {
  等待付款: 'is waiting for payment',
  '已配對收款帳戶，等待付款': 'is matched to a receiving account and waiting for payment',
  '有自行申報的款項 {} 等待確認': 'has {} of declared money awaiting confirmation',
  '已入帳 {}': 'has been paid {}',
  '逾期後已入帳 {}': 'was paid {} after it expired',
  '未付款，已逾期': 'expired unpaid',
  '為異常，等待人工處理': 'is an exception awaiting manual handling',
  的自行申報款項已被退回: 'had its declared money rejected',
  的入帳已撤銷: 'had its payment reversed',
  '已完成 {}': 'has been completed with {}',
  已取消: 'has been cancelled',
  完成後已被銀行退回: 'was returned by the bank after completion',
}

/** What a test merchant is told of an outcome that is not possible, and its English. */
export const sandboxProblems: ProblemTable = {
  ...Object.fromEntries(
    Object.entries(states).flatMap(([chinese, english]) => [
      [
        `此訂單${chinese}，無法成為 {}；目前可用：{}`,
        `The order ${english} and cannot become {}; possible outcomes: {}`,
      ],
      [
        `此訂單${chinese}，無法成為 {}；請建立新的訂單`,
        `The order ${english} and cannot become {}; create a new order`,
      ],
    ]),
  ),
  'less 的 paid_amount 必須大於 0 且小於訂單金額':
    'For less, paid_amount must be greater than 0 and less than the order amount',
  '同一 merchant_order_no 的付款連結已由另一筆代收入帳；請建立新的訂單':
    'The payment link with this merchant_order_no was paid by another collection; create a ' +
    'new order',
  '此訂單目前不可變更；請建立新的訂單':
    'The order cannot be changed at present; create a new order',
  '代付沒有 {}；可用：paid、less、cancelled、reversed':
    'Payouts have no {}; possible outcomes: paid, less, cancelled, reversed',
  '此商戶的 collection_events 為 completed，不通知 {}；請平台改為 all，或改用 paid、less、late':
    'Your collection_events setting is completed, which does not send {}: ask the platform ' +
    'to set it to all, or use paid, less or late',
}
