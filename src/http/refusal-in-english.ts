import { englishFrom } from '../contract/problems/english-problems.ts'
import { merchantProblems } from '../contract/problems/merchant-problems.ts'
import { refusals } from '../contract/refusal-table.ts'
import type { Refusal, RefusalDetails } from '../contract/refusals.ts'
import { jsonMistakes } from './json-mistake-labels.ts'

/** What a refusal tells people, see `RefusalDetails`. */
export type RefusalMessages = Required<Pick<RefusalDetails, 'message'>> &
  Pick<RefusalDetails, 'errors'>

/** A refusal of the merchant host in English. A problem that has no English stays Chinese; a test finds it. */
export function inEnglish({ code, message, details: { errors } }: Refusal): RefusalMessages {
  const { en: english } = refusals[code]
  if (errors === undefined) return { message: englishOf(message) ?? english }
  const told = Object.entries(errors).map(
    ([name, problems]) => [name, problems.map((one) => englishOf(one) ?? one)] as const,
  )
  const [first] = told
  return {
    message: first === undefined ? english : `${english}: ${first[0]}: ${first[1][0] ?? ''}`,
    errors: Object.fromEntries(told),
  }
}

/** The English of a problem of the merchant host; null where no table has it. */
export const englishOf = englishFrom({
  ...merchantProblems,
  ...Object.fromEntries(Object.values(jsonMistakes).map(({ zh, en }) => [zh, en])),
})
