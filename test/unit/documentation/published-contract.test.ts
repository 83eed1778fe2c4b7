import { expect, test } from 'vitest'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { fieldNotes } from '../../../src/contract/fields.ts'
import { readProject } from '../../support/project-files.ts'
import { document } from './document.ts'

// §9.4: what has been published below /api/v1/ stays. `published-contract.txt` has a line for each fact that a
// merchant's code may depend on; lines are only added to it.

// What the description tells otherwise than it was published, with nothing taken from a merchant's code: a string
// as `extra` and another name of a field are taken as before and said in words, and single numbers are whole ones.
const toldOtherwise = [
  [/^(\w+Request extra) takes object\|string$/, '$1 takes object'],
  [/^(\w+Response data\.extra) string\|object$/, '$1 any'],
  [/^(\w+Response (?:ok|code)) number$/, '$1 integer'],
] as const

const published = [
  ...new Set(
    readProject('test/data/published-contract.txt')
      .trim()
      .split('\n')
      .map((fact) => toldOtherwise.reduce((told, [was, is]) => told.replace(was, is), fact)),
  ),
]

test('everything that was published is still there (§9.4)', () => {
  expect(missingIn(document)).toEqual([])
})

test('new facts are in the file, and require nothing of existing merchants (§9.4)', () => {
  const known = new Set(published)
  const unknown = factsOf(document).filter((fact) => !known.has(fact))
  expect(unknown, 'add these lines to test/data/published-contract.txt').toEqual([])
})

test('a field that is renamed, becomes required, or changes its type is noticed', () => {
  const changed = structuredClone(document)
  const { MerchantCollectionsRequest: request, MerchantBalanceResponse: answer } =
    changed.components.schemas
  request.required.push('user_id')
  request.properties.amounts = request.properties.currency
  delete request.properties.currency
  answer.properties.balance.type = 'string'
  expect(missingIn(changed).sort()).toEqual([
    'MerchantBalanceResponse balance number',
    'MerchantCollectionsRequest currency at most 10 characters',
    'MerchantCollectionsRequest currency defaults to "TWD"',
    'MerchantCollectionsRequest currency optional',
    'MerchantCollectionsRequest currency takes string',
    'MerchantCollectionsRequest user_id optional',
  ])
})

test('a bound that becomes narrower, a value that goes and another default are noticed, a wider bound is none', () => {
  const changed = structuredClone(document)
  const { MerchantCollectionsRequest: request, MerchantCollectionsStatusResponse: answer } =
    changed.components.schemas
  request.properties.orderid.maxLength = 63
  request.properties.user_id.maxLength = 65
  request.properties.amount.minimum = 1
  request.properties.paid_amount.maximum = 1e12
  request.properties.status.enum = ['pending', 'succeeded']
  request.properties.gateway_code['x-default'] = 'another'
  answer.properties.status.enum.splice(0, 1)
  expect(missingIn(changed).sort()).toEqual([
    'MerchantCollectionsRequest amount at least 0.01',
    'MerchantCollectionsRequest gateway_code defaults to "gateway_c"',
    'MerchantCollectionsRequest orderid at most 64 characters',
    'MerchantCollectionsRequest status takes "manual"',
    'MerchantCollectionsStatusResponse status says "PENDING"',
  ])
})

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
function missingIn(changed: any): string[] {
  const facts = factsOf(changed)
  const known = new Set(facts)
  return published.filter((fact) => !known.has(fact) && !facts.some((one) => isWider(one, fact)))
}

// A bound may become wider: what kept the old one keeps the new one.
function isWider(fact: string, before: string): boolean {
  const [one, old] = [fact, before].map((text) => bound.exec(text))
  if (!one || !old || one[1] !== old[1] || one[2] !== old[2] || one[4] !== old[4]) return false
  return one[2] === 'at most' ? Number(one[3]) > Number(old[3]) : Number(one[3]) < Number(old[3])
}

const bound = /^(\S+ \S+) (at least|at most) ([\d.]+)( characters)?$/

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
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
      facts.push(...refusalFacts(operation.responses))
    }
  }
  for (const [name, schema] of Object.entries<Schema>(components.schemas)) {
    facts.push(
      ...(name.endsWith('Response')
        ? answerFacts(name, schema)
        : requestFacts(name, schema.allOf?.[0] ?? schema)),
    )
  }
  facts.push(...otherNameFacts(paths))
  for (const [name, { post }] of Object.entries<{ post: Webhook }>(webhooks)) {
    facts.push(...answerFacts(name, post.requestBody.content['application/json'].schema))
    for (const parameter of post.parameters) facts.push(`${name} ${parameter.name} header`)
  }
  for (const code of Object.keys(components.examples)) facts.push(`error ${code}`)
  return [...new Set(facts)]
}

type Responses = Readonly<
  Record<string, { content: { 'application/json': { examples?: object } } }>
>

function refusalFacts(responses: Responses): string[] {
  const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return refused.flatMap(([status, { content }]) =>
    Object.keys(content['application/json'].examples ?? {}).map(
      (code) => `error ${code} ${status}`,
    ),
  )
}

// Another name that the contract reads as a field of its own is said in words, as an earlier name is.
// biome-ignore lint/suspicious/noExplicitAny: it is read without types
function otherNameFacts(paths: any): string[] {
  return signedEndpoints.flatMap(({ path, request }) => {
    const { requestBody, 'x-earlier-names': others = {} } = paths[path]?.post ?? {}
    const media: readonly { schema: { $ref: string } }[] = Object.values(requestBody?.content ?? {})
    const schemas = media.map(({ schema }) => schema.$ref.split('/').at(-1) ?? '')
    return Object.entries(request.shape).flatMap(([name, field]) => {
      const note = fieldNotes.get(field)
      if (!(name in others) || note === undefined) return []
      const { type, maxLength, required } = note
      const properties = { [name]: { type, ...(maxLength === undefined ? {} : { maxLength }) } }
      const given = { properties, required: required ? [name] : [] }
      return schemas.flatMap((schema) => requestFacts(schema, given))
    })
  })
}

type Schema = {
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string | number
  readonly 'x-default'?: unknown
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}
type Webhook = {
  readonly requestBody: { readonly content: { readonly 'application/json': { schema: Schema } } }
  readonly parameters: readonly { readonly name: string }[]
}

function requestFacts(name: string, { properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const which = `${name} ${field}`
    const presence = `${which} ${required.includes(field) ? 'required' : 'optional'}`
    return name.endsWith('Request') ? [presence, ...limitFacts(which, schema)] : [presence]
  })
}

function limitFacts(which: string, schema: Schema): string[] {
  const { 'x-default': fallback, maxLength, minimum, maximum } = schema
  return [
    `${which} takes ${typeOf(schema)}`,
    ...(schema.enum ?? []).map((value) => `${which} takes ${JSON.stringify(value)}`),
    ...(fallback === undefined ? [] : [`${which} defaults to ${JSON.stringify(fallback)}`]),
    ...(maxLength === undefined ? [] : [`${which} at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`${which} at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`${which} at most ${maximum}`]),
  ]
}

function answerFacts(name: string, schema: Schema, within = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const where = within === '' ? field : `${within}.${field}`
    const fact = `${name} ${where} ${typeOf(inner)}`
    const values = inner.enum ?? (inner.const === undefined ? [] : [inner.const])
    const said = values.map((value) => `${name} ${where} says ${JSON.stringify(value)}`)
    const below = inner.type === 'array' ? (inner.items ?? {}) : inner
    return [fact, ...said, ...answerFacts(name, below, where)]
  })
}

function typeOf({ type, anyOf }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join('|')
  return type === undefined ? 'any' : [type].flat().join('|')
}
