import { currentStyleText } from '../signing/current-style.ts'
import { md5Hex } from '../signing/md5.ts'
import { readJsonBody } from '../signing/parameters.ts'
import type { DescribedEndpoint, JsonSchema, RequestField } from './described-endpoints.ts'
import {
  callbackValues,
  type ExampleValues,
  exampleValuesOf,
  returnedValues,
  sentExample,
} from './example-values.ts'
import { orderNumbersOf, requestFields } from './openapi-fields.ts'
import { exampleSecret } from './worked-examples.ts'

/** A request of the endpoint, signed right: its required fields, one number of the order, and a few usual ones. */
export function requestExample(endpoint: DescribedEndpoint): Readonly<Record<string, unknown>> {
  const fields = requestFields(endpoint)
  const [number] = orderNumbersOf(fields)
  const usualFields = fields.filter(
    ({ name, required }) => required || name === number || usual.has(name),
  )
  const usualValues = exampleValuesOf(endpoint.path)
  const values = usualFields.map((field) => [field.name, valueFor(field, usualValues)] as const)
  return signedExample(Object.fromEntries(values.filter(([name]) => name !== 'sign')))
}

/** The same request as a form; the sign is the same, because an object is signed as its JSON text. */
export function formExample(example: Readonly<Record<string, unknown>>): typeof example {
  const texts = Object.entries(example).map(([name, value]) => {
    return [name, isObject(value) ? JSON.stringify(value) : value]
  })
  return Object.fromEntries(texts)
}

/** Fields with their sign under the examples' secret (§5.3). */
function signedExample(fields: Readonly<Record<string, unknown>>): typeof fields {
  const read = readJsonBody(new TextEncoder().encode(JSON.stringify(fields)))
  if (!read.ok) throw new Error('an example is not readable')
  return { ...fields, sign: md5Hex(currentStyleText(read.parameters, exampleSecret)) }
}

/** A successful answer of an endpoint, as `schema` has it. */
export function answerExample(schema: JsonSchema, path = ''): unknown {
  const values = exampleValuesOf(path)
  if (!path.endsWith('/callbacks')) return valueAt(schema, values)
  return valueAt(schema, {
    ...values,
    event: 'collection.completed',
    sent: sentExample(sentBody()),
  })
}

/** The body of a callback, signed. Merchants that do not receive all events get the default one. */
export function callbackExample(
  schema: JsonSchema,
  kind: 'collection' | 'payout',
  variant: 'all events' | 'default' | 'returned' = 'all events',
) {
  const { sign: _, reason: __, ...all } = valueAt(schema, callbackValues[kind]()) as Fields
  const { event: ___, fee: ____, ...plain } = all
  if (variant === 'default') return signedExample(plain)
  return signedExample(variant === 'returned' ? { ...all, ...returnedValues } : all)
}

// The callback of the story's paid collection, for a merchant that receives completions only.
function sentBody(): string {
  const values: Fields = { ...callbackValues.collection(), type: 'collection', status: 'success' }
  const names = ['type', 'uid', 'orderid', 'merchant_order_no', 'trade_no', 'amount']
  const all = [...names, 'paid_amount', 'status', 'paid_at', 'timestamp']
  return JSON.stringify(signedExample(Object.fromEntries(all.map((name) => [name, values[name]]))))
}

type Fields = Readonly<Record<string, unknown>>
type FieldPosition = { readonly name: string; readonly within: string }

// A value that fits a schema, made of what its fields usually hold. `within` is the name of the field around it.
function valueAt(
  schema: JsonSchema,
  values: ExampleValues,
  { name, within }: FieldPosition = { name: '', within: '' },
): unknown {
  const { enum: labels, properties, items, anyOf, additionalProperties: inner } = schema
  const type = [schema.type].flat()[0]
  const usual = [`${within}.${name}`, name].find((key) => key in values)
  const value = usual === undefined ? undefined : values[usual]
  const at = (one: unknown) => valueAt(one as JsonSchema, values, { name, within })
  if (schema.const !== undefined) return schema.const
  if (labels !== undefined) return labels.find((word) => word === value) ?? labels[0]
  if (type === 'null') return null
  if (properties !== undefined) {
    return isObject(value) ? value : membersOf(schema, values, name)
  }
  if (type === 'integer' && typeof value === 'number') return Number.isInteger(value) ? value : 100
  if (value === null) return null
  if (value !== undefined) return type === 'string' ? String(value) : value
  if (anyOf !== undefined) return at(anyOf[0])
  if (type === 'array') return [at(items ?? {})]
  if (type === 'object') return { other: at(inner ?? {}) }
  return type === 'boolean' ? false : type === 'number' || type === 'integer' ? 100 : ''
}

// Where the fields depend on the order's kind, the example shows a collection. It has no ignored fields.
function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  values: ExampleValues,
  within: string,
): object {
  const members = Object.entries(properties).filter(
    ([name]) => required.includes(name) || !leftOut.has(name),
  )
  const made: Fields = Object.fromEntries(
    members.map(([name, inner]) => [name, valueAt(inner as JsonSchema, values, { name, within })]),
  )
  // A waiting order has no paid amount.
  if (made.status !== 'pending' || !('paid_amount' in made)) return made
  const unpaid = { ...made, paid_amount: 0 }
  return 'paid_at' in made ? { ...unpaid, paid_at: null, fee: null } : unpaid
}

const leftOut = new Set(['serial_no', 'ignored_fields', 'kind', 'actual_amount'])

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function valueFor(field: RequestField, usualValues: ExampleValues): unknown {
  if (field.enum !== undefined)
    return field.enum.find((one) => one === usualValues[field.name]) ?? field.enum[0]
  if (field.name === 'amount' && field.type === 'integer') return 100
  if (field.name === 'amount' && field.type === 'string') return 'all'
  return usualValues[field.name] ?? (field.type === 'string' ? 'example' : 1)
}

// Optional fields that an example request has, where its endpoint takes them.
const usual = new Set([
  'user_name',
  'notify_url',
  'extra',
  'from',
  'to',
  'payee_bank',
  'payee_account',
])
