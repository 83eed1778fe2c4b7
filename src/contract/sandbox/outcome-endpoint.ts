import * as z from 'zod/mini'
import { content, success } from '../answer-shapes.ts'
import { callbackStatus } from '../callbacks/callback-endpoint.ts'
import { described, repeated } from '../described-fields.ts'
import { endpoint, orderNumberAliases, orderNumbers } from '../endpoint.ts'
import { money, oneOf, optional, required, text } from '../fields.ts'
import { collectionStatuses, payoutStatuses } from '../orders/order-statuses.ts'
import { eventName, notes, orderType, orderTypes, outcomes } from './outcomes.ts'

const fields = {
  type: optional({
    kind: oneOf(orderTypes),
    absent: null,
    zh: '訂單種類；只傳 serial_no 時預設為 `payout`',
    en: 'Kind of order. If you send serial_no and no orderid, it defaults to `payout`',
    says: 'collection',
  }),
  ...orderNumbers,
  outcome: required(oneOf(outcomes), '要模擬的結果', 'Outcome to simulate'),
  paid_amount: optional({
    kind: money(1),
    absent: null,
    zh: '實付金額，用於 `paid`、`less`、`late`；未傳時，`less` 為訂單金額的一半，其餘為訂單金額',
    en:
      'Amount paid, for `paid`, `less` and `late`. Defaults to half the order amount for ' +
      '`less`, otherwise to all of it',
  }),
  reason: optional({
    kind: text(255),
    absent: '',
    zh: '原因，用於 `exception`、`cancelled`、`reversed`；會出現在查詢與通知',
    en: 'Reason, for `exception`, `cancelled` and `reversed`; shown in queries and callbacks',
  }),
}

/** Endpoint 18, ours (decisions §7): the outcome of a test merchant's order. */
export const sandboxOutcome = endpoint({
  number: 18,
  path: '/api/v1/merchant/sandbox/outcome',
  summary: { zh: '測試：指定訂單的結果', en: 'Sandbox: set an order’s outcome' },
  notes: [
    notes.forTests,
    {
      zh:
        '代收：`paid` 入帳、`less` 以較少的金額入帳、`late` 先逾期再入帳、`expired` 未付款逾期、`exception` 轉為異常、' +
        '`matched` 配對到一個虛構的收款帳戶、`cancelled` 平台不承認您申報已收到的款項、`reversed` 沖正。',
      en:
        'Collections: `paid` settles the order, `less` settles it with a smaller amount, `late` ' +
        'lets it expire and then settles it, `expired` lets it expire unpaid, `exception` marks ' +
        'it as an exception, `matched` assigns a fictitious receiving account, `cancelled` ' +
        'rejects money you declared, `reversed` reverses the settlement.',
    },
    {
      zh: '代付：`paid` 完成、`less` 以較少的金額完成、`cancelled` 取消、`reversed` 由銀行退回已完成的款項。',
      en:
        'Payouts: `paid` completes the payout, `less` completes it with a smaller amount, ' +
        '`cancelled` cancels it, `reversed` has the bank return a completed payout.',
    },
    {
      zh:
        '事件、帳務與通知和真實訂單完全相同。同一結果可重複呼叫，只生效一次；目前狀態無法成為該結果時回應 ' +
        'outcome_not_possible，訊息說明目前狀態與可用的結果。',
      en:
        'Events, ledger and callbacks are exactly those of a real order. Repeating an ' +
        'outcome has no second effect; an impossible one returns outcome_not_possible, whose ' +
        'message gives the state and the possible outcomes.',
    },
  ],
  request: fields,
  earlierNames: orderNumberAliases,
  legacyGroup: 'by_type',
  response: () =>
    success({
      data: content({
        type: orderType(),
        orderid: repeated(z.optional(z.string()), fields.orderid),
        serial_no: repeated(z.optional(z.string()), fields.serial_no),
        merchant_order_no: repeated(z.string(), fields.merchant_order_no),
        trade_no: repeated(z.string(), fields.trade_no),
        outcome: repeated(z.enum(outcomes), fields.outcome),
        status: described(
          z.enum([...new Set([...collectionStatuses, ...payoutStatuses])]),
          '同查詢的 data.status',
          'Same as data.status in a query',
        ),
        paid_amount: described(
          z.optional(z.number()),
          '代收的實付金額。代付沒有此欄',
          'Amount paid. Absent for payouts',
        ),
        actual_amount: described(
          z.optional(z.number()),
          '代付的實際金額，同查詢。只有代付有此欄',
          'Amount paid out, as in a query. Only for payouts',
        ),
        events: described(
          z.array(eventName()),
          '此結果將送出的通知事件；不通知時為空陣列',
          'Events of this outcome for which a callback is sent; empty if none is sent',
        ),
        callback_status: callbackStatus,
      }),
    }),
  refusals: ['sandbox_only', 'order_not_found', 'outcome_not_possible'],
})
