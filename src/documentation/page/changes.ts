import type { Meaning } from '../../units/language.ts'
import { versions } from '../versions.ts'
import { type Chapter, heading, text } from './blocks.ts'

const policy = [
  {
    zh: '/api/v1/ 之下只會增加，不會移除或改名：端點、欄位、錯誤代碼與其意義都維持不變，也不會新增必填欄位。',
    en:
      'Under /api/v1/, things are only added, never removed or renamed: endpoints, fields, ' +
      'error codes and their meanings stay the same, and no new required fields are added.',
  },
  {
    zh: '可能增加：選填的請求欄位、回應與通知中的欄位、端點與錯誤代碼。請忽略不認得的欄位；不認得的錯誤代碼請依 HTTP 狀態處理。',
    en:
      'Possible additions: optional request fields, fields in responses and callbacks, endpoints ' +
      'and error codes. Ignore unknown fields; handle unknown error codes by their HTTP status.',
  },
  {
    zh: '通知的 sign 涵蓋收到的每一個欄位（sign 除外），因此新增欄位後驗證方式不變。',
    en:
      'The sign of a callback covers every field received except sign itself, so new fields ' +
      'do not change how you verify it.',
  },
  {
    zh: '需要不相容的變更時，會以新的路徑版本提供；舊版至少再維持 12 個月，期間的回應帶有 Deprecation 與 Sunset 標頭。',
    en:
      'Incompatible changes get a new path version. The old one remains for at least 12 more ' +
      'months; its responses then have Deprecation and Sunset headers.',
  },
]

/** A change, and the day from which it holds. */
type Change = Meaning & { readonly since: `${number}-${number}-${number}` }

const behaviour: readonly Change[] = [
  {
    since: '2026-11-23',
    zh: '每日總量（預設 256 MiB）計入訂單的所有文字，不再只計 extra 與 note；超過後仍只拒絕合計超過 1 KiB 的新訂單。',
    en:
      'The daily quota (256 MiB by default) counts all texts of orders, no longer extra and note ' +
      'alone. Beyond it, still only new orders with more than 1 KiB of text are rejected.',
  },
  {
    since: '2026-11-23',
    zh:
      '建立代收的 currency 只接受 TWD（不分大小寫）或不傳；其他幣別先前會以同樣的數字記為新臺幣，現在為 ' +
      'validation_error。先前已建立的訂單不變。',
    en:
      'The currency of a new collection must be TWD (in any case) or absent. Other currencies used ' +
      'to be booked as the same number of TWD and are now a validation_error. Existing orders ' +
      'are unchanged.',
  },
  {
    since: '2026-11-22',
    zh:
      'extra 的大小上限：自公布起新建立的商戶為 8 KiB；先前已建立的商戶維持 64 KiB，若將來要縮小，' +
      '會在此提前 12 個月公告。',
    en:
      'Size limit of extra: 8 KiB for merchants created after this notice. Existing ' +
      'merchants keep 64 KiB; any reduction would be announced here 12 months in advance.',
  },
  {
    since: '2026-11-22',
    zh:
      '訂單查詢的 data 新增 reason：異常、退回、沖正或取消的原因，由後台填寫；沒有時為空字串。入帳有誤的代收可由後台' +
      '沖正，自行申報而未獲確認的款項會被退回：查詢為 EXCEPTION、paid 為 0，之後仍可能入帳（MANUAL PAID）。銀行退回' +
      '的代付由 PAID 成為 CANCELLED，款項回到可用餘額。',
    en:
      'The data of order queries has a new field, reason: why the order is an exception or ' +
      'was rejected, reversed or cancelled, as entered by the back office; empty if there is ' +
      'none. The back office can reverse a collection that was settled in error, and reject ' +
      'money you declared: both are then EXCEPTION with paid 0 in queries, and may still be ' +
      'settled later (MANUAL PAID). A payout returned by the bank changes from PAID to ' +
      'CANCELLED, and its amount becomes available again.',
  },
  {
    since: '2026-11-22',
    zh:
      '銀行凍結收款帳戶時，相關代收成為 EXCEPTION，reason 為 account_frozen，查詢不再顯示該帳號' +
      '（collection_account_no、payment_bank_account 為空字串）；之後可能改配其他帳戶，或仍然入帳。',
    en:
      'When a bank freezes a receiving account, the collections affected become EXCEPTION ' +
      'with the reason account_frozen, and queries no longer show the account number ' +
      '(collection_account_no and payment_bank_account are empty). They may be assigned ' +
      'another account, or still be settled.',
  },
  {
    since: '2026-11-22',
    zh: '代收實付少於訂單金額時一律為 MANUAL PAID；請依 paid_amount 入帳，不要依 amount。',
    en:
      'A collection paid with less than the order amount is always MANUAL PAID: credit ' +
      'paid_amount, not amount.',
  },
  {
    since: '2026-11-22',
    zh:
      '通知：平台可為商戶設定接收全部事件（collection_events 為 all），通知內容因此增加 event 與 reason，' +
      '並另通知 collection.expired、collection.rejected 與 collection.reversed；未設定的商戶收到的內容不變。' +
      '同一訂單有多個事件時，webhook-id 由第二個事件起加上 .2、.3 …；申報款項被拒或付款沖正後，先前未確認的通知不再送出。',
    en:
      'Callbacks: the platform can set a merchant to receive all events (collection_events: ' +
      'all); callback bodies then include event and reason, and collection.expired, ' +
      'collection.rejected and collection.reversed are sent too. Nothing changes for other ' +
      'merchants. If an order has several events, webhook-id ends in .2, .3 and so on from ' +
      'the second event; after declared money is rejected or a payment reversed, an earlier ' +
      'unacknowledged callback is no longer sent.',
  },
  {
    since: '2026-11-22',
    zh:
      '會員頁面會顯示收款商家的名稱，未設定時為商戶名稱，也可以加上客服連結；兩者都由平台設定。會員選好金額後，' +
      '要再按確認才會建立付款；每個狀態都有返回 return_url 的連結。',
    en:
      'Member pages show the name of the payee (the merchant’s name, unless the platform has set ' +
      'another) and can have a support link; the platform sets both. After choosing an amount, the ' +
      'member must confirm it before the payment is created; every state has a link back to ' +
      'return_url.',
  },
]

const answers: readonly Change[] = [
  {
    since: '2026-11-28',
    zh:
      '測試商戶：任何請求加上 sandbox_fault（429、500、503 或 lost）即得到該錯誤；lost 會執行請求，回覆 500。' +
      '正式商戶的此參數會被忽略。',
    en:
      'For test merchants: sandbox_fault (429, 500, 503 or lost) in any request is answered with that ' +
      'fault; lost carries the request out and returns 500. A live merchant’s is ignored.',
  },
  {
    since: '2026-11-28',
    zh:
      'POST /api/v1/merchant/callbacks：查詢您的通知、每次嘗試的結果與您的伺服器的回應，以及最近一次送出的內容。' +
      '查詢代收與代付的 data.callback 新增 last_outcome。',
    en:
      'POST /api/v1/merchant/callbacks: query your callbacks, with the outcome of each attempt, your ' +
      'server’s response, and what the last attempt sent. data.callback of the collection and payout ' +
      'queries has the new field last_outcome.',
  },
  {
    since: '2026-11-28',
    zh:
      '錯誤新增 doc_url，連到處理方式。測試商戶：ignored_fields 列出不認得而忽略的參數；signature_error 的 ' +
      'data.string_to_sign 為伺服器的待簽字串。amount_not_allowed 的訊息列出可用的金額。',
    en:
      'Errors have doc_url, which leads to what to do. For test merchants, ignored_fields lists ' +
      'parameters that were not known, and data.string_to_sign of signature_error is the server’s ' +
      'string to sign. The message of amount_not_allowed lists the allowed amounts.',
  },
  {
    since: '2026-11-28',
    zh: 'POST /api/v1/merchant/statements：查詢兩次提領之間的結算單，期初加上各項等於期末。',
    en:
      'POST /api/v1/merchant/statements: query what happened to your money between two withdrawals; ' +
      'the opening with the sums is the closing.',
  },
  {
    since: '2026-11-28',
    zh:
      'POST /api/v1/merchant/withdrawals：提領至您的結算帳戶。查詢餘額新增 summary.withdrawable；' +
      '提領以代付查詢與通知，查詢時 data.kind 為 withdrawal。未設定費率與結算帳戶的商戶收到的內容不變。',
    en:
      'POST /api/v1/merchant/withdrawals: pay yourself, to your settlement account. Your balance has ' +
      'summary.withdrawable; a withdrawal has the queries and callbacks of a payout, with data.kind ' +
      'withdrawal. Nothing changes for merchants without a price and a settlement account.',
  },
  {
    since: '2026-11-28',
    zh:
      'POST /api/v1/merchant/pricing：查詢費率。平台為商戶設定費率後，訂單查詢、帳務明細以及全部事件的通知新增 ' +
      'fee，即平台手續費；帳務明細的 bucket_from 與 bucket_to 新增 fees，即手續費的調整。未設定的商戶收到的內容不變。',
    en:
      'POST /api/v1/merchant/pricing: query your price. Once the platform has set one for you, order ' +
      'queries, ledger items and callbacks of all events carry fee, the platform’s fee, and ' +
      'bucket_from or bucket_to of a ledger item is fees where fees are corrected. Nothing changes ' +
      'for other merchants.',
  },
  {
    since: '2026-11-23',
    zh: 'duplicate_orderid、duplicate_serial_no 與 duplicate_merchant_order_no 附 data.trade_no，即您已存在訂單的平台交易號：請先查詢，勿換號重送。',
    en:
      'duplicate_orderid, duplicate_serial_no and duplicate_merchant_order_no carry ' +
      'data.trade_no, the transaction number of your order that exists: look it up before ' +
      'sending another number.',
  },
  {
    since: '2026-11-23',
    zh: '查詢餘額：summary.channels 的每個通道新增 collected 與 paid_out，即已入帳的代收與已出款的代付（筆數、金額）。',
    en:
      'Balance query: each channel in summary.channels now has collected and paid_out, the ' +
      'count and amount of its settled collections and processed payouts.',
  },
  {
    since: '2026-11-22',
    zh:
      'POST /api/v1/merchant/sandbox/outcome 與 …/sandbox/callback：僅供測試商戶，指定訂單的結果，以及要求送出一則真實' +
      '通知。錯誤代碼 sandbox_only 與 outcome_not_possible。',
    en:
      'POST /api/v1/merchant/sandbox/outcome and …/sandbox/callback, for test merchants ' +
      'only: set an order’s outcome, and request a real callback. Error codes sandbox_only ' +
      'and outcome_not_possible.',
  },
  {
    since: '2026-11-22',
    zh:
      'POST /api/v1/merchant/ledger：依日查詢帳務明細，附期初與期末餘額，不必逐筆查詢訂單即可對帳。平台取消、退回、' +
      '沖正與調整的原因也列在其中。',
    en:
      'POST /api/v1/merchant/ledger: the ledger by day, with opening and closing balances, ' +
      'so that you can reconcile without querying each order. It also lists the reasons for ' +
      'cancellations, rejections, reversals and adjustments by the platform.',
  },
  {
    since: '2026-11-22',
    zh: 'GET /health：服務狀態，供監控使用，無需簽章。',
    en: 'GET /health: service status for monitoring, no signature needed.',
  },
  {
    since: '2026-11-22',
    zh: '平台提供新金鑰時另附 webhook_secret，供 Standard Webhooks 函式庫驗證通知。',
    en:
      'New secrets come with a webhook_secret, for verifying callbacks with Standard ' +
      'Webhooks libraries.',
  },
  {
    since: '2026-11-22',
    zh: '代收查詢的 data 新增 confirmation：自行申報的款項是否已由後台確認。',
    en:
      'Collection queries have a new field, data.confirmation: whether the back office has ' +
      'confirmed money you declared.',
  },
  {
    since: '2026-11-22',
    zh: '付款連結的 expires_at 為連結目前的到期時間：會員送出金額或撮合後，重送同一請求會得到新的時間。',
    en:
      'expires_at of a payment link is its current expiry: after the member submits an ' +
      'amount or an account is matched, the same request returns the new time.',
  },
  {
    since: '2026-11-22',
    zh:
      'OpenAPI 文件可直接產生客戶端：操作名稱為動詞，附已簽章的範例；JSON 之外也列出表單；字串的 extra 與其他名稱改以文字說明，接受的內容不變。' +
      '另有 [Postman](/docs/postman.json)、[Markdown](/docs/merchant-api.md) 與 [llms.txt](/llms.txt)。',
    en:
      'Clients can be generated directly from the OpenAPI document: operation names are ' +
      'verbs, with signed examples; forms are declared beside JSON; extra as a string and other names are now ' +
      'described in words, and still accepted. Also available: ' +
      '[Postman](/docs/postman.json), [Markdown](/docs/merchant-api.md) and ' +
      '[llms.txt](/llms.txt).',
  },
  {
    since: '2026-11-22',
    zh: '`Accept-Language: en` 的請求，text、message 與 errors 為英文；未指定時仍為繁體中文。',
    en:
      'Requests with `Accept-Language: en` get text, message and errors in English; without ' +
      'it they remain in Traditional Chinese.',
  },
]

const inputs: readonly Change[] = [
  {
    since: '2026-11-22',
    zh: 'sandbox/outcome：未傳 type 時，給 serial_no 而沒有 orderid 即為代付。',
    en: 'sandbox/outcome: without type, a serial_no without an orderid means a payout.',
  },
  {
    since: '2026-11-22',
    zh:
      '簽章：extra 之中的 \\uXXXX 除引號、反斜線與控制字元外都視為其字元，因此 Go 的 json.Marshal 與 Gson 寫出的內容，' +
      '以原文或以還原後的文字簽章都接受。',
    en:
      'Signing: inside extra, every \\uXXXX except quotation marks, backslashes and control ' +
      'characters stands for its character, so output of Go’s json.Marshal and Gson may be ' +
      'signed either as sent or unescaped.',
  },
  {
    since: '2026-11-22',
    zh: '文字欄位接受非負整數的 JSON 數字，extra 接受 []（等於沒有傳）。',
    en: 'Text fields accept non-negative whole JSON numbers, and extra accepts [] (same as absent).',
  },
  {
    since: '2026-11-22',
    zh: 'status 為 pending 時，paid_at 與 processed_at 參與簽章但不採用，內容不拘。',
    en:
      'While status is pending, paid_at and processed_at are signed but ignored, whatever ' +
      'they contain.',
  },
]

/** §9.4: what may change below /api/v1/, and how long before a change that breaks clients is announced. */
export const changes: Chapter = {
  id: 'changes',
  title: { zh: '變更政策', en: 'Changes' },
  blocks: [
    { kind: 'items', items: policy },
    text(
      '[變更紀錄](/docs/changes?lang=zh)依日期列出每一項變更。',
      'The [change log](/docs/changes?lang=en) lists every change by date.',
    ),
  ],
}

const kinds: readonly (readonly [Meaning, readonly Change[]])[] = [
  [{ zh: '行為', en: 'Behaviour' }, behaviour],
  [{ zh: '新增', en: 'Added' }, answers],
  [{ zh: '放寬', en: 'Accepts more' }, inputs],
]

const all = kinds.flatMap(([kind, entries]) => entries.map((entry) => ({ ...entry, kind })))
const days = [...new Set(all.map(({ since }) => since))].sort().reverse()

/** What has changed, by version and day: a page of its own, which most readers of the guide never need. */
export const changeLog: Chapter = {
  id: 'changes',
  title: { zh: '變更紀錄', en: 'Change log' },
  blocks: [
    text(
      `${versions.page} 是這份文件、${versions.machineReadable} 是 OpenAPI 的版本，兩者都描述路徑 \`/api/v1/\`；v6.0 是仍接受的舊版協定。` +
        '服務依日期發布，發布不改變這些版本。',
      `${versions.page} is the version of this documentation and ${versions.machineReadable} that of ` +
        'OpenAPI: both describe `/api/v1/`. v6.0 is the earlier protocol, which is still accepted. ' +
        'Releases of the service have dates, and change none of these versions.',
    ),
    ...days.flatMap((day) => {
      const title = `${versions.page} · ${day}`
      const items = all.filter(({ since }) => since === day).map(labelled)
      return [heading(`changes-${day}`, title, title), { kind: 'items' as const, items }]
    }),
  ],
}

function labelled({ kind, zh, en }: Change & { readonly kind: Meaning }): Meaning {
  return { zh: `${kind.zh}：${zh}`, en: `${kind.en}: ${en}` }
}
