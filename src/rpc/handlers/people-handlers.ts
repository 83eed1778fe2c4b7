import type { peopleCalls } from '../../contract/back-office/people.ts'
import { exportJournal } from '../../operations/export/export-lists.ts'
import { reject } from '../../operations/people/decide-approval.ts'
import { listApprovals, showApproval } from '../../operations/people/list-approvals.ts'
import { listJournal } from '../../operations/people/list-journal.ts'
import {
  giveRole,
  listPeople,
  showPerson,
  takeRole,
} from '../../operations/people/manage-people.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const peopleHandlers: Handlers<Exclude<keyof typeof peopleCalls, 'approve'>> = {
  listJournal: ({ context, query }) => listJournal(context, query),
  exportJournal: ({ context, principal, query, language }) => {
    const parts = exportJournal(context, query, language)
    return csvStream({ context, principal, list: { name: 'journal', filters: query }, parts })
  },
  listApprovals: ({ context, query }) => listApprovals(context, query),
  showApproval: ({ context, path }) => showApproval(context, path.id),
  reject: ({ context, principal, path, body }) =>
    reject({ context, principal, id: path.id, reason: body.reason }),
  listPeople: ({ context, query, roles }) => listPeople(context, query, roles),
  showPerson: ({ context, path, roles }) => showPerson(context, path.name, roles),
  giveRole: ({ context, principal, path, body, roles }) =>
    giveRole({ context, principal, text: path.name, call: body, roles }),
  takeRole: ({ context, principal, path, roles }) =>
    takeRole({ context, principal, text: path.name, roles }),
}
