import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signedForm, signedJson } from '../../../scripts/client/merchant-client.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { openApiDocument } from '../../../src/documentation/openapi.ts'
import { problemsOfForm } from '../../support/semantic-rules.ts'
import { aMerchant, anAddress, form, json, postJson } from '../support/service.ts'

// Requests drawn from the schemas of `/openapi.json`: what a schema allows is read.

const runs = 40

type Names = {
  readonly required: readonly string[]
  readonly properties?: { readonly type: { readonly const: string } }
}
type Schema = {
  readonly type?: string
  readonly allOf?: readonly [Schema, { readonly anyOf: readonly Names[] }]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
}

// biome-ignore lint/suspicious/noExplicitAny: it is read without types
const document: any = JSON.parse(JSON.stringify(openApiDocument('https://pay.example')))

test.each(signedEndpoints.map(({ path }) => path))(
  'what the schema of %s allows is not refused for its form',
  async (path) => {
    const shop = await aMerchant()
    for (const fields of fc.sample(requestOf(path, 'application/json'), runs)) {
      await expectRead(path, signedJson(shop.uid, shop.secret, fields), json)
    }
    for (const fields of fc.sample(requestOf(path, form['content-type']), runs / 4)) {
      await expectRead(path, signedForm(shop.uid, shop.secret, fields), form)
    }
  },
)

async function expectRead(path: string, body: string, media: typeof json): Promise<void> {
  const from = { ...media, 'cf-connecting-ip': anAddress() }
  const { status, body: answer } = await postJson(path, body, from)
  const problems = answer.error === 'validation_error' ? problemsOfForm(answer.errors) : []
  expect(problems, body).toEqual([])
  expect(status, JSON.stringify(answer)).toBeLessThan(500)
  expect(answer.error, body).not.toBe('signature_error')
}

type Fields = Readonly<Record<string, unknown>>

function requestOf(path: string, media: string): fc.Arbitrary<Fields> {
  const { schema } = document.paths[path].post.requestBody.content[media]
  const whole: Schema = document.components.schemas[schema.$ref.split('/').at(-1)]
  const { properties = {}, required = [] } = whole.allOf?.[0] ?? whole
  const names = Object.keys(properties).filter((name) => !signed.has(name))
  const values = Object.fromEntries(
    names.map((name) => [name, valueFor(properties[name] ?? {})] as const),
  )
  const drawn = fc.record(values, { requiredKeys: required.filter((name) => !signed.has(name)) })
  const named: readonly Names[] = whole.allOf?.[1].anyOf ?? [{ required: [] }]
  return drawn.filter((all) =>
    named.some(({ required: needed, properties: also }) => {
      const isOfKind = also === undefined || !('type' in all) || all.type === also.type.const
      return isOfKind && needed.every((name) => name in all)
    }),
  )
}

// The shop's own, or the signature would be refused before anything else is read.
const signed = new Set(['uid', 'timestamp', 'sign'])

function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: labels, minimum = 0, maximum = 1, multipleOf } = schema
  if (labels !== undefined) return fc.constantFrom(...labels)
  if (type === 'boolean') return fc.boolean()
  if (type === 'object') return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
  if (type === 'integer') return numbers(minimum, maximum)
  if (type !== 'number') return textOf(schema)
  const part = Math.round(1 / (multipleOf ?? 1))
  return numbers(Math.round(minimum * part), Math.round(maximum * part)).map((n) => n / part)
}

function numbers(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }))
}

function textOf({ pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const isPlain = pattern === undefined || pattern.startsWith('^[^')
  if (!isPlain) {
    // Hosts are logged, where one as long as a key is taken for a key.
    const isFit = (text: string) => text.length <= maxLength && !/[\w-]{30}/.test(text)
    return fc.stringMatching(new RegExp(pattern)).filter(isFit)
  }
  const fits = new RegExp(pattern ?? '', 'u')
  const unit = fc.oneof(
    fc.constantFrom('王', '😀', ' ', '\u0000', '\u001f', '\u007f', '\u009f', '\u00a0', '\u2028'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const characters = unit.filter((one) => one.isWellFormed() && fits.test(one))
  const any = fc.array(characters, { minLength, maxLength }).map((all) => all.join(''))
  return fc
    .oneof(any, fc.constantFrom('王'.repeat(maxLength), '-', '0'))
    .filter((text) => [...text].length <= maxLength)
}
