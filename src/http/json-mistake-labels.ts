import type { JsonMistake, JsonMistakeKind } from '../signing/json-mistake.ts'
import { type Meaning, say } from '../units/language.ts'

/** The mistake of a body that is no JSON, and its place. */
export function jsonMistakeLabels({ kind, line, column, found }: JsonMistake): Meaning {
  const { zh, en } = jsonMistakes[kind]
  const filled = (text: string) => {
    const values = [String(line), String(column), found]
    return text.replaceAll('{}', () => values.shift() ?? '')
  }
  return say(filled(zh), filled(en))
}

/** The sentence for each mistake; `{}` stands for its line, its character and the character found, in this order. */
const jsonMistakes: Readonly<Record<JsonMistakeKind, Meaning>> = {
  empty: {
    zh: '內容是空的，必須是一個 JSON 物件',
    en: 'The body is empty; it must be one JSON object',
  },
  byte_order_mark: {
    zh: '內容不是有效的 JSON：開頭有位元組順序記號（BOM），請以不含 BOM 的 UTF-8 傳送',
    en: 'Not valid JSON: it begins with a byte order mark (BOM); send UTF-8 without one',
  },
  cut_off: at('處內容中斷，JSON 尚未結束', 'the body ends before the JSON does'),
  string_not_closed: at(
    '開始的字串沒有結尾的雙引號',
    'the string that begins here has no closing double quote',
  ),
  line_break_in_string: at(
    '是字串內未跳脫的 {}，換行請寫成 \\n、定位字元寫成 \\t',
    '{} stands unescaped in a string; write a line break as \\n, a tab as \\t',
  ),
  escape: at(
    '的反斜線跳脫有誤，只可為 \\" \\\\ \\/ \\b \\f \\n \\r \\t 或 \\u 加四位十六進位',
    'a backslash takes only " \\ / b f n r t, or u with four hexadecimal digits',
  ),
  comment: at('是註解，JSON 不可有註解', 'a comment begins, which JSON has not'),
  other_quotes: at(
    '是 {}，名稱與字串必須使用雙引號 "',
    '{} is found; names and strings take double quotes "',
  ),
  comma_too_many: at('是 {}，其前多了一個逗號', '{} is found; there is a comma too many before it'),
  name_without_quotes: at(
    '是 {}，名稱必須加上雙引號',
    '{} is found; a name must stand in double quotes',
  ),
  word: at(
    '是 {}，JSON 沒有這個值，只有 true、false、null 與數字',
    '{} is found; JSON has no such value, only true, false, null and numbers',
  ),
  text_without_quotes: at(
    '是 {}，文字必須加上雙引號；true、false、null 為小寫',
    '{} is found; text must stand in double quotes, and true, false, null are spelled so',
  ),
  number: at(
    '的數字寫法有誤（{}）：不可有多餘的 0、+ 號或 0x，小數點前後都須有數字',
    'the number is malformed ({}): no extra 0, no + and no 0x, digits on both sides of the point',
  ),
  second_value: at(
    '是 {}，JSON 物件已結束，其後不可再有內容',
    '{} is found; the JSON object has ended, and nothing may follow it',
  ),
  no_name: at('應為加上雙引號的名稱，找到的是 {}', 'a name in double quotes should stand, not {}'),
  no_colon: at('應為冒號 :，找到的是 {}', 'a colon : should stand, not {}'),
  no_comma: at(
    '應為逗號或結尾的括號，找到的是 {}',
    'a comma or the closing bracket should stand, not {}',
  ),
  no_value: at('應為一個值，找到的是 {}', 'a value should stand, not {}'),
}

function at(zh: string, en: string): Meaning {
  return {
    zh: `內容不是有效的 JSON：第 {} 行第 {} 字${zh}`,
    en: `Not valid JSON: at line {}, character {}, ${en}`,
  }
}
