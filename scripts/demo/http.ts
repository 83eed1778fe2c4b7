/** A JSON answer of either Worker. */
export type Answer = { readonly status: number; readonly body: Body }

// biome-ignore lint/suspicious/noExplicitAny: the story reads whatever the answer holds and checks it step by step
export type Body = any

/** Sends JSON text over HTTP, with more headers where they are given, and reads the JSON answer. */
export async function send(
  method: string,
  url: string,
  json?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...more },
    ...(json === undefined ? {} : { body: json }),
  })
  return { status: response.status, body: await response.json() }
}

/** As `send`, but throws an error with the whole answer when its status is another. */
export async function sendExpecting(
  status: number,
  method: string,
  url: string,
  json?: string,
  more?: Readonly<Record<string, string>>,
): Promise<Body> {
  const answer = await send(method, url, json, more)
  if (answer.status === status) return answer.body
  throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
