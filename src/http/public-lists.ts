import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { Hono } from 'hono/tiny'
import type * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { bankList, productList } from '../contract/catalogue/catalogue-endpoints.ts'
import type { ListEndpoint } from '../contract/endpoint.ts'
import { type FieldProblems, invalidFields, methodNotAllowed } from '../contract/refusals.ts'
import { answerInTime } from '../operations/answer-in-time.ts'
import { listBanks, listProducts } from '../operations/catalogue/read-catalogue.ts'
import { meaningOf } from '../units/language.ts'
import type { HostApp } from './request-pipeline.ts'

/** The two public lists: no signature, cacheable, open to web pages of any origin. */
export const publicLists = new Hono<HostApp>()

serve(bankList, listBanks, 'public, max-age=3600')
serve(productList, listProducts, 'public, max-age=60')

function serve<Query extends z.core.$ZodShape, Response extends z.ZodMiniType>(
  endpoint: ListEndpoint<Query, Response>,
  operation: (
    context: Context,
    query: z.output<z.ZodMiniObject<Query>>,
  ) => Promise<z.output<Response>>,
  cacheControl: string,
): void {
  publicLists.use(endpoint.path, cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }))
  publicLists.use(endpoint.path, etag())
  publicLists.get(endpoint.path, async (c) => {
    const read = endpoint.query.safeParse(c.req.query())
    if (!read.success) throw invalidFields(problemsOf(read.error))
    const { context } = c.env
    const answer = await answerInTime(context, operation(context, read.data))
    // Set late: CORS makes what is set before a refusal its headers too.
    c.header('cache-control', cacheControl)
    return c.json(answer)
  })
  publicLists.all(endpoint.path, () => {
    throw methodNotAllowed('GET, HEAD, OPTIONS')
  })
}

function problemsOf(error: z.core.$ZodError): FieldProblems {
  return Object.fromEntries(
    error.issues.map(({ path, message }) => [path.join('.'), [meaningOf(message)]]),
  )
}
