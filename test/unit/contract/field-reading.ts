import { expect } from 'vitest'
import type { AnyEndpoint, Fields } from '../../../src/contract/endpoint.ts'
import { type Field, fieldNotes } from '../../../src/contract/fields.ts'
import type { SentValue } from '../../../src/contract/sent-parameter.ts'
import { meaningOf } from '../../../src/units/language.ts'
import { isChinese } from '../../support/is-chinese.ts'

/** Parameters as a merchant sends them. */
export const sent = {
  text: (text: string): SentValue => ({ kind: 'text', text }),
  number: (source: string): SentValue => ({ kind: 'number', source }),
  boolean: (value: boolean): SentValue => ({ kind: 'boolean', value }),
  nested: (source: string): SentValue => ({ kind: 'nested', source }),
  null: { kind: 'null' } as SentValue,
}

/** Parameters of each kind but text, and numbers that are not whole or not written as their digits. */
export const notText: readonly SentValue[] = [
  sent.number('1.5'),
  sent.number('5.0'),
  sent.number('1e3'),
  sent.number('-5'),
  sent.number('-0'),
  sent.boolean(true),
  sent.nested('{"a":1}'),
  sent.nested('["a"]'),
]

/** What counts as absent. */
export const absent = [undefined, sent.null, sent.text('')] as const

/** The field of that name. Throws where there is none. */
export function fieldOf(fields: Fields, name: string): Field {
  const field = fields[name]
  if (field === undefined) throw new Error(`no field ${name}`)
  return field
}

/** The fields that refuse what is absent, in alphabetical order. */
export function requiredNames(fields: Fields, parameter: SentValue | undefined): readonly string[] {
  const names = Object.keys(fields).filter((name) => refuses(fieldOf(fields, name), parameter))
  return names.toSorted()
}

/** What a field makes of a parameter: its value, or the one problem it tells. */
export function reading(
  field: Field,
  parameter: SentValue | undefined,
): { readonly value: unknown } | { readonly problem: string } {
  const read = field.safeParse(parameter)
  if (read.success) return { value: read.data }
  const [issue, ...more] = read.error.issues
  if (issue === undefined || more.length > 0) throw new Error('one problem was expected')
  const { zh, en } = meaningOf(issue.message)
  if (isChinese(en)) throw new Error(`a problem without English: ${en}`)
  return { problem: zh }
}

export function refuses(field: Field, parameter: SentValue | undefined): boolean {
  return 'problem' in reading(field, parameter)
}

/** Whatever script a text is in, a field takes it as it is up to so many characters. */
function expectTextUpTo(max: number, field: Field): void {
  for (const character of ['a', '1', '王', '😀']) {
    const longest = character.repeat(max)
    expect(reading(field, sent.text(longest))).toEqual({ value: longest })
    expect(refuses(field, sent.text(longest + character))).toBe(true)
  }
}

export function expectRefused(field: Field, parameters: readonly (SentValue | undefined)[]): void {
  expect(parameters.filter((parameter) => !refuses(field, parameter))).toEqual([])
}

export function expectNoControlCharacter(field: Field): void {
  const controls = ['\n', '\t', '\u0000', '\u007f', '\u0085']
  expectRefused(
    field,
    controls.map((control) => sent.text(`a${control}`)),
  )
}

/** A field takes http and https addresses of up to 255 characters. */
export function expectWebAddress(field: Field): void {
  for (const origin of ['https://shop.example/', 'http://shop.example/']) {
    const longest = origin.padEnd(255, 'a')
    expect(reading(field, sent.text(longest))).toEqual({ value: longest })
    expect(refuses(field, sent.text(`${longest}a`))).toBe(true)
  }
  const others = ['ftp://shop.example/', 'https://user:pass@shop.example/', '/back']
  expectRefused(field, [...others.map(sent.text), ...notText])
  expectRefused(field, [sent.nested('["https://shop.example/"]')])
}

/** Every field says in both languages what it is. */
export function expectDocumented(fields: Fields): void {
  for (const field of Object.values(fields)) {
    const note = fieldNotes.get(field)
    expect(note?.zh).toMatch(/\p{Script=Han}/u)
    expect(note?.en).toMatch(/^(?:[A-Z]|next_cursor )[ -~]+$/)
  }
}

/** The earlier names that an endpoint takes for each of its fields, those that win first. */
export function earlierNamesOf({ earlierNames }: Pick<AnyEndpoint, 'earlierNames'>): object {
  const known = Map.groupBy(earlierNames, ([, current]) => current)
  const names = [...known].map(([current, all]) => [current, all.map(([earlier]) => earlier)])
  return Object.fromEntries(names)
}

/** A field takes the number of an order, and is empty where that is absent. */
export function expectOrderNumber(max: number, field: Field): void {
  expectTextUpTo(max, field)
  expectRefused(field, notText)
  expect(reading(field, undefined)).toEqual({ value: '' })
}
