import { Refusal } from '../contract/refusals.ts'
import { readBody } from './read-body.ts'

/**
 * Reads a form that one of this host's own pages has sent; `forbidden` when a browser says that another page did. A
 * browser that says nothing is no reason to refuse: the session in the form is what a stranger does not know.
 */
export async function readOwnForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') throw new Refusal('forbidden')
  const origin = request.headers.get('origin')
  // Our pages send no referrer, and with that policy browsers name the origin `null`.
  const own = [new URL(request.url).origin, 'null']
  if (origin !== null && !own.includes(origin)) throw new Refusal('forbidden')
  const { format, parameters } = await readBody(request)
  if (format !== 'form') throw new Refusal('unsupported_media_type')
  return new Map(parameters.map((one) => [one.name, one.kind === 'text' ? one.text : '']))
}
