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
