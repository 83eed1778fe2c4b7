import { expect, test } from 'vitest'
import { fitting } from '../../../src/backoffice/guards.ts'
import { namedCalls } from '../../../src/contract/back-office/table.ts'
import type { Refusal } from '../../../src/contract/refusals.ts'
import type { Meaning } from '../../../src/units/language.ts'
import { isChinese } from '../../support/is-chinese.ts'
import { calls } from './example-calls.ts'

// Each member of each example in turn, and some members of none.
const wrong = [null, true, 0, -1, 1.5, '', 'x'.repeat(600), 'a\nb', [], [{}], {}, { x: 1 }, '0']

test('whatever a call is given, a reader of English is told the problems in English', () => {
  const told = new Set<string>()
  for (const { call } of namedCalls) {
    const example = examples.get(`${call.method} ${call.path}`) ?? {}
    for (const schema of [call.body, call.query]) {
      if (schema === undefined) continue
      const names = [...Object.keys(example), ...members(schema), 'unknown']
      for (const name of names) {
        for (const value of wrong) {
          try {
            fitting(schema, { ...example, [name]: value })
          } catch (refusal) {
            for (const { en } of problemsOf(refusal as Refusal)) told.add(en)
          }
        }
      }
    }
  }
  expect(told.size).toBeGreaterThan(30)
  expect([...told].filter(isChinese)).toEqual([])
})

const examples = new Map(
  namedCalls.map(({ call }) => {
    const pattern = new RegExp(`^/api${call.path.replace(/:\w+(?:\{[^/]*\})?/g, '[^/]+')}$`)
    const found = calls.find(([method, path]) => method === call.method && pattern.test(path))
    return [`${call.method} ${call.path}`, { ...found?.[2] } as Record<string, unknown>]
  }),
)

function members(schema: object): readonly string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : []
}

function problemsOf({ details: { errors = {} } }: Refusal): readonly Meaning[] {
  return Object.values(errors).flat()
}
