import { exampleSecret } from './worked-examples.ts'

/** The rules of every request, above all the spellings accepted beyond the schemas. */
export const introduction = [
  '每個簽章請求都帶 uid、timestamp 與 sign。簽章：除 sign 外的所有參數，略去 null 與空字串，依名稱 ASCII 升冪排序，',
  '以 name=value 用 & 相連，最後加上 &key=<API 金鑰>，取 MD5 的 32 位大寫十六進位。物件以實際送出的 JSON 文字簽章。',
  `範例以金鑰 ${exampleSecret} 簽章。\n\n`,
  'Every signed request carries uid, timestamp and sign. To sign: take all parameters except ' +
    'sign, drop null and empty ones, sort them by name in ascending ASCII order, join them as ' +
    'name=value with &, append &key=<API secret>, and take the MD5 as 32 uppercase hexadecimal ' +
    'characters. An object is signed as the JSON text that is sent. ',
  `The examples are signed with the secret ${exampleSecret}.\n\n`,
  '合於綱要的請求都能讀取。以 application/json 或 application/x-www-form-urlencoded 傳送；表單的欄位相同，物件為其 JSON 文字。' +
    '此外也接受：',
  'null 與空字串視為未傳；數字與布林可寫成文字，布林也可寫成 1 與 0；文字欄位也接受寫成 JSON 數字的非負整數（0 或不以 0 開頭的' +
    '數字），值為其數字；',
  'extra 也可以是字串，[] 視為未傳；網址的主機也可以是 IPv6 位址或非 ASCII 名稱；各端點列出的其他名稱。皆以送出的文字簽章。\n\n',
  'Whatever matches the schemas can be read, as application/json or as an ' +
    'application/x-www-form-urlencoded form with the same fields, objects as their JSON text. ' +
    'Also accepted: null and the empty string as absent; numbers and booleans as ' +
    'text, booleans also as 1 and 0; in a text field, a non-negative whole number as a JSON ' +
    'number (0, or digits without a leading zero), read as its digits; extra as a string, or [] ' +
    'as absent; URLs whose host is an IPv6 address or a non-ASCII name; the other names listed ' +
    'for each endpoint. All are signed as the text that was sent.\n\n',
  '金額最多兩位小數：multipleOf 0.01 依 JSON Schema 為精確運算。以二進位浮點相除的驗證器會誤拒部分金額（例如 19.99），' +
    '請設定其精度（Ajv：multipleOfPrecision）。\n\n',
  'Amounts have at most two decimals: multipleOf 0.01 is exact arithmetic in JSON Schema. ' +
    'Validators that divide binary floating-point numbers wrongly reject some amounts, such as ' +
    '19.99: set their precision (Ajv: multipleOfPrecision).\n\n',
  '測試商戶可在任何簽章請求加上 sandbox_fault：429、500 或 503 得到該錯誤而不執行，lost 執行後回覆 500。正式商戶的此參數會被忽略。\n\n',
  'A test merchant may add sandbox_fault to any signed request: 429, 500 or 503 is answered with ' +
    'that fault, and nothing is done; lost is carried out, and answered with 500. A live ' +
    'merchant’s is ignored.',
].join('')

export const tags = [
  { name: 'merchant', description: '簽章的商戶請求 / Signed merchant requests' },
  { name: 'lists', description: '公開清單，無需簽章 / Public lists, no signature needed' },
  {
    name: 'sandbox',
    description:
      '僅供測試商戶的簽章請求；要求錯誤用參數 sandbox_fault / Signed requests for test merchants only; the ' +
      'parameter sandbox_fault asks for a fault',
  },
  { name: 'callbacks', description: '平台送往商戶的通知 / Callbacks sent to merchants' },
]

/** The content of each order kind's callbacks, and their address. */
export const webhookTexts = {
  collection: {
    summary: '代收通知 / Collection callback',
    description:
      '代收完成時送往 notify_url；設定為接收全部事件的商戶，未付款的事件亦同 / Sent to notify_url when the ' +
      'collection completes (collection.completed); for merchants set to receive all events, ' +
      'also for unpaid events (collection.expired, collection.rejected, collection.reversed)',
  },
  payout: {
    summary: '代付通知 / Payout callback',
    description:
      '代付完成時送往 notify_url，失敗、取消或退匯時優先送往 reverse_url / Sent to notify_url when the ' +
      'payout completes, and preferably to reverse_url when it fails, is cancelled or is returned',
  },
}
