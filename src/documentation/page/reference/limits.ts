import { bodyBytesMax, extraBytesMax, orderTextsFreeBytes } from '../../../contract/limits.ts'
import type { Meaning } from '../../../units/language.ts'
import { type Chapter, heading, line, same } from '../blocks.ts'

const limits: readonly Meaning[] = [
  {
    zh:
      '同一來源位址（IPv4 位址或 IPv6 /64）一分鐘內有 60 個請求在簽章驗證時或之前失敗，該分鐘就只接受 sign ' +
      '與送出的文字完全相符的請求，其餘回應 too_many_requests；簽章正確的請求不受測試或時鐘錯誤影響。',
    en:
      'After 60 failures in a minute from one source address (an IPv4 address or an IPv6 /64), ' +
      'before or at signature verification, only requests whose sign exactly matches the text as ' +
      'sent are accepted for the rest of that minute; others get too_many_requests. Tests or a ' +
      'wrong clock therefore do not affect correctly signed requests.',
  },
  {
    zh: `請求內容最多 ${bodyBytesMax / 1024} KiB，一個 JSON 物件，巢狀不超過 8 層，UTF-8。`,
    en:
      `A request body is at most ${bodyBytesMax / 1024} KiB: one JSON object in UTF-8 with ` +
      'at most 8 levels of nesting.',
  },
  {
    zh:
      `extra 最多 ${extraBytesMax / 1024} KiB，以送出的 JSON 位元組計；此限制公布前建立的商戶仍為 ` +
      `${bodyBytesMax / 1024} KiB（見變更政策）。`,
    en:
      `extra is at most ${extraBytesMax / 1024} KiB, counted in bytes of the JSON as sent; ` +
      'for merchants created before this limit was published it remains ' +
      `${bodyBytesMax / 1024} KiB (see Changes).`,
  },
  {
    zh:
      `訂單所有文字的位元組依商戶按日（台北時間）累計，預設每日 256 MiB。超過後，當日只拒絕合計超過 ` +
      `${orderTextsFreeBytes / 1024} KiB 的新訂單（too_many_requests）；使總量越過上限的那一筆仍會成立。`,
    en:
      'The bytes of all texts of orders are added up per merchant and day (Asia/Taipei), with a ' +
      'default limit of 256 MiB. Beyond it, only new orders with more than ' +
      `${orderTextsFreeBytes / 1024} KiB of text are rejected for the rest of ` +
      'the day (too_many_requests); the order that crosses the limit is still accepted.',
  },
  {
    zh: '長度以字元（Unicode 碼位）計，不以位元組計。單號與代碼不可含控制字元。',
    en:
      'Lengths are counted in characters (Unicode code points), not bytes. Order numbers and ' +
      'codes must not contain control characters.',
  },
  {
    zh:
      '文字欄位（含 uid 與單號）也接受 JSON 數字：0 或不以 0 開頭的非負整數，值為其數字；-5、1e3、5.0 會被拒絕。' +
      'extra 為 []（PHP 的空陣列）等於沒有傳。簽章都以送出的文字計算。',
    en:
      'A text field (including uid and order numbers) also accepts a JSON number: 0, or digits ' +
      'without a leading zero, read as those digits; -5, 1e3 and 5.0 are rejected. extra as [] ' +
      '(PHP’s empty array) counts as absent. All are signed as the text that was sent.',
  },
  {
    zh: '`null` 與空字串等於沒有傳；有預設值的欄位會使用預設值，必填欄位則視為缺少。',
    en:
      '`null` and an empty string count as absent: defaults apply, and required fields count ' +
      'as missing.',
  },
  {
    zh: '金額為 TWD，最多兩位小數，可用 JSON 數字或字串（"100.50"）；多於兩位小數會被拒絕，不會四捨五入。',
    en:
      'Amounts are in TWD with at most two decimals, as JSON numbers or strings ("100.50"); ' +
      'more decimals are rejected, never rounded.',
  },
  {
    zh: '日期時間為台北時間 `YYYY-MM-DD HH:MM:SS`；也接受 `YYYY-MM-DD` 與帶時區的 ISO 8601。',
    en:
      'Date-times are in Asia/Taipei, `YYYY-MM-DD HH:MM:SS`; `YYYY-MM-DD` and ISO 8601 with ' +
      'an offset are also accepted.',
  },
  {
    zh: '布林可用 `true`、`false`、`1`、`0`，或其文字。',
    en: 'A boolean is `true`, `false`, `1` or `0`, or one of these as a string.',
  },
  {
    zh: '回應中沒有值的文字為空字串，沒有值的時間為 null；回應可能增加新欄位，請忽略不認識的欄位。',
    en:
      'In responses, missing text is `""` and a missing time is `null`. Responses may gain new ' +
      'fields: ignore those you do not know.',
  },
]

// Features of other services that engineers look for here.
const instead: readonly Meaning[] = [
  {
    zh:
      '沒有退款，也沒有爭議款（chargeback）：要退錢給會員，請建立[代付](#create-payout)。錯誤的入帳由平台' +
      '[沖正](#settle-states)。',
    en:
      'No refunds or chargebacks: to return money to a member, create a ' +
      '[payout](#create-payout). If a payment was credited by mistake, the platform ' +
      '[reverses](#settle-states) it.',
  },
  {
    zh: '沒有取消：付款連結到期自動失效，之後才到的款項仍可能入帳；代付不能撤回，請立即聯絡平台。',
    en:
      'No cancelling of links or orders: a link [expires](#link-lifetime) by itself, and ' +
      'money that arrives later may still be credited. A payout cannot be recalled; ' +
      'contact the platform at once.',
  },
  {
    zh: '沒有訂單列表：款項的移動見[帳務明細](#merchant-ledger)；單筆訂單以您的單號或 `trade_no` [查詢](#create)。',
    en:
      'No list of orders: the [ledger](#merchant-ledger) has all movements of money; ' +
      '[query](#create) a single order by your own number or by `trade_no`.',
  },
  {
    zh: '沒有其他幣別，也沒有冪等標頭：只收 TWD；重試以您的單號[辨認](#timeouts)。',
    en:
      'No currency but TWD, and no idempotency header: your own number ' +
      '[makes retries safe](#timeouts).',
  },
]

/** How often a merchant may ask in a minute, by its setting, and an address fail; those of `wrangler.toml`. */
export const rates = { standard: 1_200, high: 12_000, failedOfAddress: 60 } as const

/** §8 and decisions §4: limits and formats that hold for more than one field. */
export const limitsAndFormats: Chapter = {
  id: 'limits',
  title: { zh: '限制與格式', en: 'Limits and formats' },
  blocks: [
    heading('rates', '速率', 'Rate limits'),
    {
      kind: 'table',
      columns: [
        line('範圍', 'Scope'),
        line('每分鐘', 'Per minute'),
        line('超過時', 'When exceeded'),
      ],
      rows: [
        [
          line('商戶', 'each merchant'),
          line(
            `${rates.standard}；可請平台調為 ${rates.high}`,
            `${rates.standard}; the platform can raise it to ${rates.high}`,
          ),
          same('429 `too_many_requests`, `Retry-After`'),
        ],
        [
          line('來源位址的失敗請求', 'failed requests from one source address'),
          same(String(rates.failedOfAddress)),
          line('見[限制](#limits-formats)', 'see [the limits](#limits-formats)'),
        ],
        [
          line('同一訂單的重送通知', 'callback resends for one order'),
          line('6（每 10 秒一次）', '6 (one every 10 s)'),
          same('429 `too_many_requests`'),
        ],
      ],
    },
    {
      kind: 'folded',
      id: 'limits-formats',
      labels: line('所有限制與格式', 'All limits and formats'),
      blocks: [{ kind: 'items', items: limits }],
    },
  ],
}

/** What is missing on purpose, and what to do instead. */
export const notOffered: Chapter = {
  id: 'not-offered',
  title: line('不提供的功能：退款、取消、訂單列表', 'Not offered: refunds, cancelling, lists'),
  shortTitle: line('退款、取消', 'Refunds, cancelling'),
  blocks: [{ kind: 'items', items: instead }],
}
