import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { success } from '../../../src/contract/answer-shapes.ts'
import { described } from '../../../src/contract/described-fields.ts'
import {
  earlierSignedNames,
  endpoint,
  listEndpoint,
  signedFields,
  signedRefusals,
} from '../../../src/contract/endpoint.ts'
import { listEndpoints, signedEndpoints } from '../../../src/contract/endpoints.ts'
import { fieldNotes } from '../../../src/contract/fields.ts'
import { refusals } from '../../../src/contract/refusal-table.ts'
import type { SentValue } from '../../../src/contract/sent-parameter.ts'
import { filesIn, root } from '../../support/project-files.ts'
import {
  absent,
  expectDocumented,
  expectRefused,
  notText,
  reading,
  refuses,
  sent,
} from './field-reading.ts'

const { uid, timestamp, sign } = signedFields.shape

describe('every signed request carries', () => {
  test('uid, timestamp and sign, each of them required (§4 signed requests, §5.1)', () => {
    const fields = Object.entries(signedFields.shape)
    expect(fields.map(([name]) => name)).toEqual(['uid', 'timestamp', 'sign'])
    for (const [, field] of fields) {
      for (const parameter of absent) {
        expect(reading(field, parameter)).toEqual({ problem: '此欄位為必填' })
      }
    }
  })

  test('a uid of up to 20 characters, without control characters (§2.1–3 uid, §8 uid)', () => {
    expect(reading(uid, sent.text('M'.repeat(20)))).toEqual({ value: 'M'.repeat(20) })
    expectRefused(uid, [sent.text('M'.repeat(21)), sent.text('M\n'), ...notText])
  })

  test('a timestamp in seconds, or in milliseconds when it has 13 digits (§2.2–3 timestamp)', () => {
    expect(reading(timestamp, sent.number('1769843045'))).toEqual({ value: 1_769_843_045 })
    expect(reading(timestamp, sent.text('1769843045000'))).toEqual({ value: 1_769_843_045 })
    expect(refuses(timestamp, sent.text('2026-01-31 15:04:05'))).toBe(true)
  })

  test('a sign of 32 hexadecimal characters in any case, kept as it was sent (§2.2–3 sign, §8 sign)', () => {
    const value = '0123456789abcdefABCDEF0123456789'
    expect(reading(sign, sent.text(value))).toEqual({ value })
    const wrong = [value.slice(1), `${value}0`, `g${value.slice(1)}`, ` ${value}`, `${value}\n`]
    for (const text of wrong) {
      expect(reading(sign, sent.text(text))).toEqual({ problem: '必須是 32 位十六進位字元（MD5）' })
    }
    expect(refuses(sign, sent.number('1'.repeat(32)))).toBe(true)
  })
})

test.each(signedEndpoints)('$path documents every field in both languages', ({ request }) =>
  expectDocumented(request.shape),
)

test('what stands for an absent field is told, also where it is another field', () => {
  const told = signedEndpoints.flatMap(({ path, request: { shape } }) =>
    Object.entries(shape).flatMap(([name, field]) => {
      const { default: other = '' } = fieldNotes.get(field) ?? {}
      return other in shape || other.startsWith('<') ? [`${path.slice(17)} ${name}: ${other}`] : []
    }),
  )
  expect(told).toEqual([
    'payment-links/amount channel: <exchange>_coin',
    'payment-links/amount payer_name: member_name',
    'payment-links channel: <exchange>_coin',
    'payment-links payer_name: member_name',
    'collections merchant_order_no: orderid',
    'payouts merchant_order_no: serial_no',
    'payouts actual_amount: amount',
    'payouts beneficiary_name: payee_name',
  ])
})

test('the earlier protocol’s names for them are merchantNo and time', () => {
  expect(earlierSignedNames).toEqual([
    ['merchantNo', 'uid'],
    ['time', 'timestamp'],
  ])
})

describe('the endpoints', () => {
  test('are all listed, so that documentation and tests know them', async () => {
    const files = filesIn('src/contract').filter((path) => /-endpoints?\.ts$/.test(path))
    const modules = await Promise.all(files.map((path) => import(join(root, path))))
    const declared = modules.flatMap((exports) => Object.values(exports)).filter(isEndpoint)
    const listed = [...signedEndpoints, ...listEndpoints]
    expect(pathsOf(declared)).toEqual(pathsOf(listed))
  })

  test('have numbers and paths of their own, in the order of §4', () => {
    const numbers = signedEndpoints.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(new Set(signedEndpoints.map(({ path }) => path)).size).toBe(signedEndpoints.length)
  })

  test('have the numbers that §4 gives to their paths (§4 paths, §4.1–4 path, §4.7–9 path, §9.1 prefix)', () => {
    const table: Readonly<Record<string, number>> = {
      '/api/v1/merchant/payment-channels': 1,
      '/api/v1/merchant/payment-amounts': 2,
      '/api/v1/merchant/payment-links/amount': 3,
      '/api/v1/merchant/payment-links': 4,
      '/api/v1/merchant/collections': 5,
      '/api/v1/merchant/collections/status': 6,
      '/api/v1/merchant/payouts': 7,
      '/api/v1/merchant/payouts/status': 8,
      '/api/v1/merchant/balance': 9,
      '/api/v1/merchant/callbacks/retry': 11,
      // Ours: §4 ends with 12.
      '/api/v1/merchant/ledger': 13,
      '/api/v1/merchant/pricing': 14,
      '/api/v1/merchant/withdrawals': 15,
      '/api/v1/merchant/statements': 16,
      '/api/v1/merchant/callbacks': 17,
      '/api/v1/merchant/sandbox/outcome': 18,
      '/api/v1/merchant/sandbox/callback': 19,
    }
    for (const { path, number } of signedEndpoints)
      expect([path, number]).toEqual([path, table[path]])
  })

  test('never take uid, timestamp or sign for fields of their own', () => {
    for (const { request } of signedEndpoints) {
      expect(Object.keys(request.shape)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(uid|timestamp|sign)$/)]),
      )
    }
  })

  test('map earlier names to fields of their own only', () => {
    for (const { request, earlierNames } of signedEndpoints) {
      for (const [, current] of earlierNames) expect(Object.keys(request.shape)).toContain(current)
    }
  })

  test('refuse with codes of merchants only, none of the back office', () => {
    for (const { refusals: own } of signedEndpoints) {
      for (const code of own) expect([422, 429]).toContain(refusals[code].status)
    }
    for (const code of signedRefusals) {
      expect([405, 413, 415, 422, 429, 500, 503]).toContain(refusals[code].status)
    }
  })

  test('answer with ok 1 and the message success (§4 success)', () => {
    for (const { response } of signedEndpoints) {
      const wrong = response.safeParse({ ok: 0, message: 'failed' })
      const paths = wrong.error?.issues.map(({ path }) => path[0])
      expect(paths).toEqual(expect.arrayContaining(['ok', 'message']))
    }
  })
})

describe('what stands in no documentation does not compile:', () => {
  const route = { number: 13, path: '/api/v1/merchant/x', summary: { zh: '例', en: 'X' } } as const
  const list = { ...route, query: {}, response: () => success({}) }
  const signed = {
    ...route,
    request: {},
    earlierNames: [],
    refusals: [],
    response: () => success({}),
    legacyGroup: 'collection',
  } as const

  test('an endpoint without notes', () => {
    // @ts-expect-error: a signed endpoint says what holds beyond its fields, or that nothing does
    endpoint(signed)
    // @ts-expect-error: so does a public list
    listEndpoint(list)
    expect(endpoint({ ...signed, notes: [] }).method).toBe('POST')
    expect(listEndpoint({ ...list, notes: [] }).method).toBe('GET')
  })

  test('a refusal without a remedy', () => {
    // @ts-expect-error: only the back office meets this refusal
    expect(endpoint({ ...signed, notes: [], refusals: ['taken'] }).refusals).toEqual(['taken'])
  })

  test('a field of a request, of a query or of an answer without a meaning', () => {
    const asSent = z.transform((sent: SentValue | undefined) => sent)
    const q = described(z.optional(z.string()), '關鍵字', 'Part of a name')
    // @ts-expect-error: a request's field made by zod itself
    endpoint({ ...signed, notes: [], request: { q: asSent } })
    // @ts-expect-error: a query's field without a meaning
    listEndpoint({ ...list, notes: [], query: { q: z.optional(z.string()) } })
    // @ts-expect-error: an answer made by zod itself
    endpoint({ ...signed, notes: [], response: () => z.object({ ok: z.literal(1) }) })
    // @ts-expect-error: the same of a public list
    listEndpoint({ ...list, notes: [], response: () => z.object({ ok: z.literal(1) }) })
    expect(listEndpoint({ ...list, notes: [], query: { q } }).query.parse({ q: 'x' })).toEqual({
      q: 'x',
    })
  })
})

type Endpoint = { readonly path: string; readonly response: unknown }

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'response' in value
}

function pathsOf(endpoints: readonly { readonly path: string }[]): readonly string[] {
  return endpoints.map(({ path }) => path).sort()
}
