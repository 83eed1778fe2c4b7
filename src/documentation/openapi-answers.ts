import { type DescribedSchema, inBoth, type JsonSchema } from './described-endpoints.ts'

/**
 * An answer's schema as clients are generated from it: meanings as descriptions, whole numbers
 * as integers, and no union of types but with null.
 */
export function answerSchema(schema: DescribedSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_name, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return withType(withDescription(value))
  })
}

function withDescription(value: Record<string, unknown>): Record<string, unknown> {
  const { zh, en, ...json } = value
  if (typeof zh !== 'string' || typeof en !== 'string') return value
  return { ...json, description: inBoth({ zh, en }) }
}

function withType(value: Record<string, unknown>): Record<string, unknown> {
  const { type, anyOf, ...rest } = value
  if (type === 'number' && typeof value.const === 'number') {
    return { type: 'integer', format: 'int32', ...rest }
  }
  // An object or a string (`extra`): any value, as generated clients have it.
  if (Array.isArray(anyOf) && !anyOf.some((one) => one.type === 'null')) return rest
  if (Array.isArray(anyOf)) return { anyOf, ...rest }
  const types: readonly unknown[] = [type].flat()
  if (types.includes('integer')) return { type, format: 'int64', ...rest }
  return types.includes('number') ? { type, format: 'double', ...rest } : value
}
