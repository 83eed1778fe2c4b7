/** What something means, in the two languages of documentation and pages. */
export type Meaning = { readonly zh: string; readonly en: string }

/** The languages that readers and members are spoken to in. */
export type Language = 'zh' | 'en'

/** The language tag of each, for `lang` and `Content-Language`. */
export const languageTags = { zh: 'zh-Hant-TW', en: 'en' } as const satisfies Record<
  Language,
  string
>

/** Picks the text of one language. */
export type Say = (words: Meaning) => string

/** Says everything in one language. */
export function sayIn(language: Language): Say {
  return (words) => words[language]
}

/**
 * The language that a reader asks for: by `lang` in the address, else the best of `Accept-Language`, else Traditional
 * Chinese.
 */
export function languageFor(
  lang: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  return languageOf(lang ?? '') ?? preferred(acceptLanguage ?? '') ?? 'zh'
}

function preferred(header: string): Language | undefined {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().split(';')
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean)
    return { language: languageOf(tag), quality: Number(quality ?? 1) }
  })
  // Sorting keeps the order of equals: the first named wins.
  const wanted = ranges.filter(({ language, quality }) => language !== undefined && quality > 0)
  return wanted.sort((one, other) => other.quality - one.quality)[0]?.language
}

function languageOf(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split('-')
  return primary === 'zh' || primary === 'en' ? primary : undefined
}
