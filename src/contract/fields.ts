import * as z from 'zod/mini'
import { toSeconds } from '../units/clock.ts'
import { type Meaning, meaningOf, problem, say } from '../units/language.ts'
import {
  type MoneyProblem,
  moneyFromJsonNumber,
  moneyFromText,
  moneyMax,
  toAmount,
  wholeNumber,
} from '../units/money.ts'
import { taipeiDay, taipeiToSeconds } from '../units/taipei-time.ts'
import { existingDay, existingTime, plainLine, webAddress } from '../units/text-patterns.ts'
import { type WebAddressProblem, webAddressProblem } from '../units/web-address.ts'
import { isGiven, type SentValue, sentText } from './sent-parameter.ts'

/** The documentation of a request's field: its type, limits and meaning. */
export type FieldNote = FieldLimits & {
  readonly required: boolean
  readonly zh: string
  readonly en: string
  /** Its default value; for some fields the name of the field that replaces it. */
  readonly default?: string
}

type FieldLimits = {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object or string'
  readonly format?: 'uri' | 'date' | 'date-time'
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly enum?: readonly string[]
  /** Rules of the machine-readable description that the page has as text. */
  readonly schema?: {
    readonly pattern?: string
    readonly multipleOf?: number
    readonly minimum?: number
    readonly maximum?: number
  }
}

declare const hasNote: unique symbol

/**
 * One request field: reads the parameter as sent, or refuses it with its problem. Only `required` and `optional` make
 * one, with its note in `fieldNotes`.
 */
export type Field<T = unknown> = z.ZodMiniType<T, SentValue | undefined> & {
  readonly [hasNote]: true
}

/** A kind of value: its limits, and how a parameter is read. A problem is a sentence to an engineer. */
export type Kind<T> = {
  readonly read: (sent: PresentParameter) => { readonly value: T } | ValueProblem
  readonly limits: FieldLimits
}

/** The result of `read` for an invalid value. */
type ValueProblem = { readonly problem: Meaning }

/** Refuses a value with its problem. */
export function unfit(zh: string, en: string): ValueProblem {
  return { problem: say(zh, en) }
}

type PresentParameter = Exclude<SentValue, { kind: 'null' }>

/** The note of each request field, by the field's schema. */
export const fieldNotes = z.registry<FieldNote>()

/** A field that must be given: null and the empty string count as missing (decisions §4). */
export function required<T>(kind: Kind<T>, zh: string, en: string): Field<T> {
  const note = { ...kind.limits, required: true, zh, en }
  return field(kind, () => unfit('此欄位為必填', 'This field is required'), note)
}

/** A field that may be left out. Its value is then `absent`, which the documentation shows as `says`. */
export function optional<T, const A>({
  kind,
  absent,
  zh,
  en,
  says = typeof absent === 'string' ? absent : '',
}: {
  readonly kind: Kind<T>
  readonly absent: A
  readonly zh: string
  readonly en: string
  readonly says?: string | (A & string) | undefined
}): Field<T | A> {
  const note = {
    ...kind.limits,
    required: false,
    zh,
    en,
    ...(says === '' ? {} : { default: says }),
  }
  return field<T | A>(kind, () => ({ value: absent }), note)
}

function field<T>(
  kind: Kind<T>,
  whenAbsent: () => { readonly value: T } | ValueProblem,
  note: FieldNote,
): Field<T> {
  const read: z.ZodMiniType<T, SentValue | undefined> = z.transform((sent, context): T => {
    const outcome = isGiven(sent) ? kind.read(sent) : whenAbsent()
    if ('value' in outcome) return outcome.value
    const { zh, en } = outcome.problem
    context.issues.push({ code: 'custom', message: problem(zh, en), input: sent })
    return z.NEVER
  })
  return read.register(fieldNotes, note) as Field<T>
}

/** Free text of at most `maxLength` code points; a whole number is the text of its digits. */
export function text(maxLength: number): Kind<string> {
  return {
    limits: { type: 'string', maxLength },
    read: (sent) => {
      const value = sentText(sent)
      if (value === null)
        return unfit('必須是字串或非負整數', 'Must be a string or a non-negative whole number')
      if (isWithin(maxLength, value)) return { value }
      return { problem: meaningOf(tooLong(maxLength)) }
    },
  }
}

/** The problem of a longer text, as a schema's message. */
export function tooLong(maxLength: number): string {
  return problem(`長度不可超過 ${maxLength} 個字元`, `Must have at most ${maxLength} characters`)
}

/** Text that identifies an order, a member and the like: as `text`, without control characters. */
export function identifier(maxLength: number): Kind<string> {
  const plain = text(maxLength)
  return {
    limits: { ...plain.limits, schema: { pattern: plainLine } },
    read: (sent) => {
      const outcome = plain.read(sent)
      if ('problem' in outcome || !hasControlCharacter(outcome.value)) return outcome
      return unfit(
        '不可包含控制字元（換行、定位等）',
        'Must not contain control characters, such as line breaks',
      )
    },
  }
}

/** An amount in TWD, at least `minimum` hundredths; its value is integer hundredths of a dollar. */
export function money(minimum: number): Kind<number> {
  return {
    limits: {
      type: 'number',
      minimum: minimum / 100,
      maximum: toAmount(moneyMax),
      schema: { multipleOf: 0.01 },
    },
    read: (sent) => {
      const amount = amountOf(sent)
      if (typeof amount === 'string') return moneyProblems[amount]
      if (amount < minimum)
        return unfit(`不可小於 ${minimum / 100}`, `Must be at least ${minimum / 100}`)
      return { value: amount }
    },
  }
}

function amountOf(sent: PresentParameter): number | MoneyProblem {
  if (sent.kind === 'number') return moneyFromJsonNumber(sent.source)
  return sent.kind === 'text' ? moneyFromText(sent.text) : 'not_a_number'
}

const moneyProblems = {
  not_a_number: unfit(
    '必須是金額，例如 100 或 "100.50"',
    'Must be an amount, such as 100 or "100.50"',
  ),
  too_many_decimals: unfit(
    '金額最多兩位小數，系統不會四捨五入',
    'Amounts have at most two decimals; nothing is rounded',
  ),
  too_large: unfit('金額不可超過 9,999,999,999.99', 'Must not exceed 9,999,999,999.99'),
  negative: unfit('金額不可為負數', 'Must not be negative'),
} satisfies Record<MoneyProblem, ValueProblem>

/** A whole number in any spelling (`17`, `"17"`, `1.7e1`), for a schema with bounds. */
export const integer: Kind<number> = {
  limits: { type: 'integer', schema: { minimum: 1, maximum: Math.floor(toAmount(moneyMax)) } },
  read: (sent) => {
    const source = sent.kind === 'number' ? sent.source : sent.kind === 'text' ? sent.text : ''
    const value = wholeNumber(source)
    return value === null ? unfit('必須是整數', 'Must be a whole number') : { value }
  },
}

/** A whole number in any spelling, within limits. */
export function integerBetween(minimum: number, maximum: number): Kind<number> {
  return {
    limits: { type: 'integer', minimum, maximum },
    read: (sent) => {
      const outcome = integer.read(sent)
      if ('problem' in outcome) return outcome
      if (outcome.value >= minimum && outcome.value <= maximum) return outcome
      return unfit(
        `必須介於 ${minimum} 與 ${maximum} 之間`,
        `Must be between ${minimum} and ${maximum}`,
      )
    },
  }
}

/** A UNIX time in seconds; one of 13 digits is milliseconds (decisions §2, "Timestamp window"). */
export const unixTime: Kind<number> = {
  limits: { type: 'integer', schema: { minimum: 0, maximum: 1e13 - 1 } },
  read: (sent) => {
    const outcome = integer.read(sent)
    if ('problem' in outcome)
      return unfit('必須是 UNIX 時間（整數秒）', 'Must be a UNIX time in whole seconds')
    const { value } = outcome
    return { value: value >= 1e12 && value < 1e13 ? toSeconds(value) : value }
  },
}

/** One of the listed words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return {
    limits: { type: 'string', enum: words },
    read: (sent) => {
      const value = sent.kind === 'text' ? words.find((word) => word === sent.text) : undefined
      return value === undefined
        ? unfit(`必須是 ${words.join('、')} 其中之一`, `Must be one of ${words.join(', ')}`)
        : { value }
    },
  }
}

/** One of the listed words, or an alias of one. */
export function wordFor<const Word extends string>(
  words: readonly Word[],
  aliases: Readonly<Record<string, Word>>,
): Kind<Word> {
  const plain = oneOf(words)
  return {
    limits: { type: 'string', enum: [...words, ...Object.keys(aliases)] },
    read: (sent) => {
      const alias = sent.kind === 'text' && Object.hasOwn(aliases, sent.text)
      const meant = alias ? aliases[sent.text] : undefined
      return meant === undefined ? plain.read(sent) : { value: meant }
    },
  }
}

/** The only currency, in any case; its value is `TWD` (decisions §4, "Unknown names, and `currency`"). */
export const currency: Kind<'TWD'> = {
  limits: { type: 'string', maxLength: 10, schema: { pattern: '^[Tt][Ww][Dd]$' } },
  read: (sent) => {
    if (sent.kind === 'text' && /^twd$/i.test(sent.text)) return { value: 'TWD' }
    return unfit('目前只接受 TWD，請換算為新臺幣', 'Only TWD is accepted: convert the amount to it')
  },
}

/** `true`, `false`, `1` or `0`, also as text. */
export const boolean: Kind<boolean> = {
  limits: { type: 'boolean' },
  read: (sent) => {
    if (sent.kind === 'boolean') return { value: sent.value }
    const text = sent.kind === 'text' ? sent.text : sent.kind === 'number' ? sent.source : ''
    if (text === 'true' || text === '1') return { value: true }
    if (text === 'false' || text === '0') return { value: false }
    return unfit('必須是 true、false、1 或 0', 'Must be true, false, 1 or 0')
  },
}

/** A date or date-time in Asia/Taipei, or ISO 8601 with an offset; its value is UTC seconds. */
export const dateTime: Kind<number> = {
  limits: { type: 'string', format: 'date-time', schema: { pattern: existingTime } },
  read: (sent) => {
    const value = sent.kind === 'text' ? taipeiToSeconds(sent.text) : null
    if (value !== null) return { value }
    return unfit(
      '必須是日期或時間，例如 2026-01-31 或 2026-01-31 15:04:05（台北時間）',
      'Must be a date or date-time in Taipei time, such as 2026-01-31 or 2026-01-31 15:04:05',
    )
  },
}

/** A day in Asia/Taipei, `YYYY-MM-DD`; its value is the number of days since 1970. */
export const day: Kind<number> = {
  limits: { type: 'string', format: 'date', schema: { pattern: existingDay } },
  read: (sent) => {
    const isDay = sent.kind === 'text' && /^\d{4}-\d{2}-\d{2}$/.test(sent.text)
    const start = isDay ? taipeiToSeconds(sent.text) : null
    if (start !== null) return { value: taipeiDay(start) }
    return unfit(
      '必須是存在的日期，例如 2026-01-31（台北時間）',
      'Must be an existing date, such as 2026-01-31 (Taipei time)',
    )
  },
}

const shortIdentifier = identifier(255)

/** An `http` or `https` address of at most 255 characters without user info (§8). */
export const url: Kind<string> = {
  limits: { type: 'string', format: 'uri', maxLength: 255, schema: { pattern: webAddress } },
  read: (sent) => {
    const outcome = shortIdentifier.read(sent)
    if ('problem' in outcome) return outcome
    const fault = webAddressProblem(outcome.value)
    return fault === null ? outcome : webAddressProblems[fault]
  },
}

const webAddressProblems = {
  not_a_url: unfit(
    '必須是完整的 http 或 https 網址，不可包含空白',
    'Must be a complete http or https URL without spaces',
  ),
  user_info: unfit('網址不可包含帳號或密碼', 'The URL must not contain a user name or password'),
} satisfies Record<WebAddressProblem, ValueProblem>

/**
 * Custom data: a JSON object, or a string (legacy style). Its value is JSON text, as sent; "" for `[]`, which is PHP's
 * object without members.
 */
export const customData: Kind<string> = {
  limits: { type: 'object or string' },
  read: (sent) => {
    if (sent.kind === 'nested' && sent.source.startsWith('{')) return { value: sent.source }
    if (sent.kind === 'nested' && emptyArray.test(sent.source)) return { value: '' }
    if (sent.kind === 'text') return { value: JSON.stringify(sent.text) }
    return unfit('必須是 JSON 物件或字串', 'Must be a JSON object or a string')
  },
}

const emptyArray = /^\[[ \t\r\n]*\]$/

// The limit counts code points. A text has at most as many of them as code units, which need no counting.
function isWithin(maxLength: number, value: string): boolean {
  return value.length <= maxLength || [...value].length <= maxLength
}

function hasControlCharacter(value: string): boolean {
  return /\p{Cc}/u.test(value)
}
