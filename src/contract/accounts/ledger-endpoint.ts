import * as z from 'zod/mini'
import { buckets, content, dateTimeText, success } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'
import { day, identifier, integerBetween, type Kind, optional, unfit } from '../fields.ts'

/** The most days that one request asks for. */
export const ledgerDaysMax = 31

/** The cursor's last entry and the balances after it, as seven whole numbers. */
export type LedgerCursor = {
  /** UTC seconds. */
  readonly at: number
  readonly orderId: number
  readonly seq: number
  readonly number: number
  /** In hundredths. */
  readonly available: number
  readonly frozen: number
  readonly unconfirmed: number
}

const cursorText = /^[0-9]{1,11}\.[0-9]{1,16}\.[0-9]{1,9}\.[0-9]{1,9}(?:\.-?[0-9]{1,16}){3}$/
const plainText = identifier(255)

const ledgerCursor: Kind<LedgerCursor> = {
  limits: { ...plainText.limits, schema: { pattern: cursorText.source } },
  read: (sent) => {
    const outcome = plainText.read(sent)
    if ('value' in outcome && cursorText.test(outcome.value)) {
      const [at = 0, orderId = 0, seq = 0, number = 0, ...balances] = outcome.value
        .split('.')
        .map(Number)
      const [available = 0, frozen = 0, unconfirmed = 0] = balances
      return { value: { at, orderId, seq, number, available, frozen, unconfirmed } }
    }
    return unfit('請使用前一頁的 next_cursor', 'Use the next_cursor of the previous page')
  },
}

const bucketNames = ['outside', 'available', 'frozen', 'unconfirmed', 'fees'] as const

function item() {
  return object({
    at: described(dateTimeText(), '入帳時間', 'Time at which it was booked'),
    type: described(
      z.enum(['collection', 'payout', 'adjustment']),
      '種類：代收、代付或平台調整',
      'Kind of entry; `adjustment` is one by the platform',
    ),
    orderid: described(
      z.optional(z.string()),
      '代收單號；平台調整則為其編號。代付沒有此欄',
      'Collection number, or ID of the adjustment. Absent for payouts',
    ),
    serial_no: described(
      z.optional(z.string()),
      '代付單號。只有代付有此欄',
      'Payout number. Only for payouts',
    ),
    merchant_order_no: described(z.string(), '您的訂單號', 'Your order number'),
    trade_no: described(
      z.string(),
      '平台交易號；平台調整則為其更正的訂單，沒有時為空字串',
      'Platform transaction number; for an adjustment, that of the order it corrects, or an ' +
        'empty string',
    ),
    event: described(z.string(), '事件', 'Event; see above'),
    channel: described(
      z.string(),
      '通道；代收未指定時為 `other`，代付為 `代付`',
      'Channel: `other` for a collection without one, `代付` for a payout',
    ),
    bucket_from: described(
      z.enum(bucketNames),
      '金額從哪個餘額減去',
      'Balance that the amount leaves',
    ),
    bucket_to: described(z.enum(bucketNames), '金額加到哪個餘額', 'Balance that the amount enters'),
    amount: described(z.number(), '金額，恆為正數', 'Amount, always positive'),
    fee: described(
      z.optional(z.number()),
      '平台手續費，另自 bucket_to 減去；bucket_to 為 `outside` 時自 bucket_from 減去，負數為退' +
        '還。設定費率後才有此欄',
      'The platform’s fee, which is subtracted from bucket_to, or from bucket_from if ' +
        'bucket_to is `outside`; negative if refunded. Present only if you have fee rates',
    ),
    reason: described(
      z.string(),
      '被拒、沖正、退匯、取消或調整的原因；沒有時為空字串',
      'Reason for the rejection, reversal, return, cancellation or adjustment, or an empty ' +
        'string',
    ),
  })
}

/** Endpoint 13 (decisions §7, "A merchant's own books"): the merchant's ledger, to reconcile a day. */
export const ledgerQuery = endpoint({
  number: 13,
  path: '/api/v1/merchant/ledger',
  summary: { zh: '查詢帳務明細', en: 'Query the ledger' },
  notes: [
    {
      zh:
        '對帳：`opening` 加上全部分頁的 `items` 等於 `closing`。每筆的 `amount` 從 bucket_from 減去、加到 bucket_to；' +
        '`outside` 為平台帳外，不計。',
      en:
        'To reconcile: `opening` plus the `items` of all pages equals `closing`. Each amount is ' +
        'subtracted from bucket_from and added to bucket_to; `outside` is not part of the ' +
        'books and is not counted.',
    },
    {
      zh:
        '`opening` 為 `from` 當日開始時、`closing` 為 `to` 當日結束時各餘額；今日尚未結束，`closing` 即目前餘額。日期以台北時間' +
        `計，一次最多 ${ledgerDaysMax} 日。`,
      en:
        '`opening` holds the balances at the start of the day `from`, `closing` those at the end ' +
        'of the day `to`; for today, `closing` is the current balance. Days are in Taipei time, ' +
        `at most ${ledgerDaysMax} per request.`,
    },
    {
      zh:
        '`items` 由舊到新。next_cursor 不為 `null` 時，以相同條件加上 `cursor` 取下一頁，直到為 `null`；頁面可能少於 `limit` 筆。' +
        '查詢今日期間若有較早時間的異動入帳，最後一頁以 `cursor` 的驗證錯誤回應，請從第一頁重新查詢。',
      en:
        '`items` are sorted oldest first. While next_cursor is not `null`, send the same request ' +
        'with it as `cursor` to get the next page; pages may be shorter than `limit`. If an ' +
        'entry with an earlier time is booked while you read today, the last page returns a ' +
        'validation error for `cursor`: start again from the first page.',
    },
    {
      zh:
        '`event`：`created`（申報已付）、`settled`、`confirmed`、`rejected`、`reversed` 為代收；`requested`、`processed`、' +
        '`cancelled`、`returned` 為代付；`adjusted` 為平台調整。日後可能新增。',
      en:
        '`event`: `created` (declared as paid), `settled`, `confirmed`, `rejected`, `reversed` for ' +
        'collections; `requested`, `processed`, `cancelled`, `returned` for payouts; `adjusted` for ' +
        'adjustments; more may follow.',
    },
  ],
  request: {
    from: optional({
      kind: day,
      absent: null,
      zh: '第一日（台北時間）；未傳為今日',
      en: 'First day (Taipei time); defaults to today',
    }),
    to: optional({
      kind: day,
      absent: null,
      zh: '最後一日（台北時間），含當日；未傳為今日',
      en: 'Last day (Taipei time), inclusive; defaults to today',
    }),
    cursor: optional({
      kind: ledgerCursor,
      absent: null,
      zh: '前一頁的 next_cursor',
      en: 'next_cursor of the previous page',
    }),
    limit: optional({
      kind: integerBetween(1, 200),
      absent: 50,
      zh: '每頁最多筆數',
      en: 'Maximum items per page',
      says: '50',
    }),
  },
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({
        items: described(z.array(item()), '明細，由舊到新', 'Entries, oldest first'),
        next_cursor: described(
          z.nullable(z.string()),
          '下一頁的 cursor；最後一頁為 null',
          'Cursor of the next page; `null` on the last page',
        ),
        opening: buckets('期初各餘額', 'Opening balances'),
        closing: buckets('期末各餘額', 'Closing balances'),
      }),
    }),
  refusals: [],
})
