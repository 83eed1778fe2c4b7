import type { Meaning } from '../../units/language.ts'
import type { MistakeKind } from './mistake-kinds.ts'

/** A mistake that the doctor knows. */
export type MistakeName = keyof typeof mistakes

type Mistake = Meaning & { readonly kind: MistakeKind }

const mistakes = {
  order_sent: of('order', '照內容的順序，沒有排序', 'as in the body, not sorted'),
  order_any_case: of('order', '不分大小寫排序', 'sorted case-insensitively'),
  order_locale: of('order', '依語系排序', 'sorted by locale rules'),
  order_down: of('order', '降冪排序', 'sorted in descending order'),
  order_other: of('order', '不是以名稱排序', 'not sorted by name'),
  order_late: of('order', '有參數沒有一起排序', 'a parameter was not sorted with the rest'),
  empties_kept: of('empties', '保留了空字串與 null', 'empty strings and null were kept'),
  empty_texts_kept: of('empties', '保留了空字串', 'empty strings were kept'),
  null_kept: of('empties', '保留了 null', 'null was kept'),
  null_as_word: of('empties', 'null 寫成文字', 'null was written as text'),
  zero_dropped: of('empties', '略去了 0', '0 was left out'),
  false_dropped: of('empties', '略去了 false', 'false was left out'),
  php_empty_dropped: of(
    'empties',
    '略去了 0 與 false（PHP 的 empty）',
    '0 and false were left out (PHP’s empty)',
  ),
  blank_dropped: of('empties', '略去了只有空白的值', 'values with only spaces were left out'),
  number_shortest: of('number_text', '改寫成最短的寫法', 'written in the shortest form'),
  number_decimals: of('number_text', '改了小數位數', 'written with other decimals'),
  number_one_decimal: of(
    'number_text',
    '改寫成浮點數，如 100.0',
    'written as a float, such as 100.0',
  ),
  number_exponent: of('number_text', '改寫成指數', 'written with an exponent'),
  number_rounded: of(
    'number_text',
    '經過浮點數，位數改變；金額請以文字傳送',
    'a float changed its digits; send amounts as text',
  ),
  number_cents: of('number_text', '以分為單位', 'written in cents'),
  number_whole: of('number_text', '捨去小數', 'decimals were cut off'),
  number_marks: of('number_text', '加了逗號或貨幣', 'written with a comma or a currency'),
  boolean_text: of('number_text', '布林寫成其他文字', 'a boolean was written as different text'),
  escaped_slash: of('escaping', '斜線寫成 \\/', 'slashes were written as \\/'),
  escaped_unicode: of(
    'escaping',
    '中文寫成 \\uXXXX',
    'non-ASCII characters were written as \\uXXXX',
  ),
  escaped_php: of(
    'escaping',
    '斜線與中文都跳脫（PHP 的 json_encode）',
    'slashes and non-ASCII characters were escaped (PHP’s json_encode)',
  ),
  escaped_html: of(
    'escaping',
    '< > & 等寫成 \\u003c 之類（Go、Gson、.NET）',
    '<, >, & and the like were written as \\u003c (Go, Gson, .NET)',
  ),
  escaped_entities: of('escaping', 'HTML 跳脫，如 &amp;', 'HTML-escaped, such as &amp;'),
  url_encoded: of('escaping', '做了網址編碼', 'URL-encoded'),
  url_encoded_plus: of('escaping', '做了表單編碼，空白寫成 +', 'form-encoded, spaces as +'),
  url_decoded: of('escaping', '值做了網址解碼', 'values were URL-decoded'),
  escaped_quotes: of('escaping', '引號前加了 \\', 'quotation marks were written as \\"'),
  quoted: of('escaping', '值帶了引號', 'values kept their quotation marks'),
  json_spaced: of(
    'escaping',
    '物件的 JSON 多了空白或換行',
    'extra spaces or line breaks in an object’s JSON',
  ),
  trimmed: of('escaping', '值的前後空白去掉了', 'spaces around values were removed'),
  nested_order: of('nested', '物件內的名稱重新排序', 'names inside an object were sorted'),
  nested_numbers: of('nested', '物件內的數字改寫', 'numbers inside an object were rewritten'),
  nested_rewritten: of('nested', '物件的 JSON 重新寫過', 'an object’s JSON was rewritten'),
  nested_not_json: of('nested', '物件沒有寫成 JSON', 'an object was not written as JSON'),
  nested_dropped: of('nested', '物件沒有簽入', 'objects were left out'),
  key_bare: of('key_missing', '密鑰直接接在後面', 'the secret was appended without &key='),
  key_other_name: of('key_missing', '用了別的名稱', 'a different name was used'),
  key_sorted: of('key_missing', 'key 與其他參數一起排序', 'key was sorted among the parameters'),
  key_first: of('key_missing', '密鑰放在前面', 'the secret was put at the front'),
  key_none: of('key_missing', '沒有加上密鑰', 'the secret was not added'),
  key_extra: of('key_missing', '多了 & 或 key', 'there is an extra & or key'),
  key_without_ampersand: of('key_missing', 'key= 前少了 &', 'the & before key= is missing'),
  key_hmac: of('key_missing', '用了 HMAC', 'HMAC was used'),
  join_separator: of('joining', '以其他字元連接', 'joined with other characters'),
  join_values: of('joining', '只連接了值', 'only the values were joined'),
  join_equals: of('joining', 'name 與 value 之間不是 =', 'name and value were not joined with ='),
  sign_empty: of('sign_included', '以空的 sign= 簽入', 'signed as an empty sign='),
  sign_value: of('sign_included', '簽入了內容裡的 sign', 'the sign in the body was signed'),
  left_out: of('fields', '送出但沒有簽名', 'sent but not signed'),
  not_sent: of('fields', '簽名但沒有送出', 'signed but not sent'),
  changed: of('fields', '簽名的值與送出的不同', 'signed with a different value than was sent'),
  text_differs: of('fields', '待簽字串不同', 'the string to sign differs'),
  names_earlier: of(
    'names',
    '以另一版協定的名稱簽名',
    'signed with the names of the other protocol',
  ),
  names_style: of('names', '名稱的寫法不同', 'names were written in another style'),
  signed_milliseconds: of(
    'time_unit',
    '簽的是毫秒，送的是秒',
    'milliseconds were signed, seconds were sent',
  ),
  signed_seconds: of(
    'time_unit',
    '簽的是秒，送的是毫秒',
    'seconds were signed, milliseconds were sent',
  ),
  signed_date: of('time_unit', '簽的是日期', 'a date was signed'),
  sent_milliseconds: of(
    'time_unit',
    'timestamp 是毫秒：接受，建議改用秒',
    'timestamp is in milliseconds: accepted, but seconds are recommended',
  ),
  sent_finer: of(
    'time_unit',
    'timestamp 比毫秒更細，會被拒絕',
    'timestamp is finer than milliseconds and will be rejected',
  ),
  time_not_whole: of('time_unit', 'timestamp 不是整數秒', 'timestamp is not a whole number'),
  time_twice: of(
    'clock',
    '簽名與送出各取一次時間',
    'the time was read twice, for signing and for sending',
  ),
  clock_off: of('clock', 'timestamp 與現在相差過多', 'timestamp is too far from now'),
  time_zone: of(
    'clock',
    'timestamp 差了整數小時：時區算錯',
    'timestamp is off by whole hours: a time zone error',
  ),
  digest_lower: of('digest_case', 'sign 有小寫字母', 'sign has lower-case letters'),
  text_case: of(
    'digest_case',
    '取摘要前先改了整串的大小寫',
    'the case of the text was changed before hashing',
  ),
  digest_sha256: of('digest', '用了 SHA-256', 'SHA-256 was used'),
  digest_sha1: of('digest', '40 個字元是 SHA-1 的長度', '40 characters are the length of SHA-1'),
  digest_sha512: of(
    'digest',
    '128 個字元是 SHA-512 的長度',
    '128 characters are the length of SHA-512',
  ),
  digest_base64: of('digest', '寫成了 Base64', 'written in Base64'),
  digest_short: of('digest', '只取了 16 個字元', 'only 16 characters were used'),
  digest_twice: of('digest', '取了兩次摘要', 'hashed twice'),
  digest_dashes: of('digest', 'sign 多了字元', 'sign has extra characters'),
  digest_zeros: of('digest', '每個位元組的前導 0 不見了', 'leading zeros of bytes are missing'),
  digest_of_nothing: of('digest', '這是空字串的摘要', 'this is the digest of an empty string'),
  digest_unknown: of('digest', 'sign 不是 32 位十六進位', 'sign is not 32 hexadecimal characters'),
  digest_of_other: of(
    'digest',
    'sign 不是這段待簽字串的 MD5',
    'sign is not the MD5 of this string',
  ),
  charset_other: of('charset', '以另一種編碼計算', 'hashed in a different encoding'),
  charset_normal_form: of('charset', '文字經過 Unicode 正規化', 'the text was Unicode-normalised'),
  body_digest: of('body_whole', '對整份內容取摘要', 'the whole body was hashed'),
  secret_blank: of(
    'wrong_secret',
    '密鑰前後有空白或換行',
    'spaces or a line break around the secret',
  ),
  secret_case: of('wrong_secret', '密鑰的大小寫改了', 'the case of the secret was changed'),
  secret_unset: of('wrong_secret', '密鑰沒有讀到', 'the secret was not loaded'),
  secret_encoded: of('wrong_secret', '密鑰經過編碼', 'the secret was encoded'),
  secret_example: of(
    'wrong_secret',
    '用了文件範例的密鑰',
    'the secret from the documentation was used',
  ),
  secret_other: of('wrong_secret', '用了另一個密鑰', 'a different secret was used'),
  secret_likely: of(
    'wrong_secret',
    '認得的錯誤都不能解釋：最可能是密鑰不同，或內容在簽名後改過',
    'no known mistake explains this: most likely the secret is different, or the body was ' +
      'changed after signing',
  ),
  secret_missing: of('request', '請輸入 API 密鑰', 'enter the API secret'),
  sign_missing: of('request', '沒有 sign', 'there is no sign'),
  not_json: of(
    'request',
    '內容不是有效的 JSON（行與字元）',
    'the body is not valid JSON (line:character)',
  ),
  not_an_object: of('request', '內容不是 JSON 物件', 'the body is not a JSON object'),
  not_utf8: of('request', '內容不是有效的 UTF-8', 'the body is not valid UTF-8'),
  duplicate_name: of('request', '參數重複出現', 'a parameter appears more than once'),
  too_deep: of('request', '巢狀超過 8 層', 'the body has more than 8 levels of nesting'),
  lone_surrogate: of(
    'request',
    '字串含有不成對的 \\u 代理字元',
    'a string contains an unpaired \\u surrogate',
  ),
  malformed_form: of('request', '表單的 % 編碼有誤', 'the form has invalid % encoding'),
  uid_missing: of('request', '沒有 uid', 'uid is missing'),
  timestamp_missing: of('request', '沒有 timestamp', 'timestamp is missing'),
  other_sign_sent: of(
    'request',
    '內容的 sign 與輸入的不同',
    'the sign in the body differs from the one you entered',
  ),
} satisfies Record<string, Mistake>

/** The names of all mistakes that the doctor knows. */
export function mistakeNames(): readonly MistakeName[] {
  return Object.keys(mistakes) as MistakeName[]
}

/** What a mistake is about, and what was done. */
export function mistakeOf(name: MistakeName): Mistake {
  return mistakes[name]
}

function of<Name extends string>(name: Name, zh: string, en: string) {
  return { kind: name, zh, en } as const
}
