import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { specification } from '../specification.ts'

// Counted in the specification by hand, so that a row that is dropped is missed.
const rowsOf: Readonly<Record<string, number>> = {
  '1': 28,
  '2.1': 4,
  '2.2': 23 + 9,
  '2.3': 22 + 5,
  '2.4': 24,
  '2.5': 6,
  '2.6': 23,
  '2.7': 12,
  '2.8': 6,
  '3.1': 8,
  '3.2': 8,
  '3.3': 9,
  '4': 4,
  '4.1': 5,
  '4.2': 3,
  '4.3': 5,
  '4.4': 5,
  '4.5': 5,
  '4.6': 6,
  '4.7': 4,
  '4.8': 4,
  '4.9': 12,
  '4.10': 4,
  '4.11': 9,
  '4.12': 3,
  '5': 21,
  '6': 14 + 11 + 10,
  '7': 18,
  '8': 34,
  '9': 23,
}

const tests = join(import.meta.dirname, '..')
const ids = specification.map(({ id }) => id)
const claims = specification.flatMap(({ id, provedBy }) => provedBy.map((proof) => ({ id, proof })))

describe('the table of the specification', () => {
  test('has every row once', () => {
    expect(repeated(ids)).toEqual([])
    const counted: Record<string, number> = {}
    for (const id of ids) counted[sectionOf(id)] = (counted[sectionOf(id)] ?? 0) + 1
    expect(counted).toEqual(rowsOf)
  })

  test('proves every row', () => {
    const open = specification.filter(({ provedBy }) => provedBy.length === 0)
    expect(open.map(({ id }) => id)).toEqual([])
  })

  test('says something of every row, and names no proof twice', () => {
    for (const { id, says, provedBy } of specification) {
      expect(says, id).toMatch(/^\S.*\S$|^\d$/)
      expect(repeated(provedBy), id).toEqual([])
    }
  })

  test('names tests that there are, by a title that is theirs alone', () => {
    const wrong = claims.flatMap(({ id, proof }) => {
      const problem = problemOf(proof)
      return problem === null ? [] : [`${id}: ${proof}: ${problem}`]
    })
    expect([...new Set(wrong)]).toEqual([])
  })
})

describe('the check of a proof', () => {
  const file = 'unit/specification.test.ts'

  test('finds a test and a describe', () => {
    expect(problemOf(`${file} › finds a test and a describe`)).toBeNull()
    expect(problemOf(`${file} › the check of a proof`)).toBeNull()
  })

  test.each([
    ['no title', file],
    ['no such file', 'unit/nothing.test.ts › finds a test and a describe'],
    ['no file of tests', 'specification.ts › specification'],
    ['no file below test/', '../test/unit/specification.test.ts › finds a test and a describe'],
    ['no such title', `${file} › finds a test and a descr`],
    ['a title that is only quoted', `${file} › a title that is only quoted`],
  ])('finds that there is %s', (_, proof) => {
    expect(problemOf(proof)).not.toBeNull()
  })
})

/** What is wrong with a proof: its file, or its title, which has to be that of one test or describe. */
function problemOf(proof: string): string | null {
  const [file = '', title] = proof.split(/ › (.*)/)
  if (title === undefined) return 'names no title'
  if (!/^(?:unit|workerd|e2e|browser)\/[a-z0-9/-]+\.test\.tsx?$/.test(file))
    return 'is no test file'
  const path = join(tests, file)
  if (!existsSync(path)) return 'no such file'
  const source = readFileSync(path, 'utf8').replace(/^\s*\/\/.*$/gm, '')
  if (/\b(?:test|describe)\.(?:skip|todo|fails|only)\b/.test(source)) return 'has tests left out'
  // The first argument of test(, describe(, or of what their .each(…) gives.
  const titled = new RegExp(`(?:\\b(?:test|describe)|\\))\\(\\s*(['"\`])${escaped(title)}\\1,`, 'g')
  const found = [...source.matchAll(titled)].length
  if (found === 1) return null
  return found === 0 ? 'no such title' : `${found} of that title`
}

/** The section that a row is counted in: `2.2` of `2.2 orderid`, `5` of `5.3.4`. */
function sectionOf(id: string): string {
  return /^(?:[234]\.\d+|\d)/.exec(id)?.[0] ?? id
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
