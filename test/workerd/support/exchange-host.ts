import { env } from 'cloudflare:workers'
import worker from '../../../src/index.ts'

/** An answer as a browser gets it. */
export type Page = { status: number; headers: Headers; text: string }

/** Where the members' pages are. */
export const exchange = 'https://exchange.example/exchange/purchase'

type Incoming = Parameters<typeof worker.fetch>[0]

/** Requests an address of the Worker; redirects are not followed. */
export async function ask(url: string, init: RequestInit = {}, bindings: Env = env): Promise<Page> {
  const request = new Request(url, { redirect: 'manual', ...init }) as Incoming
  const response = await worker.fetch(request, bindings)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Sends a purchase page's form. */
export function submit(
  { id, session }: { id: number; session: string },
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Page> {
  const body = new URLSearchParams({ third_party_session: session, ...fields })
  return ask(purchaseUrl(id, session), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: body.toString(),
  })
}

/** The address of a purchase page. */
export function purchaseUrl(id: number, session: string): string {
  return `${exchange}/${id}?${new URLSearchParams({ third_party_session: session })}`
}
