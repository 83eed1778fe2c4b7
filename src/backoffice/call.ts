import type { Context } from 'hono'
import type {
  Answer,
  Call,
  CallInput,
  Outcome,
  PageUse,
  WaitingBody,
} from '../contract/back-office/call.ts'
import { type AnswerOf, type CallName, callNamed, calls } from '../contract/back-office/table.ts'
import { noParameters } from '../contract/back-office/values.ts'
import { Refusal } from '../contract/refusals.ts'
import { rolesBySetting } from './access.ts'
import { languageOf } from './desk/language.ts'
import { fitting } from './guards.ts'
import { type App, settled } from './replies.ts'

/** What a call is given, by the API, a page or a form. */
type CallRequest = {
  /** The values in its path. */
  readonly path: Readonly<Record<string, string>>
  /** Its query and its body, or the bytes of its file, as they were sent: read once the caller may make the call. */
  readonly read: () => Promise<{ readonly query: unknown; readonly body: unknown }>
  /** Absent for the API. */
  readonly page?: PageUse | undefined
}

/**
 * Makes a call of the table as whoever sent the request: role, path, parameters, and the public Worker's answer. Throws
 * what the back office refuses itself; what the public Worker refuses is an answer.
 */
export async function callAs(
  c: Context<App>,
  name: CallName,
  { path, read, page }: CallRequest,
): Promise<Answer<Outcome>> {
  const call: Call = calls[name]
  const identity = c.get('identity')
  if (!call.roles.includes(identity.role)) throw new Refusal('forbidden')
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

// Read anew: a release since then may read what was sent otherwise, or take it no more.
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

/** Whether each value in the call's path is there and has its form: `:id{[0-9]{1,16}}`, or anything but nothing. */
export function fitsPath({ path }: Call, values: CallRequest['path']): boolean {
  return [...path.matchAll(/:(\w+)(?:\{([^/]*)\})?/g)].every(([, name = '', pattern = '[^/]+']) =>
    new RegExp(`^(?:${pattern})$`).test(values[name] ?? ''),
  )
}
