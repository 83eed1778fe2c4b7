import type { Meaning } from '../../units/language.ts'

export type MistakeKind = keyof typeof mistakes

/** A mistake that the doctor knows. */
export type MistakeName = {
  [Kind in MistakeKind]: keyof (typeof mistakes)[Kind]['mistakes']
}[MistakeKind]

/** The mistakes of one kind by their names, with the remedies. */
type Kind = {
  readonly title: Meaning
  readonly remedy: Meaning
  readonly mistakes: Readonly<Record<string, Meaning>>
}

/** Every mistake that the doctor names, by its subject. */
export const mistakes = {
  order: {
    title: say('參數順序', 'Parameter order'),
    remedy: say(
      '依名稱逐字元的 ASCII 碼升冪排列：數字、大寫、底線、小寫。',
      'Sort by name, character by character in ASCII order: digits, upper case, _, lower case.',
    ),
    mistakes: {
      order_sent: say('照內容的順序，沒有排序', 'as in the body, not sorted'),
      order_any_case: say('不分大小寫排序', 'sorted case-insensitively'),
      order_locale: say('依語系排序', 'sorted by locale rules'),
      order_down: say('降冪排序', 'sorted in descending order'),
      order_other: say('不是以名稱排序', 'not sorted by name'),
      order_unsorted: say('沒有排序，如 HashMap', 'not sorted, as in a HashMap'),
      order_late: say('有參數沒有一起排序', 'a parameter was not sorted with the rest'),
    },
  },
  empties: {
    title: say('空值', 'Empty values'),
    remedy: say(
      '只略去 null 與空字串；0、"0" 與 false 要保留。',
      'Leave out only null and empty strings; keep 0, "0" and false.',
    ),
    mistakes: {
      empties_kept: say('保留了空字串與 null', 'empty strings and null were kept'),
      empty_texts_kept: say('保留了空字串', 'empty strings were kept'),
      null_kept: say('保留了 null', 'null was kept'),
      null_as_word: say('null 寫成文字', 'null was written as text'),
      zero_dropped: say('略去了 0', '0 was left out'),
      false_dropped: say('略去了 false', 'false was left out'),
      php_empty_dropped: say('略去了 0 與 false（如 PHP）', '0 and false were left out, as in PHP'),
      blank_dropped: say('略去了只有空白的值', 'values with only spaces were left out'),
    },
  },
  number_text: {
    title: say('數字的寫法', 'Number format'),
    remedy: say(
      '數字以送出的文字簽章：先寫好內容，再從中取文字。',
      'Sign numbers exactly as sent: build the body first, then take the text from it.',
    ),
    mistakes: {
      number_shortest: say('改寫成最短的寫法', 'written in the shortest form'),
      number_decimals: say('改了小數位數', 'written with other decimals'),
      number_one_decimal: say('改寫成浮點數，如 100.0', 'written as a float, such as 100.0'),
      number_exponent: say('改寫成指數', 'written with an exponent'),
      number_rounded: say(
        '浮點數或過長的數字改變了位數；請傳文字',
        'a float, or a long number, changed its digits; send text',
      ),
      number_cents: say('以分為單位', 'written in cents'),
      number_whole: say('捨去小數', 'decimals were cut off'),
      number_marks: say('加了逗號、貨幣等', 'written with a comma, a currency or the like'),
      date_text: say('日期改了寫法', 'a date was written in another form'),
      boolean_text: say('布林寫成其他文字', 'a boolean was written as different text'),
    },
  },
  escaping: {
    title: say('跳脫與編碼', 'Escaping and encoding'),
    remedy: say(
      '待簽字串是原文：不跳脫斜線與中文、不做 HTML 跳脫、不做網址編碼。',
      'The string to sign is plain text: no \\/, no \\u, no HTML escapes, no URL encoding.',
    ),
    mistakes: {
      escaped_slash: say('斜線寫成 \\/', 'slashes were written as \\/'),
      escaped_unicode: say('中文寫成 \\uXXXX', 'non-ASCII characters were written as \\uXXXX'),
      escaped_php: say('斜線與中文都跳脫（如 PHP）', '/ and non-ASCII were escaped, as in PHP'),
      escaped_html: say(
        '< > & 等寫成 \\u003c 之類（Go、Gson、.NET）',
        '<, >, & and the like were written as \\u003c (Go, Gson, .NET)',
      ),
      escaped_entities: say('HTML 跳脫，如 &amp;', 'HTML-escaped, such as &amp;'),
      url_encoded: say('做了網址編碼', 'URL-encoded'),
      url_encoded_plus: say('做了表單編碼，空白寫成 +', 'form-encoded, spaces as +'),
      url_decoded: say('值做了網址解碼', 'values were URL-decoded'),
      escaped_quotes: say('引號前加了 \\', 'quotation marks were written as \\"'),
      quoted: say('值帶了引號', 'values kept their quotation marks'),
      json_spaced: say('物件的 JSON 多了空白或換行', 'extra white space in an object’s JSON'),
      line_breaks: say('換行改了寫法', 'line breaks were changed'),
      trimmed: say('值的前後空白去掉了', 'spaces around values were removed'),
    },
  },
  nested: {
    title: say('物件的寫法', 'Object format'),
    remedy: say(
      'extra 等物件以實際送出的 JSON 文字簽章：同樣的順序與數字。',
      'Sign objects such as extra as the exact JSON that is sent: same order, same numbers.',
    ),
    mistakes: {
      nested_order: say('物件內的名稱重新排序', 'names inside an object were sorted'),
      nested_numbers: say('物件內的數字改寫', 'numbers inside an object were rewritten'),
      nested_rewritten: say('物件的 JSON 重新寫過', 'an object’s JSON was rewritten'),
      nested_not_json: say('物件沒有寫成 JSON', 'an object was not written as JSON'),
      nested_flattened: say(
        '物件攤開成 extra[memo]（如 http_build_query）',
        'an object was flattened to extra[memo], as by http_build_query',
      ),
      sent_not_json: say(
        '送出的不是 JSON，如 [object Object]',
        'sent as [object Object] or the like, not as JSON',
      ),
      nested_dropped: say('物件沒有簽入', 'objects were left out'),
    },
  },
  key_missing: {
    title: say('&key=', '&key='),
    remedy: say(
      '排序並連接之後，在最後加上 &key=<API 金鑰>，一次。',
      'After sorting and joining, append &key=<API secret>, once.',
    ),
    mistakes: {
      key_bare: say('金鑰直接接在後面', 'the secret was appended without &key='),
      key_other_name: say('用了別的名稱', 'a different name was used'),
      key_sorted: say('key 與其他參數一起排序', 'key was sorted among the parameters'),
      key_first: say('金鑰放在前面', 'the secret was put at the front'),
      key_none: say('沒有加上金鑰', 'the secret was not added'),
      key_extra: say('多了 & 或 key', 'there is an extra & or key'),
      key_without_ampersand: say('key= 前少了 &', 'the & before key= is missing'),
      key_hmac: say('用了 HMAC', 'HMAC was used'),
    },
  },
  joining: {
    title: say('連接方式', 'Joining'),
    remedy: say(
      '每個參數寫成 name=value，以 & 連接，前後沒有其他字元。',
      'Write each parameter as name=value and join them with &, with nothing before or after.',
    ),
    mistakes: {
      join_separator: say('以其他字元連接', 'joined with other characters'),
      join_values: say('只連接了值', 'only the values were joined'),
      join_equals: say('name 與 value 之間不是 =', 'name and value were not joined with ='),
    },
  },
  sign_included: {
    title: say('sign 也簽入', 'sign was signed'),
    remedy: say('算簽章時先拿掉 sign。', 'Remove sign before you compute the signature.'),
    mistakes: {
      sign_empty: say('以空的 sign= 簽入', 'signed as an empty sign='),
      sign_value: say('簽入了內容裡的 sign', 'the sign in the body was signed'),
    },
  },
  fields: {
    title: say('簽的與送的欄位不同', 'Signed and sent fields differ'),
    remedy: say(
      '送出的每個參數都要簽章，簽章的每個參數都要送出；算完簽章後不再更動內容。',
      'Sign everything you send, send everything you sign, and change nothing after signing.',
    ),
    mistakes: {
      left_out: say('送出但沒有簽章', 'sent but not signed'),
      not_sent: say('簽章但沒有送出', 'signed but not sent'),
      changed: say('簽章的值與送出的不同', 'signed with a different value than was sent'),
      field_ignored: say(
        '沒有端點認得，會忽略；物件請以 JSON 送出',
        'known to no endpoint, and ignored; send objects as JSON',
      ),
      text_differs: say('待簽字串不同', 'the string to sign differs'),
    },
  },
  names: {
    title: say('欄位名稱', 'Field names'),
    remedy: say('以送出的名稱簽章。', 'Sign the names you send.'),
    mistakes: {
      names_earlier: say('以另一版協定的名稱簽章', 'signed with the names of the other protocol'),
      names_style: say('名稱的寫法不同', 'names were written in another style'),
    },
  },
  time_unit: {
    title: say('秒與毫秒', 'Seconds and milliseconds'),
    remedy: say(
      'timestamp 用 UNIX 秒（10 位數），簽章與送出用同一個值。',
      'timestamp is UNIX time in seconds (10 digits); sign the same value you send.',
    ),
    mistakes: {
      signed_milliseconds: say('簽的是毫秒，送的是秒', 'signed in milliseconds, sent in seconds'),
      signed_seconds: say('簽的是秒，送的是毫秒', 'signed in seconds, sent in milliseconds'),
      signed_date: say('簽的是日期', 'a date was signed'),
      sent_milliseconds: say(
        'timestamp 是毫秒：接受，建議改用秒',
        'timestamp is in milliseconds: accepted, but seconds are recommended',
      ),
      sent_finer: say('比毫秒更細，會被拒絕', 'finer than milliseconds: will be rejected'),
      time_not_whole: say('timestamp 不是整數秒', 'timestamp is not a whole number'),
    },
  },
  clock: {
    title: say('時間', 'Time'),
    remedy: say(
      'timestamp 取目前的 UNIX 秒，只取一次；以網路校時。',
      'Read the current UNIX time once, and synchronise your clock (NTP).',
    ),
    mistakes: {
      time_twice: say('簽章與送出各取一次時間', 'the time was read twice: to sign and to send'),
      clock_off: say('timestamp 與現在相差過多', 'timestamp is too far from now'),
      time_zone: say('差了整數小時：時區算錯', 'off by whole hours: a time zone error'),
    },
  },
  digest: {
    title: say('雜湊值', 'Digest'),
    remedy: say(
      '對待簽字串的 UTF-8 取一次 MD5，寫成 32 位十六進位。',
      'Hash the UTF-8 bytes of the string with MD5, once, as 32 hexadecimal characters.',
    ),
    mistakes: {
      digest_sha256: say('用了 SHA-256', 'SHA-256 was used'),
      digest_sha1: say('40 個字元是 SHA-1 的長度', '40 characters are the length of SHA-1'),
      digest_sha512: say('128 個字元是 SHA-512 的長度', '128 characters are the length of SHA-512'),
      digest_base64: say('寫成了 Base64', 'written in Base64'),
      digest_short: say('只取了 16 個字元', 'only 16 characters were used'),
      digest_twice: say('計算了兩次雜湊值', 'hashed twice'),
      digest_dashes: say('sign 多了字元', 'sign has extra characters'),
      digest_zeros: say('每個位元組的前導 0 不見了', 'leading zeros of bytes are missing'),
      digest_of_nothing: say('這是空字串的雜湊值', 'this is the digest of an empty string'),
      digest_appended: say(
        '沒有計算雜湊值：sign 內含整串與金鑰（如 Go 的 Sum）',
        'nothing was hashed: sign contains your text and secret, as from Go’s Sum',
      ),
      digest_unknown: say('sign 不是 32 位十六進位', 'sign is not 32 hexadecimal characters'),
      digest_of_other: say('sign 不是這段待簽字串的 MD5', 'sign is not the MD5 of this string'),
    },
  },
  digest_case: {
    title: say('sign 的大小寫', 'Case of sign'),
    remedy: say('小寫也接受；建議大寫。', 'Lowercase is accepted; uppercase is recommended.'),
    mistakes: {
      digest_lower: say('sign 有小寫字母', 'sign has lower-case letters'),
      text_case: say(
        '計算雜湊值前改了整串的大小寫',
        'the whole text’s case was changed before hashing',
      ),
    },
  },
  charset: {
    title: say('字元集', 'Character set'),
    remedy: say('以 UTF-8 計算雜湊值並送出內容。', 'Hash and send everything as UTF-8.'),
    mistakes: {
      charset_other: say('以另一種編碼計算', 'hashed in a different encoding'),
      charset_normal_form: say('文字經過 Unicode 正規化', 'the text was Unicode-normalised'),
    },
  },
  body_whole: {
    title: say('整份內容', 'Whole body'),
    remedy: say(
      '簽的不是整份內容，而是排序後的 name=value。',
      'Sign the sorted name=value pairs, not the whole body.',
    ),
    mistakes: { body_digest: say('對整份內容計算雜湊值', 'the whole body was hashed') },
  },
  wrong_secret: {
    title: say('金鑰', 'Secret'),
    remedy: say(
      '核對這個 uid 的 API 金鑰：前後沒有空白，環境（測試或正式）相符，沒有更換過。',
      'Check the API secret of this uid: no surrounding spaces, the right environment, and not replaced since.',
    ),
    mistakes: {
      secret_blank: say('金鑰前後有空白或換行', 'spaces or a line break around the secret'),
      secret_case: say('金鑰的大小寫改了', 'the case of the secret was changed'),
      secret_unset: say('金鑰沒有讀到', 'the secret was not loaded'),
      secret_encoded: say('金鑰經過編碼', 'the secret was encoded'),
      secret_webhook: say(
        '用了 webhook_secret；sign 用 API 金鑰',
        'webhook_secret was used; sign takes the API secret',
      ),
      secret_example: say('用了文件範例的金鑰', 'the secret from the documentation was used'),
      secret_other: say('用了另一個金鑰', 'a different secret was used'),
      secret_likely: say(
        '認得的錯誤都不能解釋：最可能是金鑰不同，或內容在簽章後改過',
        'no known mistake explains this: most likely the secret is different, or the body was changed after signing',
      ),
    },
  },
  webhook: {
    title: say('webhook-signature', 'webhook-signature'),
    remedy: say(
      '對「webhook-id.webhook-timestamp.收到的原始內容」以 API 金鑰取 HMAC-SHA256，寫成 Base64，' +
        '與 v1, 之後的值比對；有多個值時符合其一即可。',
      'Take the HMAC-SHA256 of webhook-id.webhook-timestamp.raw body with the API secret, in Base64, ' +
        'and compare it with each value after v1,: one must match.',
    ),
    mistakes: {
      webhook_missing: say('缺少標頭', 'headers are missing'),
      webhook_old: say(
        '通知的時間與現在相差過多：接收端應拒絕',
        'the callback’s time is too far from now: a receiver should refuse it',
      ),
      webhook_body: say(
        '內容不是收到的原文，而是解析後重寫',
        'the body is not as it arrived: it was parsed and written anew',
      ),
      webhook_key: say('用了別的位元組當金鑰', 'other bytes were used as the key'),
      webhook_content: say('計算的內容不對', 'the wrong content was hashed'),
      webhook_form: say('沒有寫成 Base64', 'not written in Base64'),
      webhook_unlike: say(
        '標頭正確，您算出的值不同',
        'the headers are right, but your value is another',
      ),
      webhook_other: say(
        '標頭、內容與金鑰不相符：可能是另一次的標頭、輪替前後的金鑰，或偽造',
        'headers, body and secret do not belong together: headers of another callback, a rotated ' +
          'secret, or a forgery',
      ),
    },
  },
  request: {
    title: say('請求內容', 'Request'),
    remedy: say('修正後再簽章。', 'Fix this first, then sign again.'),
    mistakes: {
      secret_missing: say('請輸入 API 金鑰', 'enter the API secret'),
      sign_missing: say('沒有 sign', 'there is no sign'),
      not_json: say('不是有效的 JSON（行與字元）', 'not valid JSON (line:character)'),
      not_an_object: say('內容不是 JSON 物件', 'the body is not a JSON object'),
      not_utf8: say('內容不是有效的 UTF-8', 'the body is not valid UTF-8'),
      duplicate_name: say('參數重複出現', 'a parameter appears more than once'),
      too_deep: say('巢狀超過 8 層', 'the body has more than 8 levels of nesting'),
      lone_surrogate: say('有不成對的 \\u 代理字元', 'a string has an unpaired \\u surrogate'),
      malformed_form: say('表單的 % 編碼有誤', 'the form has invalid % encoding'),
      uid_missing: say('沒有 uid', 'uid is missing'),
      timestamp_missing: say('沒有 timestamp', 'timestamp is missing'),
      other_sign_sent: say('與內容的 sign 不同', 'not the sign that is in the body'),
    },
  },
} satisfies Record<string, Kind>

function say(zh: string, en: string): Meaning {
  return { zh, en }
}
