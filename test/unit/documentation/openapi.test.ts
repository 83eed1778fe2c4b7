import { describe, expect, test } from 'vitest'
import { failure } from '../../../src/contract/answer-shapes.ts'
import {
  collectionCallback,
  payoutCallback,
} from '../../../src/contract/callbacks/callback-bodies.ts'
import { signedRefusals } from '../../../src/contract/endpoint.ts'
import { listEndpoints, signedEndpoints } from '../../../src/contract/endpoints.ts'
import { type FieldNote, fieldNotes } from '../../../src/contract/fields.ts'
import { type RefusalEntry, refusals } from '../../../src/contract/refusal-table.ts'
import { problemsOf } from '../../support/openapi-linter.ts'
import { document } from './document.ts'

describe('a public linter, by its recommended rules,', () => {
  test('finds nothing', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  test('finds what is wrong', async () => {
    const { info: _, ...withoutInfo } = document
    expect(await problemsOf(withoutInfo)).not.toEqual([])
    const dangling = structuredClone(document)
    delete dangling.components.schemas.Failure
    expect(await problemsOf(dangling)).not.toEqual([])
  })
})

test('is version 2.7.0 of OpenAPI 3.1, served from the base address (§9.1 2.7.0)', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.version).toBe('2.7.0')
  expect(document.servers).toEqual([{ url: 'https://pay.example' }])
})

test('names the endpoints of the contract and nothing else', () => {
  const routes = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const declared = [...signedEndpoints, ...listEndpoints].map(({ method, path }) => {
    return `${method} ${path}`
  })
  expect(routes.sort()).toEqual([...declared, 'GET /health'].sort())
})

describe.each(signedEndpoints)('$path', ({ path, request, earlierNames, refusals: own }) => {
  const { post } = document.paths[path]

  test.each(['application/json', 'application/x-www-form-urlencoded'])(
    'tells every field of its %s body, with limits, default and meaning',
    (mediaType) => {
      const schema = followed(post.requestBody.content[mediaType].schema)
      const signed = ['uid', 'timestamp', 'sign']
      expect(Object.keys(schema.properties)).toEqual([...signed, ...Object.keys(request.shape)])
      for (const [name, field] of Object.entries(request.shape)) {
        const note = noteOf(field)
        const documented = schema.properties[name]
        expect(documented).toMatchObject(limitsOf(note))
        expect(documented.description).toContain(note.zh)
        expect(documented.description).toContain(note.en)
        expect(schema.required.includes(name)).toBe(note.required)
        if (note.default !== undefined) expect(JSON.stringify(documented)).toContain(note.default)
      }
    },
  )

  test('tells the earlier names', () => {
    for (const [earlier, current] of [
      ['merchantNo', 'uid'],
      ['time', 'timestamp'],
      ...earlierNames,
    ]) {
      expect(post['x-earlier-names'][String(earlier)]).toContain(current)
      expect(post.description).toContain(`${earlier} → ${current}`)
    }
  })

  test('tells every refusal under its status, with an example (§7 signed endpoints)', () => {
    for (const code of [...own, ...signedRefusals, 'not_found' as const]) {
      const { status } = refusals[code]
      const { schema, examples } = post.responses[status].content['application/json']
      expect(schema.allOf[1].properties.error.enum).toContain(code)
      expect(followed(examples[code]).value).toMatchObject({ ok: 0, code: 1, error: code })
    }
  })
})

test('tells the refusals that have a remedy, and no others', () => {
  const entries = Object.entries<RefusalEntry>(refusals)
  const remedied = entries.flatMap(([code, { remedy }]) => (remedy === undefined ? [] : [code]))
  expect(Object.keys(document.components.examples).sort()).toEqual(remedied.sort())
})

test('every example of a refusal is a body that there is', () => {
  for (const { value } of Object.values<{ value: unknown }>(document.components.examples)) {
    expect(failure.parse(value)).toEqual(value)
  }
})

test('every field of every answer says what it means, in both languages', () => {
  const undocumented: string[] = []
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!/(Request|Form)$/.test(name)) collectUndocumented(schema, name, undocumented)
  }
  expect(undocumented).toEqual([])
})

test.each([
  ['collectionCallback', collectionCallback],
  ['payoutCallback', payoutCallback],
])('the webhook %s tells body, headers and acknowledgement', (name, body) => {
  const { post } = document.webhooks[name]
  const { schema } = post.requestBody.content['application/json']
  expect(Object.keys(schema.properties)).toEqual(Object.keys(body.shape))
  expect(post.parameters.map((one: { name: string }) => one.name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'webhook-attempt',
  ])
  expect(post.responses[200].content['text/plain'].schema.const).toBe('success')
})

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
function followed(value: any): any {
  if (value.$ref === undefined) return value
  const [kind = '', name = ''] = value.$ref.replace('#/components/', '').split('/')
  return document.components[kind][name]
}

function noteOf(field: Parameters<typeof fieldNotes.get>[0]): FieldNote {
  const note = fieldNotes.get(field)
  if (note === undefined) throw new Error('a field without a note')
  return note
}

function limitsOf({ maxLength, minimum, maximum, enum: words }: FieldNote): object {
  const limits = Object.entries({ maxLength, minimum, maximum, enum: words })
  return Object.fromEntries(limits.filter(([, limit]) => limit !== undefined))
}

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
function collectUndocumented(schema: any, path: string, undocumented: string[]): void {
  for (const [name, inner] of Object.entries<{ description?: string }>(schema.properties ?? {})) {
    const whole = `${path}.${name}`
    if (inner.description === undefined) undocumented.push(whole)
    collectUndocumented(inner, whole, undocumented)
  }
  for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]) {
    if (inner !== undefined) collectUndocumented(inner, path, undocumented)
  }
}
