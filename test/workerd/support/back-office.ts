import { env } from 'cloudflare:workers'
import { type Context, contextFrom } from '../../../src/context.ts'
import type { Identity, RolesBySetting } from '../../../src/contract/back-office/roles.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { dispatch } from '../../../src/rpc/dispatch.ts'
import { expectDocumented, expectRefusalDocumented } from './documented.ts'
import { aContext, anId } from './service.ts'

/** An answer of the back office: the call that it answers (null while it waits for a second person), or a refusal. */
export type Answer = {
  readonly as: string | null
  readonly error: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and asserts on it
  readonly value: any
  readonly status?: number
}

const from = 10_000_000

/** A context in which calls wait for a second person, from 100,000 dollars on. */
export function withApprovals(parts: Partial<Context> = {}, terms: object = {}): Context {
  const { settings } = contextFrom(env)
  const approvals = { on: true, from, ...terms }
  return aContext({ wake: async () => undefined, ...parts, settings: { ...settings, approvals } })
}

export const ann: Identity = { name: 'ann@platform.example', role: 'operator' }
export const ben: Identity = { name: 'ben@platform.example', role: 'operator' }

/** Someone who has carried out nothing alone yet. */
export function anOperator(): Identity {
  return { name: `${anId().toLowerCase()}@platform.example`, role: 'operator' }
}

/** Makes a call of the back office. Locally, by default: everybody names a role. */
export async function ask(
  context: Context,
  by: Identity,
  name: string,
  path: Readonly<Record<string, string>> = {},
  body?: unknown,
  { roles = null, query = {} }: { roles?: RolesBySetting; query?: object } = {},
): Promise<Answer> {
  const principal = { ...by, requestId: crypto.randomUUID(), approval: null }
  try {
    const input = { path, query, body, sent: body ?? null, roles, language: 'zh' as const }
    const outcome = await dispatch(name, input, { context, principal })
    const { value } = outcome
    if (outcome.kind === 'waiting') {
      expectDocumented(name, null, value)
      return { error: '', as: null, value }
    }
    const { call: as, status } = outcome
    expectDocumented(name, as, value, status)
    return { error: '', as, value, ...(status === undefined ? {} : { status }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expectRefusalDocumented(name, error.code)
    return { as: name, error: error.code, value: error.details }
  }
}

/** Imports a statement, and waits until its lines are written. */
export async function askImport(context: Context, by: Identity, account: number, file: Uint8Array) {
  const going: Promise<void>[] = []
  const over = { ...context, later: (work: Promise<void>) => void going.push(work) }
  const answer = await ask(over, by, 'importStatement', { id: String(account) }, file)
  await Promise.all(going)
  return answer
}

/** Approves a call that waits. */
export function approve(
  context: Context,
  by: Identity,
  id: number,
  body: { seq?: number | null } = {},
  roles: RolesBySetting = null,
): Promise<Answer> {
  return ask(context, by, 'approve', { id: String(id) }, body, { roles })
}

/** The approval with that id, as the back office shows it. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on what it reads
export async function approvalOf(context: Context, id: number): Promise<any> {
  return (await ask(context, ann, 'showApproval', { id: String(id) })).value
}
