import { drawApproval } from '../approvals/approval-page.tsx'
import { approvalList } from '../approvals/approvals-page.tsx'
import { anyOf } from '../conditions.ts'
import type { DeskPage } from '../page.ts'
import { journalPage } from './journal-page.tsx'
import { drawPeople } from './people-page.tsx'
import { drawPerson } from './person-page.tsx'

/** Approvals, people and the journal. */
export const peoplePages: readonly DeskPage[] = [
  approvalList,
  { path: '/approvals/:id', reads: 'showApproval', draw: drawApproval },
  { path: '/people', reads: 'listPeople', conditions: anyOf('name', 'cursor'), draw: drawPeople },
  { path: '/people/:name', reads: 'showPerson', draw: drawPerson },
  journalPage,
]
