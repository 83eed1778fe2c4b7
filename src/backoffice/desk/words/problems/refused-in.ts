import type { RefusedAnswer } from '../../../../contract/back-office-calls.ts'
import type { Language } from '../../../../units/language.ts'
import { refusalWord } from '../refusal-words.ts'
import { callProblems } from './call-problems.ts'
import { schemaProblems } from './schema-problems.ts'

/**
 * A refusal as a page tells it. The API says what is wrong in Traditional Chinese: a reader of English gets it from the
 * tables of problems, and its message from that of refusals where it has none of its own.
 */
export function refusedIn(language: Language, refused: RefusedAnswer): RefusedAnswer {
  if (language === 'zh') return refused
  const { error, message, errors } = refused
  return {
    ...refused,
    message: englishOf(message) ?? refusalWord(error, message).en,
    ...(errors === undefined ? {} : { errors: mapped(errors) }),
  }
}

type Errors = NonNullable<RefusedAnswer['errors']>

function mapped(errors: Errors): Errors {
  const fields = Object.entries(errors)
  return Object.fromEntries(
    fields.map(([name, problems]) => [name, problems.map((text) => englishOf(text) ?? text)]),
  )
}

const english = { ...schemaProblems, ...callProblems }
const filled = Object.entries(english)
  .filter(([chinese]) => chinese.includes('{}'))
  .map(([chinese, meaning]) => ({ pattern: patternOf(chinese), meaning }))

/** The English of a problem; null where no table has it. */
export function englishOf(text: string): string | null {
  if (Object.hasOwn(english, text)) return english[text] ?? null
  for (const { pattern, meaning } of filled) {
    const found = pattern.exec(text)
    if (found === null) continue
    const values = found.slice(1)
    return meaning.replaceAll('{}', () => values.shift() ?? '')
  }
  return null
}

function patternOf(chinese: string): RegExp {
  const parts = chinese.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*)')}$`, 's')
}
