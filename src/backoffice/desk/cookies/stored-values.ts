import type { Context } from 'hono'
import * as z from 'zod'
import type { App } from '../../replies.ts'
import { type CookieName, cookie, keepCookie } from './cookies.ts'

/** Keeps a value, as JSON, like `keepCookie`, for its reader alone: another person may use the browser next. */
export function keepValue(
  c: Context<App>,
  name: CookieName,
  { value, seconds }: { readonly value: object; readonly seconds: number },
): void {
  const by = c.get('identity').name
  keepCookie(c, name, { value: JSON.stringify({ by, value }), seconds })
}

/**
 * The value that `keepValue` has stored for the reader; null without one, and for another shape, as of an earlier
 * program.
 */
export function storedValue<Value>(
  c: Context<App>,
  name: CookieName,
  schema: z.ZodType<Value>,
): Value | null {
  const own = z.object({ by: z.literal(c.get('identity').name), value: schema })
  try {
    return own.parse(JSON.parse(cookie(c, name) ?? '')).value
  } catch {
    return null
  }
}
