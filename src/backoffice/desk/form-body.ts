import { invalid } from '../../contract/refusals.ts'

/** A form as it was sent: the values of each field, by its name with its kind. */
export type SentForm = Readonly<Record<string, readonly string[]>>

/** The fields that every form has beside those of its call. */
export const formFields = { token: '_token', from: '_from', form: '_form', was: '_was' } as const

/**
 * The JSON body of a call from a form. The name of a field is that of the body's member, with a point before a nested
 * one, and a colon before its kind: `settings.trusted:flag`. An empty field is left out, except where its kind says
 * otherwise. Where the form tells what its fields were (`_was`), those that have not changed are left out too, so that
 * what somebody else has changed meanwhile stays.
 *
 * - none: text. `:text`: text that may be emptied. `:or_null`: text, null when empty.
 * - `:number`: a number where it is one, else the text, which the call refuses by its name. `:number_or_null`: the
 *   same, null when empty.
 * - `:flag`: true or false; the last of its values counts, so that a hidden one can stand before a checkbox.
 * - `:lines`: a list, one item a line. `:list`: a list of all the values of that name. `:numbers`: the same of numbers.
 * - `:time`: a time as a browser gives it, as the API takes it.
 * - `:json`: JSON, or text that is none, which the call refuses. `:json_or_null`: the same, null when empty.
 */
export function bodyOf(sent: SentForm): Readonly<Record<string, unknown>> {
  const was = formerly(sent)
  let body: Nested = {}
  for (const [field, values] of Object.entries(sent)) {
    if (isOwn(field)) continue
    const [name = '', kind = 'plain'] = field.split(':')
    // A checkbox that is set stands after the hidden field of its name.
    if (isSame(kind === 'flag' ? values.slice(-1) : values, was[field])) continue
    const value = (kinds[kind] ?? plain)(values)
    if (value !== undefined) body = withMember(body, name.split('.'), value)
  }
  return body
}

/**
 * Fields of a form in their order, each with its values. Files are left out. Throws `validation_error` for a form that
 * no page sends: with more than 100 names, a name longer than 80 characters or of more than four parts, or a kind that
 * there is not. Everything after it costs no more than these bounds allow.
 */
export function sentForm(form: FormData): SentForm {
  const fields = new Map<string, string[]>()
  for (const [name, value] of form) {
    const values = fields.get(name)
    if (values === undefined) refuseName(name, fields.size)
    if (typeof value !== 'string') continue
    if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  return Object.fromEntries(fields)
}

const namesMax = 100
const nameCharsMax = 80
const partsMax = 4

// The length first: a name is split only where that is cheap.
function refuseName(name: string, namesBefore: number): void {
  if (namesBefore >= namesMax) throw invalid('form', '欄位過多，請重新整理頁面後再送出')
  if (name.length <= nameCharsMax) {
    const [path = '', ...kind] = name.split(':')
    if (path.split('.').length <= partsMax && kind.length < 2 && isKind(kind[0] ?? 'plain')) return
  }
  throw invalid('form', '沒有這個名稱的欄位，請重新整理頁面後再送出')
}

function isKind(kind: string): boolean {
  return Object.hasOwn(kinds, kind)
}

function isOwn(field: string): boolean {
  return Object.values<string>(formFields).includes(field)
}

type Nested = Readonly<Record<string, unknown>>
type Kind = (values: readonly string[]) => unknown

const plain: Kind = ([text = '']) => (text.trim() === '' ? undefined : text)

const kinds: Readonly<Record<string, Kind>> = {
  plain,
  text: ([text = '']) => text,
  or_null: ([text = '']) => (text.trim() === '' ? null : text),
  number: ([text = '']) => (text.trim() === '' ? undefined : numberOf(text)),
  number_or_null: ([text = '']) => (text.trim() === '' ? null : numberOf(text)),
  flag: (values) => values.at(-1) === 'true',
  lines: (values) => itemsOf(values.join('\n')),
  list: (values) => values.filter((one) => one !== ''),
  numbers: (values) => itemsOf(values.join('\n')).map(numberOf),
  time: ([text = '']) => (text.trim() === '' ? undefined : timeOf(text.trim())),
  json: ([text = '']) => (text.trim() === '' ? undefined : jsonOf(text)),
  json_or_null: ([text = '']) => (text.trim() === '' ? null : jsonOf(text)),
}

function itemsOf(text: string): string[] {
  return text
    .split(/[\n,，、]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function numberOf(text: string): number | string {
  const given = text.trim().replaceAll(',', '')
  return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : text
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

function formerly(sent: SentForm): Readonly<Record<string, unknown>> {
  const was = jsonOf(sent[formFields.was]?.[0] ?? '')
  return typeof was === 'object' && was !== null ? { ...was } : {}
}

function isSame(values: readonly string[], was: unknown): boolean {
  const unbroken = (text: string) => text.replaceAll('\r\n', '\n').trim()
  return typeof was === 'string' && unbroken(values.join('\n')) === unbroken(was)
}

// A new object each time: an assignment to `__proto__` would make no member, and the call could not refuse it.
function withMember(body: Nested, [name = '', ...rest]: readonly string[], value: unknown): Nested {
  if (rest.length === 0) return { ...body, [name]: value }
  const inner = Object.hasOwn(body, name) ? body[name] : undefined
  const nested: Nested = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...body, [name]: withMember(nested, rest, value) }
}
