import type { Context, MerchantContext } from '../../context.ts'
import type { JournalFilter } from '../../contract/back-office/people-filters.ts'
import type { Listed } from '../../contract/back-office-calls.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import { listed } from '../../rules/views/back-office-views.ts'
import { journalView } from '../../rules/views/people/journal-view.ts'
import { type JournalNarrowing, newestOfJournal } from '../../store/people/journal.ts'
import { newestOfAll } from '../merchant-contexts.ts'

/**
 * The journal of all databases, newest first (back office §6). Each database looks at a limited number of rows, so that
 * a page may be short while `next_cursor` stands.
 */
export async function listJournal(
  context: Context,
  filter: JournalFilter,
): Promise<Listed<ReturnType<typeof journalView>>> {
  const narrowing = narrowingOf(filter)
  const reached: number[] = []
  const read = async ({ db }: MerchantContext) => {
    const { rows, lookedTo } = await newestOfJournal(db, narrowing, filter.limit)
    if (lookedTo !== null) reached.push(lookedTo)
    return rows
  }
  const newest = await newestOfAll(context, read, idOf, filter.limit)
  const floor = Math.max(0, ...reached)
  const shown = newest.filter(({ id }) => id >= floor)
  const page = listed(shown, filter.limit, journalView, idOf)
  return { ...page, next_cursor: page.next_cursor ?? (floor === 0 ? null : String(floor)) }
}

const idOf = ({ id }: { readonly id: number }) => id

// A subject is given as its kind and name, or as its kind.
function narrowingOf({
  actor,
  action,
  subject,
  from,
  to,
  cursor,
}: JournalFilter): JournalNarrowing {
  const [subjectKind, ...name] = subject?.split(':') ?? []
  const until = to === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(to)
  return {
    ...{ actor: actor ?? null, action: action ?? null, subjectKind: subjectKind ?? null },
    subject: name.length === 0 ? null : name.join(':'),
    from: from === undefined ? 0 : firstIdAt(from),
    before: Math.min(cursor ?? Number.MAX_SAFE_INTEGER, until),
  }
}
