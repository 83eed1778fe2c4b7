import { type Meaning, sameInBoth } from '../../../units/language.ts'

export type Labels<Value extends string> = Readonly<Record<Value, Meaning>>

/** The label of a value; the value itself if the table has none. */
export function labelFor(labels: Readonly<Record<string, Meaning>>, value: string): Meaning {
  return Object.hasOwn(labels, value) ? (labels[value] ?? sameInBoth(value)) : sameInBoth(value)
}
