import * as z from 'zod'

/** An object of the document. */
export type Json = { readonly [name: string]: unknown }

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Where a named schema stands in the document. */
export function schemaOfComponent(id: string): string {
  return `#/components/schemas/${id}`
}

/** What a caller may send, as JSON Schema: an amount as a number or as text, a time as text. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', override: withoutBounds })
  return json
}

/** Answers may gain fields, so that none is closed. */
export function withoutNoise(context: { jsonSchema: JsonSchema }): void {
  const { jsonSchema } = context
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  withoutBounds(context)
}

// The bounds of JavaScript's integers are no bounds of the contract.
function withoutBounds({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
