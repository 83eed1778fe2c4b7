import type * as z from 'zod'
import { page } from '../back-office-calls.ts'
import { caseless } from '../back-office-names.ts'
import { moment, text } from './values.ts'

/**
 * `GET /api/journal`: from `from` until before `to`; a subject is given as `kind:name`, or as its kind. `approved_by`
 * finds what that person has approved, under its asker.
 */
export const journalFilter = page.extend({
  actor: text(120).transform(caseless).optional(),
  action: text(40).optional(),
  subject: text(120).optional(),
  approved_by: text(120).transform(caseless).optional(),
  from: moment.optional(),
  to: moment.optional(),
})
export type JournalFilter = z.output<typeof journalFilter>
