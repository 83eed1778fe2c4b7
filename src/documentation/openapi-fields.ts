import { type DescribedField, inBoth, type JsonSchema } from './described-endpoints.ts'

/** How a body is written: in a form every value is text, and an object travels as its JSON text. */
export type BodyFormat = 'json' | 'form'

/** The request of an endpoint as JSON Schema. */
export function requestSchema(
  fields: readonly DescribedField[],
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

/** One field as JSON Schema, with its limits, default and meaning. `names` are the fields beside it. */
export function fieldSchema(
  field: DescribedField,
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

/** Whether a default names the field that stands in. */
export function namesAnother(field: DescribedField, names: readonly string[]): boolean {
  return field.default !== undefined && names.includes(field.default)
}

// A default that names another field, or a deployment's own word (`<exchange>_coin`), is no value to fill in.
function isToldOnly(field: DescribedField, names: readonly string[]): boolean {
  return namesAnother(field, names) || /^</.test(field.default ?? '')
}

function typeOf({ type, format: kind }: DescribedField, format: BodyFormat): JsonSchema {
  if (type === 'object or string')
    return format === 'form' ? { type: 'string' } : { type: [...both] }
  // Not the format `date-time`, which is RFC 3339's alone: `2026-01-31 15:04:05` is meant here.
  if (kind === 'date-time') return { type: 'string', examples: ['2026-01-31 15:04:05'] }
  return kind === undefined ? { type } : { type, format: kind }
}

const both = ['object', 'string'] as const

function defaultOf(field: DescribedField, names: readonly string[]): JsonSchema {
  const { default: value, type } = field
  if (value === undefined || isToldOnly(field, names)) return {}
  return { default: type === 'boolean' ? value === 'true' : value }
}

function descriptionOf(field: DescribedField, names: readonly string[]): string {
  const said = inBoth(field)
  if (!isToldOnly(field, names)) return said
  return `${said}\n\n未傳時為 ${field.default} / ${field.default} when absent`
}

function given(limits: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}
