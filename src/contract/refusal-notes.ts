import type { Meaning } from '../units/language.ts'

/** A refusal's message in English, and what a merchant's engineer does about it. */
export type RefusalNote = { readonly english: string; readonly remedy: Meaning }

/** What merchants are told of each refusal that they can meet, beside its message. */
export const refusalNotes: Readonly<Record<string, RefusalNote>> = {
  merchant_not_enabled: note(
    'The merchant does not exist or is not enabled',
    '檢查 uid；若已停用，請聯絡平台。',
    'Check uid; if it was disabled, ask the platform.',
  ),
  ip_not_allowed: note(
    'The source address is not on the allow-list',
    '商戶設有 IP 白名單；請由登記的位址呼叫，或請平台加入新位址。',
    'The merchant has an allow-list: call from a listed address, or have yours added.',
  ),
  timestamp_out_of_range: note(
    'The timestamp is too far from the server’s time',
    '校正時鐘（NTP），重新產生 timestamp 與 sign；訊息會告知伺服器時間。',
    'Set your clock (NTP), make a new timestamp and sign; the message tells the server’s time.',
  ),
  signature_error: note(
    'The signature is wrong',
    '逐字比對待簽字串：排序、空值、有沒有漏掉送出的參數、extra 的 JSON、密鑰。',
    'Compare the string to sign: order, empty values, every parameter sent, the JSON of ' +
      'extra, the secret.',
  ),
  validation_error: note(
    'A field is missing or malformed',
    'errors 依您使用的欄位名稱列出每個問題。',
    'errors names each field as you spelled it, and what is wrong with it.',
  ),
  duplicate_orderid: note(
    'The orderid exists already',
    '若為重試，請用查詢確認原訂單；否則換新的單號。使用舊名稱時，代付或連結剛用過的單號與金額也會拒絕。',
    'If this was a retry, query the order; otherwise use a new number. In earlier names also ' +
      'the number and amount that a payout or link has just had.',
  ),
  duplicate_serial_no: note(
    'The serial_no exists already',
    '若為重試，請用查詢確認原代付；切勿換號重送，以免重複出款。使用舊名稱時，代收或連結剛用過的單號與金額也會拒絕。',
    'If this was a retry, query the payout; a new number would pay out twice. In earlier names ' +
      'also the number and amount that a collection or link has just had.',
  ),
  duplicate_merchant_order_no: note(
    'The merchant_order_no was used with other content, or is paid',
    '內容相同的重試會得到原連結；不同的訂單請用新單號。使用舊名稱時，代收或代付剛用過的單號與金額也會拒絕。',
    'A retry with the same content gets the same link; a different order needs a new number. In ' +
      'earlier names also the number and amount that a collection or payout has just had.',
  ),
  amount_not_allowed: note(
    'The amount is not allowed',
    '請先查詢可用金額，使用固定金額或自訂範圍內的整數。',
    'Query the payment amounts; use a fixed one, or a whole number in the custom range.',
  ),
  channel_not_available: note(
    'The channel is not available',
    '請先查詢可用通道，或省略 channel。',
    'Query the payment channels, or leave channel out.',
  ),
  insufficient_balance: note(
    'The available balance does not cover the payout',
    '等候款項入帳或減少金額；此檢查依商戶設定啟用。',
    'Wait for money or lower the amount; a merchant setting turns this check on.',
  ),
  order_not_found: note(
    'There is no such order',
    '檢查單號；給了多個單號時，必須全部屬於同一筆訂單。',
    'Check the number; several must all name the same order.',
  ),
  callback_not_available: note(
    'There is no callback to resend',
    '訂單尚未完成，或建立時沒有通知網址。',
    'The order is not final, or it has no address to notify.',
  ),
  not_found: note('There is no such path', '檢查網址與主機名稱。', 'Check the path and the host.'),
  method_not_allowed: note(
    'The path does not have this method',
    '可用的方法見 Allow 標頭。',
    'The Allow header names those that it has.',
  ),
  body_too_large: note(
    'The body is too large',
    '縮小內容，通常是 extra 過大。',
    'Send less; usually extra is too large.',
  ),
  unsupported_media_type: note(
    'The media type is not accepted',
    '設定 Content-Type 為 application/json 或 application/x-www-form-urlencoded。',
    'Set Content-Type to application/json or application/x-www-form-urlencoded.',
  ),
  too_many_requests: note(
    'There were too many requests',
    '等候 Retry-After 所示的秒數再試。若訊息指出當日 extra 與 note 的總量已滿，請縮小至 1 KiB 以內。',
    'Wait for the seconds that Retry-After says. Where the message names the quota of extra and ' +
      'note, send at most 1 KiB of them.',
  ),
  internal_error: note(
    'A fault of ours',
    '稍後重試；建立類請求先以查詢確認。聯絡客服時提供 request_id。',
    'Try again later, after a query if you were creating; give support the request_id.',
  ),
  unavailable: note(
    'The service is not available just now',
    '等候 Retry-After 所示的秒數再試；建立類請求請沿用相同單號，或先以查詢確認。',
    'Wait for the seconds that Retry-After says; create again with the same number, or query it.',
  ),
}

function note(english: string, zh: string, en: string): RefusalNote {
  return { english, remedy: { zh, en } }
}
