import type { Language } from './language.ts'

/** The language of an answer: `lang` of the address, else the best of `Accept-Language`, else Traditional Chinese. */
export function languageFor(lang = '', acceptLanguage = ''): Language {
  return languageOf(lang) ?? acceptedLanguage(acceptLanguage) ?? 'zh'
}

/** The best language of `Accept-Language`; undefined if it names none of ours. */
export function acceptedLanguage(acceptLanguage = ''): Language | undefined {
  // Equal weights keep their order.
  const accepted = acceptLanguage
    .split(',')
    .map(weighed)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return accepted.map(({ tag }) => languageOf(tag)).find((language) => language !== undefined)
}

function weighed(part: string): { readonly tag: string; readonly quality: number } {
  const [tag = '', ...parameters] = part.split(';')
  const [weight] = parameters.flatMap((one) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(one)?.[1] ?? [])
  const quality = weight === undefined ? 1 : Number(weight)
  return { tag, quality: Number.isNaN(quality) ? 1 : quality }
}

function languageOf(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split('-')
  return primary === 'zh' || primary === 'en' ? primary : undefined
}
