import { describe, expect, test } from 'vitest'
import { signedFields } from '../../../src/contract/endpoint.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { merchantProblems } from '../../../src/contract/problems/merchant-problems.ts'
import { sandboxProblems } from '../../../src/contract/problems/sandbox-problems.ts'
import { invalidFields, methodNotAllowed, Refusal } from '../../../src/contract/refusals.ts'
import type { Sent } from '../../../src/contract/sent-parameter.ts'
import { jsonMistakes } from '../../../src/http/json-mistake-labels.ts'
import { replyToError } from '../../../src/http/json-replies.ts'
import { filesIn, readProject } from '../../support/project-files.ts'
import { chineseLiterals, chineseOf, isChinese, withoutEnglish } from '../../support/told-texts.ts'

// Who asks for English is told everything in English, and everybody else what was told before.

const told = async (refusal: Error, language: string | null) => {
  const headers = language === null ? undefined : { 'accept-language': language }
  const request = new Request('https://pay.example/', { ...(headers && { headers }) })
  const answer = replyToError({ error: refusal, request, requestId: 'an-id', log: () => undefined })
  return { headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

describe('the language of a refusal', () => {
  const refusal = invalidFields({ amount: ['此欄位為必填', '不可小於 1'], extra: ['王'] })

  test('is Traditional Chinese unless English is preferred', async () => {
    for (const language of [null, '', '*', 'fr', 'zh-TW, en;q=0.9', 'zh', 'en;q=0.1, zh;q=0.2']) {
      const { headers, body } = await told(refusal, language)
      expect(headers.get('content-language')).toBe('zh-Hant-TW')
      expect(body).toEqual({
        ok: 0,
        code: 1,
        text: '參數驗證失敗：amount 此欄位為必填',
        message: '參數驗證失敗：amount 此欄位為必填',
        error: 'validation_error',
        request_id: 'an-id',
        errors: { amount: ['此欄位為必填', '不可小於 1'], extra: ['王'] },
      })
    }
  })

  test('is English for who prefers it: text, message and each problem', async () => {
    for (const language of ['en', 'en-GB', 'EN-us;q=0.8', 'fr, en;q=0.5', 'zh;q=0.1, en;q=0.2']) {
      const { headers, body } = await told(refusal, language)
      expect(headers.get('content-language')).toBe('en')
      expect(headers.get('cache-control')).toBe('no-store')
      const message = 'A field is missing or malformed: amount: This field is required'
      expect(body).toEqual({
        ok: 0,
        code: 1,
        text: message,
        message,
        error: 'validation_error',
        request_id: 'an-id',
        // A name that a member has is told as it is.
        errors: { amount: ['This field is required', 'Must be at least 1'], extra: ['王'] },
      })
    }
  })

  test('changes nothing but the words: status, code and headers stay', async () => {
    for (const one of [
      methodNotAllowed('POST'),
      new Refusal('unavailable'),
      new Error('a fault'),
    ]) {
      const [chinese, english] = [await told(one, null), await told(one, 'en')]
      expect(isChinese(String(chinese.body.message))).toBe(true)
      expect(isChinese(JSON.stringify(english.body))).toBe(false)
      expect(english.body).toMatchObject({ error: chinese.body.error, ok: 0, code: 1 })
      expect(english.headers.get('allow')).toBe(chinese.headers.get('allow'))
    }
  })
})

// The files that say something to merchants alone; those that also serve the desk are read by its own test, and what
// the Workers' tests meet by `test/workerd/support/service.ts`.
const files = [
  ...filesIn('src/http').filter((file) => !file.endsWith('json-mistake-words.ts')),
  'src/contract/fields.ts',
  'src/contract/problems/local-start.ts',
  'src/index.ts',
  ...['place-order', 'refuse-copies', 'find-own-order', 'limit-custom-data'].map(
    (name) => `src/operations/orders/${name}.ts`,
  ),
  'src/operations/accounts/list-own-ledger.ts',
  'src/operations/merchants/authenticate-merchant.ts',
  'src/operations/links/create-payment-link.ts',
]
const ofEndpoints = filesIn('src/contract')
  .filter((file) => file.endsWith('.ts') && !/back-office|fields\.ts/.test(file))
  .flatMap((file) => readProject(file).match(/problem: ['`].*['`]/g) ?? [])
  .flatMap(chineseLiterals)

test('each problem that a merchant can meet has its English, and each English its problem', () => {
  const texts = new Set([...files.flatMap(chineseOf), ...ofEndpoints])
  expect(texts.size).toBeGreaterThan(40)
  // Those of the sandbox are composed of its states, and have a test of their own.
  const table = Object.keys(merchantProblems).filter((one) => !Object.hasOwn(sandboxProblems, one))
  expect(table.toSorted()).toEqual([...texts].toSorted())
})

test('the English of problems has nothing Chinese, and as many places to fill', () => {
  const mistakes = Object.values(jsonMistakes).map(({ zh, en }) => [zh, en] as const)
  const places = (text: string) => text.split('{}').length
  for (const [zh, en] of [...Object.entries(merchantProblems), ...mistakes]) {
    expect(isChinese(en), en).toBe(false)
    expect(places(en), en).toBe(places(zh))
  }
})

const wrong: readonly Sent[] = [
  ...['', 'x', 'x'.repeat(600), 'a\nb', '-1', '1.234', '99999999999', 'http://a b', '0', '{'],
  ...['http://user@host/', '2026-02-31'],
]
  .map((text): Sent => ({ kind: 'text', text }))
  .concat(
    ...['-1', '1.5', '1e400', '0.001', '0', '20000000000'].map(
      (source): Sent => ({ kind: 'number', source }),
    ),
    { kind: 'null' },
    { kind: 'boolean', value: true },
    { kind: 'nested', source: '[1]' },
    { kind: 'nested', source: '{}' },
  )

test('whatever a field is sent, its problem has English', () => {
  const problems = new Set<string>()
  for (const { shape } of [signedFields, ...signedEndpoints.map(({ request }) => request)]) {
    for (const field of Object.values(shape)) {
      for (const value of [undefined, ...wrong]) {
        const read = field.safeParse(value)
        for (const { message } of read.error?.issues ?? []) problems.add(message)
      }
    }
  }
  expect(problems.size).toBeGreaterThan(15)
  expect(withoutEnglish({ message: '', errors: { field: [...problems] } })).toEqual([])
})
