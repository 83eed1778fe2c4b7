import { expect, test } from 'vitest'
import { sampleLanguages } from '../../../src/documentation/samples/samples.ts'
import { filesIn, readProject } from '../../support/project-files.ts'

// What is marked in each sample, in this order.
const regions = ['sign', 'create', 'query', 'link', 'callback', 'ledger']

const marker = /^\s*(?:\/\/|#) docs:(\w+)$/gm
const sources = filesIn('samples').filter((path) => !path.includes('node_modules'))
const files = sources.filter((path) => /^\s*(?:\/\/|#) docs:/m.test(readProject(path)))

test('each language has one file that the documentation shows', () => {
  const languages = files.map((path) => path.split('/')[1])
  expect(languages.sort()).toEqual(['csharp', 'go', 'java', 'php', 'python', 'typescript'])
})

test.each(files)('%s has every region once, each with its end', (path) => {
  const found = [...readProject(path).matchAll(marker)].map(([, name]) => name)
  expect(found).toEqual(regions.flatMap((name) => [name, 'end']))
})

test.each(files)('%s fits a page: lines of at most 120 characters, no tabs but in Go', (path) => {
  const lines = readProject(path).split('\n')
  expect(lines.filter((line) => [...line].length > 120)).toEqual([])
  if (!path.endsWith('.go')) expect(lines.filter((line) => line.includes('\t'))).toEqual([])
})

test.each(sampleLanguages)('$name needs the version that its README names', ({ id, needs }) => {
  const [, version = '?'] = /≥ ([\d.]+)/.exec(needs) ?? []
  expect(readProject(`samples/${id}/README.md`)).toMatch(new RegExp(`\\b${version} or newer`))
})
