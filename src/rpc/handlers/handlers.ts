import type { Context } from '../../context.ts'
import type { CallInput, Calls, InputOf } from '../../contract/back-office/calls/call.ts'
import type { Act } from '../../rules/people/act.ts'

/** What carries out each call of a table. */
export type Handlers<Table extends Calls> = {
  readonly [Name in keyof Table]: (
    context: Context,
    act: Act,
    input: InputOf<Table[Name]>,
  ) => Promise<object>
}

/** What carries out a call whose input its schemas have read. */
export type Handler = (context: Context, act: Act, input: CallInput) => Promise<object>

/** The handler of that name; null when there is none. */
export function handlerNamed(handlers: object, name: string): Handler | null {
  // The back office reads each input by the schemas that the handler's type comes from.
  const known = handlers as Readonly<Record<string, Handler>>
  return (Object.hasOwn(known, name) && known[name]) || null
}
