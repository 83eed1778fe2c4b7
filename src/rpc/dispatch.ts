import type { CallInput, Outcome } from '../contract/back-office/call.ts'
import { Refusal } from '../contract/refusals.ts'
import { carryOutOrAsk } from '../operations/people/ask-approval.ts'
import type { Principal } from '../rules/people/principal.ts'
import type { Caller } from './handlers/handlers.ts'
import { handlerNamed } from './handlers/table.ts'

/** Carries out a call, or stores it where it needs a second person (back office §5). */
export async function dispatch(name: string, input: CallInput, caller: Caller): Promise<Outcome> {
  const handle = handlerNamed(name)
  if (handle === null) throw new Refusal('not_found')
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
