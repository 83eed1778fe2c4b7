/** A JSON answer of either Worker. */
export type Answer = { readonly status: number; readonly body: Body }

// biome-ignore lint/suspicious/noExplicitAny: callers check the members that they read
export type Body = any

export type JsonRequest = {
  readonly method: string
  readonly url: string
  readonly json?: string | undefined
  /** The person or service token that a local back office takes the caller for: `ann@agents.example:agent`. */
  readonly actor?: string
}

export function send(method: string, url: string, json?: string): Promise<Answer> {
  return sendRequest({ method, url, json })
}

export async function sendRequest({ method, url, json, actor }: JsonRequest): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(actor !== undefined && { 'x-local-actor': actor }),
    },
    ...(json !== undefined && { body: json }),
  })
  return { status: response.status, body: await response.json() }
}

/** The body of an answer with the expected status. Throws an error with the whole answer for another status. */
export async function sendExpecting(status: number, request: JsonRequest): Promise<Body> {
  const answer = await sendRequest(request)
  if (answer.status === status) return answer.body
  const { method, url } = request
  throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
