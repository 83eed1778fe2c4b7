import { inBoth, type JsonSchema, type RequestField } from './described-endpoints.ts'

/** The format of a request's body. In a form every value is text, and an object is its JSON text. */
export type BodyFormat = 'json' | 'form'

/** The request of an endpoint as JSON Schema. */
export function requestSchema(
  fields: readonly RequestField[],
  format: BodyFormat,
): JsonSchema & { description?: string } {
  const names = fields.map(({ name }) => name)
  return {
    type: 'object',
    required: fields.filter((field) => field.required).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field) => [field.name, fieldSchema(field, format, names)]),
    ),
  }
}

/** One field as JSON Schema, with its limits, default and meaning. `names` are all fields of the request. */
export function fieldSchema(
  field: RequestField,
  format: BodyFormat,
  names: readonly string[],
): JsonSchema {
  const { maxLength, minimum, maximum, pattern } = field
  return {
    ...typeOf(field, format),
    ...given({ maxLength, minimum, maximum, pattern, enum: field.enum && [...field.enum] }),
    ...defaultOf(field, names),
    description: descriptionOf(field, names),
  }
}

/** Whether the default is the name of another field. */
export function namesAnother(field: RequestField, names: readonly string[]): boolean {
  return field.default !== undefined && names.includes(field.default)
}

// A field's name and a deployment's own word (`<exchange>_coin`) are no values for `default`.
function isToldOnly(field: RequestField, names: readonly string[]): boolean {
  return namesAnother(field, names) || /^</.test(field.default ?? '')
}

function typeOf({ type, format: kind }: RequestField, format: BodyFormat): JsonSchema {
  if (type === 'object or string')
    return format === 'form' ? { type: 'string' } : { type: [...both] }
  // The format `date-time` is RFC 3339's, which excludes `2026-01-31 15:04:05`.
  if (kind === 'date-time') return { type: 'string', examples: ['2026-01-31 15:04:05'] }
  return kind === undefined ? { type } : { type, format: kind }
}

const both = ['object', 'string'] as const

function defaultOf(field: RequestField, names: readonly string[]): JsonSchema {
  const { default: value, type } = field
  if (value === undefined || isToldOnly(field, names)) return {}
  if (type === 'integer') return { default: Number(value) }
  return { default: type === 'boolean' ? value === 'true' : value }
}

function descriptionOf(field: RequestField, names: readonly string[]): string {
  const said = inBoth(field)
  if (!isToldOnly(field, names)) return said
  return `${said}\n\n未傳時為 ${field.default} / ${field.default} when absent`
}

function given(limits: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}
