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

test('a checkbox that has not changed is not sent on, whether it is set or not', () => {
  const was = [JSON.stringify({ 'settings.trusted:flag': 'true', 'enabled:flag': 'false' })]
  const set = { 'settings.trusted:flag': ['false', 'true'], 'enabled:flag': ['false'] }
  expect(bodyOf({ _was: was, ...set })).toEqual({})
  const turned = { 'settings.trusted:flag': ['false'], 'enabled:flag': ['false', 'true'] }
  expect(bodyOf({ _was: was, ...turned })).toEqual({ settings: { trusted: false }, enabled: true })
})
