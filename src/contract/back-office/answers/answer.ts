import * as z from 'zod'
import type { Meaning } from '../../../units/language.ts'
import type { Calls } from '../calls/call.ts'

// Answers of the back office's calls, for its OpenAPI document. No Worker reads an answer by them: the types of the
// handlers are theirs, and tests hold what is answered against them, strictly.

/** What the document says of a call: a sentence, its answer, and what else a caller has to know. */
export type Documented<Answer extends z.ZodType | 'csv' = z.ZodType | 'csv'> = {
  readonly says: Meaning
  /** What its body has to keep to beside its schema. */
  readonly notes?: Meaning
  /** `csv`: a file, whose header tells its columns. */
  readonly answer: Answer
  /** Present where the call may wait for a second person (back office §5): it then answers 202. */
  readonly waits?: true
  /** Another status that it may answer with, and what. */
  readonly also?: { readonly status: 200 | 201; readonly answer: z.ZodType }
}

/** What the document says of each call of a table. */
export type DocumentedCalls<Table extends Calls> = {
  readonly [Name in keyof Table]: Documented<
    Table[Name] extends { readonly answers: 'csv' } ? 'csv' : z.ZodType
  >
}

/** What a call gives of which the document says that. */
export type Given<Answer> = Answer extends z.ZodType
  ? Immutable<z.output<Answer>>
  : Answer extends 'csv'
    ? ReadableStream
    : never

/** A value as a view gives it: nobody changes it. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T

/** The same schema with its meaning in both languages. */
export function meaning<Schema extends z.ZodType>(schema: Schema, zh: string, en: string): Schema {
  return schema.describe(`${zh} / ${en}`)
}

/** The schema under the name that it has in the document. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  return schema.meta({ id })
}

/** One page of a list, under a name of its own. */
export function listOf<Item extends z.ZodType>(id: string, item: Item) {
  return named(id, z.strictObject({ items: z.array(item), next_cursor: nextCursor }))
}

export const nextCursor = meaning(
  z.string().nullable(),
  '下一頁的 cursor；最後一頁為 null',
  'The cursor of the next page; null on the last one',
)

/** A date-time in Asia/Taipei. */
export const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .meta({ examples: ['2026-01-31 15:04:05'] })

/** A day in Asia/Taipei. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An amount in TWD. */
export const money = z.number()

/** The kinds of money that a merchant has. */
export const buckets = {
  available: meaning(money, '可用餘額', 'Available balance'),
  frozen: meaning(money, '凍結金額（待處理的代付）', 'Held for pending payouts'),
  unconfirmed: meaning(money, '待後台確認的金額', 'Awaiting confirmation'),
}

/** One of these kinds, and where money comes from or goes to: one of them, or outside of the books. */
export const bucket = z.enum(['available', 'frozen', 'unconfirmed'])
export const place = z.enum(['outside', ...bucket.options])
