import { commonProblems } from './common-problems.ts'
import type { ProblemTable } from './english-problems.ts'
import { sandboxProblems } from './sandbox-problems.ts'

/** What merchants are refused with beside the table of refusals, and its English. */
export const merchantProblems: ProblemTable = {
  ...commonProblems,
  ...sandboxProblems,
  // The request as a whole.
  '時間戳超出允許範圍，請校正伺服器時間後重新簽章（伺服器時間 {}，即台北時間 {}）':
    'The timestamp is outside the allowed range: correct your server’s clock, then sign ' +
    'again (server time {}, i.e. {} in Taipei)',
  '請設定 Content-Type：JSON 用 application/json，表單用 application/x-www-form-urlencoded；沒有收到':
    'Set Content-Type: application/json for JSON, application/x-www-form-urlencoded for a ' +
    'form; none was received',
  '請設定 Content-Type：JSON 用 application/json，表單用 application/x-www-form-urlencoded；收到 {}':
    'Set Content-Type: application/json for JSON, application/x-www-form-urlencoded for a ' +
    'form; received {}',
  '內容是 JSON，但 Content-Type 為 application/x-www-form-urlencoded；請改為 application/json':
    'The body looks like JSON, but Content-Type is application/x-www-form-urlencoded; set it to ' +
    'application/json',
  '內容是表單，但 Content-Type 為 application/json；請改為 application/x-www-form-urlencoded':
    'The body looks like a form, but Content-Type is application/json; set it to ' +
    'application/x-www-form-urlencoded',
  '內容必須是有效的 UTF-8': 'The body must be valid UTF-8',
  '內容必須是一個 JSON 物件': 'The body must be one JSON object',
  '巢狀結構不可超過 8 層': 'Objects and arrays may be nested at most 8 levels deep',
  '字串含有不成對的 \\u 代理字元': 'A string contains an unpaired \\u surrogate',
  '表單內容的 % 編碼有誤': 'The form has invalid % encoding',
  '參數重複出現，請只傳送一次': 'The parameter appears more than once; send it only once',
  '與 {} 不一致，請只傳送其中一個': 'Differs from {}; send only one of them',
  // Any field.
  此欄位為必填: 'This field is required',
  必須是字串或非負整數: 'Must be a string or a non-negative whole number',
  '長度不可超過 {} 個字元': 'Must have at most {} characters',
  長度超過上限: 'This value is too long',
  '必須是金額，例如 100 或 "100.50"': 'Must be an amount, such as 100 or "100.50"',
  '金額最多兩位小數，系統不會四捨五入': 'Amounts have at most two decimals; nothing is rounded',
  '金額不可超過 9,999,999,999.99': 'Must not exceed 9,999,999,999.99',
  金額不可為負數: 'Must not be negative',
  '不可小於 {}': 'Must be at least {}',
  必須是整數: 'Must be a whole number',
  '必須介於 {} 與 {} 之間': 'Must be between {} and {}',
  '必須是 UNIX 時間（整數秒）': 'Must be a UNIX time in whole seconds',
  '必須是 {} 其中之一': 'Must be one of {}',
  '目前只接受 TWD，請換算為新臺幣': 'Only TWD is accepted: convert the amount to it',
  '必須是 true、false、1 或 0': 'Must be true, false, 1 or 0',
  '必須是日期或時間，例如 2026-01-31 或 2026-01-31 15:04:05（台北時間）':
    'Must be a date or date-time in Taipei time, such as 2026-01-31 or 2026-01-31 15:04:05',
  '必須是存在的日期，例如 2026-01-31（台北時間）':
    'Must be an existing date, such as 2026-01-31 (Taipei time)',
  '必須是完整的 http 或 https 網址，不可包含空白':
    'Must be a complete http or https URL without spaces',
  網址不可包含帳號或密碼: 'The URL must not contain a user name or password',
  '必須是 JSON 物件或字串': 'Must be a JSON object or a string',
  '必須是 32 位十六進位字元（MD5）': 'Must be 32 hexadecimal characters (MD5)',
  // Orders and links.
  '單號、商戶訂單號、平台交易號至少需提供一項':
    'Send at least one of the order number, the merchant order number and the platform ' +
    'transaction number',
  '不可超過 {} KiB（{} 位元組），較大的資料請存在商戶端，只傳送其編號':
    'Must be at most {} KiB ({} bytes); store larger data on your side and send only a ' +
    'reference',
  '今日訂單文字的總量已達上限：請將每筆的所有欄位縮小至合計 1 KiB 以內，或於 Retry-After（台北時間午夜）後再試':
    'Today’s quota for the texts of orders is used up: send at most 1 KiB in all fields of an ' +
    'order together, or try again after Retry-After (midnight in Taipei)',
  '此單號與金額剛已用於另一種訂單（代收、代付或付款連結），請先查詢該訂單；確為不同的訂單時，請換單號或改用現行欄位名稱':
    'This number and amount were just used for another kind of order (collection, payout or ' +
    'payment link): look it up; for a different order use another number, or the current ' +
    'field names',
  '與付款帳號的末五碼不一致，請只傳送其中一個':
    'Differs from the last five digits of the payer’s account; send only one of them',
  // The ledger.
  '不可晚於 to（未傳的日期為今日）': 'Must not be later than to (an omitted date means today)',
  '一次最多查詢 {} 日，請分次查詢': 'At most {} days per query; split the query',
  '不屬於 from 至 to 的期間（未傳的日期為今日），請以相同條件取下一頁':
    'Does not belong to the period from–to (an omitted date means today); request the next ' +
    'page with the same conditions',
  '查詢期間有較早時間的異動入帳，請不帶 cursor 從第一頁重新查詢':
    'An entry with an earlier time was booked during the query; start again from the first ' +
    'page, without cursor',
}
