import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { collectionCallback, payoutCallback } from '../../src/contract/callbacks/callback-bodies.ts'
import {
  type DescribedEndpoint,
  describedEndpoints,
  describedRefusals,
  describedSchema,
  type JsonSchema,
  type RequestField,
} from '../../src/documentation/described-endpoints.ts'
import { operationIdOf } from '../../src/documentation/operation-ids.ts'
import { root } from '../local/environment.ts'

/** Where the types of the contract are, in the client. */
export const clientContract = join(root, 'client/src/contract.ts')

/** The source of `client/src/contract.ts`: the contract's endpoints, refusals and callbacks as types. */
export function contractSource(): string {
  const endpoints = describedEndpoints()
  return [
    '// Written by `npm run types` from the contract: change it there.',
    '',
    '/** The `error` of a refused request. A later version of the service may have more. */',
    `export type RefusalCode = ${describedRefusals().map(quoted).join(' | ')} | (string & {})`,
    '',
    '/** What each answer of a call that is done has besides. */',
    `export type Success = ${typeOf(success, 0)}`,
    '',
    '/** Each call: what it takes beside `uid`, `timestamp` and `sign`, and what it answers. */',
    'export interface Operations {',
    ...endpoints.flatMap(operation),
    '}',
    '',
    '/** What a callback tells of a collection: credit `paid_amount`. */',
    `export type CollectionCallback = ${typeOf(describedSchema(collectionCallback), 0)}`,
    '',
    '/** What a callback tells of a payout. */',
    `export type PayoutCallback = ${typeOf(describedSchema(payoutCallback), 0)}`,
    '',
    '/** Where each call goes. */',
    'export const paths = {',
    ...endpoints.map((endpoint) => `  ${operationIdOf(endpoint.path)}: ${quoted(endpoint.path)},`),
    '} as const',
    '',
    '/** The calls that are a GET without signature. */',
    'export const unsigned: ReadonlySet<string> = new Set([',
    ...endpoints
      .filter((endpoint) => endpoint.sentIn === 'query')
      .map((endpoint) => `  ${quoted(operationIdOf(endpoint.path))},`),
    '])',
    '',
  ].join('\n')
}

function operation(endpoint: DescribedEndpoint): readonly string[] {
  const fields = endpoint.fields.filter(({ name }) => !common.has(name))
  return [
    `  /** ${endpoint.summary.en}. */`,
    `  ${operationIdOf(endpoint.path)}: {`,
    `    request: ${requestType(fields)}`,
    `    answer: Success & ${typeOf(withoutSuccess(endpoint.answer), 2)}`,
    '  }',
  ]
}

const success: JsonSchema = {
  required: ['ok', 'message'],
  properties: fieldsOf(describedEndpoints()[0]?.answer, ([name]) => name !== 'data'),
}

// The fields that differ from every other answer's.
function withoutSuccess(answer: JsonSchema): JsonSchema {
  const isOwn = ([name, field]: Field) => !isDeepStrictEqual(field, success.properties?.[name])
  return { ...answer, properties: fieldsOf(answer, isOwn) }
}

type Field = readonly [name: string, schema: unknown]

function fieldsOf(answer: JsonSchema | undefined, isWanted: (field: Field) => boolean) {
  const fields = Object.entries(answer?.properties ?? {}).filter(isWanted)
  return Object.fromEntries(fields) as NonNullable<JsonSchema['properties']>
}

const common: ReadonlySet<string> = new Set(['uid', 'timestamp', 'sign'])

function requestType(fields: readonly RequestField[]): string {
  if (fields.length === 0) return 'Record<string, never>'
  const lines = fields.flatMap(({ name, required, en, ...field }) => [
    `      /** ${en}. */`,
    `      ${name}${required ? '' : '?'}: ${fieldType(name, field)}`,
  ])
  return ['{', ...lines, '    }'].join('\n')
}

function fieldType(
  name: string,
  { type, enum: words }: Omit<RequestField, 'name' | 'required' | 'en'>,
): string {
  if (words !== undefined) return words.map(quoted).join(' | ')
  if (type === 'object or string') return 'Readonly<Record<string, unknown>> | string'
  if (type === 'number' || isAmount(name)) return 'number | string'
  return type === 'integer' ? 'number' : type
}

// A decimal of a database is text, and may stay so.
function isAmount(name: string): boolean {
  return name === 'amount'
}

function typeOf(schema: JsonSchema, depth: number): string {
  const { const: only, enum: words, anyOf, type, properties, items } = schema
  if (only !== undefined) return JSON.stringify(only).replaceAll('"', "'")
  if (words !== undefined) return words.map((word) => quoted(String(word))).join(' | ')
  if (anyOf !== undefined) return anyOf.map((part) => typeOf(part as JsonSchema, depth)).join(' | ')
  if (type === 'array') return `readonly (${typeOf(items as JsonSchema, depth)})[]`
  if (properties !== undefined) return objectType(schema, depth)
  if (type === 'object') return recordType(schema, depth)
  const types = [type].flat().map((name) => (name === 'integer' ? 'number' : String(name)))
  return types.join(' | ')
}

function recordType({ additionalProperties: values }: JsonSchema, depth: number): string {
  const isTyped = typeof values === 'object' && Object.keys(values).length > 0
  return `Readonly<Record<string, ${isTyped ? typeOf(values, depth) : 'unknown'}>>`
}

function objectType({ properties = {}, required = [] }: JsonSchema, depth: number): string {
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).flatMap(([name, inner]) => {
    const schema = inner as JsonSchema & { readonly en?: string }
    const optional = required.includes(name) ? '' : '?'
    const comment = schema.en === undefined ? [] : [`${indent}/** ${schema.en}. */`]
    return [...comment, `${indent}readonly ${name}${optional}: ${typeOf(schema, depth + 1)}`]
  })
  return ['{', ...lines, `${'  '.repeat(depth)}}`].join('\n')
}

function quoted(text: string): string {
  return `'${text}'`
}
