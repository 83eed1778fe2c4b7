import type { Page } from '../page.ts'
import { drawApproval } from './approval-page.tsx'
import { drawApprovals } from './approvals-page.tsx'
import { drawJournal } from './journal-page.tsx'
import { drawPeople } from './people-page.tsx'
import { drawPerson } from './person-page.tsx'

/** Approvals, people and the journal. */
export const peoplePages: readonly Page[] = [
  { path: '/approvals', reads: 'listApprovals', draw: drawApprovals },
  { path: '/approvals/:id', reads: 'showApproval', draw: drawApproval },
  { path: '/people', reads: 'listPeople', draw: drawPeople },
  { path: '/people/:name', reads: 'showPerson', draw: drawPerson },
  { path: '/journal', reads: 'listJournal', draw: drawJournal },
]
