import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn, readProject } from '../../../support/project-files.ts'

// All pages load one style, put together from a file for each noun.

// What any noun may name, because it is the same everywhere.
const shared = ['frame.css', 'parts.css']

const files = filesIn('src/backoffice/desk/style').filter((file) => file.endsWith('.css'))

test('a class or an id that one noun’s style begins with is no other noun’s', () => {
  const namedBy = new Map<string, Set<string>>()
  for (const file of files.filter((one) => !shared.includes(basename(one)))) {
    for (const name of firstNames(readProject(file))) {
      namedBy.set(name, (namedBy.get(name) ?? new Set()).add(basename(file)))
    }
  }
  const common = namesOfShared()
  const twice = [...namedBy].filter(([name, by]) => by.size > 1 && !common.has(name))
  expect(twice.map(([name, by]) => `${name} in ${[...by].join(' and ')}`)).toEqual([])
})

function namesOfShared(): ReadonlySet<string> {
  const texts = files.filter((one) => shared.includes(basename(one))).map(readProject)
  return new Set(texts.flatMap(firstNames))
}

// The first class or id of each selector: whatever follows it holds within it.
function firstNames(css: string): readonly string[] {
  const plain = css.replace(/\/\*.*?\*\/|\([^)]*\)/gs, '')
  const rules = plain.matchAll(/(?:^|[{}])\s*([^{}@]+)\{/g)
  const selectors = [...rules].flatMap(([, list = '']) => list.split(','))
  return selectors.flatMap((selector) => /[.#][\w-]+/.exec(selector.trim())?.[0] ?? [])
}
