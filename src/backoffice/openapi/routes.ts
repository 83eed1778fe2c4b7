import type { Call } from '../../contract/back-office/call.ts'
import { serviceRoutes } from '../../contract/back-office/service.ts'
import { calls } from '../../contract/back-office/table.ts'

/** A route as the document tells it: a call of the table, or what the back office's Worker answers itself. */
export type Route = { readonly name: string; readonly call: Call }

/** Every route with its whole path, calls first. */
export function routes(): readonly Route[] {
  const ofCalls = Object.entries<Call>(calls).map(([name, call]) => {
    return { name, call: { ...call, path: `/api${call.path}` as const } }
  })
  const own = Object.entries<Call>(serviceRoutes).map(([name, call]) => ({ name, call }))
  return [...ofCalls, ...own]
}
