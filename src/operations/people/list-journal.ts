import type { Context, MerchantContext } from '../../context.ts'
import type { JournalFilter } from '../../contract/back-office/people-filters.ts'
import type { Listed } from '../../contract/back-office-calls.ts'
import { listed } from '../../rules/views/back-office-views.ts'
import { journalView } from '../../rules/views/people/journal-view.ts'
import { newestOfJournal } from '../../store/people/journal.ts'
import { pageOfAll, spanOf } from '../merchant-contexts.ts'

/**
 * The journal of all databases, newest first (back office §6). Each database looks at a limited number of rows, so that
 * a page may be short while `next_cursor` stands.
 */
export async function listJournal(
  context: Context,
  filter: JournalFilter,
): Promise<Listed<ReturnType<typeof journalView>>> {
  // A subject is given as its kind and name, or as its kind.
  const [subjectKind, ...name] = filter.subject?.split(':') ?? []
  const subject = name.length === 0 ? undefined : name.join(':')
  const narrowed = { actor: filter.actor, action: filter.action, subjectKind, subject }
  const read = ({ db }: MerchantContext) => newestOfJournal(db, narrowed, spanOf(filter))
  const { rows, lookedTo } = await pageOfAll(context, read, idOf, filter.limit)
  return listed(rows, filter.limit, journalView, idOf, lookedTo)
}

const idOf = ({ id }: { readonly id: number }) => id
