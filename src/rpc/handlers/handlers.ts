import type { Context } from '../../context.ts'
import type { CallInput, InputOf, Outcome } from '../../contract/back-office/call.ts'
import type { AnswerOf, CallName, calls, OtherAnswerOf } from '../../contract/back-office/table.ts'
import type { Principal } from '../../rules/people/principal.ts'

export type Caller = { readonly context: Context; readonly principal: Principal }

/** A call to carry out: the parsed input, and its caller. */
type HandlerInput<Name extends CallName> = InputOf<(typeof calls)[Name]> & Caller

/** The handlers of calls, each with the answer of its OpenAPI document. */
export type Handlers<Names extends CallName> = {
  readonly [Name in Names]: (request: HandlerInput<Name>) => Promise<HandlerAnswer<Name>>
}

// A call with several statuses returns its status.
type HandlerAnswer<Name extends CallName> = [OtherAnswerOf<Name>] extends [never]
  ? AnswerOf<Name>
  : Outcome<AnswerOf<Name> | OtherAnswerOf<Name>>

/** The names of calls with several statuses. */
export type SeveralStatuses = {
  [Name in CallName]: [OtherAnswerOf<Name>] extends [never] ? never : Name
}[CallName]

export type Handler = (request: CallInput & Caller) => Promise<Outcome>
