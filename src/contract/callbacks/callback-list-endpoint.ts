import * as z from 'zod/mini'
import { content, dateTimeText, success } from '../answer-shapes.ts'
import { described, object } from '../described-fields.ts'
import { endpoint } from '../endpoint.ts'
import { identifier, integerBetween, type Kind, oneOf, optional, unfit } from '../fields.ts'
import { reportedEvents } from './callback-bodies.ts'
import { callbackStates, outcomes } from './callback-states.ts'

/** The most attempts of a callback that are listed, the newest ones. */
export const listedAttemptsMax = 20

const cursorText = /^[1-9][0-9]{0,15}$/
const plainText = identifier(16)

const orderCursor: Kind<number> = {
  limits: { ...plainText.limits, schema: { pattern: cursorText.source } },
  read: (sent) => {
    const outcome = plainText.read(sent)
    if ('value' in outcome && cursorText.test(outcome.value)) {
      return { value: Number(outcome.value) }
    }
    return unfit('請使用前一頁的 next_cursor', 'Use the next_cursor of the previous page')
  },
}

const fields = {
  type: optional({
    kind: oneOf(['collection', 'payout']),
    absent: null,
    zh: '只列此種訂單的通知',
    en: 'Only callbacks of this kind of order',
  }),
  orderid: optional({
    kind: identifier(64),
    absent: '',
    zh: '只列此代收單號的通知',
    en: 'Only the callback of this collection',
  }),
  serial_no: optional({
    kind: identifier(40),
    absent: '',
    zh: '只列此代付單號的通知',
    en: 'Only the callback of this payout',
  }),
  cursor: optional({
    kind: orderCursor,
    absent: null,
    zh: '前一頁的 next_cursor',
    en: 'next_cursor of the previous page',
  }),
  limit: optional({
    kind: integerBetween(1, 100),
    absent: 20,
    zh: '每頁最多筆數',
    en: 'Maximum items per page',
    says: '20',
  }),
}

const webhookId = () =>
  described(z.string(), '通知的 webhook-id 標頭', 'The callback’s webhook-id header')

function attempt() {
  return object({
    at: described(dateTimeText(), '開始的時間', 'Time at which it began'),
    webhook_id: webhookId(),
    trigger: described(
      z.enum(['schedule', 'merchant', 'back_office']),
      '`schedule` 依排程，`merchant` 您要求重送，`back_office` 平台重送',
      '`schedule`: sent on schedule; `merchant`: you resent it; `back_office`: the platform ' +
        'resent it',
    ),
    outcome: described(z.enum(outcomes), '結果', 'Outcome of the attempt; see above'),
    http_status: described(
      z.nullable(z.int()),
      '您的伺服器回應的 HTTP 狀態；沒有回應時為 null',
      'HTTP status of your server’s response; `null` without one',
    ),
    ms: described(z.int(), '花費的毫秒數', 'Milliseconds it took'),
    answer: described(
      z.string(),
      '您的伺服器回應內容的前 200 字元',
      'First 200 characters of your server’s response',
    ),
  })
}

function sent() {
  return object({
    body: described(z.string(), '內容，逐位元組相同', 'Body of the callback, byte for byte'),
    webhook_timestamp: described(z.int(), 'webhook-timestamp 標頭', 'Its webhook-timestamp header'),
    webhook_signature: described(
      z.string(),
      'webhook-signature 標頭',
      'Its webhook-signature header',
    ),
    webhook_attempt: described(z.int(), 'webhook-attempt 標頭', 'Its webhook-attempt header'),
  })
}

function item() {
  return object({
    callback_id: described(
      z.string(),
      '通知編號，同 webhook_id',
      'Callback ID, same as webhook_id',
    ),
    webhook_id: webhookId(),
    type: described(z.enum(['collection', 'payout']), '訂單種類', 'Kind of order'),
    event: described(
      z.enum([...reportedEvents.collection, ...reportedEvents.payout]),
      '通知的事件',
      'Event that is reported',
    ),
    orderid: described(z.optional(z.string()), '代收單號', 'Collection number; absent for payouts'),
    serial_no: described(z.optional(z.string()), '代付單號', 'Payout number; for payouts only'),
    trade_no: described(z.string(), '平台交易號', 'Platform transaction number'),
    url: described(z.string(), '通知網址', 'Callback URL'),
    state: described(
      z.enum([...callbackStates, 'ended']),
      '`due` 等待下一次嘗試，`delivered` 您已確認，`given_up` 次數用盡，`parked` 平台暫停，' +
        '`ended` 已被後續事件取代，不再送',
      '`due`: another attempt follows; `delivered`: you acknowledged it; `given_up`: all ' +
        'attempts failed; `parked`: paused by the platform; `ended`: superseded, no longer sent',
    ),
    attempts: described(z.array(attempt()), '各次嘗試，由舊到新', 'Attempts, oldest first'),
    sent: described(
      z.nullable(sent()),
      '最近一次嘗試送出的內容；尚未嘗試時為 null',
      'What the last attempt sent; `null` before the first',
    ),
    next_at: described(
      z.nullable(dateTimeText()),
      '下一次嘗試的時間；沒有時為 null',
      'Time of the next attempt; `null` if there is none',
    ),
  })
}

/** Endpoint 17 (decisions §7, "A merchant's callbacks"): each callback with its attempts as recorded. */
export const callbackList = endpoint({
  number: 17,
  path: '/api/v1/merchant/callbacks',
  summary: { zh: '查詢通知紀錄', en: 'List callbacks' },
  notes: [
    {
      zh:
        `訂單由新到舊，每筆訂單一筆通知（最新的事件），附最近 ${listedAttemptsMax} 次嘗試。沒有通知的訂單不列出，` +
        '因此頁面可能少於 `limit` 筆；next_cursor 不為 `null` 時，加上 `cursor` 取下一頁。',
      en:
        'Newest orders first, one callback per order (its newest event), with its last ' +
        `${listedAttemptsMax} attempts. Orders without a callback are left out, so pages may be ` +
        'shorter than `limit`: while next_cursor is not `null`, send it as `cursor` for the next page.',
    },
    {
      zh:
        '`outcome`：`delivered` 您已確認；wrong_answer 回應 2xx 但內容不是 `success`；http_3xx、http_4xx、http_5xx；' +
        '`timeout` 10 秒內未完成；`refused`、`dns`、`tls`、`network` 連線失敗；blocked_address 網址不是公開的位址。',
      en:
        '`outcome`: `delivered` (you acknowledged it); wrong_answer (2xx without the text ' +
        '`success`); http_3xx, http_4xx, http_5xx; `timeout` (no complete response within 10 ' +
        's); `refused`, `dns`, `tls`, `network` (no connection); blocked_address (the URL does ' +
        'not lead to a public address).',
    },
  ],
  request: fields,
  earlierNames: [],
  legacyGroup: 'collection',
  response: () =>
    success({
      data: content({
        items: described(z.array(item()), '通知，由新到舊', 'Callbacks, newest first'),
        next_cursor: described(
          z.nullable(z.string()),
          '下一頁的 cursor；最後一頁為 null',
          'Cursor of the next page; null on the last page',
        ),
      }),
    }),
  refusals: [],
})
