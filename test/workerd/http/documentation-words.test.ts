import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import worker from '../../../src/index.ts'

// What §3.3 and §9.1 say that the published page says.

describe.each([
  ['zh', '接收端應兩組都接受', '至少再維持 12 個月'],
  ['en', 'accept both sets', 'at least 12 months more'],
])('/docs in %s', (language, advice, notice) => {
  test('is version v1.9, and names the version of the machine-readable description (§9.1 v1.9)', async () => {
    const text = await page(language)
    expect(text).toMatch(/<title>[^<]* v1\.9<\/title>/)
    expect(text).toContain('OpenAPI 2.7.0')
  })

  test('tells what may change and what may not (§9.4)', async () => {
    const [, policy = ''] = (await page(language)).split('id="changes"')
    for (const told of ['/api/v1/', 'Deprecation', 'Sunset', notice]) expect(policy).toContain(told)
  })

  test('tells receivers to accept both sets of words (§3.3 both sets)', async () => {
    const text = await page(language)
    expect(text).toContain(advice)
    const [, after = ''] = text.split('id="callbacks"')
    for (const word of ['success', 'failed', 'succeeded', 'processed']) {
      expect(after).toContain(word)
    }
  })
})

async function page(language: string): Promise<string> {
  const request = new Request(`https://pay.example/docs?lang=${language}`)
  const response = await worker.fetch(request as IncomingRequest, env)
  return response.text()
}

type IncomingRequest = Parameters<typeof worker.fetch>[0]
