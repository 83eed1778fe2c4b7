import * as z from 'zod/mini'
import type { Meaning } from '../units/language.ts'
import { type Field, fieldNotes } from './fields.ts'

/** The meaning of each field of an answer, a callback or a public list's query, by the field's schema. */
export const meanings = z.registry<Meaning>()

declare const hasMeaning: unique symbol
declare const hasDescribedFields: unique symbol

/** The schema of a field that has a meaning. Only `described` and `repeated` make one. */
type DescribedField<Schema extends z.ZodMiniType = z.ZodMiniType> = Schema & {
  readonly [hasMeaning]: true
}

/** Fields by name, each with its meaning. */
export type DescribedFields = Readonly<Record<string, DescribedField>>

/** The schema of an object whose fields all have a meaning. Only `object` makes one. */
export type DescribedObject<Schema extends z.ZodMiniType = z.ZodMiniType> = Schema & {
  readonly [hasDescribedFields]: true
}

// No type here allows a plain `z.object`, alone or wrapped: its fields would have no meaning.
type Describable =
  | z.ZodMiniType<Scalar | readonly Scalar[]>
  | DescribedObject
  | z.ZodMiniArray<DescribedObject>
  | z.ZodMiniNullable<DescribedObject>
  | z.ZodMiniOptional<DescribedObject>
  | z.ZodMiniRecord<z.ZodMiniString, DescribedField>
  | z.ZodMiniUnion<readonly [z.ZodMiniString, z.ZodMiniRecord<z.ZodMiniString, z.ZodMiniUnknown>]>
  | z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString, z.ZodMiniArray<z.ZodMiniString>>>

type Scalar = string | number | boolean | null | undefined

/** Gives a field its meaning. The schema must be new: a schema has one meaning only. */
export function described<Schema extends Describable>(
  schema: Schema,
  zh: string,
  en: string,
): DescribedField<Schema> {
  if (meanings.has(schema)) throw new Error(`a second meaning of one schema: ${en}`)
  meanings.add(schema, { zh, en })
  return schema as DescribedField<Schema>
}

/** A field of an answer that repeats a field of a request and means the same. */
export function repeated<Schema extends Describable>(
  schema: Schema,
  field: Field,
): DescribedField<Schema> {
  const note = fieldNotes.get(field)
  if (note === undefined) throw new Error('a field of a request has no note')
  return described(schema, note.zh, note.en)
}

/** An object of described fields: a part of an answer or a callback, or all of it. */
export function object<Fields extends DescribedFields>(
  fields: Fields,
): DescribedObject<z.ZodMiniObject<Fields>> {
  return z.object(fields) as DescribedObject<z.ZodMiniObject<Fields>>
}
