import {
  accountRefusals,
  claimRefusals,
  peopleRefusals,
  statementRefusals,
} from './back-office/refusals.ts'
import type { RefusalEntry } from './refusal-entry.ts'
import { sandboxRefusals } from './sandbox/sandbox-refusals.ts'
import { withdrawalRefusals } from './settlement/withdrawal-refusals.ts'

const v6Copies = {
  zh: '（僅舊版名稱：另一種訂單剛用過相同的單號與金額時，也回應此錯誤。）',
  en:
    'With v6.0 names only: also returned if an order of another kind has just used the same ' +
    'number and amount.',
}

/** All refusals (decisions §3). The documentation lists those with a remedy. */
export const refusals = {
  merchant_not_enabled: {
    status: 422,
    zh: '商戶不存在或未啟用，請確認 uid 是否正確',
    en: 'The merchant does not exist or is not enabled; check uid',
    remedy: {
      zh: '檢查 uid；若已停用，請聯絡平台。',
      en: 'Check `uid`; if the merchant was disabled, contact the platform.',
    },
  },
  ip_not_allowed: {
    status: 422,
    zh: '來源 IP 不在白名單內，請由已登記的伺服器呼叫',
    en: 'The source IP is not on the allow-list; call from a registered server',
    remedy: {
      zh: '商戶設有 IP 白名單；請由登記的位址呼叫，或請平台加入新位址。',
      en: 'The merchant has an IP allow-list: call from a listed address, or ask to add yours.',
    },
  },
  timestamp_out_of_range: {
    status: 422,
    zh: '時間戳記超出允許範圍，請校正伺服器時間後重新簽章',
    en: 'The timestamp is out of range; correct your server’s clock, then sign again',
    remedy: {
      zh: '校正時鐘（NTP），重新產生 timestamp 與 sign；訊息會告知伺服器時間。',
      en:
        'Synchronise your clock (NTP), then create a new `timestamp` and `sign`. The message ' +
        'gives the server’s time.',
    },
  },
  signature_error: {
    status: 422,
    zh: '簽章錯誤，請檢查排序、空值、數字的文字、timestamp、extra 的 JSON 內容與 API 金鑰',
    en:
      'The signature is wrong; check the order, empty values, number formats, the timestamp, ' +
      'the JSON of extra and the API secret',
    remedy: {
      zh: '用[簽章診斷](#doctor)，或逐字比對待簽字串：排序、空值、有沒有漏掉送出的參數、extra 的 JSON、金鑰。',
      en:
        'Use the [signature doctor](#doctor), or compare the string to sign character by ' +
        'character: order, empty values, missing parameters, the JSON of `extra`, the secret.',
    },
  },
  validation_error: {
    status: 422,
    zh: '參數驗證失敗',
    en: 'A field is missing or malformed',
    remedy: {
      zh: '`errors` 依您使用的欄位名稱列出每個問題。',
      en: '`errors` lists every problem under the field names you used.',
    },
  },
  duplicate_orderid: {
    status: 422,
    zh: '此 orderid 的代收已存在，請先查詢（data.trade_no），切勿換號重試',
    en: 'A collection with this orderid already exists; query it (data.trade_no), do not retry with a new number',
    remedy: {
      zh:
        '查詢這筆代收：金額與付款人相同，就是先前的嘗試已成立；不同，才是單號重複，請換單號。' +
        v6Copies.zh,
      en:
        'Query that collection. If its amount and payer are yours, an earlier attempt created it; ' +
        'if not, the number belongs to another order: use a new one. ' +
        v6Copies.en,
    },
  },
  duplicate_serial_no: {
    status: 422,
    zh: '此 serial_no 的代付已存在，請先查詢（data.trade_no），切勿換號重試',
    en: 'A payout with this serial_no already exists; query it (data.trade_no), never retry with a new number',
    remedy: {
      zh:
        '查詢這筆代付：金額與收款人相同，就是先前的嘗試已成立；換號重試可能重複出款。' +
        v6Copies.zh,
      en:
        'Query that payout. If its amount and payee are yours, an earlier attempt created it; a ' +
        'retry with a new number could pay twice. ' +
        v6Copies.en,
    },
  },
  callback_not_available: {
    status: 422,
    zh: '此訂單沒有可重送的通知（尚未完成，或沒有通知網址），請改看訂單狀態',
    en: 'There is no callback to resend: the order is not final, or has no callback URL; check its status instead',
    remedy: {
      zh: '訂單尚未完成，或建立時沒有通知網址。',
      en: 'The order is not final, or was created without a callback URL.',
    },
  },
  too_many_requests: {
    status: 429,
    zh: '請求過於頻繁，請依 Retry-After 稍後再試',
    en: 'Too many requests; try again after the number of seconds in the Retry-After header',
    remedy: {
      zh: '依 Retry-After 等候；若訊息指出當日總量已滿，請將每筆訂單縮小至 1 KiB 以內。',
      en:
        'Wait for the seconds in Retry-After. If the message names the daily quota, send at most ' +
        '1 KiB of text per order.',
    },
  },
  duplicate_merchant_order_no: {
    status: 422,
    zh: '此 merchant_order_no 的訂單已存在，內容不同或已付款，請先查詢（data.trade_no）',
    en:
      'An order with this merchant_order_no already exists, and it is paid or its content ' +
      'differs; query it (data.trade_no)',
    remedy: {
      zh: `內容相同的重試會得到原連結；不同的訂單才換單號。${v6Copies.zh}`,
      en:
        'A retry with the same content returns the same link. Use a new number only for a ' +
        'different order. ' +
        v6Copies.en,
    },
  },
  amount_not_allowed: {
    status: 422,
    zh: '金額不在可用範圍內，請先查詢 payment-amounts 的固定金額與自訂範圍',
    en: 'The amount is not allowed; query payment-amounts for those that are',
    remedy: {
      zh: '使用固定金額或自訂範圍內的整數。',
      en: 'Use a fixed amount, or a whole number in the custom range.',
    },
  },
  channel_not_available: {
    status: 422,
    zh: '通道不可用，請改用 payment-channels 列出的通道，或不傳 channel',
    en: 'The channel is not available; use one listed by payment-channels, or omit channel',
    remedy: {
      zh: '請先查詢可用通道，或省略 channel。',
      en: 'Use a channel listed by payment-channels, or omit `channel`.',
    },
  },
  insufficient_balance: {
    status: 422,
    zh: '可用餘額不足，無法建立此代付，請待款項入帳或減少金額',
    en: 'The available balance does not cover the payout; wait for incoming money or reduce the amount',
    remedy: {
      zh: '等候款項入帳或減少金額；此檢查依商戶設定啟用。',
      en:
        'Wait for incoming money or reduce the amount. The platform enables this check per ' +
        'merchant.',
    },
  },
  order_not_found: {
    status: 422,
    zh: '查無此訂單，請確認單號是否正確',
    en: 'Order not found; check the order number',
    remedy: {
      zh: '檢查單號；提供多個時，必須全部屬於同一筆訂單。',
      en: 'Check the number; if you send several, all must belong to the same order.',
    },
  },
  ...withdrawalRefusals,
  ...sandboxRefusals,
  not_found: {
    status: 404,
    zh: '找不到此路徑，請確認網址',
    en: 'Path not found; check the URL',
    remedy: { zh: '檢查網址與主機名稱。', en: 'Check the URL and the host name.' },
  },
  method_not_allowed: {
    status: 405,
    zh: '不支援此 HTTP 方法，可用的方法見 Allow 標頭',
    en: 'This HTTP method is not supported; the Allow header lists the supported ones',
    remedy: { zh: '可用的方法見 Allow 標頭。', en: 'Use a method listed in the Allow header.' },
  },
  body_too_large: {
    status: 413,
    zh: '請求內容過大，上限為 64 KiB，請縮小內容',
    en: 'The request body is too large; send at most 64 KiB',
    remedy: { zh: '縮小內容，通常是 extra 過大。', en: 'Send less; usually `extra` is too large.' },
  },
  unsupported_media_type: {
    status: 415,
    zh: '請以 application/json 或 application/x-www-form-urlencoded 傳送',
    en: 'Send application/json or application/x-www-form-urlencoded',
    remedy: {
      zh: '設定 Content-Type 為 application/json 或 application/x-www-form-urlencoded。',
      en: 'Set Content-Type to application/json or application/x-www-form-urlencoded.',
    },
  },
  internal_error: {
    status: 500,
    zh: '系統發生錯誤，請稍後以相同內容再試，並提供 request_id 給客服',
    en: 'Internal error; try again later with the same content, and give support the request_id',
    remedy: {
      zh: '建立類請求先以查詢確認。',
      en: 'If you were creating an order, query it first.',
    },
  },
  unauthenticated: { status: 401, zh: '請先登入後台', en: 'Log in to the back office first' },
  forbidden: {
    status: 403,
    zh: '您的角色沒有此操作的權限，請由有權限的人員操作',
    en: 'Your role does not allow this; ask someone whose role does',
  },
  ...peopleRefusals,
  unavailable: {
    status: 503,
    zh: '服務暫時無法使用，請稍後以相同內容再試',
    en: 'The service is temporarily unavailable; try again shortly with the same content',
    remedy: {
      zh: '依 Retry-After 再試；建立類請求請沿用相同單號，或先以查詢確認。',
      en:
        'Wait for the number of seconds in the Retry-After header; retry a creation with the ' +
        'same number, or query it first.',
    },
  },
  duplicate_merchant: {
    status: 409,
    zh: '此代號的商戶已存在，請改用其他代號',
    en: 'A merchant with this uid already exists; use another uid',
  },
  idempotency_key_used: {
    status: 409,
    zh: '此 idempotency_key 已用於另一筆調整，請改用新的',
    en: 'This idempotency_key was used for another adjustment; use a new one',
  },
  duplicate_product: {
    status: 409,
    zh: '此商戶已有相同貨號的商品，請修改該商品',
    en: 'The merchant already has a product with this sku; change that one',
  },
  ...accountRefusals,
  order_not_final: {
    status: 409,
    zh: '尚有訂單未結束，請於結束後再試',
    en: 'Some orders are not final; try again when they are',
  },
  statement_not_found: {
    status: 422,
    zh: '查無此期結算單，請確認期數',
    en: 'There is no such statement; check its number',
    remedy: {
      zh: '檢查 number；不傳則為進行中的一期，其 number 為最大的期數。',
      en: 'Check `number`. Without it you get the open statement, which has the highest number.',
    },
  },
  pricing_in_past: {
    status: 422,
    zh: '費率的生效時間不可早於現在，且須晚於既有的各版；請改用較晚的時間',
    en: 'A price must not take effect in the past or before another version; choose a later time',
  },
  already_final: {
    status: 409,
    zh: '此訂單已是最終狀態，不可再變更，請重新查看訂單',
    en: 'The order is final and cannot be changed; read it again',
  },
  already_paid: {
    status: 409,
    zh: '此付款連結的訂單已付款，再次入帳需由營運人員以 override 確認',
    en: 'The order of this link is already paid; an operator may settle another payment with override',
  },
  already_submitted: {
    status: 409,
    zh: '此付款連結已提交其他金額，請沿用原本的代收',
    en: 'Another amount was already submitted for this link; use the existing collection',
  },
  link_expired: {
    status: 409,
    zh: '此付款連結已過期，請向商戶取得新的連結',
    en: 'The link has expired; ask the merchant for a new one',
  },
  nothing_to_confirm: {
    status: 409,
    zh: '此代收沒有待確認的款項，請重新查看訂單',
    en: 'The collection has no money awaiting confirmation; read it again',
  },
  not_parked: {
    status: 409,
    zh: '此通知未被擱置，請改用重送',
    en: 'The callback is not parked; resend it instead',
  },
  move_not_allowed: {
    status: 409,
    zh: '訂單目前的狀態不允許此操作，請重新查看訂單',
    en: 'The state of the order does not allow this; read it again',
  },
  not_taken: { status: 409, zh: '請先領取此訂單，再進行處理', en: 'Take the order first' },
  taken: {
    status: 409,
    zh: '此訂單已由其他人員領取，請由該人員處理，或由該人員或營運人員放回',
    en: 'Another agent has taken the order; that agent handles it, or that agent or an operator releases it',
  },
  ...claimRefusals,
  ...statementRefusals,
  override_required: {
    status: 409,
    zh: '金額與訂單不同、商戶款項不足或商戶已停用，需由營運人員以 override 確認；代收少付時以 manual 確認',
    en:
      'The amount differs from the order or exceeds the merchant’s balance, or the merchant is ' +
      'disabled: an operator may send override, or manual for an underpaid collection',
  },
} as const satisfies Record<string, RefusalEntry>
