import { type Context, Hono } from 'hono'
import type { Call } from '../contract/back-office/call.ts'
import { namedCalls } from '../contract/back-office/table.ts'
import { noParameters } from '../contract/back-office/values.ts'
import { bodyBytesMax } from '../contract/limits.ts'
import { faultText, pathLogger } from '../contract/log-redaction.ts'
import {
  ClientGone,
  clientGone,
  methodNotAllowed,
  Refusal,
  type RefusedAnswer,
  refusedAnswer,
} from '../contract/refusals.ts'
import { refuseForeignPages, toHttps } from '../contract/request-guards.ts'
import { writeLog } from '../platform/log.ts'
import { identify } from './access.ts'
import { actorHash } from './actor-hash.ts'
import { callAs } from './call.ts'
import { deskRoutes, refusalPage } from './desk/routes.ts'
import { fitting, jsonOf, parametersOf, requireMediaType, wholeBody } from './guards.ts'
import { type App, refusal, refuse, reply, replyFile, replyOutcome, settled } from './replies.ts'

/**
 * The back office: its API (decisions §9) and its pages (back office §9). Identifies the caller, checks the role, and
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
  writeLog({
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
  const redirect = toHttps(c.req.raw, new URL(c.req.url))
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
  if (error instanceof ClientGone) return new Response(null, { status: clientGone.status })
  if (error instanceof Refusal) return refused(c, error)
  writeLog({ event: 'fault', request_id: c.get('requestId'), fault: faultText(error) })
  return refused(c, new Refusal('internal_error'))
})

// A refusal is a page for a browser that asks for a page, except for an unknown caller, because a page names its
// reader.
function refused(c: Context<App>, refusal: Refusal): Response | Promise<Response> {
  const isApi = c.req.path === '/health' || c.req.path.startsWith('/api/')
  if (isApi || !wantsPage(c) || c.get('identity') === undefined) return refuse(c, refusal)
  return refusalPage(c, refusedAnswer(refusal))
}

backOffice.get('/health', async (c) => {
  await requireNothing(c)
  return reply(c, await settled(c, c.env.BACK_OFFICE.health()))
})

const api = backOffice.basePath('/api')

// Made once an isolate, for its first request, because no other call needs its schemas.
let openApi: string | null = null
api.get('/openapi.json', async (c) => {
  await requireNothing(c)
  if (openApi === null) {
    const { openApiDocument } = await import('./openapi/document.ts')
    openApi = JSON.stringify(openApiDocument())
  }
  return c.body(openApi, 200, { 'content-type': 'application/json; charset=utf-8' })
})

for (const { name, call } of namedCalls) {
  api.on(call.method, call.path, async (c) => {
    const read = async () => ({ query: parametersOf(c.req.url), body: await bodyOf(c, call) })
    const answer = await callAs(c, name, { path: c.req.param(), read })
    return call.answer === 'csv' ? replyFile(c, answer, refusedFile) : replyOutcome(c, answer)
  })
}
backOffice.route('/', deskRoutes)

// Refuses any parameter, and any body but an empty JSON object.
async function requireNothing(c: Context<App>): Promise<void> {
  fitting(noParameters, parametersOf(c.req.url))
  fitting(noParameters, await bodyOf(c, {}))
}

// The body of a call: a file's bytes, JSON, or nothing, which may be sent as an empty object.
async function bodyOf(
  c: Context<App>,
  { body, file }: Pick<Call, 'body' | 'file'>,
): Promise<unknown> {
  if (file !== undefined) {
    requireMediaType(c, file.mediaType)
    return new Uint8Array(await c.req.arrayBuffer())
  }
  const text = await c.req.text()
  if (text === '' && body === undefined) return {}
  requireMediaType(c, 'application/json')
  return jsonOf(text)
}

// Pages link to files here, so the refusal of a file is a page for a browser.
function refusedFile(c: Context<App>, answer: RefusedAnswer): Response | Promise<Response> {
  return wantsPage(c) ? refusalPage(c, answer) : refusal(c, answer)
}

function wantsPage(c: Context<App>): boolean {
  return c.req.header('accept')?.includes('text/html') === true
}

// The pattern of a path of the table: each of its values is one part of a path.
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
