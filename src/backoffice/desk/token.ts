import type { Context } from 'hono'
import { Refusal } from '../../contract/refusals.ts'
import { monthSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import type { App } from '../replies.ts'
import { cookie, keepCookie } from './cookies/cookies.ts'
import { formFields, type SentForm } from './form-body.ts'

/** The token of the browser's forms. It is kept in a cookie, and no other site can read or set it. */
export function formToken(c: Context<App>): string {
  const known = cookie(c, 'desk_token')
  if (known !== undefined && /^[0-9a-f-]{36}$/.test(known)) return known
  const value = crypto.randomUUID()
  keepCookie(c, 'desk_token', { value, seconds: tokenSeconds })
  return value
}

/** Throws `forbidden` unless the form carries the token of this browser. */
export function requireToken(c: Context<App>, sent: SentForm): void {
  const known = cookie(c, 'desk_token')
  if (known !== undefined && sent[formFields.token]?.[0] === known) return
  throw new Refusal('forbidden', {
    message: say(
      '頁面已過期，請重新整理後再送出',
      'The page is too old: reload it, then send it again',
    ),
  })
}

/** A random key that a form carries, so that a call which is sent twice is carried out once. */
export function freshKey(): string {
  return crypto.randomUUID()
}

const tokenSeconds = monthSeconds
