import type { Context } from '../context.ts'
import type { CallInput } from '../contract/back-office/calls/call.ts'
import type { Desk } from '../contract/back-office/calls/desks.ts'
import { Refusal } from '../contract/refusals.ts'
import { AskedFor, carryOutOrAsk } from '../operations/people/ask-approval.ts'
import { CarriedOut } from '../operations/people/decide-approval.ts'
import type { Act } from '../rules/people/act.ts'
import { deskHandlers } from './handlers/desk-handlers.ts'
import { AnsweredAs, type GoOn, handlerNamed } from './handlers/handlers.ts'

/** What a call is answered with, and the name of the call that this answers; null while it waits for approval. */
export type Dispatched = {
  readonly value: object
  readonly as: string | null
  /** Absent where the call has one status only. */
  readonly status?: number
}

/** Carries out a call of a desk, or stores it where it needs a second person (back office §5). */
export async function dispatch(
  context: Context,
  desk: Desk,
  name: string,
  act: Act,
  input: CallInput,
  goOn: GoOn,
): Promise<Dispatched> {
  const handler = handlerNamed(deskHandlers[desk], name)
  if (handler === null) throw new Refusal('not_found')
  const { path, sent } = input
  // No file waits for a second person.
  const body = input.body instanceof Uint8Array ? null : input.body
  const value = await carryOutOrAsk(context, act, { name, path, body, sent }, (asked) =>
    handler(context, asked, input, goOn),
  )
  if (value instanceof AskedFor) return { value: value.waiting, as: null }
  const found = value instanceof CarriedOut ? value.answer : { value, as: name }
  if (!(found.value instanceof AnsweredAs)) return found
  const { answer, status } = found.value
  return { value: answer, as: found.as, status }
}
