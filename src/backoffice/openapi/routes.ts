import type { Call } from '../../contract/back-office/call.ts'
import { rolesOf } from '../../contract/back-office/call-roles.ts'
import { serviceRoutes } from '../../contract/back-office/common-answers.ts'
import { type Role, roles } from '../../contract/back-office/roles.ts'
import { namedCalls } from '../../contract/back-office/table.ts'

/** A route of the document: a call of the table, or what the back office's Worker answers itself. */
export type Route = { readonly name: string; readonly call: Call; readonly roles: readonly Role[] }

/** Every route with its whole path, calls first. */
export function routes(): readonly Route[] {
  const ofCalls = namedCalls.map(({ name, call }) => {
    return { name, call: { ...call, path: `/api${call.path}` as const }, roles: rolesOf(name) }
  })
  const own = Object.entries<Call>(serviceRoutes).map(([name, call]) => ({ name, call, roles }))
  return [...ofCalls, ...own]
}
