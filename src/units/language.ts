/** A text in the two languages of documentation and pages. */
export type Meaning = { readonly zh: string; readonly en: string }

/** The languages of documentation and pages. */
export type Language = 'zh' | 'en'

/** The language tag of each, for `lang` and `Content-Language`. */
export const languageTags = { zh: 'zh-Hant-TW', en: 'en' } as const satisfies Record<
  Language,
  string
>

/** Picks the text of one language. */
export type Say = (meaning: Meaning) => string

/** Returns the function that picks the texts of one language. */
export function sayIn(language: Language): Say {
  return (meaning) => meaning[language]
}
