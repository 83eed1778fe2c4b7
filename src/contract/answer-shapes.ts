import * as z from 'zod/mini'
import { type DescribedFields, described, object } from './described-fields.ts'

const dateTimePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** A date-time as shown outside: `YYYY-MM-DD HH:MM:SS` in Asia/Taipei. */
export function dateTimeText() {
  return z.string().check(z.regex(dateTimePattern))
}

/** A successful answer to a signed request: `ok` 1, `message`, and the endpoint's fields (§4). */
export function success<Fields extends DescribedFields>(fields: Fields) {
  return unsignedSuccess({ ...fields, ignored_fields: ignoredFields() })
}

/** A successful answer without a signature. */
export function unsignedSuccess<Fields extends DescribedFields>(fields: Fields) {
  return object({
    ok: described(z.literal(1), '成功為 1', '1 on success'),
    message: described(z.literal('success'), 'success', 'success'),
    ...fields,
  })
}

function ignoredFields() {
  return described(
    z.optional(z.array(z.string())),
    '只有測試商戶：此端點不認得而忽略的參數；沒有時不出現',
    'Test merchants only: parameters that this endpoint does not know and ignored; absent if none',
  )
}

/** The `data` of an answer. */
export function content<Fields extends DescribedFields>(fields: Fields) {
  return described(object(fields), '內容', 'Fields of the response')
}

/** A merchant's money by bucket at one time. */
export function buckets(zh: string, en: string) {
  const amounts = object({
    available: described(z.number(), '可用餘額', 'Available balance'),
    frozen: described(z.number(), '凍結金額', 'Frozen amount (pending payouts)'),
    unconfirmed: described(z.number(), '待確認金額', 'Amount awaiting confirmation'),
  })
  return described(amounts, zh, en)
}

/** The body of every error (decisions §3). */
export const failure = object({
  ok: described(z.literal(0), '失敗為 0', '0 on failure'),
  code: described(z.literal(1), '失敗為 1', '1 on failure'),
  text: described(z.string(), '同 message', 'Same as message'),
  message: described(
    z.string(),
    '給人看的訊息：繁體中文，或依 Accept-Language 為英文',
    'Message for people: in Traditional Chinese, or in English depending on Accept-Language',
  ),
  error: described(z.string(), '給程式判斷的代碼，不會改變', 'Code for programs; never changes'),
  request_id: described(z.string(), '請求編號，供客服查詢', 'Request ID, for support'),
  doc_url: described(
    z.string(),
    '本文件說明處理方式的網址',
    'Where this documentation says what to do',
  ),
  errors: described(
    z.optional(z.record(z.string(), z.array(z.string()))),
    '各欄位的問題',
    'Problems of each field',
  ),
  ignored_fields: ignoredFields(),
  data: described(
    z.optional(
      object({
        trade_no: described(
          z.optional(z.string()),
          '已存在訂單的平台交易號',
          'Transaction number of the order that exists',
        ),
        string_to_sign: described(
          z.optional(z.string()),
          '伺服器計算簽章的待簽字串，<secret> 代表金鑰',
          'The string that the server hashed; <secret> stands for the secret',
        ),
      }),
    ),
    'duplicate_… 時：已存在的訂單（付款連結尚未選擇金額時沒有）；測試商戶 signature_error 時：待簽字串',
    'On duplicate_…: the order that exists, absent for a link whose amount is yet to be chosen. On ' +
      'signature_error of a test merchant: the string to sign',
  ),
})
