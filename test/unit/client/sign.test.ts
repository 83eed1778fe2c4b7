import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sign, signedBody, stringToSign } from '../../../client/src/sign.ts'
import { currentStyleText, verifyCurrent } from '../../../src/signing/current-style.ts'
import { readJsonBody } from '../../../src/signing/parameters.ts'
import file from '../../data/sign-vectors.json' with { type: 'json' }
import { forAll } from '../../support/property.ts'

const vectors = file.vectors.filter(({ content_type }) => content_type === 'application/json')

test.each(vectors)('signs what it sends of the vector $name as the service does', (vector) => {
  const fields = JSON.parse(vector.body)
  const text = stringToSign(fields, vector.secret)
  expect(text).toBe(
    currentStyleText(parametersOf(signedBody(fields, vector.secret)), vector.secret),
  )
})

// The others hold texts that JSON.stringify does not write, such as 1.50, white space and escapes, or are signed in
// another form than they are sent in.
const written = vectors.filter(
  ({ body, secret, string_to_sign }) =>
    JSON.stringify(JSON.parse(body)) === body &&
    currentStyleText(parametersOf(body), secret) === string_to_sign,
)

test.each(written)('makes the sign of the vector $name', ({ body, secret, ...vector }) => {
  expect(stringToSign(JSON.parse(body), secret)).toBe(vector.string_to_sign)
  expect(sign(JSON.parse(body), secret)).toBe(vector.sign)
})

test('most vectors are written as JSON.stringify writes them', () => {
  expect(written.length).toBeGreaterThan(vectors.length / 2)
})

test('any fields are signed so that the service accepts them', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined, '', 0, -0, 'a/b', '王小明', '\u2028', '"\\', ' '),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    fc.date({ noInvalidDate: true }),
  )
  const fields = fc.dictionary(fc.string({ unit: 'grapheme' }), value, { noNullPrototype: true })
  forAll([fields, fc.string({ unit: 'grapheme', minLength: 1 })], (some, secret) => {
    const parameters = parametersOf(signedBody({ ...some, uid: 'M1' }, secret))
    const made = parameters.find(({ name }) => name === 'sign')
    const text = made?.kind === 'text' ? made.text : ''
    expect(
      verifyCurrent({ parameters, sign: text, secrets: [secret], moneyNames: new Set() }),
    ).toBe(0)
  })
})

function parametersOf(body: string) {
  const read = readJsonBody(new TextEncoder().encode(body))
  if (!read.ok) throw new Error(`${read.fault}: ${body}`)
  return read.parameters
}
