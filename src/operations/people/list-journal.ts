import type { Context } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { JournalExport, JournalFilter } from '../../contract/back-office/people.ts'
import { journalView } from '../../rules/views/people/journal-view.ts'
import { type JournalRow, newestOfJournal } from '../../store/people/journal.ts'
import { type List, listPage } from '../list.ts'

/** The journal of all databases (back office §6). */
export const journalList: List<JournalExport, JournalRow, ReturnType<typeof journalView>> = {
  read({ db }, { actor, action, subject, approved_by: approvedBy }, span) {
    // A subject is given as its kind and name, or as its kind.
    const [subjectKind, ...name] = subject?.split(':') ?? []
    const about = name.length === 0 ? undefined : name.join(':')
    return newestOfJournal(db, { actor, action, subjectKind, subject: about, approvedBy }, span)
  },
  idOf: ({ id }) => id,
  viewOf: journalView,
}

/** The journal has all people's actions, also those about test merchants. */
export const wholeJournal = { test: 'all' } as const

/** A page of the journal, newest first. */
export function listJournal(
  context: Context,
  filter: JournalFilter,
): Promise<ItemPage<ReturnType<typeof journalView>>> {
  return listPage(context, journalList, { ...filter, ...wholeJournal })
}
