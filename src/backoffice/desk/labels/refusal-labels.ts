import type { RefusalEntry } from '../../../contract/refusal-entry.ts'
import { refusals } from '../../../contract/refusal-table.ts'
import type { Meaning } from '../../../units/language.ts'

/** What the code of a refusal means to a person; `other` where the table of refusals has none such. */
export function refusalWord(code: string, other = code): Meaning {
  const entry = (refusals as Readonly<Record<string, RefusalEntry>>)[code]
  return entry === undefined ? { zh: other, en: other } : { zh: entry.message, en: entry.english }
}
