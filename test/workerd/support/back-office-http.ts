import { backOffice } from '../../../src/backoffice/api.ts'
import type { Context } from '../../../src/context.ts'
import type { CallInput } from '../../../src/contract/back-office/call.ts'
import type { CallEntry } from '../../../src/contract/back-office/table.ts'
import { answerCall } from '../../../src/rpc/dispatch.ts'
import type { Principal } from '../../../src/rules/people/principal.ts'
import { localAccess } from '../../support/local-access.ts'
import { expectAnswerDocumented } from './documented.ts'
import { type Answer, answerOf } from './service.ts'

/** What a request is made of. */
export type Inputs = {
  /** The values in its path. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** In place of a body: a statement. */
  readonly file?: string
}

/**
 * The back office's own Worker before the operations of a context, over HTTP; `by` is a name and a role. Each answer is
 * held against the OpenAPI document.
 */
export function backOfficeOver(context: Context) {
  let answeredAs: string | null = null
  const entrypoint = {
    async call(name: string, principal: Principal, input: CallInput) {
      const answered = await answerCall(name, input, { context, principal })
      if (answered.ok) answeredAs = answered.value.kind === 'waiting' ? null : answered.value.call
      return answered
    },
  }
  const bindings = { ...localAccess, BACK_OFFICE: entrypoint }
  return async ({ name, call }: CallEntry, by: string, sent: Inputs): Promise<Answer> => {
    const { path = {}, query = {}, body, file } = sent
    const filled = call.path.replace(/:(\w+)(\{[^/]*\})?/g, (_all, value) => path[value] ?? '')
    const url = `http://127.0.0.1:8788/api${filled}?${new URLSearchParams(query)}`
    const type = file === undefined ? 'application/json' : 'text/csv'
    const text = body === undefined ? (file ?? null) : JSON.stringify(body)
    const headers = { 'content-type': type, 'x-local-actor': by }
    const request = { method: call.method, headers, body: text }
    const response = await backOffice.request(url, request, bindings)
    const isFile = call.answer === 'csv' && response.ok
    const answered = isFile ? await fileOf(response) : await answerOf(response)
    expectAnswerDocumented(name, answeredAs, answered)
    return answered
  }
}

/** The bindings of a local back office, whose calls are carried out in a context. */
export function localDesk(context: Context) {
  const call = (name: string, principal: Principal, input: CallInput) =>
    answerCall(name, input, { context, principal })
  return { ...localAccess, BACK_OFFICE: { call } }
}

async function fileOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers, body: await response.text() }
}
