import {
  callbackHeaders,
  collectionCallback,
  payoutCallback,
} from '../../../contract/callbacks/callback-bodies.ts'
import { callbackAnswerBytesMax, callbackTimeoutMs } from '../../../contract/limits.ts'
import { retryWaitsSeconds } from '../../../rules/callbacks/callback-schedule.ts'
import { breaker } from '../../../rules/callbacks/receiver-breaker.ts'
import { daySeconds } from '../../../units/clock.ts'
import type { Language, Meaning } from '../../../units/language.ts'
import { describedSchema, rowsOf } from '../../described-endpoints.ts'
import { callbackExample } from '../../openapi-examples.ts'
import { type Chapter, type CodeBlock, heading, line, text } from '../blocks.ts'
import { answerTables } from './fields.ts'

/** §6: what a callback carries, how it is acknowledged, and when it is repeated. */
export function callbackReference(): Chapter {
  return {
    id: 'callbacks',
    title: line('通知參考', 'Callback reference'),
    blocks: [
      text(
        '通知與訂單的變更寫在同一筆資料庫交易，不會遺失；但可能重複送達。如何驗證與處理，見[接收通知](#receive)。',
        'Each callback is recorded in the same database transaction as the change of its ' +
          'order, so none is lost, but one may arrive more than once. To handle them, see ' +
          '[Receive callbacks](#receive).',
      ),
      { kind: 'table', columns: kindColumns, rows: kinds },
      {
        kind: 'folded',
        id: 'callback-collection',
        labels: line('代收通知的欄位', 'Fields of a collection callback'),
        blocks: answerTables(rowsOf(bodies.collection)),
      },
      {
        kind: 'folded',
        id: 'callback-payout',
        labels: line('代付通知的欄位', 'Fields of a payout callback'),
        blocks: answerTables(rowsOf(bodies.payout)),
      },
      {
        kind: 'folded',
        id: 'callback-bodies',
        stands: 'below',
        labels: line('代付通知的內容', 'Bodies of payout callbacks'),
        blocks: [
          text(
            '`fee`、`event`、`reason` 只在 `collection_events` 為 `all` 時才有。取消或失敗的通知與退匯相同，`event` 為 `payout.failed`。',
            '`fee`, `event` and `reason` are sent only if your `collection_events` is `all`. A cancelled or ' +
              'failed payout has the same body as a returned one, with the event `payout.failed`.',
          ),
          payoutExample('default', line('代付完成', 'Payout completed')),
          payoutExample('returned', line('銀行退匯', 'Payout returned by the bank')),
        ],
      },
      text(
        '`status` 為 `success` 或 `failed`。設定為舊版用語的商戶則收到 `succeeded`（代收）、`processed` 或 `cancelled`' +
          '（代付）；接收端應兩組都接受。',
        '`status` is `success` or `failed`. Merchants set to the older values receive `succeeded` ' +
          '(collections), `processed` or `cancelled` (payouts); accept both sets.',
      ),
      {
        kind: 'folded',
        id: 'callback-headers',
        labels: line('標頭', 'Headers'),
        blocks: [
          {
            kind: 'table',
            columns: [line('標頭', 'Header'), line('說明', 'Meaning')],
            rows: Object.entries(callbackHeaders).map(([code, meaning]) => [{ code }, meaning]),
          },
        ],
      },
      heading('callback-answer', '確認', 'Acknowledgement'),
      { kind: 'items', items: acknowledgement },
      heading('callback-events', '同一訂單的多個事件', 'Several events of one order'),
      { kind: 'items', items: severalEvents },
      heading('callback-schedule', '重送排程', 'Retry schedule'),
      text(
        `第 1 次立即送出，之後依下列間隔（各 ±10 %，至多 12 小時），最多 ${attempts} 次，約 ${days} 天：` +
          `${retryWaitsSeconds.map(waitOf('zh')).join('、')}。`,
        'The first attempt is immediate; retries follow after these waits (each ±10%, at most 12 h), ' +
          `${attempts} attempts in about ${days} days: ${retryWaitsSeconds.map(waitOf('en')).join(', ')}.`,
      ),
      { kind: 'items', items: scheduleRules },
    ],
  }
}

const bodies = {
  collection: describedSchema(collectionCallback),
  payout: describedSchema(payoutCallback),
}

function payoutExample(variant: 'default' | 'returned', caption: Meaning): CodeBlock {
  const body = JSON.stringify(callbackExample(bodies.payout, 'payout', variant), null, 2)
  return { kind: 'code', caption, language: 'json', fits: 'payout callback', text: body }
}

function waitOf(language: Language): (seconds: number) => string {
  const [s, min, h] = language === 'zh' ? ['秒', '分鐘', '小時'] : ['s', 'min', 'h']
  return (seconds) => {
    if (seconds < 60) return `${seconds} ${s}`
    return seconds < 3600 ? `${seconds / 60} ${min}` : `${seconds / 3600} ${h}`
  }
}

const attempts = retryWaitsSeconds.length + 1
const heldMinutes = breaker.breakerWaitSecondsMax / 60
const days = Math.round(retryWaitsSeconds.reduce((sum, wait) => sum + wait, 0) / daySeconds)

const kindColumns: readonly Meaning[] = [
  { zh: '通知', en: 'Callback' },
  { zh: '送往', en: 'Sent to' },
  { zh: '時機', en: 'When' },
]

const kinds: readonly (readonly Meaning[])[] = [
  [
    { zh: '代收通知', en: 'Collection' },
    { zh: '代收的 notify_url', en: 'The collection’s notify_url' },
    { zh: '代收完成（collection.completed）', en: 'Completed (collection.completed)' },
  ],
  [
    { zh: '代收未付款、被拒或沖正通知', en: 'Collection not paid, or reversed' },
    { zh: '代收的 notify_url', en: 'The collection’s notify_url' },
    {
      zh:
        '僅在 `collection_events` 為 `all` 時：連結逾期未付（collection.expired）、申報款項被拒（' +
        'collection.rejected）、付款沖正（collection.reversed）',
      en:
        'Only if your `collection_events` is `all`: link expired unpaid (collection.expired), ' +
        'declared money rejected (collection.rejected), payment reversed (collection.reversed)',
    },
  ],
  [
    { zh: '代付通知', en: 'Payout' },
    { zh: '代付的 notify_url', en: 'The payout’s notify_url' },
    { zh: '代付完成', en: 'Completed' },
  ],
  [
    { zh: '代付失敗通知', en: 'Payout failure' },
    { zh: '優先 reverse_url，沒有時為 notify_url', en: 'reverse_url, else notify_url' },
    { zh: '代付取消、失敗、被拒或退匯', en: 'Cancelled, failed, rejected or returned by the bank' },
  ],
]

const severalEvents: readonly Meaning[] = [
  {
    zh:
      '預設只通知代收完成。平台可為商戶設定 collection_events 為 `all`：另通知未付款的事件，`status` 為 `failed`、' +
      'paid_amount 為 0、paid_at 為事件的時間（[沖正](#settle)後，查詢的 data.status 為 `pending`）；' +
      '所有通知（含代付）並增加 `event`，有原因時增加 `reason`。未設定的商戶，通知內容維持不變。',
    en:
      'By default, a collection sends a callback only when it completes. If the platform sets ' +
      'your collection_events to `all`, you also receive its unpaid events, with `status: ' +
      'failed`, `paid_amount: 0` and the time of the event in paid_at (after a reversal, a ' +
      'query shows `data.status: pending`). All callbacks, also those of payouts, then have ' +
      '`event` and, if there is one, `reason`.',
  },
  {
    zh: '每筆訂單只送[最新的事件](#callback-trust)：它取代尚未確認的舊事件，排程重新計算，webhook-attempt 接續。',
    en:
      'Only the [latest event](#callback-trust) of an order is sent: it replaces an older one ' +
      'that is not acknowledged, and starts a new schedule. webhook-attempt keeps counting.',
  },
  {
    zh: '發生不通知的事件後，先前的通知也不再送出，callback_status 為 `none`：請查詢訂單。',
    en:
      'After an event for which no callback is sent, the previous callback is not sent either, ' +
      'and callback_status is `none`: query the order.',
  },
]

const acknowledgement: readonly Meaning[] = [
  {
    zh: '以 HTTP 2xx 與純文字 `success` 回應；前後空白與大小寫不拘。其他回應都算失敗。',
    en:
      'Respond with HTTP 2xx and the plain text `success`; case and surrounding white space ' +
      'are ignored. Any other response counts as a failure.',
  },
  {
    zh:
      `每次嘗試共 ${callbackTimeoutMs / 1000} 秒（連線、標頭與內容）；不跟隨轉址；最多讀取 ` +
      `${callbackAnswerBytesMax / 1024} KiB。`,
    en:
      `Each attempt has ${callbackTimeoutMs / 1000} seconds in total (connection, headers, ` +
      `body); redirects are not followed; at most ${callbackAnswerBytesMax / 1024} KiB of ` +
      'the response are read.',
  },
  {
    zh: '網址必須是公開的 http 或 https 位址；內部網路、本機（服務也在本機執行時除外）與含帳號密碼的網址會被拒絕。',
    en:
      'The URL must be a public http or https address; private networks, loopback (unless the service ' +
      'itself runs there) and URLs with credentials are rejected.',
  },
]

const scheduleRules: readonly Meaning[] = [
  {
    zh: '回應的 `Retry-After` 只能延後，最多 12 小時；429 與逾時至少等候 60 秒。',
    en:
      '`Retry-After` in your response can only delay the next attempt, by up to 12 hours; ' +
      'after a 429 or a timeout, the wait is at least 60 seconds.',
  },
  {
    zh: `網址連續逾時、無法連線或回應 5xx 時，暫停送往該伺服器且不計次數，每次最久 ${heldMinutes} 分鐘；恢復回應後隨即補送。`,
    en:
      'If a URL keeps timing out, cannot be reached or keeps returning 5xx, sending to that ' +
      `server pauses, for at most ${heldMinutes} minutes at a time and without using up ` +
      'attempts; once it responds, pending callbacks follow at once.',
  },
  {
    zh: '全部失敗後 callback_status 為 `failed`；紀錄不會刪除，仍可[重送](#callback-resend)。',
    en:
      'After the last failure, callback_status is `failed`. The callback is never deleted and ' +
      'can still be [resent](#callback-resend).',
  },
]
