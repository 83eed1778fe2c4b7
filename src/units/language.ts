/** A text in the two languages of documentation, pages and refusals. */
export type Meaning = { readonly zh: string; readonly en: string }

/** A text in both languages. */
export function say(zh: string, en: string): Meaning {
  return { zh, en }
}

/** A text that is the same in both languages: a name or a number. */
export function sameInBoth(text: string): Meaning {
  return { zh: text, en: text }
}

/** A problem for a schema: Zod has room for one string, which `meaningOf` splits again. */
export function problem(zh: string, en: string): string {
  return zh + border + en
}

/** The text of a schema's issue in both languages. */
export function meaningOf(message: string): Meaning {
  const [zh = '', en = zh] = message.split(border)
  return { zh, en }
}

// The control character "unit separator", which occurs in no text.
const border = '\u001f'

/** The languages of documentation and pages. */
export type Language = 'zh' | 'en'

/** The language tag of each, for `lang` and `Content-Language`. */
export const languageTags = { zh: 'zh-Hant-TW', en: 'en' } as const satisfies Record<
  Language,
  string
>

export type Say = (meaning: Meaning) => string

/** Returns the function that picks the texts of one language. */
export function sayIn(language: Language): Say {
  return (meaning) => meaning[language]
}
