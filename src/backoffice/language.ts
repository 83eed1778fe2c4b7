import type { Context } from 'hono'
import type { Language } from '../units/language.ts'
import { languageFor } from '../units/requested-language.ts'
import { cookie } from './desk/cookies/cookies.ts'

/** The language that the person has chosen, else that of the browser. */
export function languageOf(c: Context): Language {
  return languageFor(cookie(c, 'desk_language'), c.req.header('accept-language'))
}
