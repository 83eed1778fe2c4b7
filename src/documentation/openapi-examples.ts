import { currentStyleText } from '../signing/current-style.ts'
import { md5Hex } from '../signing/md5.ts'
import { readJsonBody } from '../signing/parameters.ts'
import type { DescribedEndpoint, JsonSchema, RequestField } from './described-endpoints.ts'
import { orderNumbersOf, requestFields } from './openapi-fields.ts'

/** The secret that signs all examples, which is that of the project's signature vectors. */
export const exampleSecret = 'k3y-0123456789abcdef0123456789abcd'

/** A request of the endpoint, signed right: its required fields, one number of the order, and a few usual ones. */
export function requestExample(endpoint: DescribedEndpoint): Readonly<Record<string, unknown>> {
  const fields = requestFields(endpoint)
  const [number] = orderNumbersOf(fields)
  const shown = fields.filter(
    ({ name, required }) => required || name === number || usual.has(name),
  )
  const values = shown.map((field) => [field.name, valueFor(field)] as const)
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
export function signedExample(fields: Readonly<Record<string, unknown>>): typeof fields {
  const read = readJsonBody(new TextEncoder().encode(JSON.stringify(fields)))
  if (!read.ok) throw new Error('an example is not readable')
  return { ...fields, sign: md5Hex(currentStyleText(read.parameters, exampleSecret)) }
}

/**
 * A value that fits the schema of an answer or a callback, made of what its fields usually hold. `name` is that of the
 * field, `within` that of the field around it.
 */
export function answerExample(schema: JsonSchema, name = '', within = ''): unknown {
  const { enum: labels, properties, items, anyOf, additionalProperties: values } = schema
  const type = [schema.type].flat()[0]
  const usual = usualValues[`${within}.${name}`] ?? usualValues[name]
  if (schema.const !== undefined) return schema.const
  if (labels !== undefined) return labels.find((word) => word === usual) ?? labels[0]
  if (type === 'null') return null
  if (properties !== undefined) return isObject(usual) ? usual : membersOf(schema, name)
  if (type === 'integer') return Number.isInteger(usual) ? usual : 100
  if (usual !== undefined) return type === 'string' ? String(usual) : usual
  if (anyOf !== undefined) return answerExample(anyOf[0] as JsonSchema, name)
  if (type === 'array') return [answerExample((items ?? {}) as JsonSchema, name)]
  if (type === 'object') return { gateway_c: answerExample((values ?? {}) as JsonSchema, name) }
  return type === 'boolean' ? false : type === 'number' ? 100.5 : ''
}

// Where an order's kind decides which number there is, the example is a collection. Nothing in it was ignored.
function membersOf({ properties = {}, required = [] }: JsonSchema, within: string): object {
  const members = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (name !== 'serial_no' && name !== 'ignored_fields'),
  )
  const made: Record<string, unknown> = Object.fromEntries(
    members.map(([name, inner]) => [name, answerExample(inner as JsonSchema, name, within)]),
  )
  // Nothing is paid of what waits; what the sandbox has settled does not wait.
  if (made.outcome === 'paid') return { ...made, status: 'succeeded' }
  return made.status === 'pending' && 'paid_amount' in made ? { ...made, paid_amount: 0 } : made
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function valueFor(field: RequestField): unknown {
  if (field.enum !== undefined)
    return field.enum.find((one) => one === usualValues[field.name]) ?? field.enum[0]
  if (field.name === 'amount' && field.type === 'integer') return 100
  if (field.name === 'amount' && field.type === 'string') return 'all'
  return usualValues[field.name] ?? (field.type === 'string' ? 'example' : 1)
}

// Optional fields that an example request has, where its endpoint takes them.
const usual = new Set(['user_name', 'notify_url', 'extra', 'from', 'to', 'payee_bank'])

const address = 'https://exchange.example/w/k3W9cA7x'
const moment = '2025-10-09 16:55:00'

const usualValues: Readonly<Record<string, unknown>> = {
  'channel.code': 'exchange_coin',
  'channel.name': '儲值',
  third_party_order_no: 'A-1001',
  'channels.code': 'exchange_coin',
  'channels.name': '儲值',
  bucket_from: 'outside',
  bucket_to: 'available',
  outcome: 'paid',
  code: '004',
  balance: 1000,
  balance0: 1300,
  balance1: 200,
  balance2: 100,
  count: 3,
  available: 1000,
  frozen: 200,
  unconfirmed: 100,
  opening: { available: 899.5, frozen: 200, unconfirmed: 100 },
  uid: 'M10001',
  timestamp: 1_760_000_000,
  sign: '3EBA0CCC6E8E6E0BAB2E12399AE6E800',
  id: 17,
  orderid: 'A-1001',
  serial_no: 'P-1001',
  merchant_order_no: 'A-1001',
  trade_no: 'C0ABCDEFGHJK0123456789MNPQR',
  tradeNo: 'C0ABCDEFGHJK0123456789MNPQR',
  orderNo: 'A-1001',
  amount: 100.5,
  paid_amount: 100.5,
  fee: 4.5,
  actual_amount: 100.5,
  paid: 0,
  gateway_code: 'gateway_c',
  channel: 'gateway_c',
  currency: 'TWD',
  reason: '',
  user_name: '王小明',
  user_no: '88',
  member_no: '88',
  member_name: '王小明',
  user_id: '88',
  payee_name: '王小明',
  payee_bank: '004',
  payee_account: '001234567890',
  notify_url: 'https://shop.example/notify?from=pay',
  extra: { memo: '測試', lines: [1, 2] },
  from: '2025-10-09',
  to: '2025-10-09',
  at: moment,
  paid_at: moment,
  valid_from: moment,
  opened_at: moment,
  closed_at: moment,
  processed_at: moment,
  created_at: moment,
  requested_at: moment,
  expires_at: moment,
  next_cursor: null,
  next_at: null,
  last_outcome: null,
  ms: 120,
  answer: 'success',
  webhook_id: 'cb_C0ABCDEFGHJK0123456789MNPQR',
  webhook_timestamp: 1_760_000_000,
  webhook_signature: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  webhook_attempt: 1,
  'sent.body': '{"type":"collection","orderid":"A-1001"}',
  last_attempt_at: null,
  next_attempt_at: null,
  last_http_status: null,
  last_attempt: null,
  url: address,
  redirect_url: address,
  payment_url: address,
  wait_url: address,
  callback_id: 'cb_C0ABCDEFGHJK0123456789MNPQR',
  event: 'settled',
  third_party_session: 'k3W9cA7x',
  payment_link_endpoint: '/api/v1/merchant/payment-links/amount',
  name: '臺灣銀行',
  short_name: '臺銀',
  english_name: 'Bank of Taiwan',
  swift: 'BKTWTWTP',
  kind: '本國銀行',
  sku: 'SKU-1',
  price_hkd_cents: 1000,
  link_sign: 'a'.repeat(64),
  text: 'success',
  sweep_age_seconds: 12,
  fixed_amounts: [100, 500],
  custom_min: 100,
  custom_max: 50_000,
  http_status: 200,
}
