import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod'
import type { Call, CallInput } from '../contract/back-office/calls/call.ts'
import type { RefusedAnswer } from '../contract/back-office-calls.ts'
import { bodyBytesMax } from '../contract/limits.ts'
import { pathLogger } from '../contract/log-redaction.ts'
import {
  CallerGone,
  callerGone,
  invalid,
  methodNotAllowed,
  Refusal,
  refusedAnswer,
} from '../contract/refusals.ts'
import { languageFor } from '../units/requested-language.ts'
import { identify, rolesBySetting } from './access.ts'
import { actorHash } from './actor-hash.ts'
import { type NamedCall, namedCalls, statusOf } from './calls.ts'
import { desk as pages, refusalPage } from './desk/routes.ts'
import {
  allow,
  body,
  fileOnly,
  jsonOnly,
  nothing,
  query,
  refuseForeignPages,
  toHttps,
  wholeBody,
} from './guards.ts'
import { problemWords } from './problem-words.ts'
import { type App, log, refusal, refuse, reply, replyFile } from './replies.ts'

z.config({ customError: problemWords })

/**
 * The back office: its API (decisions §9) and its pages (back office §8). Identifies the caller, checks the role, and
 * calls the public Worker.
 */
export const backOffice = new Hono<App>()

// The longest name that may be logged is a callback's id; a session, which may not, is one character longer.
const loggedPath = pathLogger(30)

backOffice.use(async (c, next) => {
  const started = Date.now()
  const requestId = crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  c.header('x-request-id', requestId)
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
  c.header('strict-transport-security', 'max-age=31536000')
  log({
    event: 'request',
    request_id: requestId,
    actor_hash: actorHash(c.get('identity')),
    method: c.req.method,
    path: loggedPath(c.req.path),
    status: c.res.status,
    duration_ms: Date.now() - started,
  })
})
backOffice.use(async (c, next) => {
  const redirect = toHttps(c.req.raw)
  if (redirect !== null) return redirect
  c.set('identity', await identify(c.req.raw, c.env, c.get('requestId')))
  refuseForeignPages(c.req.raw)
  return next()
})
backOffice.use(
  wholeBody(
    namedCalls.flatMap(({ name, call: { path, file } }) =>
      file === undefined
        ? []
        : [
            { path: pathPattern(path), bytesMax: file.bytesMax, mediaType: '' },
            // A page's form has its other fields around the file.
            {
              path: new RegExp(`^/acts/${name}$`),
              bytesMax: file.bytesMax + bodyBytesMax,
              mediaType: 'multipart/form-data',
            },
          ],
    ),
  ),
)

backOffice.notFound((c) => {
  const methods = methodsOf(c.req.path)
  return refused(c, methods === '' ? new Refusal('not_found') : methodNotAllowed(methods))
})
backOffice.onError((error, c) => {
  if (error instanceof CallerGone) return new Response(null, { status: callerGone.status })
  if (error instanceof Refusal) return refused(c, error)
  if (error instanceof HTTPException) return refused(c, invalid('body', '內容不是有效的 JSON'))
  log({ event: 'fault', request_id: c.get('requestId'), fault: error.stack ?? error.message })
  return refused(c, new Refusal('internal_error'))
})

// A browser that asks for a page is told on a page. Nobody who is not known gets one, for it tells who its reader is.
function refused(c: Context<App>, refusal: Refusal): Response | Promise<Response> {
  const isApi = c.req.path === '/health' || c.req.path.startsWith('/api/')
  if (isApi || !wantsPage(c) || c.get('identity') === undefined) return refuse(c, refusal)
  return refusalPage(c, refusedAnswer(refusal))
}

backOffice.get('/health', nothing, (c) => reply(c, c.env.BACK_OFFICE.health()))

const api = backOffice.basePath('/api')

// Made once for an isolate, and its schemas only then: no other call waits for them.
let openApi: string | null = null
api.get('/openapi.json', nothing, async (c) => {
  if (openApi === null) {
    const { openApiDocument } = await import('./openapi/document.ts')
    openApi = JSON.stringify(openApiDocument())
  }
  return c.body(openApi, 200, { 'content-type': 'application/json; charset=utf-8' })
})

for (const named of namedCalls) route(named)
backOffice.route('/', pages)

function route({ name, desk, call }: NamedCall): void {
  const { method, path, roles, answers, ...read } = call
  const readers = [
    ...(read.query === undefined ? [] : [query(read.query)]),
    ...(read.body === undefined ? [] : [jsonOnly, body(read.body)]),
    ...(read.file === undefined ? [] : [fileOnly(read.file.mediaType)]),
  ]
  const handlers: readonly MiddlewareHandler<App>[] = [
    allow(...roles),
    ...(readers.length === 0 ? [nothing] : readers),
    async (c) => {
      const act = { ...c.get('identity'), requestId: c.get('requestId'), approval: null }
      const input = await inputOf(c, read)
      const asked = c.env[desk].call(name, act, input)
      if (answers === 'csv') return replyFile(c, asked, (answer) => refusedFile(c, answer))
      return reply(c, asked, (as) => statusOf(as, name))
    },
  ]
  for (const handler of handlers) api.on(method, path, handler)
}

// A page's link to a file leads here: a browser that gets none is told why on a page.
function refusedFile(c: Context<App>, answer: RefusedAnswer): Response | Promise<Response> {
  return wantsPage(c) ? refusalPage(c, answer) : refusal(c, answer)
}

function wantsPage(c: Context<App>): boolean {
  return c.req.header('accept')?.includes('text/html') === true
}

// What the readers of a call have left.
async function inputOf(
  c: Context<App>,
  { body, file }: Pick<Call, 'body' | 'file'>,
): Promise<CallInput> {
  const { req } = c as Context<App, string, { out: Readonly<Record<'query' | 'json', unknown>> }>
  const read = file === undefined ? req.valid('json') : new Uint8Array(await req.arrayBuffer())
  return {
    ...{ path: req.param(), query: req.valid('query'), body: read },
    sent: body === undefined ? null : await req.json(),
    roles: rolesBySetting(c.env),
    language: languageFor('', req.header('accept-language')),
  }
}

// What matches a path of the table: each of its values is one part of a path.
function pathPattern(path: string): RegExp {
  return new RegExp(`^/api${path.replace(/:\w+(?:\{[^/]*\})?/g, '[^/]+')}$`)
}

// The methods that a path has, for the Allow header; "" when there is no such path.
function methodsOf(path: string): string {
  const has = (method: string) =>
    backOffice.router.match(method, path)[0].some(([[, route]]) => route.method === method)
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    .filter(has)
    .map((method) => (method === 'GET' ? 'GET, HEAD' : method))
    .join(', ')
}
