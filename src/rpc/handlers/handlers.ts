import type { Context } from '../../context.ts'
import type { AnswerOf, StatusAnswerOf } from '../../contract/back-office/answers/desk-answers.ts'
import type { CallInput, Calls, InputOf } from '../../contract/back-office/calls/call.ts'
import type { CarriedOut } from '../../operations/people/decide-approval.ts'
import type { Act } from '../../rules/people/act.ts'

/**
 * What carries out each call of a table, and answers as its OpenAPI document says; an approval as the call that it
 * carries out.
 */
export type Handlers<Table extends Calls> = {
  readonly [Name in keyof Table]: (
    context: Context,
    act: Act,
    input: InputOf<Table[Name]>,
    goOn: GoOn,
  ) => Promise<AnswerOf<Name> | AnsweredAs<StatusAnswerOf<Name>> | CarriedOut>
}

/** What carries out a call whose input its schemas have read. */
export type Handler = (context: Context, act: Act, input: CallInput, goOn: GoOn) => Promise<object>

/** Lets work go on after the call is answered. */
export type GoOn = (work: Promise<void>) => void

/** In the place of an answer: one with a status of its own. */
export class AnsweredAs<Answer = object> {
  readonly status: number
  readonly answer: Answer

  constructor({ status, answer }: Pick<AnsweredAs<Answer>, 'status' | 'answer'>) {
    this.status = status
    this.answer = answer
  }
}

/** The handler of that name; null when there is none. */
export function handlerNamed(handlers: object, name: string): Handler | null {
  // The back office reads each input by the schemas that the handler's type comes from.
  const known = handlers as Readonly<Record<string, Handler>>
  return (Object.hasOwn(known, name) && known[name]) || null
}
