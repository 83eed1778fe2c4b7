import { describe, expect, test } from 'vitest'
import { mistakes } from '../../../../src/documentation/doctor/mistakes.ts'
import vectors from '../../../data/sign-vectors.json' with { type: 'json' }
import { isAccepted } from './accepted.ts'
import { diagnosed, kindOf, kindsOf, ways } from './made-mistakes.ts'

test.each(vectors.vectors)('$name: the sign of the vector is right (§5.3)', (vector) => {
  const said = diagnosed(vector, vector)
  expect(said).toMatchObject({ outcome: 'right', mistakes: [], notes: [] })
  expect(said.ours).toEqual({ text: vector.string_to_sign, sign: vector.sign })
})

describe.each(Object.entries(ways))('%s', (kind, made) => {
  test.each(made)('$name: named, and only where it has an effect', ({ make }) => {
    for (const vector of vectors.vectors) {
      const request = make(vector)
      const said = diagnosed(vector, request)
      const noted = said.notes.map(({ name }) => kindOf(name))
      const about = `${vector.name}: ${JSON.stringify([said.outcome, said.mistakes, said.yours])}`
      if (isAccepted(vector, request)) {
        expect([said.outcome, said.mistakes], about).toEqual(['right', []])
      } else if (kind === 'wrong_secret') {
        expect(kindsOf(said), about).toEqual([kind])
      } else {
        expect([said.outcome, kindsOf(said)], about).toEqual(['mistaken', [kind]])
      }
      if (kind === 'digest_case' && /[a-f]/.test(request.sign)) expect(noted).toContain(kind)
    }
  })
})

test('every mistake and every kind has its words in both languages', () => {
  for (const { title, remedy, mistakes: named } of Object.values(mistakes)) {
    for (const labels of [title, remedy, ...Object.values(named)]) {
      expect(labels.zh && labels.en).not.toBe('')
    }
  }
})
