import type { Language, Meaning, Say } from '../../units/language.ts'
import type { Region } from '../samples/samples.ts'

/**
 * The words of the page as data: a chapter is a list of blocks, which the page draws as HTML. Words may hold `code`
 * between backticks and [links](#anchor), as Markdown has them, and no other mark.
 */
export type Block =
  | { readonly kind: 'text'; readonly words: Meaning }
  | { readonly kind: 'heading'; readonly id: string; readonly words: Meaning }
  | { readonly kind: 'items'; readonly items: readonly Meaning[] }
  | { readonly kind: 'steps'; readonly items: readonly Meaning[] }
  /** A list to tick off. */
  | { readonly kind: 'checks'; readonly items: readonly Meaning[] }
  /** What must not be overlooked. */
  | { readonly kind: 'note'; readonly words: Meaning }
  | {
      readonly kind: 'table'
      readonly columns: readonly Meaning[]
      readonly rows: readonly (readonly Meaning[])[]
    }
  | CodeBlock
  /** The code of one region, in the language that the reader has chosen. */
  | { readonly kind: 'samples'; readonly region: Region }
  | { readonly kind: 'picture'; readonly name: PictureName }
  /** Closed until it is asked for, or a link leads into it. */
  | {
      readonly kind: 'folded'
      readonly id: string
      readonly words: Meaning
      readonly blocks: readonly Block[]
    }
  /** The console and the signature doctor. */
  | { readonly kind: 'try-it'; readonly deployment: Deployment }

/** A block of code. A test runs what is `bash`, and compares JSON with the part of the contract that `fits` names. */
export type CodeBlock = {
  readonly kind: 'code'
  readonly caption: Meaning
  readonly language: 'bash' | 'json' | 'text' | 'http'
  readonly text: string
  readonly fits?: Fits
}

/** What an example in JSON has to fit: an endpoint's answer, the body of an error, or that of a callback. */
export type Fits = `answer ${string}` | 'failure' | 'collection callback' | 'payout callback'

export type PictureName = 'calls' | 'collection-states' | 'payout-states'

/** A chapter of the page. Its id is its address, and never changes. */
export type ChapterWords = {
  readonly id: string
  readonly title: Meaning
  readonly blocks: readonly Block[]
}

/** What the page tells of the deployment that serves it. */
export type Deployment = {
  /** The base address, `/` where none is set. */
  readonly server: string
  readonly toleranceSeconds: number
  readonly linkLifetimeSeconds: number
  readonly matchedGraceSeconds: number
  /** The test merchant that everybody may use; null where there is none. */
  readonly sandbox: { readonly uid: string; readonly secret: string } | null
}

/** How the page is drawn: its language, and that of its samples. */
export type View = { readonly language: Language; readonly say: Say; readonly code: string }

/** A paragraph. */
export function text(zh: string, en: string): Block {
  return { kind: 'text', words: { zh, en } }
}

/** A heading below a chapter's, with an id of its own. */
export function heading(id: string, zh: string, en: string): Block {
  return { kind: 'heading', id, words: { zh, en } }
}

/** What must not be overlooked. */
export function note(zh: string, en: string): Block {
  return { kind: 'note', words: { zh, en } }
}

/** One line of a list. */
export function line(zh: string, en: string): Meaning {
  return { zh, en }
}

/** Words that are the same in both languages: names, numbers, code. */
export function same(words: string): Meaning {
  return { zh: words, en: words }
}
