import * as z from 'zod'
import { shares, times } from '../../contract/back-office/values.ts'
import { invalid } from '../../contract/refusals.ts'
import { say } from '../../units/language.ts'

/** A form as sent: the values of each field by its name. */
export type SentForm = Readonly<Record<string, readonly string[]>>

/**
 * The fields of a form beside those of its call. `required`: a field that a chosen transaction requires, and the
 * transaction's number. `sure`: the tick that confirms whose money a transaction is. `fills`: other fields that one
 * choice fills, as a query. `outcome`: the detail of the notice after the act.
 */
export const formFields = {
  token: '_token',
  from: '_from',
  form: '_form',
  was: '_was',
  required: '_asks',
  sure: '_sure',
  fills: '_fills',
  outcome: '_told',
} as const

/**
 * The JSON body of a call from a form. The name of a field is that of the body's member, with a point before a nested
 * one: `settings.trusted`. The call's schema says what its text becomes:
 *
 * - a number where the text is one, with separators of thousands or without;
 * - true or false. Of several values of a name the last that is not empty counts, so that a hidden one can stand before
 *   a checkbox, and usual reasons before one that is typed;
 * - a list of all the values of the name, of which each may have several items, by line or by comma; where items have
 *   members, each value is one, as JSON;
 * - a time as the API takes it, from what a browser gives;
 * - parts per million from percent.
 *
 * Anything else stays text, which the call refuses by the member's name, as it does with names that it has not. An
 * empty field is null where the schema takes null; else it is left out. Where the form tells what its fields were
 * (`_was`), those that have not changed are left out too, so that what somebody else has changed meanwhile stays; one
 * that was emptied is sent as empty text, because without it the record would keep what it has.
 */
export function bodyOf(sent: SentForm, schema: z.ZodType): Readonly<Record<string, unknown>> {
  const was = valuesBefore(sent)
  let body: NestedBody = {}
  for (const [field, values] of Object.entries(sent)) {
    if (isOwn(field)) continue
    const path = field.split('.')
    const member = memberAt(schema, path)
    const read = member.some(isList) ? values : lastOf(values)
    if (isSame(read, was[field])) continue
    const empty = hasText(was[field]) ? '' : undefined
    const value = memberValue(member, read, empty)
    if (value !== undefined) body = withMember(body, path, value)
  }
  return body
}

/**
 * The fields of a form in their order, each with its values, without files. Throws `validation_error` for a form that
 * no page sends: with more than 100 names, or a name of more than 80 characters or four parts. These limits bound the
 * cost of all that follows.
 */
export function sentForm(form: FormData): SentForm {
  const fields = new Map<string, string[]>()
  for (const [name, value] of filledIn(form)) {
    const values = fields.get(name)
    if (values === undefined) refuseName(name, fields.size)
    if (typeof value !== 'string') continue
    if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  return Object.fromEntries(fields)
}

function* filledIn(form: FormData) {
  for (const [name, value] of form) {
    if (name === formFields.fills && typeof value === 'string') yield* new URLSearchParams(value)
    else yield [name, value] as const
  }
}

const namesMax = 100
const nameCharsMax = 80
const partsMax = 4

// The length first: a name is split only where that is cheap.
function refuseName(name: string, namesBefore: number): void {
  if (namesBefore >= namesMax)
    throw invalid(
      'form',
      say(
        '欄位過多，請重新整理頁面後再送出',
        'The form has too many fields: reload the page, then send it again',
      ),
    )
  if (name.length <= nameCharsMax && name.split('.').length <= partsMax) return
  throw invalid(
    'form',
    say(
      '沒有這個名稱的欄位，請重新整理頁面後再送出',
      'There is no field of this name: reload the page, then send it again',
    ),
  )
}

export function isOwn(field: string): boolean {
  return Object.values<string>(formFields).includes(field)
}

type NestedBody = Readonly<Record<string, unknown>>

// The alternatives of a member's schema; empty if the call has no such member.
type Member = readonly z.core.$ZodType[]

function memberAt(schema: z.core.$ZodType, [name, ...rest]: readonly string[]): Member {
  const alternatives = alternativesOf(schema)
  if (name === undefined) return alternatives
  return alternatives.flatMap((one) => {
    const shape = one instanceof z.ZodObject ? one.shape : {}
    return Object.hasOwn(shape, name) ? memberAt(shape[name], rest) : []
  })
}

function alternativesOf(schema: z.core.$ZodType): Member {
  if (times.has(schema)) return [schema]
  if (schema instanceof z.ZodOptional) return alternativesOf(schema.unwrap())
  if (schema instanceof z.ZodDefault) return alternativesOf(schema.unwrap())
  if (schema instanceof z.ZodNullable) return [nothing, ...alternativesOf(schema.unwrap())]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternativesOf)
  if (schema instanceof z.ZodPipe) return alternativesOf(schema.in)
  return [schema]
}

const nothing = z.null()

function lastOf(values: readonly string[]): readonly string[] {
  const filled = values.filter((value) => value.trim() !== '')
  return (filled.length === 0 ? values : filled).slice(-1)
}

const isList = (one: Member[number]) => one instanceof z.ZodArray

function memberValue(member: Member, values: readonly string[], empty: '' | undefined): unknown {
  const list = member.find(isList)
  if (list !== undefined) {
    const item = alternativesOf(list.element)
    if (item.some((one) => one instanceof z.ZodObject)) return values.map(jsonOf)
    return itemsOf(values.join('\n')).map((text) => scalarOf(item, text))
  }
  const [text = ''] = values
  const isChoice = member.some((one) => one instanceof z.ZodEnum && one.options.includes(text))
  if (text.trim() !== '' || isChoice) return scalarOf(member, text)
  return member.includes(nothing) ? null : empty
}

function scalarOf(member: Member, text: string): unknown {
  const isFlag = member.some((one) => one instanceof z.ZodBoolean)
  if (isFlag && /^(true|false)$/.test(text)) return text === 'true'
  if (member.some((one) => shares.has(one))) return shareOf(text)
  if (member.some((one) => one instanceof z.ZodNumber)) return numberOf(text)
  return member.some((one) => times.has(one)) ? timeOf(text.trim()) : text
}

function itemsOf(text: string): string[] {
  return text
    .split(/[\n,，、]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

// A comma that separates no thousands stays, so that the call refuses it: it may mean a decimal point.
function numberOf(text: string): number | string {
  const trimmed = text.trim()
  if (!/^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(trimmed)) return text
  return Number(trimmed.replaceAll(',', ''))
}

// `1.5` or `1.5%`. More than four decimals are no whole parts; they stay, so that nothing is rounded.
function shareOf(text: string): number | string {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/.exec(text.trim()) ?? []
  return whole === undefined ? text : Number(whole) * 10_000 + Number(decimals.padEnd(4, '0'))
}

// `2026-11-22T09:30` of a browser's field is a time in Asia/Taipei.
function timeOf(text: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)$/.exec(text) ?? []
  if (day === undefined || time === undefined) return text
  return `${day} ${time.length === 5 ? `${time}:00` : time}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The previous values of a form's fields, by their names. */
export function valuesBefore(sent: SentForm): Readonly<Record<string, unknown>> {
  const was = jsonOf(sent[formFields.was]?.[0] ?? '')
  return typeof was === 'object' && was !== null ? { ...was } : {}
}

function hasText(was: unknown): boolean {
  return typeof was === 'string' && was.trim() !== ''
}

function isSame(values: readonly string[], was: unknown): boolean {
  const unbroken = (text: string) => text.replaceAll('\r\n', '\n').trim()
  return typeof was === 'string' && unbroken(values.join('\n')) === unbroken(was)
}

// A new object each time: an assignment to `__proto__` would make no member, and the call could not refuse it.
function withMember(
  body: NestedBody,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): NestedBody {
  if (rest.length === 0) return { ...body, [name]: value }
  const inner = Object.hasOwn(body, name) ? body[name] : undefined
  const nested: NestedBody = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...body, [name]: withMember(nested, rest, value) }
}
