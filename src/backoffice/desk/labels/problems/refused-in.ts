import { commonProblems } from '../../../../contract/problems/common-problems.ts'
import { englishFrom } from '../../../../contract/problems/english-problems.ts'
import { refusals } from '../../../../contract/refusal-table.ts'
import type { RefusedAnswer } from '../../../../contract/refusals.ts'
import type { Language } from '../../../../units/language.ts'
import { labelFor } from '../label-for.ts'
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
    message: englishOf(message) ?? labelFor(refusals, error).en,
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

/** The English of a problem; null where no table has it. */
export const englishOf = englishFrom({ ...commonProblems, ...schemaProblems, ...callProblems })
