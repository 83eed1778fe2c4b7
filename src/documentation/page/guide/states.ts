import { type Cell, type Chapter, line, same, text } from '../blocks.ts'

/** What an order becomes, in each field that says so, and what to credit. */
export const orderStates: Chapter = {
  id: 'settle-states',
  title: line('訂單的狀態', 'Order states'),
  blocks: [
    text(
      '各欄位在每種情形的值與應入帳的金額。查詢的 `paid` 就是 `paid_amount`；「設為 `all`」指 ' +
        '`collection_events`。',
      'What each field says in each situation, and what to credit. In a query’s response, `paid` is the ' +
        '`paid_amount`. “Only with `all`”: if your `collection_events` is `all`.',
    ),
    {
      kind: 'folded',
      stands: 'below',
      labels: line('每種情形', 'All situations'),
      blocks: [
        {
          kind: 'table',
          columns: [
            line('情形', 'Situation'),
            line('查詢 `status`', 'Query `status`'),
            same('`data.status`'),
            same('`collection_status`'),
            line('通知 `status`', 'Callback `status`'),
            line('入帳', 'Credit'),
          ],
          rows: rows(),
        },
      ],
    },
    text(
      '`EXCEPTION` 的原因見 `data.reason`。**沖正**後的代收回到未付款，可能再付款。每個值的意義見[狀態值](#states)。',
      '`data.reason` explains an `EXCEPTION`. A **reversed** collection is unpaid again and may be ' +
        'paid again. The meaning of each value: [Status values](#states).',
    ),
  ],
}

function rows(): readonly (readonly Cell[])[] {
  const waiting = same('`pending`')
  const matching = line('`pending` 或 `matched`', '`pending` or `matched`')
  const exception = same('`exception`')
  const none = line('不通知', 'none')
  const sent = line('`success`，會送', '`success`, sent')
  const failed = line('`failed`，會送', '`failed`, sent')
  const onlyAll = line('`failed`，設為 `all` 才送', '`failed`, sent only with `all`')
  const nothing = same('0')
  const paid = same('`paid_amount`')
  const [empty, PAID, EXCEPTION] = [same(''), same('`PAID`'), same('`EXCEPTION`')]
  const cancelled = [same('`CANCELLED`'), same('`cancelled`'), empty, failed]
  return [
    [line('代收等待付款', 'Waiting'), same('`PENDING`'), waiting, matching, none, nothing],
    [line('全額付款', 'Paid in full'), PAID, same('`succeeded`'), matching, sent, paid],
    [line('超付', 'Overpaid'), PAID, same('`succeeded`'), matching, sent, paid],
    [
      line('少付，後台補單', 'Underpaid, settled manually'),
      same('`MANUAL PAID`'),
      same('`manual`'),
      matching,
      sent,
      paid,
    ],
    [line('連結逾期未付', 'Link expired unpaid'), EXCEPTION, waiting, exception, onlyAll, nothing],
    [
      line('平台列為異常', 'Marked as an exception by the platform'),
      EXCEPTION,
      waiting,
      exception,
      none,
      nothing,
    ],
    [
      line('沖正，或申報款項被拒', 'Reversed, or declaration rejected'),
      EXCEPTION,
      waiting,
      exception,
      onlyAll,
      line('0，收回已入帳的金額', '0: take back what you credited'),
    ],
    [
      line('逾期、異常或沖正之後付款', 'Paid after expiry, exception or reversal'),
      same('`MANUAL PAID`'),
      same('`manual`'),
      exception,
      sent,
      paid,
    ],
    [
      line('您申報已收到的款項', 'Declared by you as received'),
      line('`PAID`、`MANUAL PAID`', '`PAID`, `MANUAL PAID`'),
      line('您傳的值', 'as you sent it'),
      line('您傳的值', 'as you sent it'),
      sent,
      line(
        '`confirmation` 為 `accepted` 才入帳',
        '`paid_amount`, once `confirmation` is `accepted`',
      ),
    ],
    [line('代付等待處理', 'Payout pending'), same('`PENDING`'), waiting, empty, none, nothing],
    [
      line('代付完成', 'Payout completed'),
      PAID,
      same('`processed`'),
      empty,
      sent,
      line('扣 `actual_amount`', 'debit `actual_amount`'),
    ],
    [
      line('代付取消或失敗', 'Payout cancelled or failed'),
      ...cancelled,
      line('0，釋回凍結的金額', '0: the frozen amount is released'),
    ],
    [
      line('代付由銀行退匯', 'Payout returned by the bank'),
      ...cancelled,
      line(
        '0，退還已扣的金額；手續費依 `fee_on_reversal`',
        '0: credit back what you debited; the fee by `fee_on_reversal`',
      ),
    ],
  ]
}
