/** Every refusal there is: its HTTP status and what it tells the reader to do (decisions §3). */
export const refusals = {
  merchant_not_enabled: { status: 422, message: '商戶不存在或未啟用,請確認 uid 是否正確' },
  ip_not_allowed: { status: 422, message: '來源 IP 不在白名單內,請由已登記的伺服器呼叫' },
  timestamp_out_of_range: {
    status: 422,
    message: '時間戳超出允許範圍,請校正伺服器時間後重新簽名',
  },
  signature_error: {
    status: 422,
    message: '簽名錯誤,請檢查排序、空值、extra 的 JSON 內容與 API 密鑰',
  },
  validation_error: { status: 422, message: '參數驗證失敗' },
  duplicate_orderid: { status: 422, message: '商戶單號已存在,請使用新的 orderid' },
  duplicate_serial_no: { status: 422, message: '代付單號已存在,請使用新的 serial_no' },
  callback_not_available: {
    status: 422,
    message: '此訂單沒有可重送的通知(尚未完成,或沒有通知網址)',
  },
  too_many_requests: { status: 429, message: '請求過於頻繁,請依 Retry-After 稍後再試' },
  duplicate_merchant_order_no: {
    status: 422,
    message: '此 merchant_order_no 已用於其他內容或已付款,請使用新的單號',
  },
  amount_not_allowed: {
    status: 422,
    message: '金額不在可用範圍內,請先查詢 payment-amounts 的固定金額與自訂範圍',
  },
  channel_not_available: {
    status: 422,
    message: '通道不可用,請改用 payment-channels 列出的通道,或不傳 channel',
  },
  insufficient_balance: { status: 422, message: '可用餘額不足,無法建立此代付' },
  order_not_found: { status: 422, message: '查無此訂單,請確認單號是否正確' },
  not_found: { status: 404, message: '找不到此路徑,請確認網址' },
  method_not_allowed: { status: 405, message: '不支援此 HTTP 方法,可用的方法見 Allow 標頭' },
  body_too_large: { status: 413, message: '請求內容過大,上限為 64 KiB' },
  unsupported_media_type: {
    status: 415,
    message: '請以 application/json 或 application/x-www-form-urlencoded 傳送',
  },
  internal_error: { status: 500, message: '系統發生錯誤,請稍後再試,並提供 request_id 給客服' },
  unauthenticated: { status: 401, message: '請先登入後台' },
  forbidden: { status: 403, message: '您的角色沒有此操作的權限' },
  unavailable: { status: 503, message: '服務暫時無法使用,請稍候再試' },
  duplicate_merchant: { status: 409, message: '此 uid 的商戶已存在' },
  idempotency_key_used: { status: 409, message: '此 idempotency_key 已用於另一筆調整' },
  duplicate_product: { status: 409, message: '此商戶已有相同 sku 的商品' },
  already_final: { status: 409, message: '此訂單已是最終狀態,不可再變更' },
  already_paid: {
    status: 409,
    message: '此付款連結的訂單已付款,再次入帳需由營運人員以 override 確認',
  },
  already_submitted: { status: 409, message: '此付款連結已提交其他金額,請沿用原本的代收' },
  link_expired: { status: 409, message: '此付款連結已過期,請向商戶取得新的連結' },
  nothing_to_confirm: { status: 409, message: '此代收沒有待確認的款項' },
  not_parked: { status: 409, message: '此通知未被擱置,請改用重送' },
  move_not_allowed: { status: 409, message: '訂單目前的狀態不允許此操作' },
  not_taken: { status: 409, message: '請先領取此訂單,再進行處理' },
  taken: { status: 409, message: '此訂單已由其他人員處理' },
  override_required: {
    status: 409,
    message: '金額超過訂單、商戶款項不足或商戶已停用,需由營運人員以 override 確認',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

/** What a refusal may carry beside its code. */
export type RefusalDetails = {
  /** Said in place of the table's message. */
  readonly message?: string
  /** By field, in the caller's own spelling: what is wrong with it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** On `too_many_requests`: when to come again. */
  readonly retryAfterSeconds?: number
  /** On `too_many_requests`: over which rate, for the log. */
  readonly rate?: string
  /** On `method_not_allowed`: the methods that there are. */
  readonly allow?: string
  /** On `taken`: who has it. */
  readonly taken_by?: string
}

/** An answer that says no. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status() {
    return refusals[this.code].status
  }
}

/** A method that a path does not have; `allow` names those it has. */
export function methodNotAllowed(allow: string): Refusal {
  return new Refusal('method_not_allowed', { allow })
}

/** A validation error on one field. */
export function invalid(field: string, problem: string): Refusal {
  return invalidFields({ [field]: [problem] })
}

/** A validation error; `errors` names each field as the caller spelled it. */
export function invalidFields(errors: Readonly<Record<string, readonly string[]>>): Refusal {
  const [first] = Object.entries(errors)
  const said = first === undefined ? '' : `:${first[0]} ${first[1][0] ?? ''}`
  return new Refusal('validation_error', {
    message: `${refusals.validation_error.message}${said}`,
    errors,
  })
}
