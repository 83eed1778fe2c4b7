import type { Meaning } from '../units/language.ts'

/** One row of the table of refusals: its texts say what the caller should do; the answer carries one of them. */
export type RefusalEntry = Meaning & {
  readonly status: number
  /** The remedy for the merchant's engineer. Endpoints can declare only refusals with a remedy. */
  readonly remedy?: Meaning
}
