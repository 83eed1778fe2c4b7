import { expect, test } from 'vitest'
import { isGiven } from '../../../src/contract/sent-parameter.ts'
import { sent } from './field-reading.ts'

test.each([
  ['null', sent.null],
  ['an empty text', sent.text('')],
  ['a parameter that was not sent', undefined],
])('%s counts as absent', (_, parameter) => expect(isGiven(parameter)).toBe(false))

test.each([
  ['a blank', sent.text(' ')],
  ['the text 0', sent.text('0')],
  ['the text null', sent.text('null')],
  ['the number 0', sent.number('0')],
  ['false', sent.boolean(false)],
  ['an empty object', sent.nested('{}')],
  ['an empty array', sent.nested('[]')],
])('%s counts as given', (_, parameter) => expect(isGiven(parameter)).toBe(true))
