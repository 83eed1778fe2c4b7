import { type Language, type Meaning, type Say, sayIn } from '../../units/language.ts'
import type { Region } from '../samples/samples.ts'

/**
 * The documentation as data: a chapter is a list of blocks, printed as HTML (`parts/draw.tsx`) and as Markdown
 * (`../twins/markdown.ts`). Texts may contain `code`, **strong text** and [links](#anchor), and no other mark.
 */
export type Block =
  /** A paragraph; a note must not be overlooked. */
  | { readonly kind: 'text' | 'note'; readonly labels: Meaning }
  /** A heading below a chapter's title. Without an id it is one level deeper and has no address. */
  | { readonly kind: 'heading'; readonly id?: string; readonly labels: Meaning }
  /** A list: `steps` are numbered, `checks` can be ticked off, `names` are short and in rows. */
  | { readonly kind: 'items' | 'steps' | 'checks' | 'names'; readonly items: readonly Meaning[] }
  | TableBlock
  | CodeBlock
  /** The code of one region, in the language that the reader has chosen. */
  | { readonly kind: 'samples'; readonly region: Region }
  /** The commands that get and run the story, in the language that the reader has chosen. */
  | { readonly kind: 'commands' }
  | { readonly kind: 'picture'; readonly name: PictureName }
  /** Folded until the reader or a link opens it; with `stands` it is open on a wide screen. */
  | {
      readonly kind: 'folded'
      readonly id?: string
      readonly stands?: 'below' | 'beside'
      readonly labels: Meaning
      readonly blocks: readonly Block[]
    }
  /** Blocks that belong together: an endpoint of the reference, or a tool of the page. */
  | { readonly kind: 'endpoint' | 'tool'; readonly blocks: readonly Block[] }
  /** How an endpoint is called. */
  | { readonly kind: 'route'; readonly method: string; readonly path: string }
  | FormBlock
  /** The mistakes that the signature doctor recognises. */
  | { readonly kind: 'mistakes' }

/** A form of the page's script, and its replacement without the script. */
export type FormBlock = {
  readonly kind: 'form'
  readonly form: 'console' | 'doctor'
  readonly deployment: Deployment
  readonly withoutScript: Meaning
}

/** A table. The stylesheet names the columns of field tables, because there are many of them. */
export type TableBlock = {
  readonly kind: 'table'
  readonly of?: 'fields' | 'answers'
  readonly columns: readonly Meaning[]
  readonly rows: readonly (readonly Cell[])[]
}

/** The content of a cell: a name in code, with its anchor and the type that the console reads, or a text. */
export type Cell =
  | { readonly code: string; readonly id?: string; readonly type?: string }
  | (Meaning & {
      readonly id?: string
      /** The Chinese that is served, beside its English in Markdown. */
      readonly original?: string
    })

/** A block of code. A test runs `bash` blocks, and compares JSON with the part of the contract named in `fits`. */
export type CodeBlock = {
  readonly kind: 'code'
  readonly caption: Meaning
  readonly language: 'bash' | 'powershell' | 'json' | 'text' | 'http'
  readonly text: string | Meaning
  readonly fits?: Fits
}

/**
 * The part of the contract that a JSON example must fit: an endpoint's request or answer, or the body of an error or a
 * callback.
 */
export type Fits =
  | `${'request' | 'answer'} ${string}`
  | 'failure'
  | 'collection callback'
  | 'payout callback'

export type PictureName = 'calls'

/** A chapter. Its id is its address, and never changes. */
export type Chapter = {
  readonly id: string
  readonly title: Meaning
  /** Its name in the contents, where that is shorter. */
  readonly shortTitle?: Meaning
  readonly blocks: readonly Block[]
}

/** The values of the deployment that serves the page. */
export type Deployment = {
  /** The base address, `/` where none is set. */
  readonly server: string
  readonly toleranceSeconds: number
  readonly linkLifetimeSeconds: number
  readonly matchedGraceSeconds: number
  /** Where `npm start` shows what was sent; null in a deployment. */
  readonly inspector?: string | null
  /** The test merchant that everybody may use; null where there is none. */
  readonly sandbox: { readonly uid: string; readonly secret: string } | null
}

/** How the page is drawn: its language, and that of its samples. */
export type View = { readonly language: Language; readonly say: Say; readonly code: string }

/** A paragraph. */
export function text(zh: string, en: string): Block {
  return { kind: 'text', labels: { zh, en } }
}

/** A heading below a chapter's, with an id of its own. */
export function heading(id: string, zh: string, en: string): Block {
  return { kind: 'heading', id, labels: { zh, en } }
}

/** A note, which must not be overlooked. */
export function note(zh: string, en: string): Block {
  return { kind: 'note', labels: { zh, en } }
}

/** One line of a list. */
export function line(zh: string, en: string): Meaning {
  return { zh, en }
}

/** A text that is the same in both languages: a name, a number or code. */
export function same(labels: string): Meaning {
  return { zh: labels, en: labels }
}

/** A text that one function writes in both languages. */
export function inEach(write: (say: Say) => string): Meaning {
  return { zh: write(sayIn('zh')), en: write(sayIn('en')) }
}
