import { Ajv2020 } from '@redocly/ajv/dist/2020.js'
import { describe, expect, test, vi } from 'vitest'
import { backOffice } from '../../../src/backoffice/api.ts'
import { openApiDocument } from '../../../src/backoffice/openapi/document.ts'
import type { Call } from '../../../src/contract/back-office/call.ts'
import { productCalls } from '../../../src/contract/back-office/products.ts'
import type { RefusalEntry } from '../../../src/contract/refusal-entry.ts'
import { refusals } from '../../../src/contract/refusal-table.ts'
import { localAccess } from '../../support/local-access.ts'
import { problemsOf } from '../../support/openapi-linter.ts'
import { calls, files } from './example-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
const document: any = JSON.parse(JSON.stringify(openApiDocument()))

describe('a public linter, by its recommended rules,', () => {
  test('finds nothing', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  test('finds what is wrong', async () => {
    const dangling = structuredClone(document)
    delete dangling.components.schemas.Merchant
    expect(await problemsOf(dangling)).not.toEqual([])
  })
})

test('the document has the router’s own routes, and no others', () => {
  const real = backOffice.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api\/|health$)/.test(path))
    .map(({ method, path }) => `${method} ${pathOf(path)}`)
  expect(operations.map(({ name }) => name).sort()).toEqual([...new Set(real)].sort())
})

const pathOf = (path: string) =>
  path.replace(/:(\w+)\{[^/]*\[\.\]csv\}/g, '{$1}.csv').replace(/:(\w+)(\{[^/]*\})?/g, '{$1}')

test('the document that is served is this one, and the same each time it is made', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const answer = await backOffice.request('http://localhost/api/openapi.json', {}, localAccess)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await answer.json()).toEqual(document)
  expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document))
})

test('a call without its sentence or its answer does not compile', () => {
  const { answer, summary, ...others } = productCalls.showProduct
  // @ts-expect-error: its answer is missing
  const missing: Call = { ...others, summary }
  // @ts-expect-error: the sentence is in one language
  const half: Call = { ...others, answer, summary: { zh: summary.zh } }
  expect([missing, half]).toHaveLength(2)
})

describe.each(calls)('%s %s', (method, address, body, allowed) => {
  const [path = '', query = ''] = address.split('?')
  const { operation, parameters } = operationFor(method, path)

  test('is named, says what it does in both languages, and who may do it', () => {
    expect(operation.operationId).toMatch(/^[a-z]+[A-Za-z]*$/)
    const [zh, en] = operation.summary.split(' / ')
    expect(zh).toMatch(/\p{Script=Han}/u)
    expect(en).toMatch(/^[A-Z][^\p{Script=Han}]+[^.]$/u)
    expect(operation['x-roles']).toEqual(expect.arrayContaining([...allowed]))
    for (const role of operation['x-roles']) expect(operation.description).toContain(role)
  })

  test('has the values of its path and of its query as they are sent', () => {
    const given = new URLSearchParams(query)
    const documented = parameters.map(({ name, in: place, required, schema }: AnyValue) => {
      const value = place === 'path' ? valueIn(operation.path, path, name) : given.get(name)
      const read = schema.type === 'integer' ? Number(value) : value
      if (value !== null || required) expect(problemsIn(schema, read)).toEqual([])
      return name
    })
    expect(documented).toEqual(expect.arrayContaining([...given.keys()]))
  })

  test('is sent as documented, and with an unknown member it is not', () => {
    const content = operation.requestBody?.content ?? {}
    const schema = content['application/json']?.schema
    if (schema === undefined) {
      const isFile = method === 'POST' && files.includes(path)
      expect(Object.keys(content)).toEqual(isFile ? ['text/csv'] : [])
      expect(Object.keys(body ?? {})).toEqual([])
      return
    }
    expect(problemsIn(schema, body)).toEqual([])
    expect(problemsIn(schema, { ...body, unknown_member: 1 })).not.toEqual([])
    expect(problemsIn(schema, [body])).not.toEqual([])
    for (const name of schema.required ?? []) {
      expect(problemsIn(schema, { ...body, [name]: undefined })).not.toEqual([])
    }
  })

  test('has an answer, and a response for each status of the refusals of all calls', () => {
    const { responses } = operation
    const [[status] = []] = Object.entries<{ content?: object }>(responses)
    expect(Number(status)).toBeLessThan(300)
    for (const refused of [401, 403, 404, 405, 422, 500, 503])
      expect(responses).toHaveProperty(`${refused}`)
    if (method !== 'GET') expect(responses).toHaveProperty('409')
  })
})

test('every answer is a schema by itself, with all that it refers to', () => {
  for (const name of Object.keys(document.components.schemas)) {
    expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` })).not.toThrow()
  }
})

test('a refusal of the back office is told with its words under its status', () => {
  const told = Object.entries<{ description: string }>(document.components.responses)
  const entries = Object.entries<RefusalEntry>(refusals).filter(
    ([code]) => !merchants.includes(code),
  )
  for (const [code, { status, zh, en }] of entries) {
    const [, response] = told.find(([name]) => name === `Refused${status}`) ?? []
    expect(response?.description).toContain(`\`${code}\` ${zh} / ${en}`)
  }
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`\`(${merchants.join('|')})\``))
})

// Refusals of signed requests, by hand.
const merchants = [
  'ip_not_allowed',
  'timestamp_out_of_range',
  'signature_error',
  'order_not_found',
  'duplicate_orderid',
  'duplicate_merchant_order_no',
  'insufficient_balance',
]

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
type AnyValue = any

const operations = Object.entries<AnyValue>(document.paths).flatMap(([path, item]) =>
  Object.entries<AnyValue>(item).map(([method, operation]) => {
    return { name: `${method.toUpperCase()} ${path}`, operation: { ...operation, path } }
  }),
)

// Of several paths that fit, the one with the fewest values is meant.
function operationFor(method: string, path: string) {
  const fitting = operations.filter(({ name }) => {
    const pattern = name.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(`${method} ${path}`)
  })
  const [found] = fitting.sort(
    (one, other) =>
      valuesIn(one.name) - valuesIn(other.name) || other.name.length - one.name.length,
  )
  if (found === undefined) throw new Error(`${method} ${path} is not documented`)
  const { parameters = [] } = found.operation
  return { operation: found.operation, parameters }
}

function valuesIn(path: string): number {
  return path.split('{').length
}

function valueIn(template: string, path: string, name: string): string | undefined {
  const parts = template.split('/')
  const place = parts.findIndex((part) => part.startsWith(`{${name}}`))
  const ending = parts[place]?.replace(/^\{\w+\}/, '') ?? ''
  return path.split('/')[place]?.replace(ending, '')
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: {} })
for (const keyword of Object.keys(document)) ajv.addKeyword(keyword)
ajv.addSchema(document, 'api')

function problemsIn(schema: object, value: unknown): readonly string[] {
  const given = JSON.parse(JSON.stringify(value ?? null))
  return ajv.validate(schema, given) ? [] : [ajv.errorsText()]
}
