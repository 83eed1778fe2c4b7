import { backOffice } from '../../../src/backoffice/api.ts'
import type { Context } from '../../../src/context.ts'
import type { Call, CallInput } from '../../../src/contract/back-office/calls/call.ts'
import { type Desk, desks } from '../../../src/contract/back-office/calls/desks.ts'
import { answer } from '../../../src/rpc/answer.ts'
import { dispatch } from '../../../src/rpc/dispatch.ts'
import type { Act } from '../../../src/rules/people/act.ts'
import { type Answer, answerOf } from './service.ts'

/** A call of the back office's API, by the name of its row in the table. */
export type NamedCall = { readonly name: string; readonly call: Call }

export const namedCalls: readonly NamedCall[] = Object.values(desks).flatMap((table) =>
  Object.entries<Call>(table).map(([name, call]) => ({ name, call })),
)

/** What a request is made of. */
export type Sent = {
  /** The values in its path. */
  readonly path?: Readonly<Record<string, string>>
  readonly body?: object
  /** In place of a body: a statement. */
  readonly file?: string
}

/** What goes on after the answers. */
export const goingOn: Promise<void>[] = []

/** The back office's own Worker before the operations of a context, over HTTP; `by` is a name and a role. */
export function backOfficeOver(context: Context) {
  const goOn = (work: Promise<void>) => goingOn.push(work)
  const desk = (one: Desk) => ({
    async call(name: string, act: Act, input: CallInput) {
      const answered = await answer(() => dispatch(context, one, name, act, input, goOn))
      return answered.ok ? { ok: true, ...answered.value } : answered
    },
  })
  const bindings = {
    ...{ ACCESS_TEAM_DOMAIN: '', ACCESS_AUD: '', ACCESS_ROLES: '{}' },
    ...Object.fromEntries((Object.keys(desks) as Desk[]).map((one) => [one, desk(one)])),
  }
  return async (
    { call }: NamedCall,
    by: string,
    { path = {}, body, file }: Sent,
  ): Promise<Answer> => {
    const filled = call.path.replace(/:(\w+)(\{[^/]*\})?/g, (_all, name) => path[name] ?? '')
    const type = file === undefined ? 'application/json' : 'text/csv'
    const headers = { 'content-type': type, 'x-local-actor': by }
    const sent = file ?? (body === undefined ? null : JSON.stringify(body))
    const request = { method: call.method, headers, body: sent }
    return answerOf(
      await backOffice.request(`http://127.0.0.1:8788/api${filled}`, request, bindings),
    )
  }
}
