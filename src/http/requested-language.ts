import { parseAccept } from 'hono/utils/accept'
import type { Language } from '../units/language.ts'

/** The language of an answer: `lang` of the address, else the best of `Accept-Language`, else Traditional Chinese. */
export function languageFor(lang = '', acceptLanguage = ''): Language {
  // Sorted by quality; equals keep their order.
  const accepted = parseAccept(acceptLanguage).filter(({ q }) => q > 0)
  const tags = [lang, ...accepted.map(({ type }) => type)]
  return tags.map(languageOf).find((language) => language !== undefined) ?? 'zh'
}

function languageOf(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split('-')
  return primary === 'zh' || primary === 'en' ? primary : undefined
}
