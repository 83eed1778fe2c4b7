import type { Context } from '../../context.ts'
import type { CallInput, InputOf, Outcome } from '../../contract/back-office/call.ts'
import type { AnswerOf, CallName, calls, OtherAnswerOf } from '../../contract/back-office/table.ts'
import type { Principal } from '../../rules/people/principal.ts'

/** Who makes a call, and with what it is carried out. */
export type Caller = {
  readonly context: Context
  readonly principal: Principal
  /** Lets work go on after the call is answered. */
  readonly goOn: (work: Promise<void>) => void
}

/** A call that is carried out: the input that its schemas have read, and its caller. */
export type CallRequest<Name extends CallName> = InputOf<(typeof calls)[Name]> & Caller

/** What carries out calls: each answers as its OpenAPI document says. */
export type Handlers<Names extends CallName> = {
  readonly [Name in Names]: (request: CallRequest<Name>) => Promise<HandlerAnswer<Name>>
}

// A call with several statuses says which.
type HandlerAnswer<Name extends CallName> = [OtherAnswerOf<Name>] extends [never]
  ? AnswerOf<Name>
  : Outcome<AnswerOf<Name> | OtherAnswerOf<Name>>

/** The names of calls with several statuses. */
export type SeveralStatuses = {
  [Name in CallName]: [OtherAnswerOf<Name>] extends [never] ? never : Name
}[CallName]

/** What carries out any call. */
export type Handler = (request: CallInput & Caller) => Promise<Outcome>
