import { type Meaning, sameInBoth } from '../../../units/language.ts'

/** The words of each value. */
export type Labels<Value extends string> = Readonly<Record<Value, Meaning>>

/** The word of a table for a value; the value itself where the table has none. */
export function labelFor(labels: Readonly<Record<string, Meaning>>, value: string): Meaning {
  return Object.hasOwn(labels, value) ? (labels[value] ?? sameInBoth(value)) : sameInBoth(value)
}
