import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  bodyOf,
  formFields,
  type SentForm,
  sentForm,
} from '../../../../src/backoffice/desk/form-body.ts'
import {
  agent,
  amount,
  line,
  moment,
  recordId,
  text,
} from '../../../../src/contract/back-office/values.ts'
import { forAll } from '../../../support/property.ts'

// A member of each kind that calls have.
const schema = z.strictObject({
  reason: line(500).optional(),
  note: text(500).default(''),
  bank_code: z.string().regex(/^\d{3}$/),
  seq: z.int().min(1).nullish(),
  limit: z.int().default(100),
  amount,
  cap: amount.nullable().default(null),
  manual: z.boolean().default(false),
  agents: z.array(agent).default([]),
  ids: z.array(recordId).optional(),
  override: z.union([z.boolean(), z.array(z.enum(['amount', 'balance']))]).default(false),
  at: moment.optional(),
  format: z
    .union([z.enum(['bank-a']), z.strictObject({ delimiter: z.enum([',', '\t']) })])
    .nullable(),
  settings: z
    .strictObject({
      trusted: z.boolean().optional(),
      rate_limit: z.enum(['high', 'off']).optional(),
      display: z.strictObject({ name: line(120), url: z.string().default('') }).nullable(),
    })
    .partial()
    .optional(),
})

const bodyFrom = (sent: SentForm) => bodyOf(sent, schema)

describe('the body of a call from a form', () => {
  test.each([
    ['text', { reason: ['late'] }, { reason: 'late' }],
    ['a usual reason before an empty field', { reason: ['late', ' '] }, { reason: 'late' }],
    ['a typed reason after a usual one', { reason: ['late', 'ill'] }, { reason: 'ill' }],
    ['text of digits', { bank_code: ['013'] }, { bank_code: '013' }],
    ['an empty field is left out', { reason: [' '], note: [''], limit: [''] }, {}],
    ['null in the place of nothing', { cap: [''], seq: [' '] }, { cap: null, seq: null }],
    ['a number', { seq: ['3'] }, { seq: 3 }],
    ['a number with separators', { limit: ['1,200'] }, { limit: 1200 }],
    ['an amount', { amount: ['-1,234,567.89'] }, { amount: -1234567.89 }],
    ['an amount that may be none', { cap: ['1,200.5'] }, { cap: 1200.5 }],
    ['what is no number stays text, to be refused', { seq: ['three'] }, { seq: 'three' }],
    ['a comma that may be a decimal point stays', { amount: ['1,5'] }, { amount: '1,5' }],
    ['a checkbox that is off', { manual: ['false'] }, { manual: false }],
    ['a checkbox that is on', { manual: ['false', 'true'] }, { manual: true }],
    ['what is neither stays text, to be refused', { manual: ['on'] }, { manual: 'on' }],
    [
      'a list, an item a line',
      { agents: ['ann\r\n bob ,eve\n'] },
      { agents: ['ann', 'bob', 'eve'] },
    ],
    ['an empty list', { agents: [''] }, { agents: [] }],
    [
      'all the values of a name',
      { override: ['', 'amount', 'balance'] },
      { override: ['amount', 'balance'] },
    ],
    ['numbers', { ids: ['7', '8, 9', ''] }, { ids: [7, 8, 9] }],
    ['a time as a browser gives it', { at: ['2026-11-22T09:30'] }, { at: '2026-11-22 09:30:00' }],
    ['a time with its seconds', { at: ['2026-11-22T09:30:15'] }, { at: '2026-11-22 09:30:15' }],
    ['any other time as it is, to be refused', { at: ['noon'] }, { at: 'noon' }],
    [
      'text that looks like a time',
      { reason: ['2026-11-22T09:30'] },
      { reason: '2026-11-22T09:30' },
    ],
    [
      'nested members',
      { 'settings.trusted': ['true'], 'settings.rate_limit': ['high'] },
      { settings: { trusted: true, rate_limit: 'high' } },
    ],
    [
      'a member of one alternative',
      { 'format.delimiter': ['\t'] },
      { format: { delimiter: '\t' } },
    ],
    ['the other alternative', { format: ['bank-a'] }, { format: 'bank-a' }],
    ['neither of them', { format: [''] }, { format: null }],
    ['no nested object', { 'settings.display': [''] }, { settings: { display: null } }],
    ['no field of the form itself', { _token: ['t'], _from: ['/'], _form: ['f'] }, {}],
  ])('%s', (_, sent, body) => {
    expect(bodyFrom(sent)).toEqual(body)
  })

  test('a name that the call has not stays, to be refused by it', () => {
    const sent = {
      'note:text': ['x'],
      'limit.max': ['7'],
      toString: ['y'],
      '__proto__.admin': ['z'],
    }
    const body = bodyFrom({ ...sent, bank_code: ['013'], amount: ['1'], format: [''] })
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['note:text', 'limit', '__proto__']))
    const { error } = schema.safeParse(body)
    const blamed = error?.issues.flatMap((issue) => ('keys' in issue ? issue.keys : issue.path))
    expect(blamed?.sort()).toEqual(['__proto__', 'limit', 'note:text', 'toString'])
  })

  test('a field that has not changed is left out, one that was emptied is not', () => {
    const was = JSON.stringify({
      reason: 'Tea',
      note: 'old',
      agents: 'ann\nbob',
      cap: '5',
      limit: '',
    })
    const sent = {
      reason: ['Tea'],
      note: [''],
      agents: ['ann\r\nbob'],
      cap: [''],
      limit: [' '],
      [formFields.was]: [was],
    }
    expect(bodyFrom(sent)).toEqual({ note: '', cap: null })
  })

  test('every value is taken over as it is, whatever it holds', () => {
    const given = fc.string({ unit: 'binary' }).filter((one) => one.trim() !== '')
    forAll([given], (value) => {
      const form = new FormData()
      form.set('reason', value)
      expect(bodyFrom(sentForm(form))).toEqual({ reason: form.get('reason') })
    })
  })

  test('a choice fills two members, and a typed value replaces the second', () => {
    const chosen: Field = [formFields.fills, 'bank_code=004&reason=a+b']
    const both = (typed: string) => bodyFrom(sentForm(formOf([chosen, ['reason', typed]])))
    expect(both('')).toEqual({ bank_code: '004', reason: 'a b' })
    expect(both('c')).toEqual({ bank_code: '004', reason: 'c' })
    const alone: Field = [formFields.fills, 'bank_code=004&reason=']
    expect(bodyFrom(sentForm(formOf([alone, ['reason', '']])))).toEqual({ bank_code: '004' })
  })

  test('a name like one of every object’s own is a member like any other', () => {
    const body = bodyFrom({ toString: ['x'], constructor: ['y'], '__proto__.admin': ['z'] })
    expect(Object.keys(body).sort()).toEqual(['__proto__', 'constructor', 'toString'])
    expect({}).not.toHaveProperty('admin')
  })
})

describe('a form that no page sends', () => {
  test.each([
    ['a name of 60,000 points', 'a.'.repeat(30_000)],
    ['a name of five parts', 'a.b.c.d.e'],
    ['a name of 81 characters', 'a'.repeat(81)],
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
      const read = tried(() => bodyFrom(sentForm(formOf(fields))))
      if (read === null) return
      expect(depthOf(read)).toBeLessThanOrEqual(4)
      const roots = fields.map(([name]) => name.split('.')[0] ?? '')
      for (const name of Object.keys(read)) expect(roots).toContain(name)
      expect(Object.keys(Object.prototype)).toEqual([])
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    })
  })
})

type Field = [name: string, value: string]

const invalidForm = expect.objectContaining({
  code: 'validation_error',
  details: expect.objectContaining({ errors: { form: [expect.any(Object)] } }),
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
    'settings',
    'format',
    'limit',
    ':',
  ),
  fc.string({ maxLength: 90 }),
)
const hostileName = fc
  .array(hostilePart, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('.'))

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
  const was = [JSON.stringify({ 'settings.trusted': 'true', manual: 'false' })]
  const set = { 'settings.trusted': ['false', 'true'], manual: ['false'] }
  expect(bodyFrom({ _was: was, ...set })).toEqual({})
  const turned = { 'settings.trusted': ['false'], manual: ['false', 'true'] }
  expect(bodyFrom({ _was: was, ...turned })).toEqual({ settings: { trusted: false }, manual: true })
})
