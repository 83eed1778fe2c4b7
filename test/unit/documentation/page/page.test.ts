import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { failure } from '../../../../src/contract/answer-shapes.ts'
import {
  collectionCallback,
  payoutCallback,
} from '../../../../src/contract/callbacks/callback-bodies.ts'
import { signedFields } from '../../../../src/contract/endpoint.ts'
import { listEndpoints, signedEndpoints } from '../../../../src/contract/endpoints.ts'
import { guideOf } from '../../../../src/documentation/page/chapters.ts'
import { rates } from '../../../../src/documentation/page/reference/limits.ts'
import {
  regionOf,
  regions,
  sampleLanguages,
} from '../../../../src/documentation/samples/samples.ts'
import { readProject } from '../../../support/project-files.ts'
import { codeOn, wordsOn } from '../../../support/shown-code.ts'
import { itemsOf } from '../../../support/tables.ts'
import { pageIn } from './shown.ts'

describe.each(['zh', 'en'] as const)('the documentation in %s', (language) => {
  const html = pageIn(language)

  test('has examples in JSON that are what the contract says, to the last field', () => {
    const examples = codeOn(html).filter((one) => one.language === 'json')
    expect(examples.length).toBeGreaterThanOrEqual(2)
    for (const { fits, text } of examples) {
      const example: unknown = JSON.parse(text)
      expect(schemaFor(fits).parse(example), fits).toEqual(example)
    }
  })

  test('has every anchor that it links to, once', () => {
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const anchors = [...html.matchAll(/href="[^"#]*#([^"]+)"/g)].map(([, id]) => id)
    expect(anchors.filter((id) => !ids.has(id))).toEqual([])
    expect([...html.matchAll(/ id="/g)]).toHaveLength(ids.size)
  })

  test('keeps the addresses that others link to', () => {
    const paths = [...signedEndpoints, ...listEndpoints].map(({ path }) => path)
    const endpoints = paths.map((path) => path.split('/').slice(3).join('-'))
    for (const id of [...kept, ...endpoints]) expect(html).toContain(` id="${id}"`)
  })

  test('shows for each language and region the very lines of the sample', () => {
    for (const sample of sampleLanguages) {
      const { files, story } = sample
      const file = [readProject(`samples/${files[0].path}`), story.text].join('\n')
      const shown = codeOn(pageIn(language, sample.id)).filter((one) => one.region !== undefined)
      expect(shown.map(({ region }) => region).sort()).toEqual([...regions].sort())
      for (const { region = '', text } of shown) {
        const marked = linesBetween(file, `docs:${region}`, 'docs:end')
        expect(text.split('\n').map(trimmed), `${sample.id} ${region}`).toEqual(marked.map(trimmed))
      }
    }
  })
})

test('Chinese has full-width marks everywhere outside of code', () => {
  const narrow = /[;!?()]|[,:](?!\d|\/\/)/
  const found = wordsOn(pageIn('zh')).filter((text) => /\p{Script=Han}/u.test(text))
  expect(found.filter((text) => narrow.test(text.replaceAll(/v1,|&amp;/g, '')))).toEqual([])
})

test('what an English reader is shown to send asks for English, and its errors are in English', () => {
  const shown = codeOn(pageIn('en'))
  const sends = shown.filter(({ text }) => /^ *curl |Invoke-RestMethod/m.test(text))
  expect(sends.length).toBeGreaterThanOrEqual(4)
  const others = sends.filter(({ text }) => !/Accept-Language(: |' = ')en\b/.test(text))
  expect(others.map(({ text }) => text)).toEqual([])
  const errors = shown.filter(({ fits }) => fits === 'failure').map(({ text }) => text)
  expect(errors.length).toBeGreaterThan(0)
  for (const text of errors) expect(text).not.toMatch(/\p{Script=Han}/u)
})

test('English has no full-width marks and no Chinese but in names and messages', () => {
  const labels = guideOf({
    server: '/',
    toleranceSeconds: 300,
    linkLifetimeSeconds: 60,
    matchedGraceSeconds: 60,
    sandbox: null,
  })
  const texts = JSON.stringify(labels, (key, value) => (key === 'zh' ? undefined : value))
  expect(/[，。；：（）]/.exec(texts)).toBeNull()
})

test('files of the samples are served as they are in the repository', () => {
  for (const { path, text } of sampleLanguages.flatMap(({ files }) => files)) {
    expect(text).toBe(readProject(`samples/${path}`))
  }
})

test('shows first what a request needs, and what it should have', () => {
  const all = pageIn('en')
  const article = (id: string) => all.split('<article>').find((one) => one.includes(` id="${id}"`))
  const fieldsOf = (id: string) =>
    [...(article(id) ?? '').matchAll(/<tr><td><code[^>]*>(\w+)<\/code><\/td><td>(.*?)<\/td>/g)].map(
      ([, name = '', type = '']) => [name, type.replaceAll(/<[^>]+>|^\w+, /g, '')],
    )
  expect(fieldsOf('merchant-payouts').slice(0, 6)).toEqual([
    ...['serial_no', 'amount', 'payee_name'].map((name) => [name, 'required']),
    ...['payee_bank', 'payee_account', 'notify_url'].map((name) => [name, 'recommended']),
  ])
  expect(fieldsOf('merchant-payouts-status').slice(0, 5)).toEqual([
    ...['serial_no', 'merchant_order_no', 'trade_no'].map((name) => [
      name,
      'one of these is required',
    ]),
    ...['tradeNo', 'orderNo'].map((name) => [name, 'optional']),
  ])
  const titles = [...(article('merchant-collections') ?? '').matchAll(/<h4>(.*?)<\/h4>/g)]
  expect(titles.map(([, title]) => title).slice(0, 4)).toEqual([
    'Required',
    'Recommended',
    'Your data',
    'Rarely needed',
  ])
})

test('an English reader sees the errors in English alone', () => {
  const errors = pageIn('en').split('id="error-codes"')[1]?.split('</table>')[0] ?? ''
  expect(errors).toContain('error-signature_error')
  expect(errors).not.toMatch(/\p{Script=Han}/u)
})

test('a region that a sample does not have is named', () => {
  const file = { path: 'x/x.x', text: '// docs:sign\n' }
  expect(() => regionOf({ files: [file], story: file }, 'sign')).toThrow('x/x.x has no region sign')
})

test('tells the rates that are set', () => {
  const settings = readProject('wrangler.toml')
  const limitOf = (name: string) =>
    Number(new RegExp(`name = "${name}"\\n.*\\nsimple = \\{ limit = (\\d+)`).exec(settings)?.[1])
  expect(rates).toEqual({
    standard: limitOf('RATE_LIMIT_STANDARD'),
    high: limitOf('RATE_LIMIT_HIGH'),
    failedOfAddress: limitOf('RATE_LIMIT_FAILED'),
  })
})

test('asks for a sandbox merchant where the deployment shows none', () => {
  const [first] = guideOf({
    server: '/',
    toleranceSeconds: 300,
    linkLifetimeSeconds: 60,
    matchedGraceSeconds: 60,
    sandbox: null,
  }).filter(({ id }) => id === 'first-steps')
  const labels = JSON.stringify(first)
  for (const told of ['<your sandbox uid>', '<base address>', 'Ask your contact']) {
    expect(labels).toContain(told)
  }
})

// Of the page before this one.
const kept = itemsOf(`
  overview first-steps signing signing-example signing-code signing-details endpoints callbacks
  callback-collection callback-payout callback-events callback-headers callback-verify
  callback-answer callback-schedule errors states limits v6 changes error-signature_error
  error-duplicate_orderid error-unavailable
`)

function schemaFor(fits = '') {
  if (fits === 'failure') return failure
  if (fits === 'collection callback') return collectionCallback
  if (fits === 'payout callback') return payoutCallback
  const [kind, path] = fits.split(' ')
  const signed = signedEndpoints.find((one) => one.path === path)
  if (kind === 'request' && signed) {
    // Their values are tested with OpenAPI's, which has the same examples.
    const names = Object.keys({ ...signedFields.shape, ...signed.request.shape })
    return z.partialRecord(z.enum(names), z.unknown())
  }
  const endpoint = signed ?? listEndpoints.find((one) => one.path === path)
  if (kind !== 'answer' || !endpoint) throw new Error(`an example fits ${fits || 'nothing'}`)
  return endpoint.response
}

// Written apart from what is tested: line by line.
function linesBetween(file: string, first: string, last: string): readonly string[] {
  const lines = file.split('\n')
  const start = lines.findIndex((line) => line.trimEnd().endsWith(first))
  const end = lines.findIndex((line, n) => n > start && line.trimEnd().endsWith(last))
  const inside = lines.slice(start + 1, end)
  while (inside[0]?.trim() === '') inside.shift()
  while (inside.at(-1)?.trim() === '') inside.pop()
  return inside
}

function trimmed(line: string): string {
  return line.trim()
}
