import { expect, test } from 'vitest'
import { signCurrent, verifyCurrent } from '../../../src/signing/current-style.ts'
import { md5Hex } from '../../../src/signing/md5.ts'
import { readFormBody, readJsonBody } from '../../../src/signing/parameters.ts'
import type { Forms } from '../../../src/signing/value-forms.ts'
import { vectors } from '../../data/sign-vectors.json' with { type: 'json' }
import { asSent, moneyNames, parametersOf, secret, textIn } from './parameters.ts'

// Vectors that are signed in another form than they are sent in.
const formsOf: Record<string, Partial<Forms>> = {
  'extra-object-compact-sign': { nested: 'compact' },
  'extra-escaped-sign-unescaped': { nested: 'unescaped' },
  'number-shortest-form': { number: 'shortest' },
  'boolean-php': { boolean: 'php' },
}

test.each(vectors)('vector $name: $note (§5.3, §5.3.3, §5.3.5–6, §9.3 current)', (vector) => {
  const isForm = vector.content_type === 'application/x-www-form-urlencoded'
  const parameters = parametersOf(vector.body, isForm ? readFormBody : readJsonBody)
  const forms = { ...asSent, ...formsOf[vector.name] }
  const verify = (secrets: readonly string[]) =>
    verifyCurrent({ parameters, sign: vector.sign, secrets, moneyNames })
  const text = textIn(forms, parameters, vector.secret)
  expect(text).toBe(vector.string_to_sign)
  expect(md5Hex(text)).toBe(vector.sign)
  expect(verify([vector.secret])).toBe(0)
  const others = ['k3y-0123456789abcdef0123456789abc_', '']
  expect(verify(others)).toBe(null)
  expect(verify([...others, vector.secret])).toBe(2)
})

test('what we emit is signed like what we receive (§5.3.7)', () => {
  const fields = { uid: 'M10001', timestamp: '1760000000', orderid: 'O-11', amount: '100.50' }
  expect(signCurrent(fields, secret)).toBe('F015952703F27F0F9FF87F906B3DB221')
  expect(signCurrent({ ...fields, sign: 'left out', note: '' }, secret)).toBe(
    'F015952703F27F0F9FF87F906B3DB221',
  )
})
