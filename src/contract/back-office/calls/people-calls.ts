import { journalFilter } from '../people-filters.ts'
import { type Calls, readers } from './call.ts'

export const peopleCalls = {
  listJournal: { method: 'GET', path: '/journal', roles: readers, query: journalFilter },
} as const satisfies Calls
