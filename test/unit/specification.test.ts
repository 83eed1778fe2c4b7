import { describe, expect, test } from 'vitest'
import {
  collectProofs,
  readSections,
  readTestFiles,
  rulesNamedIn,
  titlesIn,
} from '../support/specification.ts'

const sections = readSections()
const ids = sections.flatMap(({ rules }) => rules.map(({ id }) => id))
const files = readTestFiles()
const proofs = collectProofs(files, ids)

describe('the rules of the specification', () => {
  test('stand once each', () => expect(repeated(ids)).toEqual([]))

  test('are each proved', () => {
    const proved = new Set(proofs.map(({ id }) => id))
    expect(ids.filter((id) => !proved.has(id))).toEqual([])
  })

  test('and their proofs are as many in each section as its heading says', () => {
    const counted = sections.map(({ heading, rules }) => {
      const ofSection = new Set(rules.map(({ id }) => id))
      const proofCount = proofs.filter(({ id }) => ofSection.has(id)).length
      return { heading, ruleCount: rules.length, proofCount }
    })
    expect(counted).toEqual(sections.map(({ rules: _, ...said }) => said))
  })
})

describe('the tests', () => {
  test('name rules that there are, each once in a title', () => {
    const known = new Set(ids)
    expect(proofs.filter(({ id }) => !known.has(id))).toEqual([])
    expect(repeated(proofs.map(({ id, path, title }) => `${path} › ${title}: ${id}`))).toEqual([])
  })

  test('name rules in their titles only', () => {
    const stray = files.filter(({ source }) => {
      const naming = titlesIn(source).filter((title) => rulesNamedIn(title, ids).length > 0)
      return source.split('(\u00a7').length - 1 !== naming.length
    })
    expect(stray.map(({ path }) => path)).toEqual([])
  })

  test('are all run', () => {
    const leftOut = /\b(?:test|describe|it)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|fails|only)\b/
    expect(files.filter(({ source }) => leftOut.test(source)).map(({ path }) => path)).toEqual([])
  })
})

describe('the collector', () => {
  test('finds the titles of tests and describes, and nothing else', () => {
    const source = `
      describe('a describe', () => {
        test("a test", run)
        test.each<[string]>([['a row'], ['another']])(
          'of %s', { timeout }, run)
        expect('a test').toBe(\`\${test}\`, 'a test')
      })`
    expect(titlesIn(source)).toEqual(['a describe', 'a test', 'of %s'])
  })

  const some = ['2.2 uid', '2.2 amount', '2.2 paid by', '2.3 uid', '2.3 sign', '5.1', '5.2']

  test.each([
    ['§5.1', ['5.1']],
    ['§2.2 amount, paid by, §5.1', ['2.2 amount', '2.2 paid by', '5.1']],
    ['§2.2 uid–paid by', ['2.2 uid', '2.2 amount', '2.2 paid by']],
    ['§2.2–3 uid', ['2.2 uid', '2.3 uid']],
    ['§5.1–2', ['5.1', '5.2']],
    ['§5.1–3', ['5.1', '5.2', '5.3']],
    ['§2.2 uid–sign', ['2.2 uid–sign']],
    ['§2.2 amount–uid', ['2.2 amount–uid']],
    ['§2.2, amount', ['§2.2, amount']],
  ])('reads %s', (notation, named) => {
    expect(rulesNamedIn(`an amount of %s (${notation}):`, some)).toEqual(named)
    expect(rulesNamedIn(`an amount of ${notation}`, some)).toEqual([])
  })
})

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}
