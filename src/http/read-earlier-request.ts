import { type AnyEndpoint, earlierSignedNames } from '../contract/endpoint.ts'
import { plainLinkCreation } from '../contract/links/link-endpoints.ts'
import { collectionCreation } from '../contract/orders/collection-endpoints.ts'
import type { EarlierRequest } from '../contract/orders/earlier-request.ts'
import { payoutCreation } from '../contract/orders/payout-endpoints.ts'
import type { SentBody } from './read-body.ts'
import { parameterFor } from './read-fields.ts'

const creations = [collectionCreation, payoutCreation, plainLinkCreation]

// A link's earlier `member_bank_name` is a collection's current name, and does not count.
const currentNames = new Set(creations.flatMap(({ request }) => Object.keys(request.shape)))
const earlierNames = new Set(
  [earlierSignedNames, ...creations.map((one) => one.earlierNames)]
    .flat()
    .map(([name]) => name)
    .filter((name) => !currentNames.has(name)),
)

/**
 * The meaning of a creating request in earlier names at each creating endpoint. Null for a request in current names,
 * and for one without an amount, which can only create a link.
 *
 * @param timestamp the request's own, UTC seconds
 */
export function earlierRequest(body: SentBody, timestamp: number): EarlierRequest | null {
  if (!body.parameters.some(({ name }) => earlierNames.has(name))) return null
  const amount = readAs('amount', collectionCreation, body)
  if (typeof amount !== 'number') return null
  const number = (name: string, endpoint: AnyEndpoint) => String(readAs(name, endpoint, body) ?? '')
  const numbers = {
    collection: number('orderid', collectionCreation),
    payout: number('serial_no', payoutCreation),
    link: number('merchant_order_no', plainLinkCreation),
  }
  return { numbers, amount, timestamp }
}

// The field as that endpoint reads it; null if the endpoint refuses it or finds none.
function readAs(name: string, { request, earlierNames }: AnyEndpoint, body: SentBody): unknown {
  const field = request.shape[name]
  const read = field?.safeParse(
    parameterFor({ name, fields: request, earlierNames, sent: body.byName }),
  )
  return read?.success ? read.data : null
}
