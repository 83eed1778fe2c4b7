import { anyOf } from '../conditions.ts'
import type { Page } from '../page.ts'
import { listConditions } from '../parts/filters.tsx'
import { drawApproval } from './approval-page.tsx'
import { approvalConditions, drawApprovals } from './approvals-page.tsx'
import { drawJournal, journalFilters } from './journal-page.tsx'
import { drawPeople } from './people-page.tsx'
import { drawPerson } from './person-page.tsx'

/** Approvals, people and the journal. */
export const peoplePages: readonly Page[] = [
  { path: '/approvals', reads: 'listApprovals', takes: approvalConditions, draw: drawApprovals },
  { path: '/approvals/:id', reads: 'showApproval', draw: drawApproval },
  { path: '/people', reads: 'listPeople', takes: anyOf('name', 'cursor'), draw: drawPeople },
  { path: '/people/:name', reads: 'showPerson', draw: drawPerson },
  {
    path: '/journal',
    reads: 'listJournal',
    takes: listConditions(journalFilters),
    draw: drawJournal,
  },
]
