import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { amountCharsMax } from '../pages/purchase.tsx'
import type { HostApp } from './request-pipeline.ts'

/**
 * The amount that was refused on this page before, as typed (decisions §5, "An amount that is refused"). Undefined if
 * there is none, or the browser's value is longer than the form allows.
 */
export function amountFromCookie(c: Context<HostApp>): string | undefined {
  const typed = getCookie(c, name, optionsOf(c).prefix)
  return typed !== undefined && typed.length <= amountCharsMax ? typed : undefined
}

/**
 * The cookie that keeps a refused amount in its browser for ten minutes, for this page alone, so that its form can be
 * shown again. Null for an amount longer than the page's field allows.
 */
export function amountCookie(c: Context<HostApp>, typed: string): string | null {
  if (typed.length > amountCharsMax) return null
  return generateCookie(name, typed, { ...optionsOf(c), maxAge: keptSeconds })
}

/** The cookie header that deletes the kept amount; undefined if none is kept. */
export function clearedAmountCookie(c: Context<HostApp>): string | undefined {
  if (amountFromCookie(c) === undefined) return undefined
  return generateCookie(name, '', { ...optionsOf(c), maxAge: 0 })
}

const name = 'typed_amount'
const keptSeconds = 600

function optionsOf({ env: { record } }: Context<HostApp>) {
  const { pathname, protocol } = record.url
  const options = { path: pathname, httpOnly: true, sameSite: 'Strict' } as const
  return { ...options, ...(protocol === 'https:' && ({ prefix: 'secure' } as const)) }
}
