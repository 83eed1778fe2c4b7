import type { Context } from 'hono'
import type {
  Answer,
  Call,
  CallInput,
  Outcome,
  PageUse,
  WaitingBody,
} from '../contract/back-office/call.ts'
import { mayMake } from '../contract/back-office/call-roles.ts'
import { type AnswerOf, type CallName, callNamed, calls } from '../contract/back-office/table.ts'
import { noParameters } from '../contract/back-office/values.ts'
import { Refusal } from '../contract/refusals.ts'
import { rolesBySetting } from './access.ts'
import { fitting } from './guards.ts'
import { languageOf } from './language.ts'
import { type App, settled } from './replies.ts'

/** The input of a call from the API, a page or a form. */
type CallRequest = {
  readonly path: Readonly<Record<string, string>>
  /** Reads its query, and its body or the bytes of its file, as sent; called once the caller may make the call. */
  readonly read: () => Promise<{ readonly query: unknown; readonly body: unknown }>
  /** Absent for the API. */
  readonly page?: PageUse | undefined
}

/**
 * Makes a call of the table for the sender of the request: checks role, path and parameters, and returns the public
 * Worker's answer. Throws the back office's own refusals; those of the public Worker are answers.
 */
export async function callAs(
  c: Context<App>,
  name: CallName,
  { path, read, page }: CallRequest,
): Promise<Answer<Outcome>> {
  const call: Call = calls[name]
  const identity = c.get('identity')
  if (!mayMake(identity.role, name)) throw new Refusal('forbidden')
  if (!fitsPath(call, path)) throw new Refusal('not_found')
  const sent = await read()
  const query = fitting(call.query ?? noParameters, sent.query)
  const body = sent.body instanceof Uint8Array ? sent.body : bodyAs(call, sent.body)
  const principal = { ...identity, requestId: c.get('requestId'), approval: null }
  const input = {
    path,
    query: call.query === undefined ? undefined : query,
    body,
    sent: call.body === undefined ? null : sent.body,
    roles: rolesBySetting(c.env),
    language: languageOf(c),
    page,
  }
  const make = (callName: CallName, callInput: CallInput) =>
    settled(c, c.env.BACK_OFFICE.call(callName, principal, callInput))
  if (name !== 'approve') return make(name, input)
  const answer = await make('showApproval', { ...input, body: undefined, sent: null })
  if (!answer.ok) return answer
  const approval = answer.value.value as AnswerOf<'showApproval'>
  return make(name, { ...input, waiting: waitingBody(approval) })
}

// Parsed again, because a release since then may parse it otherwise, or refuse it.
function waitingBody({ call, body }: AnswerOf<'showApproval'>): WaitingBody {
  try {
    return { kind: 'read', body: bodyAs(callNamed(call) ?? {}, body ?? {}) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'outdated', errors: error.details.errors ?? {} }
  }
}

function bodyAs(call: Pick<Call, 'body'>, sent: unknown): unknown {
  const read = fitting(call.body ?? noParameters, sent)
  return call.body === undefined ? undefined : read
}

/** Whether each value of the call's path is present and matches its pattern: `:id{[0-9]{1,16}}`, or any text. */
export function fitsPath({ path }: Call, values: CallRequest['path']): boolean {
  return [...path.matchAll(/:(\w+)(?:\{([^/]*)\})?/g)].every(([, name = '', pattern = '[^/]+']) =>
    new RegExp(`^(?:${pattern})$`).test(values[name] ?? ''),
  )
}
