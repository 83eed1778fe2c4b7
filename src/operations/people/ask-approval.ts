import type { MerchantContext } from '../../context.ts'
import type { Outcome, WaitingAnswer } from '../../contract/back-office/call.ts'
import { Refusal } from '../../contract/refusals.ts'
import {
  oldestWaiting,
  type StoredCall,
  sameCallText,
  subjectText,
} from '../../rules/people/approvals.ts'
import { type JournalChange, type Principal, recordId } from '../../rules/people/principal.ts'
import { mayAskSecond } from '../../rules/people/second-person.ts'
import { sha256Hex } from '../../signing/sha256.ts'
import { commit } from '../../store/database.ts'
import { findWaiting, insertApproval } from '../../store/people/approvals.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import type { Command } from '../command.ts'
import { SecondPersonNeeded } from './commit-command.ts'
import { writeJournal } from './journal-rows.ts'

/**
 * Carries out a call, or stores it for a second person (back office §5). While a call waits, the same call by anyone is
 * refused with `approval_waiting`.
 */
export async function carryOutOrAsk({
  context,
  principal,
  call,
  carryOut,
}: Command & {
  readonly call: StoredCall
  readonly carryOut: (principal: Principal) => Promise<Outcome>
}): Promise<Outcome> {
  if (!context.settings.approvals.on) return carryOut(principal)
  const digest = sha256Hex(sameCallText(call))
  try {
    return await carryOut({ ...principal, digest })
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error
    return {
      kind: 'waiting',
      value: await ask({ principal, call, digest, secondPersonNeeded: error }),
    }
  }
}

async function ask({
  principal,
  call,
  digest,
  secondPersonNeeded: {
    context,
    call: { written, order },
  },
}: {
  readonly principal: Principal
  readonly call: StoredCall
  readonly digest: string
  readonly secondPersonNeeded: SecondPersonNeeded
}): Promise<WaitingAnswer> {
  const { subject, reason } = written
  const { db, databaseNumber } = context
  if (!mayAskSecond(principal)) throw await refusalOfService(context, digest)
  return retry(`${call.name}: no approval was stored`, 5, async () => {
    const nowMs = context.now()
    const at = toSeconds(nowMs)
    const id = recordId(nowMs, context.random(), databaseNumber)
    const approval = {
      id,
      digest,
      call: call.name,
      subject: subjectText(subject),
      path: call.path,
      body: { read: call.body, sent: call.sent },
      asker: principal.name,
      askedAt: at,
      orderSeq: order?.seq ?? null,
      before: order?.view ?? null,
    }
    const change: JournalChange = {
      action: 'ask',
      subject: { kind: 'approval', name: String(id) },
      before: null,
      reason,
      after: { call: call.name, subject: subjectText(subject) },
    }
    const outcome = await commit(db, [
      ...insertApproval(db, approval, oldestWaiting(at)),
      ...writeJournal(context, principal, change),
    ])
    if (outcome === 'committed') return { approval_id: id, state: 'waiting' }
    if (outcome === 'call_waits') {
      const waiting = await findWaiting(db, digest, oldestWaiting(at))
      if (waiting !== null) throw new Refusal('approval_waiting', { approval_id: waiting })
    }
    return null
  })
}

// The same call waits, or a service token cannot ask for it.
async function refusalOfService({ db, now }: MerchantContext, digest: string): Promise<Refusal> {
  const waiting = await findWaiting(db, digest, oldestWaiting(toSeconds(now())))
  if (waiting !== null) return new Refusal('approval_waiting', { approval_id: waiting })
  return new Refusal('forbidden', {
    message: say(
      '此操作須由第二人核准，服務憑證不能提出，請由營運人員操作',
      'This needs a second person’s approval, which a service token cannot request; an operator must do it',
    ),
  })
}
