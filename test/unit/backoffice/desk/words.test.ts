import { expect, test } from 'vitest'
import { filesIn, readProject } from '../../../support/project-files.ts'

// One word for each thing, on every page, in what is refused and in files of CSV: each with those that stand for it.
const words: readonly (readonly [word: string, others: RegExp])[] = [
  ['核准', /覆核|審批/],
  ['備註', /註記|注記|附註|摘要/],
  ['交易編號, 代收編號, 代付序號', /交易號|單號/],
  ['專員', /承辦|經辦/],
]

const folders = [
  'src/backoffice/desk',
  'src/rules/alarms',
  'src/rules/export',
  'src/contract/back-office',
]

test.each(words)('%s is called by no other word', (_word, others) => {
  // Built-in formats have the banks' own words.
  const files = folders
    .flatMap(filesIn)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('/built-in-formats.ts'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => others.test(readProject(file)))).toEqual([])
})
