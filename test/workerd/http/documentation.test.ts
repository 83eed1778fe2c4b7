import { describe, expect, test } from 'vitest'
import {
  callbackHeaders,
  collectionCallback,
  payoutCallback,
} from '../../../src/contract/callbacks/callback-bodies.ts'
import { listEndpoints, signedEndpoints } from '../../../src/contract/endpoints.ts'
import {
  describedEndpoints,
  describedRefusals,
} from '../../../src/documentation/described-endpoints.ts'
import { programAt, samplePrograms } from '../../../src/documentation/samples/programs.ts'
import { signingExample } from '../../../src/documentation/worked-examples.ts'
import { ask } from '../support/exchange-host.ts'
import { postJson, sendRequest } from '../support/service.ts'

describe('/openapi.json', () => {
  test('describes the endpoints of the contract, each of which there is (§1.5 documentation, §9.1 2.7.0)', async () => {
    const { status, body, headers } = await sendRequest('/openapi.json', {})
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(body.info.version).toBe('2.7.0')
    expect(body.servers).toEqual([{ url: 'https://pay.example' }])
    const declared = [...signedEndpoints, ...listEndpoints].map(({ path }) => path)
    expect(Object.keys(body.paths).sort()).toEqual([...declared, '/health'].sort())
    for (const { path } of signedEndpoints) {
      expect((await postJson(path, '{}')).body.error).toBe('validation_error')
    }
  })
})

describe.each(['zh', 'en'] as const)('/docs in %s', (language) => {
  const page = read(`/docs?lang=${language}`)

  test('has every endpoint and field, with its limits and meaning (§1.5 documentation)', async () => {
    const { text: html } = await page
    const text = html.replaceAll('<wbr/>', '')
    // Names within a meaning are marked as code.
    const plain = text.replaceAll(/<\/?code\b[^>]*>/g, '')
    for (const { method, path, summary, fields } of describedEndpoints()) {
      expect(text).toContain(`<b>${method}</b> <code>${path}</code>`)
      expect(text).toContain(escaped(summary[language]))
      for (const field of fields) {
        expect(text).toMatch(new RegExp(`<code[^>]*>${field.name}</code>`))
        expect(plain).toContain(escaped(field[language].replaceAll('`', '')))
        if (field.enum === undefined && field.pattern === undefined && field.maxLength) {
          expect(text).toMatch(new RegExp(`(?:最多|max) ${field.maxLength} `))
        }
      }
    }
  })

  test('has every earlier name', async () => {
    const { text } = await page
    for (const [earlier, current] of describedEndpoints().flatMap((one) => one.earlierNames)) {
      expect(text).toContain(`<code>${earlier}</code> = <code>${current}</code>`)
    }
  })

  test('has every error with its remedy', async () => {
    const { text } = await page
    for (const code of describedRefusals()) {
      expect(text).toContain(`<code id="error-${code}">${code}</code></td><td`)
      expect(text).not.toMatch(new RegExp(`<code id="error-${code}">[^]{0,400}<td[^>]*></td>`))
    }
  })

  test('has the callbacks’ fields and headers', async () => {
    const { text } = await page
    const fields = [...Object.keys(collectionCallback.shape), ...Object.keys(payoutCallback.shape)]
    for (const name of [...fields, ...Object.keys(callbackHeaders)]) {
      expect(text).toContain(`<code>${name}</code>`)
    }
  })

  test('has the worked example of a sign', async () => {
    const { text } = await page
    const { stringToSign, sign } = signingExample()
    expect(text).toContain(escaped(stringToSign))
    expect(text).toContain(sign)
  })

  test('has nothing inline and nothing of another host', async () => {
    const { text, headers } = await page
    expect(text).not.toMatch(
      /<script(?! type="module" src="\/assets\/)|<style| style=| on[a-z]+="/i,
    )
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })
})

// §3.3 and §9.1.
describe.each([
  ['zh', '接收端應兩組都接受', '至少再維持 12 個月'],
  ['en', 'accept both sets', 'at least 12 more months'],
])('/docs in %s', (language, advice, notice) => {
  test('is version v1.9, and names the version of /openapi.json (§9.1 v1.9)', async () => {
    const text = await pageIn(language)
    expect(text).toMatch(/<title>[^<]* v1\.9<\/title>/)
    expect(text).toContain('OpenAPI 2.7.0')
  })

  test('has the rules of changes (§9.4)', async () => {
    const [, policy = ''] = (await pageIn(language)).split('id="changes"')
    for (const told of ['/api/v1/', 'Deprecation', 'Sunset', notice]) expect(policy).toContain(told)
  })

  test('advises receivers to accept both sets of words (§3.3 both sets)', async () => {
    const text = await pageIn(language)
    expect(text).toContain(advice)
    const [, after = ''] = text.split('id="callbacks"')
    for (const word of ['success', 'failed', 'succeeded', 'processed']) {
      expect(after).toContain(word)
    }
  })
})

test.each(samplePrograms)('serves $path with its own address as the default', async ({ path }) => {
  const { text, headers } = await read(`/docs/samples/${path.split('/').at(-1)}`)
  expect(text.split('https://pay.example')).toHaveLength(2)
  expect(text).not.toContain(':8787')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('gives programs the test merchant that the page shows, if its secret needs no quoting', () => {
  for (const { text } of samplePrograms) {
    const at = (secret: string) =>
      programAt(text, { server: '/', sandbox: { uid: 'SHARED1', secret } })
    expect(at('$&-shared')).toContain('$&-shared')
    expect(at('$&-shared')).toContain('SHARED1')
    expect(at('quoted"')).toBe(text)
  }
})

describe('the language', () => {
  test.each([
    [undefined, 'zh-Hant-TW'],
    ['en-US,en;q=0.9', 'en'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-Hant-TW'],
    ['en;q=0.5, zh;q=0.9', 'zh-Hant-TW'],
    ['fr, en;q=0.3', 'en'],
    ['en;q=0', 'zh-Hant-TW'],
    ['fr', 'zh-Hant-TW'],
  ])('of Accept-Language %s is %s', async (accept, tag) => {
    const { headers, text } = await read('/docs', accept ? { 'accept-language': accept } : {})
    expect(headers.get('content-language')).toBe(tag)
    expect(headers.get('vary')).toMatch(/accept-language/i)
    expect(text).toContain(`<html lang="${tag}">`)
  })

  test('of the address has priority', async () => {
    const { headers } = await read('/docs?lang=en', { 'accept-language': 'zh-TW' })
    expect(headers.get('content-language')).toBe('en')
  })
})

describe.each(['/docs', '/openapi.json'])('%s', (path) => {
  test('is cached for five minutes, and is 304 to a caller with its ETag', async () => {
    const { status, headers } = await read(path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const again = await read(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('has no other method', async () => {
    const answer = await sendRequest(path, { method: 'POST' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('GET')
  })
})

test('the bare host redirects to the documentation; the exchange host does not (§1.5 documentation)', async () => {
  const { status, headers } = await read('/')
  expect(status).toBe(302)
  expect(headers.get('location')).toBe('/docs')
  expect((await read('/', {}, 'https://exchange.example')).status).toBe(404)
})

test('no other path below /docs exists', async () => {
  expect((await read('/docs/other')).status).toBe(404)
})

async function pageIn(language: string): Promise<string> {
  return (await read(`/docs?lang=${language}`)).text
}

function read(path: string, headers: Record<string, string> = {}, origin = 'https://pay.example') {
  return ask(origin + path, { headers })
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
