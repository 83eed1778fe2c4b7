import type { Usage } from '../test/support/metered.ts'
import type { Runtime } from './platform.ts'
import { type Call, type Kind, kinds } from './requests.ts'

/** What one request asks of the platform in a warm isolate. */
export type RequestUsage = Omit<Usage, 'statements'>

/** Counts one request of each kind on the counted Worker. */
export async function countUsage(counted: Runtime): Promise<ReadonlyMap<string, RequestUsage>> {
  const usages = new Map<string, RequestUsage>()
  for (const kind of kinds) {
    const { needs } = kind
    if (needs !== undefined) await send(counted, needs.kind(), 0).catch(() => undefined)
    await send(counted, kind, 0)
    usages.set(kind.name, await send(counted, kind, kind.needs === undefined ? 1 : 0))
  }
  return usages
}

async function send(counted: Runtime, kind: Kind, n: number): Promise<RequestUsage> {
  const [call] = await kind.calls(counted, n, 1)
  if (call === undefined) throw new Error(`${kind.name}: there is none to send`)
  return usageOf(counted, kind.name, call)
}

/** Sends a request to the counted Worker, and returns what it used. Throws when it is refused. */
export async function usageOf({ url }: Runtime, name: string, call: Call): Promise<RequestUsage> {
  const { path, ...init } = call
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { ...init, headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
  return JSON.parse(answer.headers.get('x-usage') ?? '{}')
}
