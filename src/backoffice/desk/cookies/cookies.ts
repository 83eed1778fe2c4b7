import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/**
 * The cookies of the pages: the form token, the language, the last act, counts of waiting work, bookmarks of the
 * databases, refused forms, and the local actor.
 */
export type CookieName =
  | 'desk_token'
  | 'desk_language'
  | 'desk_done'
  | 'desk_counts'
  | 'desk_sections'
  | 'desk_bookmarks'
  | `desk_typed_${string}`
  | 'local_actor'

/** The cookie of that name; undefined when the browser has none. */
export function cookie(c: Context, name: CookieName): string | undefined {
  return getCookie(c, name, prefixOf(c))
}

/** The cookies whose names begin with `start`, with their values. */
export function cookies(
  c: Context,
  start: 'desk_typed_',
): readonly (readonly [name: `desk_typed_${string}`, value: string])[] {
  const prefix = prefixOf(c) === undefined ? '' : '__Host-'
  return Object.entries(getCookie(c)).flatMap(([name, value]) =>
    name.startsWith(prefix + start)
      ? [[`${start}${name.slice(prefix.length + start.length)}`, value] as const]
      : [],
  )
}

/**
 * Stores a cookie for some seconds, out of reach of scripts. Forms of other sites do not send it; their links do, so
 * that a reader who comes back from signing in keeps the token of the open pages.
 */
export function keepCookie(
  c: Context,
  name: CookieName,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): void {
  const prefix = prefixOf(c)
  setCookie(c, name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: seconds,
    ...(prefix === undefined ? {} : { prefix, secure: true }),
  })
}

/** Removes a cookie. */
export function dropCookie(c: Context, name: CookieName): void {
  const prefix = prefixOf(c)
  deleteCookie(c, name, { path: '/', ...(prefix === undefined ? {} : { prefix, secure: true }) })
}

// A cookie named `__Host-` cannot be set by another host of the same domain; it needs HTTPS.
function prefixOf(c: Context): 'host' | undefined {
  return new URL(c.req.url).protocol === 'https:' ? 'host' : undefined
}
