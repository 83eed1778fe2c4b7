import { approvalFilter, approving, peoplePage, person, rejection } from '../approval-calls.ts'
import { journalExport } from '../exports.ts'
import { journalFilter } from '../people-filters.ts'
import { type Calls, operators, readers } from './call.ts'

const approval = '/approvals/:id{[0-9]{1,16}}'

export const peopleCalls = {
  listJournal: { method: 'GET', path: '/journal', roles: readers, query: journalFilter },
  exportJournal: {
    ...{ method: 'GET', path: '/journal.csv', roles: readers },
    ...{ query: journalExport, answers: 'csv' },
  },
  listApprovals: { method: 'GET', path: '/approvals', roles: readers, query: approvalFilter },
  showApproval: { method: 'GET', path: approval, roles: readers },
  approve: { method: 'POST', path: `${approval}/approve`, roles: operators, body: approving },
  reject: { method: 'POST', path: `${approval}/reject`, roles: operators, body: rejection },
  listPeople: { method: 'GET', path: '/people', roles: readers, query: peoplePage },
  showPerson: { method: 'GET', path: '/people/:name', roles: readers },
  giveRole: { method: 'PUT', path: '/people/:name', roles: operators, body: person },
  takeRole: { method: 'DELETE', path: '/people/:name', roles: operators },
} as const satisfies Calls
