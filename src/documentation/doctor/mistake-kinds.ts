import type { Meaning } from '../../units/language.ts'

/** What a mistake is about. */
export type MistakeKind = keyof typeof kinds

type Kind = { readonly title: Meaning; readonly remedy: Meaning }

const kinds = {
  order: kind(
    '參數順序',
    'Parameter order',
    '依名稱逐字元的 ASCII 碼升冪排列：數字、大寫、底線、小寫。',
    'Sort by name, character by character in ASCII order: digits, upper case, _, lower case.',
  ),
  empties: kind(
    '空值',
    'Empty values',
    '只略去 null 與空字串；0、"0" 與 false 要保留。',
    'Leave out only null and empty strings; keep 0, "0" and false.',
  ),
  number_text: kind(
    '數字的寫法',
    'Number format',
    '數字以送出的文字簽名：先寫好內容，再從中取文字。',
    'Sign numbers exactly as sent: build the body first, then take the text from it.',
  ),
  escaping: kind(
    '跳脫與編碼',
    'Escaping and encoding',
    '待簽字串是原文：不跳脫斜線與中文、不做 HTML 跳脫、不做網址編碼。',
    'The string to sign is plain text: no \\/, no \\u, no HTML escapes, no URL encoding.',
  ),
  nested: kind(
    '物件的寫法',
    'Object format',
    'extra 等物件以實際送出的 JSON 文字簽名：同樣的順序與數字。',
    'Sign objects such as extra as the exact JSON that is sent: same order, same numbers.',
  ),
  key_missing: kind(
    '&key=',
    '&key=',
    '排序並連接之後，在最後加上 &key=<API 密鑰>，一次。',
    'After sorting and joining, append &key=<API secret>, once.',
  ),
  joining: kind(
    '連接方式',
    'Joining',
    '每個參數寫成 name=value，以 & 連接，前後沒有其他字元。',
    'Write each parameter as name=value and join them with &, with nothing before or after.',
  ),
  sign_included: kind(
    'sign 也簽入',
    'sign was signed',
    '算簽名時先拿掉 sign。',
    'Remove sign before you compute the signature.',
  ),
  fields: kind(
    '簽的與送的欄位不同',
    'Signed and sent fields differ',
    '送出的每個參數都要簽名，簽名的每個參數都要送出；算完簽名後不再更動內容。',
    'Sign everything you send, send everything you sign, and change nothing after signing.',
  ),
  names: kind('欄位名稱', 'Field names', '以送出的名稱簽名。', 'Sign the names you send.'),
  time_unit: kind(
    '秒與毫秒',
    'Seconds and milliseconds',
    'timestamp 用 UNIX 秒（10 位數），簽名與送出用同一個值。',
    'timestamp is UNIX time in seconds (10 digits); sign the same value you send.',
  ),
  clock: kind(
    '時間',
    'Time',
    'timestamp 取目前的 UNIX 秒，只取一次；以網路校時。',
    'Read the current UNIX time once, and synchronise your clock (NTP).',
  ),
  digest: kind(
    '摘要',
    'Digest',
    '對待簽字串的 UTF-8 取一次 MD5，寫成 32 位十六進位。',
    'Hash the UTF-8 bytes of the string with MD5, once, as 32 hexadecimal characters.',
  ),
  digest_case: kind(
    'sign 的大小寫',
    'Case of sign',
    '小寫也接受；建議大寫。',
    'Lowercase is accepted; uppercase is recommended.',
  ),
  charset: kind(
    '字元集',
    'Character set',
    '以 UTF-8 計算摘要並送出內容。',
    'Hash and send everything as UTF-8.',
  ),
  body_whole: kind(
    '整份內容',
    'Whole body',
    '簽的不是整份內容，而是排序後的 name=value。',
    'Sign the sorted name=value pairs, not the whole body.',
  ),
  wrong_secret: kind(
    '密鑰',
    'Secret',
    '核對這個 uid 的 API 密鑰：前後沒有空白，環境（測試或正式）相符，沒有更換過。',
    'Check the API secret of this uid: no surrounding spaces, the right environment, and not ' +
      'replaced since.',
  ),
  request: kind('請求內容', 'Request', '修正後再簽名。', 'Fix this first, then sign again.'),
} satisfies Record<string, Kind>

/** The title of a kind of mistakes, and what to change. */
export function kindOf(name: MistakeKind): Kind {
  return kinds[name]
}

function kind(zh: string, en: string, remedyZh: string, remedyEn: string): Kind {
  return { title: { zh, en }, remedy: { zh: remedyZh, en: remedyEn } }
}
