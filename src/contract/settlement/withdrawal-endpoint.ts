import * as z from 'zod/mini'
import { content, success } from '../answer-shapes.ts'
import { described, repeated } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'
import {
  identifier,
  integerBetween,
  type Kind,
  money,
  optional,
  required,
  unfit,
  url,
} from '../fields.ts'
import * as order from '../orders/order-endpoint-parts.ts'
import { payoutStatuses } from '../orders/order-statuses.ts'

const anAmount = money(1)

// A number is accepted in place of its text, as everywhere. Cents are refused with their own code (fees §3).
const amountOrAll: Kind<number | 'all'> = {
  limits: { type: 'string', maxLength: 10, schema: { pattern: '^(all|[1-9][0-9]{0,9})$' } },
  read: (sent) => {
    if (sent.kind === 'text' && sent.text === 'all') return { value: 'all' }
    const outcome = anAmount.read(sent)
    return 'value' in outcome ? outcome : notAmountOrAll
  },
}

const notAmountOrAll = unfit(
  '必須是 1 到 9,999,999,999 的整數元，或 "all"',
  'Must be whole TWD from 1 to 9,999,999,999, or "all"',
)

const fields = {
  serial_no: required(
    identifier(40),
    '您的提領單號，不可與您的代付單號重複',
    'Your number of the withdrawal, unique among your payouts',
  ),
  amount: required(
    amountOrAll,
    '提領金額（整數元），或 "all"：連同手續費所能提領的最大整數金額',
    'Amount in whole TWD, or "all": the largest whole amount that can be withdrawn with its fee',
  ),
  settlement_account: optional({
    kind: integerBetween(1, Number.MAX_SAFE_INTEGER),
    absent: null,
    zh: '結算帳戶的編號，由平台提供；未傳為最早設定的帳戶',
    en: 'ID of the settlement account, from the platform. Defaults to your oldest one',
  }),
  notify_url: optional({
    kind: url,
    absent: '',
    zh: '提領完成時接收通知的網址',
    en: 'URL that receives the callback when it completes',
  }),
  reverse_url: optional({
    kind: url,
    absent: '',
    zh: '提領失敗、取消或退匯時接收通知的網址；未傳時送到 notify_url',
    en:
      'URL that receives the callback when it fails, is cancelled or is returned. Defaults to ' +
      'notify_url',
  }),
}

/** Endpoint 15 (fees §3): a payout to the merchant itself. */
export const withdrawalCreation = endpoint({
  number: 15,
  path: '/api/v1/merchant/withdrawals',
  summary: { zh: '提領', en: 'Withdraw' },
  notes: [
    {
      zh:
        '提領是付給商戶自己的代付，查詢、重送通知、通知內容與代付相同，查詢時 data.kind 為 ' +
        '`withdrawal`。手續費另計。',
      en:
        'A withdrawal is a payout to yourself: queries, callbacks and resends work as for ' +
        'other payouts; in queries, data.kind is `withdrawal`. Its fee is charged on top of ' +
        'the amount.',
    },
    {
      zh: '同一時間只能有一筆待處理的提領。可提領金額見餘額查詢的 withdrawable。',
      en:
        'Only one withdrawal can be pending. The most you can withdraw is `withdrawable` in your ' +
        'balance.',
    },
    order.notes.tradeNo,
  ],
  request: fields,
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({
        id: order.fields.id,
        serial_no: repeated(z.string(), fields.serial_no),
        merchant_order_no: described(z.string(), '同 serial_no', 'Same as serial_no'),
        status: described(z.enum(payoutStatuses), '訂單狀態', 'Order status'),
        amount: described(z.number(), '提領金額', 'Amount withdrawn'),
        trade_no: order.fields.trade_no,
        fee: described(z.number(), '手續費，已另行凍結', 'Fee, frozen on top of the amount'),
      }),
    }),
  refusals: [
    'duplicate_serial_no',
    'amount_not_whole',
    'settlement_account_missing',
    'withdrawal_waiting',
    'below_minimum',
    'insufficient_withdrawable',
  ],
})
