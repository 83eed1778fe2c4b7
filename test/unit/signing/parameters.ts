import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type Parameter, readJsonBody } from '../../../src/signing/parameters.ts'
import { joinPairs, sortByName } from '../../../src/signing/value-forms.ts'
import type { Forms } from '../../support/canonical.ts'

export const secret = 'k3y-0123456789abcdef0123456789abcd'
export const moneyNames: ReadonlySet<string> = new Set(['amount', 'paid_amount'])

/** Every value as the text that was sent. */
export const asSent = { number: 'sent', nested: 'sent', boolean: 'words', moneyNames } as const

/** The text that is hashed in the current style, with values in these forms. */
export function textIn(forms: Forms, parameters: readonly Parameter[], secret: string): string {
  const signed = sortByName(parameters.filter(({ name }) => name !== 'sign'))
  const pair = (name: string, value: string) => (value === '' ? '' : `&${name}=${value}`)
  return `${joinPairs(forms, signed, pair).slice(1)}&key=${secret}`
}

/** What has the form of a sign and signs nothing. */
export const noSign = '0'.repeat(32)

/** What a body says, by JSON or by another reader. Throws where it is refused. */
export function parametersOf(body: string, read = readJsonBody): readonly Parameter[] {
  const found = read(new TextEncoder().encode(body))
  if (!found.ok) throw new Error(found.fault)
  return found.parameters
}

/** Signs that differ from a sign in one character each. */
export function withOneCharacterChanged(sign: string): readonly string[] {
  return sign.split('').map((character, at) => {
    return sign.slice(0, at) + (character === '0' ? '1' : '0') + sign.slice(at + 1)
  })
}

/** Forms of values, for any body. */
export const someForms: fc.Arbitrary<Forms> = fc.record({
  number: fc.constantFrom('sent', 'shortest', 'two_decimals'),
  nested: fc.constantFrom('sent', 'compact', 'unescaped', 'compact_unescaped'),
  boolean: fc.constantFrom('words', 'php'),
  moneyNames: fc.constant(moneyNames),
})

/** The bodies that one of these characters makes of a body in another's place, are read, and say something else. */
export function* otherBodies(json: string, characters: string) {
  for (const at of json.split('').keys()) {
    for (const to of characters) {
      const mutated = json.slice(0, at) + to + json.slice(at + 1)
      const body = readJsonBody(new TextEncoder().encode(mutated))
      if (!body.ok || isDeepStrictEqual(JSON.parse(mutated), JSON.parse(json))) continue
      yield { mutated, parameters: body.parameters }
    }
  }
}
