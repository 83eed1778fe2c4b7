import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type * as z from 'zod'
import type { Role } from '../contract/back-office.ts'
import { invalidFields, Refusal } from '../contract/refusals.ts'
import type { App } from './replies.ts'

/** Lets the named roles through and refuses everyone else. */
export function allow(...allowed: readonly Role[]): MiddlewareHandler<App> {
  return async (c, next) => {
    if (!allowed.includes(c.get('identity').role)) throw new Refusal('forbidden')
    await next()
  }
}

/** Only our own pages may write: a browser sends a person's Access cookie along with what any page makes it send. */
export function refuseForeignPages({ method, url, headers }: Request): void {
  if (method === 'GET' || method === 'HEAD') return
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const ownOrigin = origin === null || origin === new URL(url).origin
  const ownSite = site === null || site === 'same-origin' || site === 'none'
  if (!ownOrigin || !ownSite)
    throw new Refusal('forbidden', { message: '只接受本站頁面送出的請求' })
}

/** Refuses a body that is not JSON: the validator would take it for an empty one, which means the defaults. */
export async function jsonOnly(c: Context<App>, next: Next): Promise<void> {
  const [mediaType = ''] = (c.req.header('content-type') ?? '').split(';')
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw new Refusal('unsupported_media_type', { message: '請以 application/json 傳送' })
  }
  await next()
}

/** The body, by its schema; `validation_error` names each field that it does not fit. */
export function body<Schema extends z.ZodType>(schema: Schema) {
  return zValidator('json', schema, (result) => {
    if (!result.success) throw invalidFields(problemsOf(result.error))
  })
}

/** The query, by its schema, as above. */
export function query<Schema extends z.ZodType>(schema: Schema) {
  return zValidator('query', schema, (result) => {
    if (!result.success) throw invalidFields(problemsOf(result.error))
  })
}

function problemsOf(error: z.core.$ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}
