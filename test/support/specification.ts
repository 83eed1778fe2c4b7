import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Which test proves which rule of the specification. `test/data/specification.txt` has a line for each rule; the title of
// a test or describe ends with the ids that it proves: `(§2.2 orderid, amount, §5.1)`.

/** A rule of the specification: `2.2 orderid` or, where a paragraph is one rule, `5.3.4`. */
type Rule = { readonly id: string; readonly says: string }

/** The rules of a heading, with the numbers of rules and proofs that it states. */
type Section = {
  readonly heading: string
  readonly ruleCount: number
  readonly proofCount: number
  readonly rules: readonly Rule[]
}

/** A file of tests. `path` is below `test/`; `source` has no comments that take whole lines. */
type TestFile = { readonly path: string; readonly source: string }

/** A rule that a test's title names; an unknown `id` is as written. */
type Proof = { readonly id: string; readonly path: string; readonly title: string }

const testDirectory = join(import.meta.dirname, '..')

/** The sections of `test/data/specification.txt`. Throws on a line that is no comment, heading or rule. */
export function readSections(): readonly Section[] {
  const lines = readFileSync(join(testDirectory, 'data/specification.txt'), 'utf8').split('\n')
  const sections: (Section & { rules: Rule[] })[] = []
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('# '))) {
    const heading = /^## (\S.*): (\d+) rules, (\d+) proofs$/.exec(line)
    const rule = /^(\d[^:]*): (\S.*)$/.exec(line)
    if (heading !== null) {
      const [, title = '', ruleCount, proofCount] = heading
      const counts = { ruleCount: Number(ruleCount), proofCount: Number(proofCount) }
      sections.push({ heading: title, ...counts, rules: [] })
    } else if (rule !== null) {
      const [, id = '', says = ''] = rule
      sections.at(-1)?.rules.push({ id, says })
    } else {
      throw new Error(`specification.txt: neither a heading nor a rule: ${line}`)
    }
  }
  return sections
}

/** The test files that `npm test` runs in full. */
export function readTestFiles(): readonly TestFile[] {
  return readdirSync(testDirectory, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^(?:unit|workerd|e2e|browser|samples)\/.*\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, source: sourceOf(path) }))
}

export function titlesIn(source: string): readonly string[] {
  // The first argument of test(, describe( or their .each(…)(.
  const titled = /(?:\b(?:test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1,/g
  return [...source.matchAll(titled)].map(([, , title = '']) => title)
}

/**
 * The rules that a title names; `ids` are all rules in the order of the file. `(§2.2 orderid, amount)` names two,
 * `(§2.2 orderid–amount)` all from one to the other, `(§5.3.1–4)` paragraphs, `(§2.2–4 uid)` a field of three. An
 * unknown rule is returned as written.
 */
export function rulesNamedIn(title: string, ids: readonly string[]): readonly string[] {
  const named = /\((§[^()]*)\)/.exec(title)?.[1]
  return named === undefined ? [] : named.split(/, (?=§)/).flatMap((part) => expand(part, ids))
}

export function collectProofs(files: readonly TestFile[], ids: readonly string[]): Proof[] {
  return files.flatMap(({ path, source }) =>
    titlesIn(source).flatMap((title) =>
      rulesNamedIn(title, ids).map((id) => ({ id, path, title })),
    ),
  )
}

/** A paragraph or a range of paragraphs, with names: `§5.1`, `§5.3.1–4`, `§2.2–4 uid, sign`. */
function expand(part: string, ids: readonly string[]): readonly string[] {
  const parsed = /^§((?:\d+\.)*)(\d+)(?:–(\d+))?(?: (.+))?$/.exec(part)
  if (parsed === null) return [part]
  const [, chapter = '', first, last = first, names = ''] = parsed
  const count = Number(last) - Number(first) + 1
  if (count < 1) return [part]
  return Array.from({ length: count }, (_, at) => `${chapter}${Number(first) + at}`).flatMap(
    (paragraph) => names.split(', ').flatMap((name) => rulesOf(paragraph, name, ids)),
  )
}

/** The rules of a paragraph from one name to another (`orderid–amount`), or the one of that name. */
function rulesOf(paragraph: string, name: string, ids: readonly string[]): readonly string[] {
  const [from, to] = name.split('–').map((end) => ids.indexOf(`${paragraph} ${end}`))
  if (from === undefined || to === undefined) return [`${paragraph} ${name}`.trim()]
  return from >= 0 && from < to ? ids.slice(from, to + 1) : [`${paragraph} ${name}`]
}

function sourceOf(path: string): string {
  const source = readFileSync(join(testDirectory, path), 'utf8')
  return source
    .replace(/^\s*(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/)$/gm, '')
    .replace(/' \+\n\s*'/g, '')
}
