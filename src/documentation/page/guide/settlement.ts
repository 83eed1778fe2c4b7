import { type Chapter, heading, line, same, text } from '../blocks.ts'

/** What a merchant is paid, what the platform keeps, and when (fees §1–4). */
export const settlement: Chapter = {
  id: 'fees',
  title: line(
    '手續費與撥款：拿到多少、何時拿到',
    'Fees and settlement: how much you get, and when',
  ),
  shortTitle: line('手續費與撥款', 'Fees and settlement'),
  blocks: [
    text(
      '平台為您設定[費率](#merchant-pricing)之前不收任何費用；有費率或結算帳戶之後，才有以下欄位。每筆訂單' +
        '依建立時的費率計費，之後的變更只影響新的訂單。',
      'There are no fees until the platform sets [fee rates](#merchant-pricing) for you; the ' +
        'fields below appear only once you have fee rates or a settlement account. An order ' +
        'keeps the rates in force when it was created: new rates apply to new orders only.',
    ),
    heading('fee', '單筆手續費', 'Fee per order'),
    text('例如費率為 1.5 % + NT$3，至少 NT$5：', 'For example, at 1.5% + NT$3, at least NT$5:'),
    {
      kind: 'table',
      columns: [line('付款', 'Payment'), line('手續費', 'Fee'), line('實得', 'You get')],
      rows: [
        [same('NT$1,000'), same('15 + 3 = 18'), same('982')],
        [
          same('NT$50'),
          line('0.75 + 3 = 3.75，收最低的 5', '0.75 + 3 = 3.75, so the minimum: 5'),
          same('45'),
        ],
      ],
    },
    {
      kind: 'table',
      columns: [line('款項', 'Money'), line('手續費', 'Fee'), line('何時', 'When')],
      rows: [
        [
          line('代收', 'Collection'),
          line('以實付金額計算，從中扣除', 'on the amount paid, deducted from it'),
          line('成為可用餘額時', 'when it becomes available'),
        ],
        [
          line('代付', 'Payout'),
          line('以實際出款金額計算，另外扣除', 'on the amount paid out, on top of it'),
          line(
            '建立時連同金額凍結，出款時扣除；取消則全部釋回',
            'frozen with the amount at creation, charged when paid out, released if cancelled',
          ),
        ],
        [
          line('提領', 'Withdrawal'),
          line('以提領金額計算，另外扣除', 'on its amount, on top of it'),
          line('同代付', 'as for a payout'),
        ],
        [
          line('沖正、銀行退匯', 'Reversal, or return by the bank'),
          line(
            '退還原先收取的手續費；款項已退回且 `fee_on_reversal` 為 `keep` 時不退',
            'refunded; if the money was sent back and `fee_on_reversal` is `keep`, not refunded',
          ),
          line('沖正時', 'at once'),
        ],
      ],
    },
    text(
      '訂單查詢與每筆帳務明細都有手續費 `fee`；餘額查詢的 `fees` 是本月合計。',
      'Order queries and ledger items show the `fee`; `fees` in the balance is this month’s ' +
        'total.',
    ),
    heading('when-paid', '何時可以提領', 'When you can withdraw'),
    text(
      '[餘額](#merchant-balance)的 `available` 已扣除手續費；`withdrawable` 是現在可以提領的部分，不含最近 ' +
        '`settle_after_days` 天（台北時間，含今天）入帳的代收：為 2 時，週一入帳的週三可以提領；為 0 時立即可以。',
      'In your [balance](#merchant-balance), `available` is what you have after fees. ' +
        '`withdrawable` is what you can withdraw now. It excludes collections credited in the ' +
        'last `settle_after_days` days (Taipei time, including today): with 2, you can withdraw ' +
        'Monday’s collections on Wednesday; with 0, at once.',
    ),
    {
      kind: 'steps',
      items: [
        line(
          '請平台登錄您的收款銀行帳戶（結算帳戶），至多五個。',
          'Ask the platform to register your bank account as a settlement account, up to five.',
        ),
        line(
          '[提領](#merchant-withdrawals)：傳 `serial_no` 與 `amount`，整數元或 `"all"`。同一時間只能有一筆待處理。' +
            '也可請平台設為每日凌晨自動提領，單號為 `AUTO-` 加日期。',
          '[Withdraw](#merchant-withdrawals): send `serial_no` and `amount` (whole TWD, or ' +
            '`"all"`). Only one withdrawal can be pending. The platform can also withdraw for ' +
            'you every night, under the number `AUTO-` plus the date.',
        ),
        line(
          '提領就是一筆代付：以[查詢代付](#merchant-payouts-status)或通知得知是否匯出；沒有收到回應時，以相' +
            '同單號查詢或重試。',
          'A withdrawal is a payout: [query it](#merchant-payouts-status) or wait for ' +
            'its callback. If the response is lost, query, or retry with the same number.',
        ),
        line(
          '每筆提領結束一份[結算單](#merchant-statements)：期初、代收、代付、手續費、期末，每筆帳務只在一份之中。',
          'Each withdrawal closes a [statement](#merchant-statements): opening balance, ' +
            'collections, payouts, fees, closing balance. Every ledger entry is in exactly one ' +
            'statement.',
        ),
      ],
    },
    heading('ledger-fee', '對帳時的手續費', 'Fees when you reconcile'),
    text(
      '每筆使 `bucket_from` 減少 `amount`，`bucket_to` 增加 `amount` − `fee`。款項離開時（`bucket_to` 為 ' +
        '`outside`），`bucket_from` 減少 `amount` + `fee`。`fee` 為負數表示退還。',
      'Each item takes `amount` from `bucket_from` and adds `amount` − `fee` to ' +
        '`bucket_to`. If the money leaves (`bucket_to` is `outside`), it takes `amount` + ' +
        '`fee` from `bucket_from`. A negative `fee` is a refund.',
    ),
  ],
}
