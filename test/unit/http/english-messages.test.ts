import { describe, expect, test } from 'vitest'
import { invalidFields, methodNotAllowed, Refusal } from '../../../src/contract/refusals.ts'
import { replyToError } from '../../../src/http/json-replies.ts'
import { say } from '../../../src/units/language.ts'
import { isChinese } from '../../support/is-chinese.ts'

// Who asks for English is told everything in English, and everybody else what was told before.

const told = async (refusal: Error, language: string | null) => {
  const headers = language === null ? undefined : { 'accept-language': language }
  const request = new Request('https://pay.example/', { ...(headers && { headers }) })
  const record = { requestId: 'an-id' }
  const answer = replyToError({ error: refusal, request, record, log: () => undefined })
  return { headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

describe('the language of a refusal', () => {
  const refusal = invalidFields({
    amount: [
      say('此欄位為必填', 'This field is required'),
      say('不可小於 1', 'Must be at least 1'),
    ],
  })

  test('is Traditional Chinese unless English is preferred', async () => {
    const asked = ['zh-TW, en;q=0.9', 'zh', 'en;q=0.1, zh;q=0.2']
    for (const language of [null, '', '*', 'fr', ...asked]) {
      // Else the page is in the language of the reader's browser.
      const chosen = asked.some((one) => one === language) ? '?lang=zh' : ''
      const { headers, body } = await told(refusal, language)
      expect(headers.get('content-language')).toBe('zh-Hant-TW')
      expect(body).toEqual({
        ok: 0,
        code: 1,
        text: '參數驗證失敗：amount 此欄位為必填',
        message: '參數驗證失敗：amount 此欄位為必填',
        error: 'validation_error',
        request_id: 'an-id',
        doc_url: `https://pay.example/docs${chosen}#error-validation_error`,
        errors: { amount: ['此欄位為必填', '不可小於 1'] },
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
        doc_url: 'https://pay.example/docs?lang=en#error-validation_error',
        errors: { amount: ['This field is required', 'Must be at least 1'] },
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
