import { createHash } from 'node:crypto'
import process from 'node:process'

const { PAY_API = '', PAY_UID = '', PAY_SECRET = '' } = process.env

/** Where the service is, and who calls it. */
export const api = PAY_API
export const caller = { uid: PAY_UID, timestamp: Math.floor(Date.now() / 1000), sign: '' }

/** The same request with its sign, as a hook of either client. */
export async function signed(request: Request): Promise<Request> {
  const { sign: _, ...fields } = (await request.json()) as Record<string, unknown>
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== '' && value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = [...pairs, `key=${PAY_SECRET}`].join('&')
  const sign = createHash('md5').update(text).digest('hex').toUpperCase()
  const headers = { 'content-type': 'application/json' }
  return new Request(request.url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...fields, sign }),
  })
}

/** Ends the program unless it holds. */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}
