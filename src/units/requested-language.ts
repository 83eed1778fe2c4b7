import type { Language } from './language.ts'

/** The language of an answer: `lang` of the address, else the best of `Accept-Language`, else Traditional Chinese. */
export function languageFor(lang = '', acceptLanguage = ''): Language {
  // Equals keep their order.
  const accepted = acceptLanguage
    .split(',')
    .map(weighed)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  const tags = [lang, ...accepted.map(({ tag }) => tag)]
  return tags.map(languageOf).find((language) => language !== undefined) ?? 'zh'
}

function weighed(part: string): { readonly tag: string; readonly quality: number } {
  const [tag = '', ...parameters] = part.split(';')
  const [given] = parameters.flatMap((one) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(one)?.[1] ?? [])
  const quality = given === undefined ? 1 : Number(given)
  return { tag, quality: Number.isNaN(quality) ? 1 : quality }
}

function languageOf(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split('-')
  return primary === 'zh' || primary === 'en' ? primary : undefined
}
