import type { CallbackStatus } from '../../contract/callbacks/callback-states.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { bodyBytesMax, customDataFreeBytes, extraBytesMax } from '../../contract/limits.ts'
import type { collectionQuery } from '../../contract/orders/collection-endpoints.ts'
import type {
  CollectionStatus,
  ConfirmationState,
  MatchingStatus,
  PayoutStatus,
} from '../../contract/orders/order-statuses.ts'
import type { payoutQuery } from '../../contract/orders/payout-endpoints.ts'
import { refusals } from '../../contract/refusal-table.ts'
import type { MerchantRefusalCode } from '../../contract/refusals.ts'
import type { Language, Meaning, Say } from '../../units/language.ts'
import { Chapter, Items, Sample, Table } from './page-parts.tsx'

type ErrorsProps = { codes: readonly MerchantRefusalCode[]; say: Say; language: Language }

/** §7: the refusals that a merchant can meet, with what to do about each. */
export function Errors({ codes, say, language }: ErrorsProps) {
  const rows = codes.map((code) => {
    const { status, message, english, remedy } = refusals[code]
    const told = language === 'en' ? [english, <br />, <small>{message}</small>] : message
    return [<code id={`error-${code}`}>{code}</code>, String(status), told, say(remedy)]
  })
  return (
    <Chapter id="errors" title={say({ zh: '錯誤', en: 'Errors' })}>
      <p>{say(errorsIntroduction)}</p>
      <Sample caption={say({ zh: '錯誤內容', en: 'The body of an error' })} text={errorBody} />
      <Table columns={errorColumns.map(say)} rows={rows} />
      <p>{say(order)}</p>
    </Chapter>
  )
}

/** §3: the status values and what they mean. */
export function States({ say }: { say: Say }) {
  const rows = states.map(({ field, values }) => [
    say(field),
    <ul class="states">
      {values.map(([value, meaning]) => (
        <li>
          <code>{value}</code> {say(meaning)}
        </li>
      ))}
    </ul>,
  ])
  return (
    <Chapter id="states" title={say({ zh: '狀態', en: 'Status values' })}>
      <Table columns={stateColumns.map(say)} rows={rows} />
    </Chapter>
  )
}

/** §8 and decisions §4: limits and formats that hold for more than one field. */
export function Limits({ say }: { say: Say }) {
  return (
    <Chapter id="limits" title={say({ zh: '限制與格式', en: 'Limits and formats' })}>
      <Items of={limits} say={say} />
    </Chapter>
  )
}

/** §9.2 and §9.3: what is still accepted of the earlier protocol. */
export function EarlierProtocol({ say }: { say: Say }) {
  return (
    <Chapter id="v6" title={say({ zh: '舊版協定 v6.0', en: 'The earlier protocol v6.0' })}>
      <Items of={earlier} say={say} />
    </Chapter>
  )
}

const errorsIntroduction = {
  zh: '失敗時 ok 為 0。程式請以 error 判斷，其代碼不會改變；message 供人閱讀，Accept-Language: en 得英文。每個回應都有 x-request-id。',
  en:
    'On failure ok is 0. Programs go by error, which never changes; message is for people, in ' +
    'Traditional Chinese, or in English with Accept-Language: en. Every answer has an x-request-id.',
}

const errorBody = JSON.stringify(
  {
    ...{ ok: 0, code: 1, text: '參數驗證失敗：amount 此欄位為必填' },
    ...{ message: '參數驗證失敗：amount 此欄位為必填', error: 'validation_error' },
    request_id: '5f0c9a52-3f7c-4d0e-9f6b-2d1a7c3e8b90',
    errors: { amount: ['此欄位為必填'] },
  },
  null,
  2,
)

const errorColumns: readonly Meaning[] = [
  { zh: 'error', en: 'error' },
  { zh: 'HTTP', en: 'HTTP' },
  { zh: '訊息', en: 'Message' },
  { zh: '處理方式', en: 'What to do' },
]

const order = {
  zh: '檢查順序：內容可讀 → uid、timestamp、sign → 商戶 → 來源 IP → 時間 → 簽名 → 其他欄位 → 業務規則；回報第一個不符之處。',
  en:
    'Order of checks: readable body → uid, timestamp, sign → merchant → source address → time ' +
    '→ signature → other fields → rules. The first refusal is told.',
}

const stateColumns: readonly Meaning[] = [
  { zh: '欄位', en: 'Field' },
  { zh: '值', en: 'Values' },
]

const states = [
  statesOf<CollectionStatus>(
    { zh: '代收 status', en: 'status of a collection' },
    {
      pending: { zh: '未付款，處理中', en: 'unpaid, being processed' },
      succeeded: { zh: '已付款', en: 'paid' },
      manual: { zh: '後台補單', en: 'supplemented by the back office' },
    },
  ),
  statesOf<MatchingStatus>(
    { zh: '代收 collection_status', en: 'collection_status of a collection' },
    {
      pending: { zh: '等待撮合', en: 'waiting to match' },
      matched: { zh: '已撮合', en: 'matched' },
      exception: { zh: '異常', en: 'exception' },
    },
  ),
  statesOf<ConfirmationState>(
    { zh: '代收 confirmation', en: 'confirmation of a collection' },
    {
      none: { zh: '無需確認', en: 'none is needed' },
      awaiting: { zh: '申報的款項等待後台確認', en: 'declared money waits for the back office' },
      accepted: { zh: '已確認，成為可用餘額', en: 'confirmed, the money is available' },
      rejected: { zh: '未獲確認', en: 'refused, the money is out of the books' },
    },
  ),
  statesOf<PayoutStatus>(
    { zh: '代付 status', en: 'status of a payout' },
    {
      pending: { zh: '待處理', en: 'waiting to be processed' },
      processed: { zh: '已處理，成功', en: 'processed, success' },
      cancelled: { zh: '取消、失敗或被拒', en: 'cancelled, failed or rejected' },
    },
  ),
  statesOf<ResponseOf<typeof collectionQuery>['status']>(
    { zh: '代收查詢 status', en: 'status reported of a collection' },
    {
      PENDING: { zh: '未付款', en: 'unpaid' },
      PAID: { zh: '已付款', en: 'paid' },
      'MANUAL PAID': { zh: '後台補單', en: 'supplemented by the back office' },
      EXCEPTION: { zh: '未付款且異常', en: 'unpaid, with an exception' },
    },
  ),
  statesOf<ResponseOf<typeof payoutQuery>['status']>(
    { zh: '代付查詢 status', en: 'status reported of a payout' },
    {
      PENDING: { zh: '待處理', en: 'waiting' },
      PAID: { zh: '已處理', en: 'processed' },
      CANCELLED: { zh: '已取消', en: 'cancelled' },
    },
  ),
  statesOf<CallbackStatus>(
    { zh: 'callback_status', en: 'callback_status' },
    {
      none: { zh: '沒有網址，或尚無可通知', en: 'no address, or nothing to tell yet' },
      pending: { zh: '等待送達', en: 'on its way' },
      success: { zh: '已確認', en: 'acknowledged' },
      failed: { zh: '已放棄重試', en: 'given up' },
    },
  ),
]

// The type makes the table complete: a value without a meaning does not compile.
function statesOf<Value extends string>(field: Meaning, values: Readonly<Record<Value, Meaning>>) {
  return { field, values: Object.entries<Meaning>(values) }
}

const limits: readonly Meaning[] = [
  {
    zh:
      '同一來源位址（IPv4 位址或 IPv6 /64）每分鐘有 60 個請求在簽名驗證前或驗證時失敗後，該分鐘內只接受 sign ' +
      '與送出的文字完全相符的請求，其餘回應 too_many_requests；簽名正確的請求不受測試或時鐘錯誤影響。',
    en:
      'Once 60 requests of a source address (an IPv4 address, or an IPv6 /64) have failed before ' +
      'or at the signature within a minute, only requests pass whose sign fits the text exactly as ' +
      'sent; the rest get too_many_requests until the minute is over. A test or a clock that is ' +
      'wrong does not shut out what is signed right.',
  },
  {
    zh: `請求內容最多 ${bodyBytesMax / 1024} KiB，一個 JSON 物件，巢狀不超過 8 層，UTF-8。`,
    en:
      `A body is at most ${bodyBytesMax / 1024} KiB: one JSON object, nested at most 8 deep, ` +
      `in UTF-8.`,
  },
  {
    zh:
      `extra 最多 ${extraBytesMax / 1024} KiB，以送出的 JSON 位元組計；此限制公布前建立的商戶仍為 ` +
      `${bodyBytesMax / 1024} KiB（見變更政策）。`,
    en:
      `extra is at most ${extraBytesMax / 1024} KiB, counted in bytes of its JSON as sent; for ` +
      `merchants from before this limit it stays ${bodyBytesMax / 1024} KiB (see Changes).`,
  },
  {
    zh:
      `extra 與 note 的位元組依商戶按日（台北時間）累計，預設每日 256 MiB。超過後，當日只拒絕這兩者合計超過 ` +
      `${customDataFreeBytes / 1024} KiB 的新訂單（too_many_requests）；使總量越過上限的那一筆仍會成立。`,
    en:
      'The bytes of extra and note add up by merchant and day (Asia/Taipei), to 256 MiB by ' +
      'default. Once they pass that, only new orders with more than ' +
      `${customDataFreeBytes / 1024} KiB of them are refused that day (too_many_requests); the ` +
      'one that crosses the limit is not.',
  },
  {
    zh: '長度以字元（Unicode 碼位）計，不以位元組計。單號與代碼不可含控制字元。',
    en:
      'Lengths count characters (code points), not bytes. Numbers and codes hold no control ' +
      'characters.',
  },
  {
    zh:
      '文字欄位（含 uid 與單號）也接受 JSON 數字：0 或不以 0 開頭的非負整數，值為其數字；-5、1e3、5.0 會被拒絕。' +
      'extra 為 []（PHP 的空陣列）等於沒有傳。簽名都以送出的文字計算。',
    en:
      'A text field (uid and order numbers too) also takes a JSON number that is 0, or digits ' +
      'without a leading zero, and reads its digits; -5, 1e3 and 5.0 are refused. extra as [] ' +
      '(an empty array of PHP) counts as absent. Each is signed as the text that was sent.',
  },
  {
    zh: 'null 與空字串等於沒有傳；有預設值的欄位會使用預設值，必填欄位則視為缺少。',
    en:
      'null and the empty string count as absent: defaults apply, and a required field is ' +
      'missing.',
  },
  {
    zh: '金額為 TWD，最多兩位小數，可用 JSON 數字或字串（"100.50"）；多於兩位小數會被拒絕，不會四捨五入。',
    en:
      'Amounts are in TWD with at most two decimals, as JSON numbers or text ("100.50"); more ' +
      'decimals are refused, never rounded.',
  },
  {
    zh: '日期時間為台北時間 YYYY-MM-DD HH:MM:SS；也接受 YYYY-MM-DD 與帶時區的 ISO 8601。',
    en:
      'Date-times are in Asia/Taipei, YYYY-MM-DD HH:MM:SS; YYYY-MM-DD and ISO 8601 with an ' +
      'offset are read too.',
  },
  {
    zh: '布林可用 true、false、1、0，或其文字。',
    en: 'A boolean is true, false, 1 or 0, also as text.',
  },
  {
    zh: '回應中沒有值的文字為空字串，沒有值的時間為 null；回應可能增加新欄位，請忽略不認識的欄位。',
    en:
      'In answers absent text is "" and an absent time is null. Answers may gain fields: ' +
      'ignore those you do not know.',
  },
]

const earlier: readonly Meaning[] = [
  {
    zh: '各端點列出它接受的舊欄位名稱。新舊名稱同時給時以新名稱為準；uid 與 merchantNo 不同則拒絕。',
    en:
      'Each endpoint lists the earlier names that it takes. The current name wins where both ' +
      'are given; a uid beside a different merchantNo is refused.',
  },
  {
    zh:
      '簽名不含路徑，而 orderNo 在代收、代付與付款連結都是單號：使用舊名稱的建立請求，若您另一種訂單在時間窗的兩倍' +
      '（預設 600 秒）內已有相同單號與金額，會以 duplicate_orderid、duplicate_serial_no 或 ' +
      'duplicate_merchant_order_no 拒絕，讓同一份內容只成立一筆訂單。請讓代收、代付與連結的單號各不相同，' +
      '或改用現行名稱。',
    en:
      'A signature names no path, and orderNo is the number of a collection, a payout and a link ' +
      'alike. So a creation in earlier names is refused (duplicate_orderid, duplicate_serial_no ' +
      'or duplicate_merchant_order_no) when another kind of order of yours has that number and ' +
      'that amount from within twice the time window (600 s by default): one body makes one ' +
      'order. Number collections, payouts and links apart, or use the current names.',
  },
  {
    zh: '簽名以您送出的名稱計算，錯誤訊息也使用您的名稱。',
    en: 'The signature is computed over the names that you send, and errors use those names.',
  },
  {
    zh: '只用 merchantNo（沒有 uid）的請求，也接受舊版簽名：名稱升冪排序，保留空值，以 & 連接後直接接上密鑰，取 SHA-256 的小寫十六進位，再取其 MD5 大寫。',
    en:
      'A request with merchantNo and no uid may use the earlier signature: names ascending, ' +
      'empty values kept, joined by &, the secret right behind; its SHA-256 in lower-case ' +
      'hexadecimal, and the MD5 of that in upper case.',
  },
  {
    zh:
      '舊版簽名不含的欄位，代收類：sign userName channelNo payeeName bankName appSecret returnUrl storeId ' +
      'storeType tradeCode；代付類：sign appSecret bankBranch memo。未簽名的欄位不會影響金額、帳號與網址。',
    en:
      'It leaves out, on payouts: sign appSecret bankBranch memo; elsewhere: sign userName ' +
      'channelNo payeeName bankName appSecret returnUrl storeId storeType tradeCode. What is ' +
      'unsigned never decides money, account or address.',
  },
]
