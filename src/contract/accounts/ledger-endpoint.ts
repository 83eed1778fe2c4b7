import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'
import { day, identifier, integerBetween, type Kind, optional } from '../fields.ts'

/** The most days that one request asks for. */
export const ledgerDaysMax = 31

/** The cursor's last entry, and what stood after it: seven whole numbers. */
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
      const [at = 0, orderId = 0, seq = 0, number = 0, ...stood] = outcome.value
        .split('.')
        .map(Number)
      const [available = 0, frozen = 0, unconfirmed = 0] = stood
      return { value: { at, orderId, seq, number, available, frozen, unconfirmed } }
    }
    return { problem: '請使用前一頁的 next_cursor' }
  },
}

const bucketNames = ['outside', 'available', 'frozen', 'unconfirmed'] as const

function stand(zh: string, en: string) {
  const buckets = object({
    available: described(z.number(), '可用餘額', 'Available balance'),
    frozen: described(z.number(), '凍結金額', 'Frozen amount'),
    unconfirmed: described(z.number(), '待確認金額', 'Unconfirmed amount'),
  })
  return described(buckets, zh, en)
}

function item() {
  return object({
    at: described(dateTimeText(), '入帳時間', 'When it was booked'),
    type: described(
      z.enum(['collection', 'payout', 'adjustment']),
      '種類：代收、代付或平台調整',
      "Kind: collection, payout, or the platform's adjustment",
    ),
    orderid: described(
      z.optional(z.string()),
      '代收單號；平台調整則為其編號。代付沒有此欄',
      "A collection's number; an adjustment's own number. Absent for a payout",
    ),
    serial_no: described(
      z.optional(z.string()),
      '代付單號。只有代付有此欄',
      "A payout's number; for a payout only",
    ),
    merchant_order_no: described(z.string(), '商戶訂單號', 'Merchant order number'),
    trade_no: described(
      z.string(),
      '平台交易號；平台調整則為其更正的訂單，沒有時為空字串',
      "The platform's number; of an adjustment the order that it corrects, empty if none",
    ),
    event: described(z.string(), '事件', 'What happened'),
    channel: described(z.string(), '通道', 'Channel'),
    bucket_from: described(z.enum(bucketNames), '從何處', 'Where it came from'),
    bucket_to: described(z.enum(bucketNames), '到何處', 'Where it went'),
    amount: described(z.number(), '金額，恆為正數', 'Amount, always positive'),
    reason: described(
      z.string(),
      '退回、沖正、取消或調整的原因；沒有時為空字串',
      'Why it was rejected, reversed, cancelled or adjusted; empty if there is no reason',
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
        '對帳：opening 加上全部分頁的 items 等於 closing。每筆的 amount 從 bucket_from 減去、加到 bucket_to；' +
        'outside 為平台帳外，不計。',
      en:
        'To reconcile: opening and the items of all pages add up to closing. Each amount leaves ' +
        'bucket_from and enters bucket_to; outside is beyond the books and is not counted.',
    },
    {
      zh:
        'opening 為 from 當日開始時、closing 為 to 當日結束時各餘額；今日尚未結束，closing 即目前餘額。日期以台北時間' +
        `計，一次最多 ${ledgerDaysMax} 日。`,
      en:
        'opening is what stood when the day from began, closing what stood when the day to ended; ' +
        `today’s closing is what stands now. Days are those of Taipei, ${ledgerDaysMax} at most.`,
    },
    {
      zh:
        'items 由舊到新。next_cursor 不為 null 時，以相同條件加上 cursor 取下一頁，直到為 null；頁面可能少於 limit 筆。' +
        '查詢今日期間若有較早時間的異動入帳，最後一頁以 cursor 的驗證錯誤回應，請從第一頁重新查詢。',
      en:
        'items are oldest first. While next_cursor is not null, the same request with it as cursor ' +
        'gives the next page, which may have fewer than limit. Where an entry of an earlier time ' +
        'was booked while today was read, the last page is a validation error of cursor: begin ' +
        'again with the first page.',
    },
    {
      zh:
        'event：created（申報已付）、settled、confirmed、rejected、reversed 為代收；requested、processed、' +
        'cancelled、returned 為代付；adjusted 為平台調整。日後可能新增。',
      en:
        'event: created (declared as paid), settled, confirmed, rejected, reversed of a ' +
        'collection; requested, processed, cancelled, returned of a payout; adjusted of an ' +
        'adjustment. There may be more in future.',
    },
  ],
  request: {
    from: optional(
      day,
      null,
      '第一日（台北時間）；未傳為今日',
      'First day in Taipei; today when absent',
    ),
    to: optional(
      day,
      null,
      '最後一日（台北時間），含當日；未傳為今日',
      'Last day in Taipei, included; today when absent',
    ),
    cursor: optional(
      ledgerCursor,
      null,
      '前一頁的 next_cursor',
      'The next_cursor of the page before',
    ),
    limit: optional(integerBetween(1, 200), 50, '每頁最多筆數', 'Most items of a page', '50'),
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
          'The cursor of the next page; null on the last one',
        ),
        opening: stand('期初各餘額', 'What stood at the beginning'),
        closing: stand('期末各餘額', 'What stood at the end'),
      }),
    }),
  refusals: [],
})
