import { refusals } from '../../src/contract/refusal-table.ts'
import { englishOf } from '../../src/http/refusal-in-english.ts'
import { readProject } from './project-files.ts'

/** Whether a text has a Chinese character. */
export const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/** The Chinese literals of a file, `{}` for what stands in `${…}`; not its comments, nor texts in both languages. */
export function chineseOf(file: string): readonly string[] {
  const code = readProject(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return chineseLiterals(code.replace(besideItsEnglish, '')).filter((text) => !text.includes(' / '))
}

// A literal that the same text in English follows, as in `meaning` and `{ zh, en }`.
const besideItsEnglish =
  /(['`])(?:(?!\1).)*\p{Script=Han}(?:(?!\1).)*\1(?=,\s*(?:en:\s*)?(['"`])(?:[A-Z]|(?:(?!\2)\P{Script=Han})* ))/gu

/** The Chinese literals of code, `{}` for what stands in `${…}`. */
export function chineseLiterals(code: string): readonly string[] {
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]*\}/g, '{}'))
    .map((text) => text.replace(/\\(.)/g, '$1'))
    .filter(isChinese)
}

/** A refusal of the merchant host, as its body has it. */
type Told = {
  readonly message: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

/** What a Chinese refusal of the merchant host says that has no English. */
export function withoutEnglish({ message, errors }: Told): readonly string[] {
  const texts = errors === undefined ? [message] : Object.values(errors).flat()
  return texts.filter((text) => !messages.has(text) && isChinese(englishOf(text) ?? text))
}

// The table's own messages have their English in the table.
const messages = new Set<string>(Object.values(refusals).map(({ zh }) => zh))
