import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultSettings, payeeOf, validSecrets } from '../../../../src/rules/merchants/merchant.ts'
import { forAll } from '../../../support/property.ts'

const until = 1_769_843_045
const rotated = { newest: 'new', newestInUse: false, previous: { secret: 'old', until } }

describe('a merchant’s valid secrets, the one in use first,', () => {
  test('are its only one when it was never rotated', () => {
    const secrets = { newest: 'new', newestInUse: false, previous: null }
    expect(validSecrets(secrets, 0)).toEqual(['new'])
    expect(validSecrets({ ...secrets, newestInUse: true }, 0)).toEqual(['new'])
  })

  test('are both while grace lasts: the old one first until the new one was used', () => {
    expect(validSecrets(rotated, until - 1)).toEqual(['old', 'new'])
    expect(validSecrets({ ...rotated, newestInUse: true }, until - 1)).toEqual(['new', 'old'])
  })

  test('are the new one alone from the second on in which grace ends', () => {
    for (const newestInUse of [true, false]) {
      expect(validSecrets({ ...rotated, newestInUse }, until)).toEqual(['new'])
      expect(validSecrets({ ...rotated, newestInUse }, until + 86_400)).toEqual(['new'])
    }
  })

  test('are the new one alone at once when there is no grace', () => {
    const rotatedAt = until
    expect(validSecrets({ ...rotated, previous: { secret: 'old', until } }, rotatedAt)).toEqual([
      'new',
    ])
  })

  test('property: always have the newest, and the previous one exactly during its grace', () =>
    forAll([fc.boolean(), fc.integer({ min: -5, max: 5 })], (newestInUse, off) => {
      const secrets = validSecrets({ ...rotated, newestInUse }, until + off)
      expect(secrets).toContain('new')
      expect(secrets.includes('old')).toBe(off < 0)
      expect(secrets[0]).toBe(newestInUse || off >= 0 ? 'new' : 'old')
    }))
})

test('members see the merchant’s name, unless it has another name for them', () => {
  const [name, display] = [
    '大安商行有限公司',
    { name: '大安商行', supportUrl: 'https://m.example' },
  ]
  expect(payeeOf({ name, display: null })).toEqual({ name, supportUrl: '' })
  expect(payeeOf({ name, display })).toEqual(display)
})

test('a merchant starts untrusted, with today’s vocabulary and both signature styles (§2.1 other fields)', () => {
  expect(defaultSettings).toEqual({
    trusted: false,
    payoutRequiresBalance: false,
    callbackVocabulary: 'current',
    collectionEvents: 'completed',
    legacySignature: true,
    rateLimit: 'standard',
    display: null,
    auto: 'off',
    autoWithdrawal: null,
  })
})
