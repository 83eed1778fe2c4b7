import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyOf, formFields, sentForm } from '../../../../src/backoffice/desk/form-body.ts'
import { forAll } from '../../../support/property.ts'

describe('the body of a call from a form', () => {
  test.each([
    ['text', { reason: ['late'] }, { reason: 'late' }],
    ['an empty field is left out', { reason: [' '] }, {}],
    ['text that may be emptied', { 'note:text': [''] }, { note: '' }],
    ['null in the place of nothing', { 'daily_cap:or_null': [''] }, { daily_cap: null }],
    ['a number', { 'seq:number': ['3'] }, { seq: 3 }],
    ['a number with separators', { 'seq:number': ['1,200'] }, { seq: 1200 }],
    ['a number that may be none', { 'cap:number_or_null': ['1,200.5'] }, { cap: 1200.5 }],
    ['no number', { 'cap:number_or_null': [' '] }, { cap: null }],
    ['what is no number stays text, to be refused', { 'seq:number': ['three'] }, { seq: 'three' }],
    ['a checkbox that is off', { 'manual:flag': ['false'] }, { manual: false }],
    ['a checkbox that is on', { 'manual:flag': ['false', 'true'] }, { manual: true }],
    [
      'a list, an item a line',
      { 'agents:lines': ['ann\r\n bob ,eve\n'] },
      { agents: ['ann', 'bob', 'eve'] },
    ],
    ['an empty list', { 'agents:lines': [''] }, { agents: [] }],
    [
      'all the values of a name',
      { 'override:list': ['', 'amount', 'balance'] },
      { override: ['amount', 'balance'] },
    ],
    ['numbers', { 'ids:numbers': ['7', '8'] }, { ids: [7, 8] }],
    [
      'a time as a browser gives it',
      { 'at:time': ['2026-11-22T09:30'] },
      { at: '2026-11-22 09:30:00' },
    ],
    [
      'a time with its seconds',
      { 'at:time': ['2026-11-22T09:30:15'] },
      { at: '2026-11-22 09:30:15' },
    ],
    ['any other time as it is, to be refused', { 'at:time': ['noon'] }, { at: 'noon' }],
    ['JSON', { 'format:json': ['{"a":[1]}'] }, { format: { a: [1] } }],
    ['what is no JSON stays text', { 'format:json': ['{'] }, { format: '{' }],
    [
      'nested members',
      { 'settings.trusted:flag': ['true'], 'settings.rate_limit': ['high'] },
      { settings: { trusted: true, rate_limit: 'high' } },
    ],
    ['no field of the form itself', { _token: ['t'], _from: ['/'], _form: ['f'] }, {}],
  ])('%s', (_, sent, body) => {
    expect(bodyOf(sent)).toEqual(body)
  })

  test('a field that has not changed is left out, one that was emptied is not', () => {
    const was = JSON.stringify({ name: 'Tea', 'note:text': 'old', 'agents:lines': 'ann\nbob' })
    const sent = {
      name: ['Tea'],
      'note:text': [''],
      'agents:lines': ['ann\r\nbob'],
      [formFields.was]: [was],
    }
    expect(bodyOf(sent)).toEqual({ note: '' })
  })

  test('every value is taken over as it is, whatever it holds', () => {
    const text = fc.string({ unit: 'binary' }).filter((one) => one.trim() !== '')
    forAll([text], (value) => {
      const form = new FormData()
      form.set('reason', value)
      expect(bodyOf(sentForm(form))).toEqual({ reason: form.get('reason') })
    })
  })

  test('a name like one of every object’s own is a member like any other', () => {
    const body = bodyOf({ toString: ['x'], constructor: ['y'], '__proto__.admin': ['z'] })
    expect(Object.keys(body).sort()).toEqual(['__proto__', 'constructor', 'toString'])
    expect({}).not.toHaveProperty('admin')
  })
})

describe('a form that no page sends', () => {
  test.each([
    ['a name of 60,000 points', 'a.'.repeat(30_000)],
    ['a name of five parts', 'a.b.c.d.e'],
    ['a name of 81 characters', 'a'.repeat(81)],
    ['the kind __proto__', 'reason:__proto__'],
    ['the kind constructor', 'reason:constructor'],
    ['an unknown kind', 'reason:texts'],
    ['two kinds', 'reason:text:text'],
    ['no kind behind its colon', 'reason:'],
  ])('is refused before its names are split: %s', (_, name) => {
    expect(() => sentForm(formOf([[name, 'x']]))).toThrow(invalidForm)
  })

  test('is refused with more than 100 names, whatever stands under them', () => {
    const fields = Array.from({ length: 101 }, (_, n): Field => [`a${n}`, ''])
    expect(Object.keys(sentForm(formOf(fields.slice(1))))).toHaveLength(100)
    expect(() => sentForm(formOf(fields))).toThrow(invalidForm)
  })

  test('costs what its bytes cost: 30,000 short names are not all read', () => {
    const many = formOf(Array.from({ length: 30_000 }, (_, n): Field => [n.toString(36), '']))
    let read = 0
    const all = many[Symbol.iterator].bind(many)
    many[Symbol.iterator] = function* () {
      for (const field of all()) {
        read += 1
        yield field
      }
    }
    expect(() => sentForm(many)).toThrow(invalidForm)
    expect(read).toBeLessThanOrEqual(101)
  })

  test('is read or refused, whatever it is named, and no object but its own is changed', () => {
    forAll([fc.array(fc.tuple(hostileName, fc.constantFrom('', 'x', '7')))], 1000, (fields) => {
      const read = tried(() => bodyOf(sentForm(formOf(fields))))
      if (read === null) return
      expect(depthOf(read)).toBeLessThanOrEqual(4)
      const roots = fields.map(([name]) => name.split(/[.:]/)[0] ?? '')
      for (const name of Object.keys(read)) expect(roots).toContain(name)
      expect(Object.keys(Object.prototype)).toEqual([])
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    })
  })
})

type Field = [name: string, value: string]

const invalidForm = expect.objectContaining({
  code: 'validation_error',
  details: expect.objectContaining({ errors: { form: [expect.any(String)] } }),
})

const hostilePart = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    '0',
    '7',
    '-1',
    'a',
    'b',
  ),
  fc.string({ maxLength: 90 }),
)
const hostileKind = fc.constantFrom(
  ...['', '', ':text', ':number', ':flag', ':json', ':lines', ':__proto__', ':toString', ':', '::'],
)
const hostileName = fc
  .tuple(fc.array(hostilePart, { minLength: 1, maxLength: 6 }), hostileKind)
  .map(([parts, kind]) => parts.join('.') + kind)

function formOf(fields: readonly Field[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

// Null for what was refused as it should be.
function tried<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    expect(error).toEqual(invalidForm)
    return null
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('a checkbox that has not changed is not sent on, whether it is set or not', () => {
  const was = [JSON.stringify({ 'settings.trusted:flag': 'true', 'enabled:flag': 'false' })]
  const set = { 'settings.trusted:flag': ['false', 'true'], 'enabled:flag': ['false'] }
  expect(bodyOf({ _was: was, ...set })).toEqual({})
  const turned = { 'settings.trusted:flag': ['false'], 'enabled:flag': ['false', 'true'] }
  expect(bodyOf({ _was: was, ...turned })).toEqual({ settings: { trusted: false }, enabled: true })
})
