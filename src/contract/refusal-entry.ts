import type { Meaning } from '../units/language.ts'

/** One row of the table of refusals: its texts tell the caller what to do, and the answer carries one of them. */
export type RefusalEntry = Meaning & {
  readonly status: number
  /** What the merchant's engineer does about it. Endpoints can declare only refusals that have one. */
  readonly remedy?: Meaning
}
