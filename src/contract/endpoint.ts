import * as z from 'zod/mini'
import type { Meaning } from '../units/language.ts'
import type { DescribedFields, DescribedObject } from './described-fields.ts'
import { type Field, identifier, optional, required, text, unfit, unixTime } from './fields.ts'
import type { CreatedKind } from './orders/earlier-request.ts'
import type { MerchantRefusalCode } from './refusals.ts'

/**
 * Names of the earlier protocol v6.0, each with the current name it stands for, in order of precedence (§9.2). A name
 * that stands for several is also a field of the request, which the operation interprets.
 */
export type EarlierNames = readonly (readonly [earlier: string, current: string])[]

/** The earlier protocol's two lists of names that its signature leaves out (decisions §2, "Legacy style"). */
export type LegacyGroup = 'collection' | 'payout'

type Route<Response extends z.ZodMiniType> = {
  /** Its number in §4. */
  readonly number: number
  readonly path: `/api/v1/${string}`
  readonly summary: Meaning
  /** Rules beyond its fields, in the order in which a reader needs them. */
  readonly notes: readonly Meaning[]
  readonly response: Response
}

/** A signed endpoint, for router, validation, documentation and tests. */
export type Endpoint<Request extends Fields, Response extends z.ZodMiniType> = Route<Response> & {
  readonly method: 'POST'
  /** Fields beside `uid`, `timestamp` and `sign`. */
  readonly request: z.ZodMiniObject<Request>
  readonly earlierNames: EarlierNames
  /** The list that applies; `by_type` if the request's `type` decides. */
  readonly legacyGroup: LegacyGroup | 'by_type'
  /** Fields that are signed and not read while the order's `status` is `pending` (decisions §4, "Payout report"). */
  readonly ignoredWhilePending?: readonly string[]
  /** The kind of order that it creates, if any. */
  readonly creates?: CreatedKind
  /** Refusals beside those of every signed endpoint. */
  readonly refusals: readonly MerchantRefusalCode[]
}

export type Fields = Readonly<Record<string, Field>>

export type AnyEndpoint = Endpoint<Fields, z.ZodMiniType>

/** The values of an endpoint's request, as read. */
export type RequestOf<E extends AnyEndpoint> = z.output<E['request']>

/** An endpoint's successful answer. */
export type ResponseOf<E extends { readonly response: z.ZodMiniType }> = z.output<E['response']>

/**
 * Declares a signed endpoint. Its answer is built when it is first read: the documentation reads it, serving a request
 * does not, so a new isolate starts without it.
 */
export function endpoint<const Request extends Fields, Response extends DescribedObject>(
  value: Omit<Endpoint<Request, Response>, 'request' | 'response' | 'method'> & {
    readonly request: Request
    readonly response: () => Response
  },
): Endpoint<Request, Response> {
  const response = once(value.response)
  return {
    ...value,
    method: 'POST',
    request: z.object(value.request),
    get response() {
      return response()
    },
  }
}

/** A public list: a GET without signature or `uid` (decisions §2, "GET endpoints"). */
export type ListEndpoint<
  Query extends z.core.$ZodShape,
  Response extends z.ZodMiniType,
> = Route<Response> & { readonly method: 'GET'; readonly query: z.ZodMiniObject<Query> }

export type AnyListEndpoint = ListEndpoint<z.core.$ZodShape, z.ZodMiniType>

/** Declares a public list. Its answer is built when it is first read, as that of a signed endpoint. */
export function listEndpoint<Query extends DescribedFields, Response extends DescribedObject>(
  value: Omit<ListEndpoint<Query, Response>, 'query' | 'response' | 'method'> & {
    readonly query: Query
    readonly response: () => Response
  },
): ListEndpoint<Query, Response> {
  const response = once(value.response)
  return {
    ...value,
    method: 'GET',
    query: z.object(value.query),
    get response() {
      return response()
    },
  }
}

/** The fields of every signed request (§5.1), which are checked before its others. */
export const signedFields = z.object({
  uid: required(identifier(20), '您的商戶編號，由平台提供', 'Your merchant ID, from the platform'),
  timestamp: required(unixTime, 'UNIX 時間（秒）', 'UNIX time in seconds'),
  sign: required(
    signature(),
    '請求的簽章，十六進位的 MD5',
    'Signature of the request, an MD5 in hexadecimal',
  ),
})

/** Names of the earlier protocol that every signed endpoint takes. */
export const earlierSignedNames: EarlierNames = [
  ['merchantNo', 'uid'],
  ['time', 'timestamp'],
]

/** Refusals that every signed endpoint can answer with. */
export const signedRefusals: readonly MerchantRefusalCode[] = [
  'merchant_not_enabled',
  'ip_not_allowed',
  'timestamp_out_of_range',
  'signature_error',
  'validation_error',
  'body_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'too_many_requests',
  'internal_error',
  'unavailable',
]

/** Refusals that every public list can answer with. */
export const listRefusals: readonly MerchantRefusalCode[] = [
  'validation_error',
  'method_not_allowed',
  'too_many_requests',
  'internal_error',
  'unavailable',
]

/** The names of the platform's transaction number in requests about an existing order. */
export const tradeNumbers = {
  tradeNo: optional({
    kind: identifier(32),
    absent: '',
    zh: 'trade_no 的舊版名稱',
    en: 'The v6.0 name of trade_no',
  }),
  trade_no: optional({
    kind: identifier(32),
    absent: '',
    zh: '平台交易號',
    en: 'Platform transaction number',
  }),
}

/** The second name replaces the first, as an earlier name does; if both are given they must agree. */
export const tradeNumberAlias = ['trade_no', 'tradeNo'] as const

/** The numbers by which a request names an order of either kind. */
export const orderNumbers = {
  orderid: optional({
    kind: identifier(64),
    absent: '',
    zh: '代收單號（代收用）',
    en: 'Collection number, for a collection',
  }),
  serial_no: optional({
    kind: identifier(40),
    absent: '',
    zh: '代付單號（代付用）',
    en: 'Payout number, for a payout',
  }),
  merchant_order_no: optional({
    kind: identifier(80),
    absent: '',
    zh: '您的訂單號',
    en: 'Your order number',
  }),
  ...tradeNumbers,
  // v6.0 had one name for all of these numbers.
  orderNo: optional({
    kind: identifier(80),
    absent: '',
    zh: '以上三種單號的舊版名稱',
    en: 'The v6.0 name of any of your three numbers',
  }),
}

export const orderNumberAliases = [
  ['orderNo', 'orderid'],
  ['orderNo', 'serial_no'],
  ['orderNo', 'merchant_order_no'],
] as const

function signature() {
  const plain = text(32)
  return {
    limits: { ...plain.limits, pattern: '^[0-9a-fA-F]{32}$' },
    read: (sent: Parameters<typeof plain.read>[0]) => {
      if (sent.kind === 'text' && /^[0-9a-fA-F]{32}$/.test(sent.text)) return { value: sent.text }
      return unfit('必須是 32 位十六進位字元（MD5）', 'Must be 32 hexadecimal characters (MD5)')
    },
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
