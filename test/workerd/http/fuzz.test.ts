import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signedForm, signedJson } from '../../../scripts/client/merchant-client.ts'
import { type AnyEndpoint, signedRefusals } from '../../../src/contract/endpoint.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { fieldNotes } from '../../../src/contract/fields.ts'
import { refusals } from '../../../src/contract/refusal-table.ts'
import { aTestShop } from '../support/sandbox.ts'
import { type Answer, aMerchant, anId, postJson, rowsIn, type Shop } from '../support/service.ts'

// Requests generated from the contract's fields and mutated: every answer is a documented one, a success has the
// contract's shape, and a refusal writes nothing.

const requests = Number(env.FUZZ_REQUESTS)

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', 0, -1, 0.001, true, false, '0', '-1', '1e2', 'NaN'),
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    { a: { b: [1, { c: '二' }] } },
    '\u0000',
    '\u202e',
    '😀',
  ),
  fc.integer({ min: 1, max: 300 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 130 }).map((length) => '王'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
)
const strangeNames = fc.constantFrom('orderNo', 'merchantNo', 'userName', 'bankName', 'time', 'x')

type Mutation = 'none' | 'wrong sign' | 'broken' | 'cut' | 'nothing' | 'wrong type'
const mutations = fc.constantFrom<Mutation>(
  'none',
  'none',
  'none',
  'none',
  'wrong sign',
  'broken',
  'cut',
  'nothing',
  'wrong type',
)

const request = fc.constantFrom(...signedEndpoints).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    fields: fc.record(
      Object.fromEntries(
        Object.entries(endpoint.request.shape).map(([name, field]) => [
          name,
          fc.oneof({ weight: 4, arbitrary: usual(name, field) }, { weight: 1, arbitrary: odd }),
        ]),
      ),
      { requiredKeys: [] },
    ),
    strange: fc.dictionary(strangeNames, odd, { maxKeys: 2 }),
    form: fc.boolean(),
    mutation: mutations,
    // Who calls: a test merchant has orders that it brings to outcomes.
    isTest: fc.boolean(),
  }),
)
type FuzzRequest = typeof request extends fc.Arbitrary<infer G> ? G : never

/** A value that the field's note allows. */
function usual(name: string, field: AnyEndpoint['request']['shape'][string]) {
  const note = fieldNotes.get(field)
  if (name === 'orderid' || name === 'serial_no') {
    return fc.oneof(
      fc.constant(0).map(() => anId().slice(0, 40)),
      fc.constantFrom('SAME-1', 'SAME-2'),
    )
  }
  if (note?.enum !== undefined) return fc.constantFrom(...note.enum)
  if (note?.format === 'uri') return fc.constantFrom('https://m.example/n', 'http://127.0.0.1/')
  if (note?.format === 'date-time') return fc.constantFrom('2026-01-31', '2026-01-31 15:04:05')
  if (note?.type === 'number') return fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 100)
  if (note?.type === 'integer') return fc.integer({ min: 1, max: 100_000 })
  if (note?.type === 'boolean') return fc.boolean()
  const length = note?.maxLength ?? 20
  return fc.integer({ min: 1, max: length }).map((size) => 'a'.repeat(size))
}

test(`${requests} generated requests`, { timeout: 3_600_000 }, async () => {
  const [shop, testShop] = [await aMerchant(), await aTestShop()]
  const samples = fc.sample(request, requests)
  const seen: Record<string, number> = {}
  let written = await writtenRows()
  for (const generated of samples) {
    const isTest = generated.endpoint.path.includes('/sandbox/') || generated.isTest
    const answer = await send(isTest ? testShop : shop, generated)
    expectDocumented(generated.endpoint, answer)
    const now = await writtenRows()
    if (answer.status !== 200) expect(now).toBe(written)
    written = now
    const outcome = answer.body.error ?? 'accepted'
    seen[outcome] = (seen[outcome] ?? 0) + 1
  }
  for (const outcome of ['accepted', 'validation_error', 'signature_error', 'order_not_found']) {
    expect(seen[outcome] ?? 0, `${outcome} in ${JSON.stringify(seen)}`).toBeGreaterThan(
      requests / 200,
    )
  }
})

async function send(shop: Shop, { endpoint, fields, strange, form, mutation }: FuzzRequest) {
  const secret = mutation === 'wrong sign' ? 'another secret' : shop.secret
  const all = { ...strange, ...fields }
  const signed = form ? signedForm(shop.uid, secret, all) : signedJson(shop.uid, secret, all)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const bodies: Record<Mutation, string> = {
    none: signed,
    'wrong sign': signed,
    broken: signed.replace(/[{=]/, '%'),
    cut: signed.slice(0, signed.length / 2),
    nothing: '',
    'wrong type': signed,
  }
  const contentType = mutation === 'wrong type' ? 'text/xml' : type
  return postJson(endpoint.path, bodies[mutation], { 'content-type': contentType })
}

function expectDocumented(endpoint: AnyEndpoint, answer: Answer): void {
  if (answer.status === 200) {
    expect(endpoint.response.parse(answer.body)).toEqual(answer.body)
    return
  }
  const { error } = answer.body
  const documented: readonly string[] = [...signedRefusals, ...endpoint.refusals]
  expect(documented).toContain(error)
  expect(error).not.toBe('internal_error')
  expect(answer.status).toBe(refusals[error as keyof typeof refusals].status)
}

// Without callback attempts, which are written in the background.
async function writtenRows(): Promise<string> {
  const tables = [
    'collections',
    'payouts',
    'payment_links',
    'events',
    'ledger_entries',
    'callbacks',
  ]
  const counts = tables.map((table) => `(select count(*) from ${table})`)
  const text = `select ${counts.join(` || ' ' || `)} as counts`
  const read = (database: D1Database) => rowsIn<{ counts: string }>(database, text)
  const [real, test] = await Promise.all([env.DB, env.DB_SANDBOX].map(read))
  return `${real?.[0]?.counts} ${test?.[0]?.counts}`
}
