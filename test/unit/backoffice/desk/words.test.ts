import { expect, test } from 'vitest'
import { filesIn, readProject } from '../../../support/project-files.ts'

// One word for each thing, on every page, in what is refused and in files of CSV: each with those that stand for it.
const words: readonly (readonly [word: string, others: RegExp])[] = [
  ['核准', /覆核|審批/],
  ['備註', /註記|注記|附註|摘要/],
  ['交易編號, 代收編號, 代付序號', /交易號|單號/],
  ['專員', /承辦|經辦/],
  ['人工入帳, 人員登記, 自行判斷', /人工(?!入帳)/],
  ['例外', /查核/],
]

// The same in English, of texts of pages alone: names in the code are the API's.
const english: readonly (readonly [word: string, others: RegExp])[] = [
  ['exception of an order, ignored of a transaction', /[Pp]uts? [^:.]*aside|examination/],
  ['account given, automatic matching', /\bmatch(?:e[ds])?\b/i],
  ['settled by hand', /(?<!Settle |Settled |Paid, )by hand/i],
  ['check overridden', /\bgo(?:es)? past\b/],
  ['resend', /sen[dt] (?:it |them |these )?(?:once more|again)/i],
]

const folders = [
  'src/backoffice/desk',
  'src/rules/alarms',
  'src/rules/export',
  'src/contract/back-office',
]

test.each(english)('%s is called by no other word in English', (_word, others) => {
  const texts = filesIn('src/backoffice/desk')
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap(
      (file) =>
        readProject(file).match(/\ben:\s*(?:(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)\s*\+?\s*)+/g) ?? [],
    )
  expect(texts.length).toBeGreaterThan(1_000)
  expect(texts.filter((text) => others.test(text))).toEqual([])
})

test.each(words)('%s is called by no other word', (_word, others) => {
  // Built-in formats have the banks' own words.
  const files = folders
    .flatMap(filesIn)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('/built-in-formats.ts'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => others.test(readProject(file)))).toEqual([])
})
