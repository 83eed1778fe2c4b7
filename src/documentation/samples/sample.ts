export type Sample = {
  readonly id: string
  readonly name: string
  /** The runtime that it needs, with its oldest version. */
  readonly needs: string
  /** Whole files, as a merchant's engineer copies them; the first has the regions. */
  readonly files: readonly [SampleFile, ...SampleFile[]]
  /** A program that uses them, from creating an order to looking it up: a region of its own. */
  readonly story: SampleFile
}

/** A file by its path below `samples`; a story by that below `languages`. */
export type SampleFile = { readonly path: string; readonly text: string }

/** The text of a module in TypeScript: to the compiler it is the program itself. */
export function sampleText(module: object): string {
  return (module as { readonly default: string }).default
}
