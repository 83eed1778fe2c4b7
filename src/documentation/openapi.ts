import type * as z from 'zod/mini'
import { failure } from '../contract/answer-shapes.ts'
import {
  callbackHeaders,
  collectionCallback,
  payoutCallback,
} from '../contract/callbacks/callback-bodies.ts'
import { healthAnswer, healthRefusals } from '../contract/callbacks/health-answer.ts'
import { refusals } from '../contract/refusal-table.ts'
import type { MerchantRefusalCode } from '../contract/refusals.ts'
import {
  type DescribedEndpoint,
  type DescribedSchema,
  describedEndpoints,
  describedRefusals,
  describedSchema,
  inBoth,
  type JsonSchema,
} from './described-endpoints.ts'
import { fieldSchema, requestSchema } from './openapi-fields.ts'
import { versions } from './versions.ts'

/** An object of the document. */
type Json = { readonly [name: string]: unknown }

/**
 * The machine-readable description (§9.1): OpenAPI 3.1 of the contract's endpoints and of the callbacks, and nothing
 * else. `server` is the base address, `/` where none is set.
 */
export function openApiDocument(server: string): Json {
  const endpoints = describedEndpoints()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Merchant Payment API',
      version: versions.machineReadable,
      summary: '商戶支付 API / Merchant payment API',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server }],
    externalDocs: {
      url: new URL('/docs', absolute(server)).href,
      description: '文件 / Documentation',
    },
    // No security scheme describes a signature inside the body; the field `sign` of each request does.
    security: [],
    tags,
    paths: {
      ...Object.fromEntries(endpoints.map((one) => [one.path, pathOf(one)])),
      '/health': healthPath(),
    },
    webhooks: {
      collectionCallback: webhook(
        '代收通知 / Collection callback',
        collectionCallback,
        collectionTold,
      ),
      payoutCallback: webhook('代付通知 / Payout callback', payoutCallback, payoutTold),
    },
    components: {
      schemas: {
        Failure: failureSchema(),
        ...Object.assign({}, ...endpoints.map(schemasOf)),
        HealthResponse: withDescriptions(describedSchema(healthAnswer())),
      },
      examples: Object.fromEntries(describedRefusals().map((code) => [code, exampleOf(code)])),
    },
  }
}

const introduction = [
  '每個簽名請求都帶 uid、timestamp 與 sign。簽名：除 sign 外的所有參數，略去 null 與空字串，依名稱 ASCII 升冪排序，',
  '以 name=value 用 & 相連，最後加上 &key=<API 密鑰>，取 MD5 的 32 位大寫十六進位。物件以實際送出的 JSON 文字簽名。\n\n',
  'Every signed request carries uid, timestamp and sign. The signature: all parameters but ' +
    'sign, without null and ',
  'empty ones, in ascending ASCII order of their names, joined as name=value by &, then ' +
    '&key=<API secret>; its MD5 ',
  'as 32 upper-case hexadecimal characters. An object is signed as the JSON text that is sent.\n\n',
  '文字欄位也接受寫成 JSON 數字的非負整數（0 或不以 0 開頭的數字），值為其數字；extra 為 [] 視為未傳。兩者都以送出的文字簽名。\n\n',
  'A text field also takes a whole number as a JSON number, 0 or digits without a leading zero, and reads ' +
    'its digits; extra as [] counts as absent. Both are signed as the text that was sent.',
].join('')

const tags = [
  { name: 'merchant', description: '簽名的商戶請求 / Signed requests of a merchant' },
  { name: 'lists', description: '公開清單，無需簽名 / Public lists, without signature' },
  { name: 'callbacks', description: '平台送往商戶的通知 / Callbacks from the service' },
]

const collectionTold =
  '代收完成時送往 notify_url；設定為接收全部事件的商戶，未付款的事件亦同 / To notify_url, when the collection completes ' +
  '(collection.completed); of merchants set to be told of all events also when it is not paid (collection.expired, ' +
  'collection.rejected, collection.reversed)'
const payoutTold =
  '代付完成時送往 notify_url，失敗、取消或退匯時優先送往 reverse_url / To notify_url when the payout completes, ' +
  'and to reverse_url in preference when it is cancelled, rejected or returned'

function healthPath(): Json {
  const get = {
    operationId: 'health',
    summary: '服務狀態 / Health of the service',
    description: '供監控使用，無需簽名 / For monitoring, without signature',
    tags: ['lists'],
    responses: responsesOf('Health', healthRefusals),
  }
  return { get }
}

// Without a base address there is no origin, which an absolute address needs.
function absolute(server: string): string {
  return server === '/' ? 'http://localhost' : server
}

function pathOf(endpoint: DescribedEndpoint): Json {
  return { [endpoint.method.toLowerCase()]: operationOf(endpoint) }
}

function operationOf(endpoint: DescribedEndpoint): Json {
  const { path, summary, notes, sentIn, earlierNames } = endpoint
  const earlier = earlierNames.map((pair) => pair.join(' → ')).join('\n- ')
  const texts = notes.map(inBoth)
  if (earlier !== '')
    texts.push(`舊版 v6.0 名稱 / Names of the earlier protocol v6.0:\n- ${earlier}`)
  return {
    operationId: operationIdOf(path),
    summary: inBoth(summary),
    ...(texts.length === 0 ? {} : { description: texts.join('\n\n') }),
    tags: [sentIn === 'body' ? 'merchant' : 'lists'],
    ...(earlier === '' ? {} : { 'x-earlier-names': currentNames(endpoint) }),
    ...(sentIn === 'body' ? { requestBody: bodyOf(path) } : { parameters: parametersOf(endpoint) }),
    responses: responsesOf(componentOf(path), endpoint.refusals),
  }
}

// The current names by earlier name, which may stand for several (orderNo of a status query).
function currentNames({ earlierNames }: DescribedEndpoint): Json {
  const earlier = [...new Set(earlierNames.map(([one]) => one))]
  return Object.fromEntries(
    earlier.map((name) => [
      name,
      earlierNames.filter(([one]) => one === name).map(([, current]) => current),
    ]),
  )
}

function bodyOf(path: string): Json {
  const name = componentOf(path)
  return {
    required: true,
    content: {
      'application/json': { schema: reference('schemas', `${name}Request`) },
      'application/x-www-form-urlencoded': { schema: reference('schemas', `${name}Form`) },
    },
  }
}

function parametersOf({ fields }: DescribedEndpoint): readonly Json[] {
  return fields.map((field) => {
    const { description, ...schema } = fieldSchema(field, 'json', [])
    return { name: field.name, in: 'query', required: field.required, description, schema }
  })
}

function responsesOf(component: string, codes: readonly MerchantRefusalCode[]): Json {
  const statuses = [...new Set(codes.map((code) => refusals[code].status))]
  const schema = reference('schemas', `${component}Response`)
  return {
    200: { description: '成功 / Success', content: { 'application/json': { schema } } },
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        refusalOf(codes.filter((code) => refusals[code].status === status)),
      ]),
    ),
  }
}

function refusalOf(codes: readonly MerchantRefusalCode[]): Json {
  const said = codes.map((code) => {
    const { message, english } = refusals[code]
    return `- \`${code}\` ${message} / ${english}`
  })
  const properties = { error: { enum: codes } }
  const schema = { allOf: [reference('schemas', 'Failure'), { properties }] }
  const examples = Object.fromEntries(codes.map((code) => [code, reference('examples', code)]))
  const headers = codes.flatMap((code) => Object.entries(headersOf[code] ?? {}))
  return {
    description: said.join('\n'),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    content: { 'application/json': { schema, examples } },
  }
}

const retryAfter = {
  'Retry-After': { description: '等候秒數 / Seconds to wait', schema: { type: 'integer' } },
}

const headersOf: Readonly<Partial<Record<MerchantRefusalCode, Json>>> = {
  method_not_allowed: {
    Allow: { description: '可用的方法 / Methods that there are', schema: { type: 'string' } },
  },
  too_many_requests: retryAfter,
  unavailable: retryAfter,
}

function exampleOf(code: MerchantRefusalCode): Json {
  const { message, english } = refusals[code]
  const told = code === 'validation_error' ? `${message}：amount 此欄位為必填` : message
  const errors = code === 'validation_error' ? { errors: { amount: ['此欄位為必填'] } } : {}
  const head = { ok: 0, code: 1, text: told, message: told, error: code }
  const value = { ...head, request_id: '5f0c9a52-3f7c-4d0e-9f6b-2d1a7c3e8b90', ...errors }
  return { summary: english, value }
}

function failureSchema(): JsonSchema {
  return withDescriptions(describedSchema(failure))
}

function schemasOf(endpoint: DescribedEndpoint): Json {
  const name = componentOf(endpoint.path)
  const response = { [`${name}Response`]: withDescriptions(endpoint.answer) }
  if (endpoint.sentIn === 'query') return response
  return {
    [`${name}Request`]: requestSchema(endpoint.fields, 'json'),
    [`${name}Form`]: requestSchema(endpoint.fields, 'form'),
    ...response,
  }
}

function webhook(summary: string, body: z.ZodMiniType, description: string): Json {
  const schema = withDescriptions(describedSchema(body))
  const acknowledgement = { 'text/plain': { schema: { type: 'string', const: 'success' } } }
  const told = '確認：HTTP 2xx 與純文字 success / Acknowledged by HTTP 2xx and the text success'
  const parameters = Object.entries(callbackHeaders).map(([name, { example, ...meaning }]) => {
    const header = { name, in: 'header', required: true, description: inBoth(meaning), example }
    return { ...header, schema: { type: 'string' } }
  })
  const post = {
    operationId: summary.split(' / ')[1]?.replaceAll(/ (.)/g, (_, x: string) => x.toUpperCase()),
    ...{ summary, description, tags: ['callbacks'], parameters },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: told, content: acknowledgement } },
  }
  return { post }
}

function withDescriptions(schema: DescribedSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_name, value) => {
    if (typeof value?.zh !== 'string' || typeof value.en !== 'string') return value
    const { zh, en, ...json } = value
    return { ...json, description: inBoth({ zh, en }) }
  })
}

function reference(kind: 'schemas' | 'examples', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

// `/api/v1/merchant/collections/status` becomes MerchantCollectionsStatus.
function componentOf(path: string): string {
  const words = path.split(/[/-]/).slice(3)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function operationIdOf(path: string): string {
  const name = componentOf(path)
  return name.charAt(0).toLowerCase() + name.slice(1)
}
