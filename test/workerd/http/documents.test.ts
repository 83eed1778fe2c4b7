import { describe, expect, test } from 'vitest'
import {
  describedEndpoints,
  describedRefusals,
} from '../../../src/documentation/described-endpoints.ts'
import { ask } from '../support/exchange-host.ts'

// Documents for programs: what they say is what the page and the contract say.

describe('/docs/merchant-api.md', () => {
  test.each(['zh', 'en'])('says in %s all that the page says', async (language) => {
    const [page, markdown] = await Promise.all([
      read(`/docs?lang=${language}`),
      read(`/docs/merchant-api.md?lang=${language}`),
    ])
    const main = /<main>(.*)<\/main>/s.exec(page.text)?.[1] ?? ''
    const said = labelsOf(
      main
        .replaceAll(/<figure data-code="\w+" hidden.*?<\/figure>/gs, ' ')
        .replaceAll(/<(svg|button|noscript|form)\b.*?<\/\1>|<a class="try".*?<\/a>/gs, ' ')
        // What unfolds a sample.
        .replaceAll(/<details[^>]*><summary>[^<]*<\/summary><\/details>/g, ' ')
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/&(lt|gt|quot|#39|amp);/g, ' '),
    )
    const told = new Set(labelsOf(markdown.text))
    expect(said.filter((word) => !told.has(word))).toEqual([])
    for (const { path } of describedEndpoints()) expect(markdown.text).toContain(path)
    for (const code of describedRefusals()) expect(markdown.text).toContain(`\`${code}\``)
    expect(markdown.text).not.toMatch(/<\/?(p|td|li|code|section|div)\b/)
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.headers.get('vary')).toMatch(/accept-language/i)
  })
})

test('/llms.txt has a title, a summary and links to what there is', async () => {
  const { text } = await read('/llms.txt')
  expect(text).toMatch(/^# Merchant Payment API\n\n> /)
  const links = [...text.matchAll(/\]\((https:\/\/pay\.example[^)]*)\)/g)].map(
    ([, link = '']) => link,
  )
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    const { pathname, search, hash } = new URL(link)
    const { status, text: found } = await read(pathname + search)
    // It answers 503 where nothing is swept, as here, once these tests have run for ten minutes.
    expect(pathname === '/health' ? [200, 503] : [200], link).toContain(status)
    if (hash !== '') expect(found).toContain(`id="${hash.slice(1)}"`)
  }
  for (const { path } of describedEndpoints()) expect(text).toContain(path)
})

test('/docs/postman.json is a collection for this host', async () => {
  const { text } = await read('/docs/postman.json')
  const { info, variable } = JSON.parse(text)
  expect(info.schema).toContain('/collection/v2.1.0/')
  expect(variable[0]).toEqual({ key: 'baseUrl', value: 'https://pay.example' })
})

describe.each(['/docs/merchant-api.md', '/docs/postman.json', '/llms.txt'])('%s', (path) => {
  test('is cached for five minutes, is for every origin, and is 304 to a caller with its ETag', async () => {
    const { headers } = await read(path)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const again = await read(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('has no other method', async () => {
    const answer = await ask(`https://pay.example${path}`, { method: 'POST' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})

// Words of letters and figures, in either language.
function labelsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function read(path: string, headers: Record<string, string> = {}) {
  return ask(`https://pay.example${path}`, { headers })
}
