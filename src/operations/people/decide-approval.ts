import type { Context } from '../../context.ts'
import type { Outcome, WaitingBody } from '../../contract/back-office/call.ts'
import type { RolesBySetting } from '../../contract/back-office/roles.ts'
import { invalid, invalidFields, Refusal, type RefusalCode } from '../../contract/refusals.ts'
import {
  approvalDetails,
  currentState,
  mayApprove,
  parseSubject,
  type StoredCall,
} from '../../rules/people/approvals.ts'
import type { Principal } from '../../rules/people/principal.ts'
import { mayAskSecond } from '../../rules/people/second-person.ts'
import { approvalView } from '../../rules/views/people/approval-view.ts'
import { commit } from '../../store/database.ts'
import { namesOfApprovals } from '../../store/people/approval-names.ts'
import { type Ending, endAsDone, endWithoutCall } from '../../store/people/approvals.ts'
import { insertJournalRowOfChange } from '../../store/people/journal.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import type { Command } from '../command.ts'
import { commitCommand } from './commit-command.ts'
import { type LocatedApproval, orderOf, requireApproval } from './find-approval.ts'
import { approvalRow } from './journal-rows.ts'
import { holdsRole } from './known-roles.ts'

type Approving = {
  readonly id: string
  /** The number of the order's moves that the approver saw; null if not given. */
  readonly seq: number | null
  readonly roles: RolesBySetting
  /** Null from the previous release's back office, which used the body as read when it was asked for. */
  readonly waiting: WaitingBody | null
  readonly carryOut: (call: StoredCall, principal: Principal) => Promise<Outcome>
}

/**
 * Approves a waiting call and carries it out in its asker's name (back office §5), with the call's own answer. A
 * refusal of the call ends the approval as `failed`. Refuses with `order_moved` if the order has other than `seq`
 * moves; the call then still waits.
 */
export async function approve(
  context: Context,
  principal: Principal,
  { id, seq, roles, waiting, carryOut }: Approving,
): Promise<Outcome> {
  const located = await requireApproval(context, id)
  const { approval } = located
  if (!mayAskSecond(principal)) throw new Refusal('forbidden')
  if (!mayApprove(approval, principal.name)) throw new Refusal('own_approval')
  requireWaiting(located)
  await requireSeq(context, located, seq)
  const { sent, read } = approval.body
  const made = { name: approval.call, path: approval.path as StoredCall['path'], sent }
  try {
    if (!(await holdsRole({ context, name: approval.asker, role: 'operator', roles }))) {
      throw new Refusal('forbidden', {
        message: say(
          '提出者已不具備此操作的權限，請由他人重新提出',
          'The requester’s role no longer allows this; someone else must request it',
        ),
      })
    }
    const subject = parseSubject(approval.subject)
    const approved = { id: approval.id, approvedBy: principal.name, subject, orderSeq: seq }
    const asker = {
      name: approval.asker,
      role: 'operator',
      requestId: principal.requestId,
    } as const
    const body = bodyNow(waiting ?? { kind: 'read', body: read })
    const outcome = await carryOut({ ...made, body }, { ...asker, approval: approved })
    // A call without anything left to write has not ended it.
    await commit(located.context.db, [
      endAsDone({
        id: approval.id,
        decidedBy: principal.name,
        decidedAt: toSeconds(context.now()),
      }),
      insertJournalRowOfChange(approvalRow(located.context, principal, approval.id)),
    ])
    // A call that another approver has carried out meanwhile may find nothing left to write.
    const { approval: ended } = await requireApproval(context, id)
    if (ended.decidedBy !== principal.name) throw new Refusal('approval_over')
    return outcome
  } catch (error) {
    if (!(error instanceof Refusal) || keptWaiting.includes(error.code)) throw error
    await end({
      located,
      principal,
      action: 'approve',
      ending: { state: 'failed', reason: error.code },
    })
    throw error
  }
}

function bodyNow(waiting: WaitingBody): unknown {
  if (waiting.kind === 'read') return waiting.body
  const outdated = say(
    '已不符合目前的規則，未執行；請重新提出',
    'No longer follows the current rules and was not carried out; request it again',
  )
  throw invalidFields({ body: [outdated], ...waiting.errors })
}

// Refusals that do not concern the call itself.
const keptWaiting: readonly RefusalCode[] = ['order_moved', 'approval_over', 'unavailable']

/** Rejects a waiting call, or withdraws one's own. */
export async function reject({
  context,
  principal,
  id,
  reason,
}: Command & { readonly id: string; readonly reason: string }): Promise<
  ReturnType<typeof approvalView>
> {
  const located = await requireApproval(context, id)
  requireWaiting(located)
  await end({ located, principal, action: 'reject', ending: { state: 'rejected', reason } })
  const { approval, context: home } = await requireApproval(context, id)
  const names = await namesOfApprovals(home.db, [approvalDetails(approval)])
  return approvalView({ approval, names }, toSeconds(context.now()))
}

function requireWaiting({ approval, context }: LocatedApproval): void {
  if (currentState(approval, toSeconds(context.now())) !== 'waiting')
    throw new Refusal('approval_over')
}

// The move checks the number again, against later moves.
async function requireSeq(
  context: Context,
  { approval }: LocatedApproval,
  seq: number | null,
): Promise<void> {
  if (seq === null) return
  const order = await orderOf(context, approval)
  if (order === null)
    throw invalid(
      'seq',
      say('此申請不涉及訂單，請勿傳送', 'The approval concerns no order; omit this'),
    )
  if (order.seq !== seq) throw new Refusal('order_moved')
}

async function end({
  located: { approval, context },
  principal,
  action,
  ending: { state, reason },
}: {
  readonly located: LocatedApproval
  readonly principal: Principal
  readonly action: 'approve' | 'reject'
  readonly ending: Pick<Ending, 'state' | 'reason'>
}): Promise<void> {
  const { id } = approval
  const subject = { kind: 'approval', name: String(id) } as const
  const written = { action, subject, before: { state: 'waiting' }, after: { state }, reason }
  const decided = { decidedBy: principal.name, decidedAt: toSeconds(context.now()) }
  const ending = endWithoutCall({ id, state, reason, ...decided })
  const outcome = await commitCommand({
    context,
    principal,
    call: { written, concern: null },
    statements: [ending],
  })
  if (outcome !== 'committed') throw new Error(`approval ${id} was not ended: ${outcome}`)
}
