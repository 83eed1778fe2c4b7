import { tradeNumberAlias } from '../contract/endpoint.ts'
import { bodyBytesMax } from '../contract/limits.ts'
import {
  type DescribedEndpoint,
  inBoth,
  type JsonSchema,
  type RequestField,
} from './described-endpoints.ts'

/**
 * The request of an endpoint as JSON Schema: what it allows is read without a validation error. Earlier names are no
 * fields of it, nor is what else is taken (numbers as text): the description says both in words.
 */
export function requestSchema(endpoint: DescribedEndpoint): JsonSchema {
  return schemaOf(requestFields(endpoint))
}

/** The same as a form (§1.6): an object is its JSON text. */
export function formSchema(endpoint: DescribedEndpoint): JsonSchema {
  return schemaOf(requestFields(endpoint).map((field) => (isObject(field) ? asText(field) : field)))
}

function isObject({ type }: RequestField): boolean {
  return type === 'object or string'
}

function asText(field: RequestField): RequestField {
  const zh = `${field.zh}；表單中為 JSON 文字`
  const en = `${field.en}; in a form, JSON text`
  return { ...field, type: 'string', maxLength: bodyBytesMax, zh, en }
}

function schemaOf(fields: readonly RequestField[]): JsonSchema {
  const names = fields.map(({ name }) => name)
  const numbers = orderNumbersOf(fields)
  const anyOf = numbers.map((name) => namedBy(name, numbers))
  const object: JsonSchema = {
    type: 'object',
    required: fields.filter((field) => field.required).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field) => [field.name, fieldSchema(field, names, numbers)]),
    ),
  }
  // Beside properties, some generators keep `anyOf` only.
  return anyOf.length === 0 ? object : { allOf: [object, { anyOf }] }
}

/** The fields of a request, without those that are another name of a field. */
export function requestFields({ fields, earlierNames }: DescribedEndpoint): RequestField[] {
  const earlier = new Set<string>([tradeNumberAlias[0], ...earlierNames.map(([one]) => one)])
  return fields.filter(({ name }) => !earlier.has(name))
}

/** Each other name that an endpoint takes, with the name it stands for. */
export function otherNames({ fields, earlierNames }: DescribedEndpoint): [string, string][] {
  const hasAlias = fields.some(({ name }) => name === tradeNumberAlias[0])
  const all = hasAlias ? [...earlierNames, tradeNumberAlias] : earlierNames
  return all.map(([earlier, current]) => [earlier, current])
}

/** One field as JSON Schema, with its limits, default and meaning. `names` are all fields of the request. */
export function fieldSchema(
  field: RequestField,
  names: readonly string[],
  numbers: readonly string[] = [],
): JsonSchema {
  const { maxLength, minimum, maximum, pattern, schema = {} } = field
  const isText = field.type === 'string' && field.enum === undefined
  const isGiven = isText && (field.required || numbers.includes(field.name))
  const limits = { minLength: isGiven ? 1 : undefined, maxLength, minimum, maximum, pattern }
  return {
    ...typeOf(field),
    ...present({ ...limits, ...schema, enum: field.enum && [...field.enum] }),
    ...defaultOf(field, names),
    description: descriptionOf(field),
  }
}

/** Whether the default is the name of another field. */
export function namesAnother(field: RequestField, names: readonly string[]): boolean {
  return field.default !== undefined && names.includes(field.default)
}

/**
 * The numbers of which a request needs at least one: a request that takes the platform's number names an existing order
 * by one of them. Other requests need none.
 */
export function orderNumbersOf(fields: readonly RequestField[]): readonly string[] {
  const names = new Set(fields.map(({ name }) => name))
  if (!names.has('tradeNo')) return []
  return ['orderid', 'serial_no', 'merchant_order_no', 'tradeNo'].filter((name) => names.has(name))
}

// If the request names the kind of its order, an order of the other kind has no such number.
function namedBy(name: string, numbers: readonly string[]): JsonSchema {
  const kinds: Readonly<Record<string, string>> = { orderid: 'collection', serial_no: 'payout' }
  const kind = numbers.includes('orderid') && numbers.includes('serial_no') && kinds[name]
  if (!kind) return { required: [name] }
  return { required: [name], properties: { type: { const: kind } } }
}

// A field's name and a deployment's own word (`<exchange>_coin`) are no values.
function isDescribedOnly(field: RequestField, names: readonly string[]): boolean {
  return namesAnother(field, names) || /^</.test(field.default ?? '')
}

// Generators choose a type by the format: a whole number may be larger than 32 bits, an amount than a 32-bit float.
function typeOf({ type, format }: RequestField): JsonSchema {
  if (type === 'object or string') return { type: 'object', additionalProperties: {} }
  if (type === 'integer') return { type, format: 'int64' }
  if (type === 'number') return { type, format: 'double' }
  // The format `date-time` is RFC 3339's, which excludes `2026-01-31 15:04:05`.
  if (format === 'date-time') return { type, examples: ['2026-01-31 15:04:05'] }
  return format === undefined ? { type } : { type, format }
}

// The description and an extension state the default, because generators make a field with `default` required.
function defaultOf(field: RequestField, names: readonly string[]): JsonSchema {
  const { default: value, type } = field
  if (value === undefined || isDescribedOnly(field, names)) return {}
  if (type === 'integer') return { 'x-default': Number(value) }
  return { 'x-default': type === 'boolean' ? value === 'true' : value }
}

function descriptionOf(field: RequestField): string {
  const text = inBoth(field)
  if (field.default === undefined) return text
  return `${text}\n\n未傳時為 ${field.default} / ${field.default} when absent`
}

function present(limits: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}
