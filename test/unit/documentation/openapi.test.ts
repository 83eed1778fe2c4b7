import Ajv from '@redocly/ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { signOf } from '../../../scripts/client/merchant-client.ts'
import { failure } from '../../../src/contract/answer-shapes.ts'
import {
  collectionCallback,
  payoutCallback,
} from '../../../src/contract/callbacks/callback-bodies.ts'
import { signedRefusals } from '../../../src/contract/endpoint.ts'
import { listEndpoints, signedEndpoints } from '../../../src/contract/endpoints.ts'
import { type Field, type FieldNote, fieldNotes } from '../../../src/contract/fields.ts'
import type { RefusalEntry } from '../../../src/contract/refusal-entry.ts'
import { refusals } from '../../../src/contract/refusal-table.ts'
import { exampleSecret } from '../../../src/documentation/worked-examples.ts'
import { taipeiToSeconds } from '../../../src/units/taipei-time.ts'
import { existingDay, existingTime } from '../../../src/units/text-patterns.ts'
import { problemsOf } from '../../support/openapi-linter.ts'
import { document } from './document.ts'

describe('a public linter, by its strictest rules,', () => {
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

  const body = post.requestBody.content['application/json']

  test('tells every field of its body, with limits, default and meaning', () => {
    const { properties, required } = fieldsOf(followed(body.schema))
    const others = Object.keys(post['x-earlier-names'])
    const current = Object.keys(request.shape).filter((name) => !others.includes(name))
    expect(Object.keys(properties)).toEqual(['uid', 'timestamp', 'sign', ...current])
    for (const name of current) {
      const note = noteOf(request.shape[name] as Field)
      const documented = properties[name]
      expect(documented).toMatchObject(limitsOf(note))
      expect(documented.description).toContain(note.zh)
      expect(documented.description).toContain(note.en)
      expect(required.includes(name)).toBe(note.required)
      if (note.default !== undefined) expect(JSON.stringify(documented)).toContain(note.default)
    }
  })

  test('is JSON, for generators that take the first media type, or a form (§1.6 form-urlencoded)', () => {
    const types = ['application/json', 'application/x-www-form-urlencoded']
    const { [`${types[1]}; charset=utf-8`]: withCharset, ...content } = post.requestBody.content
    expect(Object.keys(content)).toEqual(types)
    expect(withCharset).toEqual(content['application/x-www-form-urlencoded'])
    const [inJson, inForm] = types.map((type) => {
      return fieldsOf(followed(post.requestBody.content[type].schema))
    })
    expect(inForm.required).toEqual(inJson.required)
    expect(Object.keys(inForm.properties)).toEqual(Object.keys(inJson.properties))
    for (const [name, field] of Object.entries<{ type: string }>(inForm.properties)) {
      if (name === 'extra') expect(field).toMatchObject({ type: 'string' })
      else expect(field).toEqual(inJson.properties[name])
    }
  })

  test('has an example that is signed, and the same as a form', () => {
    const { sign, ...fields } = body.examples.signed.value
    expect(sign).toBe(signOf(fields, exampleSecret))
    const form = post.requestBody.content['application/x-www-form-urlencoded']
    const { value } = form.examples.signed
    expect(signOf({ ...value, sign: undefined }, exampleSecret)).toBe(sign)
    expect(value.sign).toBe(sign)
    if ('extra' in fields) expect(JSON.parse(value.extra)).toEqual(fields.extra)
  })

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

test('an order that there is needs one of its numbers, each of which has a character at least', () => {
  const about = signedEndpoints.filter(({ request }) => 'tradeNo' in request.shape)
  expect(about.length).toBeGreaterThan(2)
  for (const { path, request } of about) {
    const { allOf } = followed(
      document.paths[path].post.requestBody.content['application/json'].schema,
    )
    const numbers = allOf[1].anyOf.map((one: { required: string[] }) => one.required[0])
    expect(numbers).toEqual(
      ['orderid', 'serial_no', 'merchant_order_no', 'tradeNo'].filter(
        (one) => one in request.shape,
      ),
    )
    for (const name of numbers) expect(allOf[0].properties[name].minLength).toBe(1)
    expect(allOf[0].properties.trade_no).toBeUndefined()
  }
})

test('has no union of types but with null, and no whole number as a number', () => {
  const unions: string[] = []
  const wholes: string[] = []
  JSON.stringify(document.components.schemas, (name, value) => {
    if (Array.isArray(value?.type) && !value.type.includes('null')) unions.push(name)
    const types = value?.anyOf?.map((one: { type?: string }) => one.type) ?? ['null']
    if (name !== '1' && !types.includes('null')) unions.push(name)
    if (value?.type === 'number' && value.const !== undefined) wholes.push(name)
    return value
  })
  expect({ unions, wholes }).toEqual({ unions: [], wholes: [] })
  const { ok, code } = document.components.schemas.Failure.properties
  expect([ok, code]).toMatchObject([
    { type: 'integer', const: 0 },
    { type: 'integer', const: 1 },
  ])
})

test('each operation has a verb as its id, which no other has', () => {
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)]
  const ids = operations.flatMap((item) =>
    Object.values(item as object).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^(create|get|list|query|resend|receive|set|send)[A-Z]/)
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

test('every example is what its schema says', () => {
  const ajv = new Ajv({ strict: false, multipleOfPrecision: 6, logger: false })
  const wrong: string[] = []
  let count = 0
  ajv.addSchema({ $id: 'document', ...document })
  JSON.stringify({ paths: document.paths, webhooks: document.webhooks }, (name, value) => {
    if (value?.examples === undefined || value.schema === undefined) return value
    const local = JSON.stringify(value.schema).replaceAll('"#/', '"document#/')
    const fits = ajv.compile(JSON.parse(local))
    for (const [which, example] of Object.entries(value.examples)) {
      count += 1
      if (!fits(followed(example).value)) {
        wrong.push(`${name} ${which}: ${ajv.errorsText(fits.errors)}`)
      }
    }
    return value
  })
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(100)
})

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
const exampleIn = (operation: any) =>
  operation.responses[200].content['application/json'].examples.success

test('the examples are one true story: numbers by kind, nothing paid of what waits, true sums', () => {
  const wrong = Object.entries<object>(document.paths).flatMap(([path, item]) => {
    const { value } = exampleIn(Object.values(item)[0])
    const { serial_no, orderid, trade_no, ...data } = value.data?.items?.[0] ?? value.data ?? value
    const { status, merchant_order_no: number = serial_no ?? orderid } = data
    const given = data.paid_amount || data.paid_at || data.processed_at
    const isTold =
      (trade_no ?? 'C')[0] === (serial_no ? 'P' : 'C') && !(status === 'pending' && given)
    const isDefault = path.includes('link') || number === (serial_no ?? orderid)
    return isTold && isDefault && !('actual_amount' in data && orderid) ? [] : [path]
  })
  expect(wrong).toEqual([])
  const { data } = exampleIn(document.paths['/api/v1/merchant/ledger'].post).value
  expect(data.opening.available + data.items[0].amount - data.items[0].fee).toBe(
    data.closing.available,
  )
})

test('the schema of a time takes each day that exists from 1971 to 2999, and none that does not', () => {
  const day = new RegExp(existingDay, 'u')
  const time = new RegExp(existingTime, 'u')
  for (let year = 1970; year <= 3000; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (const date of [1, 28, 29, 30, 31]) {
        const text = [year, month, date].map((one) => String(one).padStart(2, '0')).join('-')
        const exists = taipeiToSeconds(text) !== null && year > 1970
        if (day.test(text) !== exists || time.test(text) !== exists) expect(text).toBe(exists)
      }
    }
  }
})

test('every field of every answer says what it means, in both languages', () => {
  const undocumented: string[] = []
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!/Request$/.test(name)) collectUndocumented(schema, name, undocumented)
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

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
function fieldsOf(schema: any): any {
  return schema.allOf?.[0] ?? schema
}

function noteOf(field: Parameters<typeof fieldNotes.get>[0]): FieldNote {
  const note = fieldNotes.get(field)
  if (note === undefined) throw new Error('a field without a note')
  return note
}

function limitsOf({ maxLength, minimum, maximum, enum: labels }: FieldNote): object {
  const limits = Object.entries({ maxLength, minimum, maximum, enum: labels })
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
