import type { Usage } from '../test/support/metered.ts'
import type { Running } from './platform.ts'
import { type Kind, kinds, signedBodies } from './requests.ts'

/** What one request asks of the platform in a warm isolate. */
export type RequestUsage = Omit<Usage, 'statements'>

/** Counts one request of each kind, on the Worker that tells what it uses. */
export async function countUsage(counted: Running): Promise<ReadonlyMap<string, RequestUsage>> {
  const usages = new Map<string, RequestUsage>()
  for (const kind of kinds) {
    const { needs } = kind
    if (needs !== undefined) await send(counted, needs.kind(), 0).catch(() => undefined)
    await send(counted, kind, 0)
    usages.set(kind.name, await send(counted, kind, kind.needs === undefined ? 1 : 0))
  }
  return usages
}

async function send({ url }: Running, kind: Kind, n: number): Promise<RequestUsage> {
  const [body = ''] = signedBodies(kind, n, 1)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + kind.path, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${kind.name}: ${answer.status} ${text}`)
  return JSON.parse(answer.headers.get('x-usage') ?? '{}')
}
