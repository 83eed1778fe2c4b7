import * as z from 'zod'
import { page } from '../back-office-calls.ts'
import { approvalStates } from './approval-values.ts'
import { roles } from './roles.ts'
import { line } from './values.ts'

// What the calls of approvals and people take (back office §5, §6).

/** `GET /api/approvals` */
export const approvalFilter = page.extend({ state: z.enum(approvalStates).optional() })
export type ApprovalFilter = z.output<typeof approvalFilter>

/** `POST /api/approvals/:id/approve`: the number of the order's moves, as the approver saw it. */
export const approving = z.strictObject({ seq: z.int().min(1).nullish() })
export type Approving = z.output<typeof approving>

/** `POST /api/approvals/:id/reject` */
export const rejection = z.strictObject({ reason: line(500) })

/** `GET /api/people`: the cursor is the last name of the page before. */
export const peoplePage = page.extend({ cursor: z.string().max(120).optional() })
export type PeoplePage = z.output<typeof peoplePage>

/** `PUT /api/people/:name` */
export const person = z.strictObject({ role: z.enum(roles) })
export type PersonCall = z.output<typeof person>
