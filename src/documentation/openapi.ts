import type * as z from 'zod/mini'
import { failure } from '../contract/answer-shapes.ts'
import {
  callbackHeaders,
  collectionCallback,
  payoutCallback,
} from '../contract/callbacks/callback-bodies.ts'
import { healthAnswer, healthRefusals } from '../contract/health-answer.ts'
import { refusals } from '../contract/refusal-table.ts'
import { documentationOf, type MerchantRefusalCode } from '../contract/refusals.ts'
import {
  type DescribedEndpoint,
  describedEndpoints,
  describedRefusals,
  describedSchema,
  inBoth,
  type JsonSchema,
} from './described-endpoints.ts'
import { answerSchema } from './openapi-answers.ts'
import { answerExample, callbackExample, formExample, requestExample } from './openapi-examples.ts'
import { fieldSchema, formSchema, otherNames, requestSchema } from './openapi-fields.ts'
import { introduction, tags, webhookTexts } from './openapi-labels.ts'
import { operationIdOf } from './operation-ids.ts'
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
      license: { name: 'MIT', identifier: 'MIT' },
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
      collectionCallback: webhook('collection', collectionCallback),
      payoutCallback: webhook('payout', payoutCallback),
    },
    components: {
      schemas: {
        Failure: answerSchema(describedSchema(failure)),
        ...Object.assign({}, ...endpoints.map(schemasOf)),
        HealthResponse: health(),
      },
      examples: Object.fromEntries(describedRefusals().map((code) => [code, exampleOf(code)])),
    },
  }
}

function healthPath(): Json {
  const get = {
    operationId: operationIdOf('/health'),
    summary: '服務狀態 / Service health',
    description: '供監控使用，無需簽章 / For monitoring, without signature',
    tags: ['lists'],
    responses: responsesOf('Health', healthRefusals, answerExample(health())),
  }
  return { get }
}

function health(): JsonSchema {
  return answerSchema(describedSchema(healthAnswer()))
}

// Without a base address there is no origin, which an absolute address needs.
function absolute(server: string): string {
  return server === '/' ? 'http://localhost' : server
}

function pathOf(endpoint: DescribedEndpoint): Json {
  return { [endpoint.method.toLowerCase()]: operationOf(endpoint) }
}

function operationOf(endpoint: DescribedEndpoint): Json {
  const { path, summary, notes, sentIn, refusals: codes } = endpoint
  const others = otherNames(endpoint)
  const texts = notes.map(inBoth)
  if (others.length > 0) {
    const pairs = others.map((pair) => `\n- ${pair.join(' → ')}`).join('')
    texts.push(`另接受的名稱，含舊版 v6.0 / Other names that are taken, v6.0 among them:${pairs}`)
  }
  const example = answerExample(answerSchema(endpoint.answer), path)
  return {
    operationId: operationIdOf(path),
    summary: inBoth(summary),
    ...(texts.length === 0 ? {} : { description: texts.join('\n\n') }),
    tags: [tagOf(endpoint)],
    ...(others.length === 0 ? {} : { 'x-earlier-names': currentNames(others) }),
    ...(sentIn === 'body'
      ? { requestBody: bodyOf(endpoint) }
      : { parameters: parametersOf(endpoint) }),
    responses: responsesOf(componentOf(path), codes, example),
  }
}

/** The tag of an endpoint in the description, by which its readers group endpoints. */
export function tagOf({ path, sentIn }: DescribedEndpoint): string {
  if (sentIn === 'query') return 'lists'
  return path.startsWith('/api/v1/merchant/sandbox/') ? 'sandbox' : 'merchant'
}

// The current names by earlier name, which may stand for several (orderNo of a status query).
function currentNames(others: readonly (readonly [string, string])[]): Json {
  const earlier = [...new Set(others.map(([one]) => one))]
  return Object.fromEntries(
    earlier.map((name) => [
      name,
      others.filter(([one]) => one === name).map(([, current]) => current),
    ]),
  )
}

function bodyOf(endpoint: DescribedEndpoint): Json {
  const name = componentOf(endpoint.path)
  const example = requestExample(endpoint)
  const form = media(`${name}Form`, formExample(example))
  // Generators that know one media type take the first. Of a model that only plain forms use, openapi-generator writes
  // no class and imports it all the same (its issue 24727): with the name of the charset it writes one.
  const content = {
    'application/json': media(`${name}Request`, example),
    'application/x-www-form-urlencoded': form,
    'application/x-www-form-urlencoded; charset=utf-8': form,
  }
  return { required: true, content }
}

function media(schema: string, value: object): Json {
  const signed = { summary: '已簽章的請求 / A signed request', value }
  return { schema: reference('schemas', schema), examples: { signed } }
}

function parametersOf({ fields }: DescribedEndpoint): readonly Json[] {
  return fields.map((field) => {
    const { description, ...schema } = fieldSchema(field, [])
    return { name: field.name, in: 'query', required: field.required, description, schema }
  })
}

function responsesOf(
  component: string,
  codes: readonly MerchantRefusalCode[],
  example: unknown,
): Json {
  const statuses = [...new Set(codes.map((code) => refusals[code].status))]
  const schema = reference('schemas', `${component}Response`)
  return {
    200: {
      description: '成功 / Success',
      content: { 'application/json': { schema, examples: { success: { value: example } } } },
    },
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        refusalOf(codes.filter((code) => refusals[code].status === status)),
      ]),
    ),
  }
}

function refusalOf(codes: readonly MerchantRefusalCode[]): Json {
  const lines = codes.map((code) => {
    const { zh, en } = refusals[code]
    return `- \`${code}\` ${zh} / ${en}`
  })
  const properties = { error: { enum: codes } }
  const schema = { allOf: [reference('schemas', 'Failure'), { properties }] }
  const examples = Object.fromEntries(codes.map((code) => [code, reference('examples', code)]))
  const headers = codes.flatMap((code) => Object.entries(headersOf[code] ?? {}))
  return {
    description: lines.join('\n'),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    content: { 'application/json': { schema, examples } },
  }
}

const retryAfter = {
  'Retry-After': { description: '等候秒數 / Seconds to wait', schema: { type: 'integer' } },
}

const headersOf: Readonly<Partial<Record<MerchantRefusalCode, Json>>> = {
  method_not_allowed: {
    Allow: { description: '可用的方法 / Supported methods', schema: { type: 'string' } },
  },
  too_many_requests: retryAfter,
  unavailable: retryAfter,
}

function exampleOf(code: MerchantRefusalCode): Json {
  const { zh, en: summary } = refusals[code]
  const message = code === 'validation_error' ? `${zh}：amount 此欄位為必填` : zh
  const errors = code === 'validation_error' ? { errors: { amount: ['此欄位為必填'] } } : {}
  const head = { ok: 0, code: 1, text: message, message, error: code }
  const order = {
    trade_no: `${code === 'duplicate_serial_no' ? 'P' : 'C'}0ABCDEFGHJK0123456789MNPQR`,
  }
  const data = code.startsWith('duplicate_') ? { data: order } : {}
  const doc_url = documentationOf(code, undefined, 'https://pay.example')
  const request_id = '5f0c9a52-3f7c-4d0e-9f6b-2d1a7c3e8b90'
  const value = { ...head, request_id, doc_url, ...errors, ...data }
  return { summary, value }
}

function schemasOf(endpoint: DescribedEndpoint): Json {
  const name = componentOf(endpoint.path)
  const response = { [`${name}Response`]: answerSchema(endpoint.answer) }
  if (endpoint.sentIn === 'query') return response
  return {
    [`${name}Request`]: requestSchema(endpoint),
    [`${name}Form`]: formSchema(endpoint),
    ...response,
  }
}

function webhook(kind: 'collection' | 'payout', body: z.ZodMiniType): Json {
  const schema = answerSchema(describedSchema(body))
  const examples = { signed: { value: callbackExample(schema, kind) } }
  const acknowledgement = { 'text/plain': { schema: { type: 'string', const: 'success' } } }
  const acknowledged =
    '確認：HTTP 2xx 與純文字 success / Acknowledge with HTTP 2xx and the text success'
  const parameters = Object.entries(callbackHeaders).map(([name, { example, ...meaning }]) => {
    const header = { name, in: 'header', required: true, description: inBoth(meaning), example }
    return { ...header, schema: { type: 'string' } }
  })
  const post = {
    operationId: `receive${kind === 'collection' ? 'Collection' : 'Payout'}Callback`,
    ...webhookTexts[kind],
    tags: ['callbacks'],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema, examples } } },
    responses: { 200: { description: acknowledged, content: acknowledgement } },
  }
  return { post }
}

function reference(kind: 'schemas' | 'examples', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

// `/api/v1/merchant/collections/status` becomes MerchantCollectionsStatus.
function componentOf(path: string): string {
  const labels = path.split(/[/-]/).slice(3)
  return labels.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
