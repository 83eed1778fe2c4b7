import type { Answer, CallInput, Outcome } from '../contract/back-office/call.ts'
import { mayMake } from '../contract/back-office/call-roles.ts'
import { Refusal } from '../contract/refusals.ts'
import { primaryContext, readingContext } from '../operations/merchant-contexts.ts'
import { carryOutOrAsk } from '../operations/people/ask-approval.ts'
import type { Principal } from '../rules/people/principal.ts'
import { answer } from './answer.ts'
import type { Caller } from './handlers/handlers.ts'
import { handlerNamed } from './handlers/table.ts'

/**
 * Answers a call. A page's reads come from replicas that are new enough for its reader; the primary decides on its
 * writes. If the outcome of a write is unknown, its answer has no bookmarks.
 */
export async function answerCall(
  name: string,
  input: CallInput,
  caller: Caller,
): Promise<Answer<Outcome>> {
  const { page } = input
  if (page?.kind !== 'acts') {
    const context = page ? readingContext(caller.context, page.since) : caller.context
    return answer(() => dispatch(name, input, { ...caller, context }))
  }
  const { context, bookmarks } = primaryContext(caller.context)
  const answered = await answer(() => dispatch(name, input, { ...caller, context }))
  const isKnown = answered.ok || answered.status < 500
  return isKnown ? { ...answered, bookmarks: bookmarks() } : answered
}

/** Carries out a call, or stores it for a second person (back office §5). */
export async function dispatch(name: string, input: CallInput, caller: Caller): Promise<Outcome> {
  const handle = handlerNamed(name)
  if (handle === null) throw new Refusal('not_found')
  if (!mayMake(caller.principal.role, name)) throw new Refusal('forbidden')
  const { path, sent } = input
  // No file waits for a second person.
  const body = input.body instanceof Uint8Array ? null : input.body
  const call = { name, path, body, sent }
  return carryOutOrAsk({
    context: caller.context,
    principal: caller.principal,
    call,
    carryOut: (principal: Principal) => handle({ ...input, ...caller, principal }),
  })
}
