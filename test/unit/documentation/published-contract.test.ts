import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../src/documentation/openapi.ts'

// §9.4: what has been published below /api/v1/ stays. `published-contract.txt` holds every fact that a merchant's code
// may rest on, a line each; lines are only ever added to it.

const path = join(import.meta.dirname, '../../data/published-contract.txt')
const published = readFileSync(path, 'utf8').trim().split('\n')
// biome-ignore lint/suspicious/noExplicitAny: a document that is read as its readers do, without types
const document: any = JSON.parse(JSON.stringify(openApiDocument('https://pay.example')))

test('everything that was published is still there (§9.4)', () => {
  const current = new Set(factsOf(document))
  expect(published.filter((fact) => !current.has(fact))).toEqual([])
})

test('what is new is written down, and requires nothing of those who know only the old (§9.4)', () => {
  const known = new Set(published)
  expect(factsOf(document).filter((fact) => !known.has(fact))).toEqual([])
})

test('a field that is renamed, becomes required, or changes its type is noticed', () => {
  const changed = structuredClone(document)
  const { MerchantCollectionsRequest: request, MerchantBalanceResponse: answer } =
    changed.components.schemas
  request.required.push('user_id')
  request.properties.amounts = request.properties.amount
  delete request.properties.amount
  answer.properties.balance.type = 'string'
  const facts = new Set(factsOf(changed))
  expect(published.filter((fact) => !facts.has(fact)).sort()).toEqual([
    'MerchantBalanceResponse balance number',
    'MerchantCollectionsRequest amount required',
    'MerchantCollectionsRequest user_id optional',
  ])
})

// biome-ignore lint/suspicious/noExplicitAny: see above
function factsOf({ paths, components, webhooks }: any): string[] {
  const facts: string[] = []
  for (const [route, item] of Object.entries<object>(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      facts.push(`${method.toUpperCase()} ${route}`)
      for (const { name, required } of operation.parameters ?? []) {
        facts.push(`${route} ${name} ${required ? 'required' : 'optional'}`)
      }
      for (const name of Object.keys(operation['x-earlier-names'] ?? {})) {
        facts.push(`${route} ${name} earlier name`)
      }
    }
  }
  for (const [name, schema] of Object.entries<Schema>(components.schemas)) {
    facts.push(...(name.endsWith('Response') ? answered(name, schema) : asked(name, schema)))
  }
  for (const [name, { post }] of Object.entries<{ post: Webhook }>(webhooks)) {
    facts.push(...answered(name, post.requestBody.content['application/json'].schema))
    for (const parameter of post.parameters) facts.push(`${name} ${parameter.name} header`)
  }
  for (const code of Object.keys(components.examples)) facts.push(`error ${code}`)
  return facts
}

type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
}
type Webhook = {
  readonly requestBody: { readonly content: { readonly 'application/json': { schema: Schema } } }
  readonly parameters: readonly { readonly name: string }[]
}

function asked(name: string, { properties = {}, required = [] }: Schema): string[] {
  return Object.keys(properties).map(
    (field) => `${name} ${field} ${required.includes(field) ? 'required' : 'optional'}`,
  )
}

function answered(name: string, schema: Schema, within = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const where = within === '' ? field : `${within}.${field}`
    const fact = `${name} ${where} ${typeOf(inner)}`
    const below = inner.type === 'array' ? (inner.items ?? {}) : inner
    return [fact, ...answered(name, below, where)]
  })
}

function typeOf({ type, anyOf }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join('|')
  return type === undefined ? 'any' : [type].flat().join('|')
}
