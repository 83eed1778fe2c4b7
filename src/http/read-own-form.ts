import { Refusal } from '../contract/refusals.ts'
import { readBody } from './read-body.ts'

/**
 * Reads a form of one of this host's own pages. Throws `forbidden` if the browser names another page. A request without
 * these headers is accepted, because a foreign page does not know the session in the form.
 */
export async function readOwnForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') throw new Refusal('forbidden')
  const origin = request.headers.get('origin')
  // Our pages have the policy `no-referrer`, with which browsers send the origin `null`.
  const own = [new URL(request.url).origin, 'null']
  if (origin !== null && !own.includes(origin)) throw new Refusal('forbidden')
  const { format, parameters } = await readBody(request)
  if (format !== 'form') throw new Refusal('unsupported_media_type')
  return new Map(parameters.map((one) => [one.name, one.kind === 'text' ? one.text : '']))
}
