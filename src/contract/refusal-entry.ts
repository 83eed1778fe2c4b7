import type { Meaning } from '../units/language.ts'

/** One row of the table of refusals. */
export type RefusalEntry = {
  readonly status: number
  /** Tells the caller in Traditional Chinese what to do; the answer carries it. */
  readonly message: string
  readonly english: string
  /** What the merchant's engineer does about it. Endpoints can declare only refusals that have one. */
  readonly remedy?: Meaning
}
