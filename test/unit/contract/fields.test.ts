import { describe, expect, test } from 'vitest'
import {
  boolean,
  customData,
  dateTime,
  day,
  type Field,
  fieldNotes,
  identifier,
  integer,
  integerBetween,
  type Kind,
  money,
  oneOf,
  optional,
  required,
  text,
  unixTime,
  url,
  wordFor,
} from '../../../src/contract/fields.ts'
import { absent, reading, refuses, sent } from './field-reading.ts'

const needed = <T>(kind: Kind<T>): Field<T> => required(kind, '名稱', 'Name')
const chinese = /\p{Script=Han}/u

const kinds: readonly (readonly [string, Kind<unknown>])[] = [
  ['text', text(5)],
  ['identifier', identifier(5)],
  ['money', money(1)],
  ['integer', integer],
  ['unixTime', unixTime],
  ['oneOf', oneOf(['a', 'b'])],
  ['wordFor', wordFor(['a', 'b'], { c: 'a' })],
  ['dateTime', dateTime],
  ['day', day],
  ['integerBetween', integerBetween(1, 9)],
  ['url', url],
  ['customData', customData],
]

const all = [...kinds, ['boolean', boolean]] as const

describe('a field of the kind', () => {
  test.each(all)('%s is missing when it is required and null, empty or not sent', (_, kind) => {
    for (const parameter of absent) {
      expect(reading(needed(kind), parameter)).toEqual({ problem: '此欄位為必填' })
    }
  })

  test.each(all)('%s has its default when it is null, empty or not sent', (_, kind) => {
    const field = optional({ kind, absent: 'the default', zh: '名稱', en: 'Name' })
    for (const parameter of absent) {
      expect(reading(field, parameter)).toEqual({ value: 'the default' })
    }
  })

  test.each(kinds)('%s takes no false and no array, and says so in Chinese', (_, kind) => {
    for (const parameter of [sent.boolean(false), sent.nested('[1]')]) {
      expect(reading(needed(kind), parameter)).toHaveProperty(
        'problem',
        expect.stringMatching(chinese),
      )
    }
  })
})

describe('money', () => {
  const amount = needed(money(1))

  test('is read from a JSON number by value, from text by its grammar', () => {
    expect(reading(amount, sent.number('1e2'))).toEqual({ value: 10_000 })
    expect(reading(amount, sent.text('100.50'))).toEqual({ value: 10_050 })
    expect(refuses(amount, sent.text('1e2'))).toBe(true)
  })

  test.each([
    ['0.001', '金額最多兩位小數，系統不會四捨五入'],
    ['10000000000', '金額不可超過 9,999,999,999.99'],
    ['-1', '金額不可為負數'],
    ['0', '不可小於 0.01'],
    ['-0', '不可小於 0.01'],
  ])('of %s is refused: %s', (source, problem) => {
    expect(reading(amount, sent.number(source))).toEqual({ problem })
  })

  test('in words, or as a boolean, is refused', () => {
    const problem = '必須是金額，例如 100 或 "100.50"'
    for (const parameter of [sent.text('ten'), sent.boolean(true), sent.nested('[100]')]) {
      expect(reading(amount, parameter)).toEqual({ problem })
    }
  })

  test('starts at its minimum', () => {
    expect(reading(amount, sent.number('0.01'))).toEqual({ value: 1 })
    expect(reading(needed(money(0)), sent.number('0'))).toEqual({ value: 0 })
    expect(reading(needed(money(0)), sent.number('-0'))).toEqual({ value: 0 })
    expect(reading(needed(money(500)), sent.text('4.99'))).toEqual({ problem: '不可小於 5' })
  })
})

describe('a whole number', () => {
  test.each([
    [sent.number('17'), 17],
    [sent.number('17.0'), 17],
    [sent.number('1.7e1'), 17],
    [sent.text('17'), 17],
    [sent.text('-17'), -17],
    [sent.number('0'), 0],
  ])('is read from %j', (parameter, value) => {
    expect(reading(needed(integer), parameter)).toEqual({ value })
  })

  test.each([
    sent.number('1.5'),
    sent.number('1e400'),
    sent.text('17 '),
    sent.text('seventeen'),
    sent.boolean(true),
    sent.nested('[17]'),
  ])('is not %j', (parameter) => {
    expect(reading(needed(integer), parameter)).toEqual({ problem: '必須是整數' })
  })
})

describe('a UNIX time', () => {
  test.each([
    ['1769843045', 1_769_843_045],
    ['1769843045000', 1_769_843_045],
    ['1769843045999', 1_769_843_045],
    ['1.769843045e9', 1_769_843_045],
    ['1769843045999.0', 1_769_843_045],
    ['1000000000000', 1_000_000_000],
    ['9999999999999', 9_999_999_999],
    ['999999999999', 999_999_999_999],
    ['10000000000000', 10_000_000_000_000],
    ['0', 0],
    ['-1769843045000', -1_769_843_045_000],
  ])('sent as %s is %i seconds: thirteen digits are milliseconds', (source, value) => {
    expect(reading(needed(unixTime), sent.number(source))).toEqual({ value })
    expect(reading(needed(unixTime), sent.text(source))).toEqual({ value })
  })

  test.each(['1769843045.5', 'now', '2026-01-31', '1e99'])('is not %s', (source) => {
    const problem = '必須是 UNIX 時間（整數秒）'
    expect(reading(needed(unixTime), sent.text(source))).toEqual({ problem })
  })
})

describe('a field that takes a word of a list', () => {
  const field = needed(oneOf(['pending', 'succeeded']))

  test('is one of them exactly', () => {
    expect(reading(field, sent.text('pending'))).toEqual({ value: 'pending' })
    expect(reading(field, sent.text('succeeded'))).toEqual({ value: 'succeeded' })
  })

  test.each(['PENDING', 'pending ', 'pend', 'manual', 'toString', '0'])('is not %j', (word) => {
    const problem = '必須是 pending、succeeded 其中之一'
    expect(reading(field, sent.text(word))).toEqual({ problem })
  })

  test('is no number', () => expect(refuses(needed(oneOf(['1'])), sent.number('1'))).toBe(true))
})

describe('a word that may have others for it', () => {
  const field = needed(
    wordFor(['processed', 'cancelled'], { success: 'processed', failed: 'cancelled' }),
  )

  test.each([
    ['processed', 'processed'],
    ['cancelled', 'cancelled'],
    ['success', 'processed'],
    ['failed', 'cancelled'],
  ])('%s is %s', (word, value) => expect(reading(field, sent.text(word))).toEqual({ value }))

  test.each(['SUCCESS', 'succes', 'toString', '__proto__', 'constructor'])('is not %j', (word) => {
    expect(refuses(field, sent.text(word))).toBe(true)
  })
})

describe('a boolean', () => {
  test.each([
    [sent.boolean(true), true],
    [sent.boolean(false), false],
    [sent.number('1'), true],
    [sent.number('0'), false],
    [sent.text('true'), true],
    [sent.text('false'), false],
    [sent.text('1'), true],
    [sent.text('0'), false],
  ])('in %j is %s', (parameter, value) => {
    expect(reading(needed(boolean), parameter)).toEqual({ value })
  })

  test.each([
    ...['TRUE', 'yes', 'on', '2', ' true', '真'].map(sent.text),
    ...['2', '-1', '0.5', '1e1'].map(sent.number),
    sent.nested('{}'),
  ])('is not in %j', (parameter) => {
    expect(reading(needed(boolean), parameter)).toEqual({ problem: '必須是 true、false、1 或 0' })
  })
})

describe('a date or date-time', () => {
  test('is read in Taipei, to UTC seconds', () => {
    expect(reading(needed(dateTime), sent.text('2026-01-31 15:04:05'))).toEqual({
      value: 1_769_843_045,
    })
  })

  test.each([sent.text('2026-02-29'), sent.text('soon'), sent.number('1769843045')])(
    'is not %j',
    (parameter) => {
      expect(reading(needed(dateTime), parameter)).toHaveProperty(
        'problem',
        expect.stringContaining('2026-01-31 15:04:05'),
      )
    },
  )
})

describe('a day', () => {
  test('is one in Taipei, in days since 1970', () => {
    expect(reading(needed(day), sent.text('1970-01-02'))).toEqual({ value: 1 })
    expect(reading(needed(day), sent.text('2026-01-31'))).toEqual({ value: 20_484 })
  })

  test.each([
    '2026-02-29',
    '2026-1-31',
    '2026-01-31 00:00:00',
    ' 2026-01-31',
    '1970-01-01',
    '3000-01-01',
    '',
    '2026-01-31T00:00:00Z',
  ])('is not %j', (text) => {
    const problem = expect.stringMatching(/例如 2026-01-31|必填/)
    expect(reading(needed(day), sent.text(text))).toEqual({ problem })
  })
})

describe('a whole number within limits', () => {
  const page = needed(integerBetween(1, 200))

  test.each(['1', '200', '2e2', '7.0'])('is %s, as a number and as text', (source) => {
    for (const parameter of [sent.number(source), sent.text(source)]) {
      expect(reading(page, parameter)).toEqual({ value: Number(source) })
    }
  })

  test.each([
    ['0', '必須介於 1 與 200 之間'],
    ['201', '必須介於 1 與 200 之間'],
    ['1.5', '必須是整數'],
  ])('is not %s', (source, problem) => {
    expect(reading(page, sent.number(source))).toEqual({ problem })
  })
})

describe('the note of a field', () => {
  test('says type, limits, meaning and whether it is required', () => {
    expect(fieldNotes.get(needed(money(1)))).toEqual({
      type: 'number',
      minimum: 0.01,
      maximum: 9_999_999_999.99,
      schema: { multipleOf: 0.01 },
      required: true,
      zh: '名稱',
      en: 'Name',
    })
  })

  test.each<[Kind<unknown>, object]>([
    [text(5), { type: 'string', maxLength: 5 }],
    [identifier(5), { type: 'string', maxLength: 5 }],
    [money(0), { type: 'number', minimum: 0, maximum: 9_999_999_999.99 }],
    [integer, { type: 'integer' }],
    [unixTime, { type: 'integer' }],
    [boolean, { type: 'boolean' }],
    [oneOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    [wordFor(['a', 'b'], { c: 'a' }), { type: 'string', enum: ['a', 'b', 'c'] }],
    [day, { type: 'string', format: 'date' }],
    [integerBetween(1, 9), { type: 'integer', minimum: 1, maximum: 9 }],
    [dateTime, { type: 'string', format: 'date-time' }],
    [url, { type: 'string', format: 'uri', maxLength: 255 }],
    [customData, { type: 'object or string' }],
  ])('of each kind says what it takes', (kind, limits) => {
    const { schema: _, ...note } = fieldNotes.get(needed(kind)) ?? {}
    expect(note).toEqual({ ...limits, required: true, zh: '名稱', en: 'Name' })
  })

  test.each([
    [
      'the default, when that is a word',
      optional({ kind: text(5), absent: 'TWD', zh: '幣別', en: 'Currency' }),
      'TWD',
    ],
    [
      'the name it defaults to',
      optional({ kind: text(5), absent: '', zh: '單號', en: 'Number', says: 'orderid' }),
      'orderid',
    ],
    [
      'nothing, when absent is empty',
      optional({ kind: text(5), absent: '', zh: '備註', en: 'Remark' }),
      undefined,
    ],
    [
      'nothing, when absent is null',
      optional({ kind: dateTime, absent: null, zh: '時間', en: 'Time' }),
      undefined,
    ],
  ])('says %s', (_, field, says) => {
    expect(fieldNotes.get(field)?.default).toBe(says)
    expect(fieldNotes.get(field)?.required).toBe(false)
  })
})
