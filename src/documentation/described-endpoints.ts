import * as z from 'zod/mini'
import { dateTimeText } from '../contract/answer-shapes.ts'
import { meanings } from '../contract/described-fields.ts'
import {
  type AnyEndpoint,
  type AnyListEndpoint,
  type EarlierNames,
  earlierSignedNames,
  listRefusals,
  signedFields,
  signedRefusals,
} from '../contract/endpoint.ts'
import { listEndpoints, signedEndpoints } from '../contract/endpoints.ts'
import { type FieldNote, fieldNotes } from '../contract/fields.ts'
import { refusals } from '../contract/refusal-table.ts'
import type { MerchantRefusalCode } from '../contract/refusals.ts'
import type { Meaning } from '../units/language.ts'

/** An endpoint as the documentation shows it, signed or a public list. */
export type DescribedEndpoint = {
  readonly number: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: Meaning
  readonly notes: readonly Meaning[]
  /** Where the request has its fields. */
  readonly sentIn: 'body' | 'query'
  readonly fields: readonly RequestField[]
  readonly earlierNames: EarlierNames
  readonly answer: DescribedSchema
  /** Those with status 422 first, the others by status. */
  readonly refusals: readonly MerchantRefusalCode[]
}

export type RequestField = FieldNote & { readonly name: string }

/** JSON Schema as `z.toJSONSchema` writes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

/** JSON Schema in which each field also has its meaning, as `zh` and `en`. */
export type DescribedSchema = JsonSchema

/** Every endpoint of the contract, by number. */
export function describedEndpoints(): readonly DescribedEndpoint[] {
  const all = [...signedEndpoints.map(describedSigned), ...listEndpoints.map(describedList)]
  return all.sort((one, other) => one.number - other.number)
}

/** The refusals of all endpoints, with that of a path that does not exist. */
export function describedRefusals(): readonly MerchantRefusalCode[] {
  return byStatus(describedEndpoints().flatMap((endpoint) => endpoint.refusals))
}

/** A schema of the contract as JSON Schema with meanings. */
export function describedSchema(schema: z.ZodMiniType): DescribedSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    metadata: meanings,
    override: withoutNoise,
  })
  return json
}

/** One field of an answer. Its path is written as `data.channels[].code`. */
export type AnswerRow = {
  readonly path: string
  readonly type: string
  readonly values: readonly string[]
  readonly meaning: Meaning
}

/** The fields of an answer, each followed by those inside it. */
export function rowsOf(schema: DescribedSchema, within = ''): readonly AnswerRow[] {
  return Object.entries(fieldsIn(schema)).flatMap(([name, inner]) => {
    const path = within === '' ? name : `${within}.${name}`
    const row = {
      path,
      type: typeNameOf(inner),
      values: valuesOf(inner),
      meaning: meaningOf(inner),
    }
    const whole =
      inner.anyOf?.find((one) => typeof one === 'object' && 'properties' in one) ?? inner
    const items = typeof whole === 'object' ? whole.items : undefined
    const deeper =
      typeof items === 'object' && !Array.isArray(items)
        ? rowsOf(items, `${path}[]`)
        : rowsOf(whole as JsonSchema, path)
    return [row, ...deeper]
  })
}

/** A meaning in both languages, for a document that has one text for all readers. */
export function inBoth({ zh, en }: Meaning): string {
  return zh === en ? zh : `${zh} / ${en}`
}

function describedSigned(endpoint: AnyEndpoint): DescribedEndpoint {
  const { number, method, path, summary, notes } = endpoint
  return {
    number,
    method,
    path,
    summary,
    notes,
    sentIn: 'body',
    fields: [...fieldsOf(signedFields), ...fieldsOf(endpoint.request)],
    earlierNames: [...earlierSignedNames, ...endpoint.earlierNames],
    answer: describedSchema(endpoint.response),
    refusals: byStatus([...endpoint.refusals, ...signedRefusals]),
  }
}

function describedList(endpoint: AnyListEndpoint): DescribedEndpoint {
  const { number, method, path, summary, notes } = endpoint
  const fields = Object.entries(endpoint.query.shape).map(([name, schema]) => {
    return { name, ...queryNote(schema as z.ZodMiniType) }
  })
  return {
    number,
    method,
    path,
    summary,
    notes,
    sentIn: 'query',
    fields,
    earlierNames: [],
    answer: describedSchema(endpoint.response),
    refusals: byStatus(listRefusals),
  }
}

/** The fields of a request, with their notes. */
export function fieldsOf(request: z.ZodMiniObject): RequestField[] {
  return Object.entries(request.shape).map(([name, schema]) => {
    const note = fieldNotes.get(schema as z.ZodMiniType)
    if (note === undefined) throw new Error(`${name} has no note`)
    return { name, ...note }
  })
}

function queryNote(schema: z.ZodMiniType): FieldNote {
  const { maxLength, ...json } = describedSchema(schema)
  const required = !schema.safeParse(undefined).success
  const note = { type: 'string', required, ...meaningOf(json) } as const
  return maxLength === undefined ? note : { ...note, maxLength }
}

function meaningOf({ zh, en }: DescribedSchema): Meaning {
  if (typeof zh === 'string' && typeof en === 'string') return { zh, en }
  throw new Error('a field has no meaning')
}

// 422 comes first: it is about the request's content. Sorting keeps an endpoint's own refusals before the shared ones.
function byStatus(codes: readonly MerchantRefusalCode[]): readonly MerchantRefusalCode[] {
  const rank = (code: MerchantRefusalCode) =>
    refusals[code].status === 422 ? 0 : refusals[code].status
  return [...new Set([...codes, 'not_found' as const])].sort((a, b) => rank(a) - rank(b))
}

// Answers may gain fields, so no object is closed; the bounds of JavaScript's integers are no bounds of the contract.
function withoutNoise({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const dateTimePattern = z.toJSONSchema(dateTimeText()).pattern

// The fields of an object; `{name}` stands for fields whose names are free.
function fieldsIn(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties = {}, additionalProperties: values } = schema
  const own = Object.entries(properties).flatMap(([name, inner]) =>
    typeof inner === 'object' ? [[name, inner] as const] : [],
  )
  const isOpen = typeof values === 'object' && Object.keys(values).length > 0
  return Object.fromEntries(isOpen ? [...own, ['{name}', values] as const] : own)
}

function typeNameOf({ type, anyOf, items, pattern }: JsonSchema): string {
  if (pattern === dateTimePattern) return 'date-time'
  if (anyOf !== undefined) {
    return anyOf.map((one) => (typeof one === 'object' ? typeNameOf(one) : '')).join(' | ')
  }
  if (Array.isArray(type)) return type.join(' | ')
  if (type !== 'array') return type ?? 'string'
  return typeof items === 'object' && !Array.isArray(items) ? `${typeNameOf(items)}[]` : 'array'
}

function valuesOf({ enum: labels, const: only }: JsonSchema): readonly string[] {
  if (only !== undefined) return [String(only)]
  return (labels ?? []).map(String)
}

/** The id of an endpoint's heading. */
export function anchorOf({ path }: Pick<DescribedEndpoint, 'path'>): string {
  return path.split('/').slice(3).join('-')
}
