import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseless, holderOf } from '../../../src/contract/back-office-names.ts'
import { forAll } from '../../support/property.ts'

test.each([
  ['Ann@Platform.Example', 'ann@platform.example'],
  ['Night-Batch', 'service:night-batch'],
  ['SERVICE:Night-Batch', 'service:night-batch'],
  ['service:ann@platform.example', 'service:ann@platform.example'],
  ['__proto__', 'service:__proto__'],
])('%s means %s', (written, holder) => expect(holderOf(written)).toBe(holder))

test('property: a name means the same holder in any case, and the name of a holder means that holder', () =>
  forAll([fc.string({ unit: 'grapheme' })], (written) => {
    const holder = holderOf(written)
    expect(holderOf(holder)).toBe(holder)
    expect(holderOf(caseless(written))).toBe(holder)
    const swapped = written.replace(/[a-z]/gi, (one) =>
      one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
    )
    expect(holderOf(swapped)).toBe(holder)
  }))

test('only A to Z are put into lower case, no letter that folds to one of them', () => {
  for (const name of ['mar\u212a@x.example', '\u0130da@x.example', 'Émile@x.example']) {
    expect(holderOf(name)).not.toBe(holderOf(name.toLowerCase()))
  }
})
