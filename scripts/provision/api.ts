import * as z from 'zod/mini'
import { Problem } from '../command/problem.ts'
import { failedRun, outputOf, type Wrangler } from './wrangler.ts'

/** An answer of Cloudflare's API: a result, or the code and message of an error. */
export type ApiAnswer =
  | { readonly success: true; readonly result: unknown }
  | { readonly success: false; readonly code: number; readonly message: string }

/** Sends a request: a GET, or with a body a POST or PUT. Throws a problem without an answer. */
export type Api = (path: string, body?: object, method?: 'PUT') => Promise<ApiAnswer>

type ApiRequest<Shape extends z.core.$ZodType> = {
  /** The purpose of the request, for error messages: `Listing Workers`. */
  readonly what: string
  readonly path: string
  readonly body?: object
  readonly method?: 'PUT'
  readonly shape: Shape
}

const retryAdvice = ' Then repeat the command: it skips completed steps.'
const defaultBase = 'https://api.cloudflare.com/client/v4'
const timeoutMs = 60_000

const credentials = z.union([
  z.object({ token: z.string() }),
  z.object({ key: z.string(), email: z.string() }),
])
const envelope = z.object({
  success: z.boolean(),
  errors: z.optional(z.array(z.object({ code: z.number(), message: z.string() }))),
  result: z.optional(z.unknown()),
})
// The envelope of the GraphQL API.
const graph = z.object({
  data: z.unknown(),
  errors: z.nullish(z.array(z.object({ message: z.string() }))),
})
const accounts = z.array(z.object({ id: z.string(), name: z.string() }))

/** Cloudflare's API with wrangler's login; null if wrangler is not logged in. `quit` aborts its requests. */
export async function apiOf(
  wrangler: Wrangler,
  base = defaultBase,
  quit = new AbortController().signal,
): Promise<Api | null> {
  const args = ['auth', 'token', '--json']
  const answer = await wrangler(args)
  if (answer.code !== 0 && /not logged in/i.test(outputOf(answer))) return null
  if (answer.code !== 0) throw failedRun('Reading the login', args, answer)
  const { data } = z.safeParse(credentials, parsed(/\{[\s\S]*/.exec(answer.stdout)?.[0] ?? ''))
  // The answer contains the credentials, so it is not shown.
  if (data === undefined) throw new Problem('The credentials of wrangler have an unknown format.')
  const headers = {
    'content-type': 'application/json',
    ...('token' in data
      ? { authorization: `Bearer ${data.token}` }
      : { 'x-auth-key': data.key, 'x-auth-email': data.email }),
  }
  return async (path, body, method: 'POST' | 'PUT' = 'POST') => {
    const sent = body === undefined ? {} : { method, body: JSON.stringify(body) }
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), quit])
    try {
      const response = await fetch(`${base}${path}`, { ...sent, headers, signal })
      return answerIn(path, response.status, await response.text())
    } catch (error) {
      if (error instanceof Problem) throw error
      throw new Problem(`Cloudflare's API did not answer ${path}: the network failed.`, retryAdvice)
    }
  }
}

/** The API with paths below an account. */
export function inAccount(api: Api, account: string): Api {
  return (path, body, method) => api(`/accounts/${account}${path}`, body, method)
}

/** The chosen account, or the only one of the login. Throws a problem if it has none or several. */
export async function accountOf(api: Api, chosen: string | null): Promise<string> {
  if (chosen !== null) return chosen
  const what = 'Listing the accounts of the login'
  const all = await resultOf(api, { what, path: '/accounts', shape: accounts })
  const [only, ...others] = all
  if (only !== undefined && others.length === 0) return only.id
  const list = all.map(({ id, name }) => `\n  ${id}  ${name}`).join('')
  throw new Problem(
    `The login has access to ${all.length === 0 ? 'no account' : 'several accounts'}:${list}\n` +
      'Choose one: export CLOUDFLARE_ACCOUNT_ID=<its id>',
  )
}

/** The result of a request. Throws a problem for an error and for a result of another shape. */
export async function resultOf<Shape extends z.core.$ZodType>(
  api: Api,
  { what, path, body, method, shape }: ApiRequest<Shape>,
): Promise<z.output<Shape>> {
  const answer = await api(path, body, method)
  if (!answer.success) {
    const { code, message } = answer
    const remedy = remedies[code] ?? 'Correct the cause.'
    throw new Problem(`${what} failed: ${message} [code: ${code}]. ${remedy}`, retryAdvice)
  }
  const read = z.safeParse(shape, answer.result)
  if (read.success) return read.data
  throw new Problem(`${what}: Cloudflare's answer has an unknown format.`)
}

const noPermission =
  'The login lacks a permission. Log in again with `npx wrangler login`, or allow the API token to edit Workers Scripts, ' +
  'Workers KV Storage, D1, Queues and Workers R2 Storage of the account.'
const remedies: Readonly<Record<number, string>> = {
  9106: noPermission,
  9109: noPermission,
  10000: noPermission,
  10001: noPermission,
  10042: 'Enable R2 for the account in the dashboard, under R2 Object Storage.',
}

function answerIn(path: string, status: number, text: string): ApiAnswer {
  const graphed = path === '/graphql' ? z.safeParse(graph, parsed(text)).data : undefined
  if (graphed?.data != null && !graphed.errors?.length) {
    return { success: true, result: graphed.data }
  }
  const refusal = graphed?.errors?.[0]
  if (refusal !== undefined) return { success: false, code: status, message: refusal.message }
  const { data } = z.safeParse(envelope, parsed(text))
  if (data?.success) return { success: true, result: data.result }
  const [error] = data?.errors ?? []
  if (error !== undefined) return { success: false, ...error }
  throw new Problem(`Cloudflare's API answered ${path} with ${status} and no reason.`, retryAdvice)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
