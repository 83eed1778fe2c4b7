import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { signOf } from '../../../scripts/client/merchant-client.ts'
import { describedEndpoints } from '../../../src/documentation/described-endpoints.ts'
import { postmanCollection } from '../../../src/documentation/twins/postman.ts'
import { vectors } from '../../data/sign-vectors.json' with { type: 'json' }

const sandbox = { uid: 'TEST0001', secret: 'a secret' }
// biome-ignore lint/suspicious/noExplicitAny: it is read without types
const collection: any = JSON.parse(
  JSON.stringify(postmanCollection({ server: 'https://pay.example', sandbox }, 'en')),
)
const script = collection.event[0].script.exec.join('\n')

function rawOf(operation: string): string {
  const requests = collection.item.flatMap(({ item }: { item: unknown[] }) => item)
  return requests.find(({ name }: { name: string }) => name === operation).request.body.raw
}

// Values are signed as they are written; the other forms of a value that the service takes are no matter here.
const sentAsSigned = vectors.filter(({ name, note, content_type: type }) => {
  return type === 'application/json' && !/accepted too/.test(note) && !/-sign-/.test(name)
})

describe('the script of the collection', () => {
  test.each(sentAsSigned)('signs vector $name in Postman', ({ body, secret, sign }) => {
    expect(JSON.parse(inPostman(body, secret)).sign).toBe(sign)
  })

  test.each(sentAsSigned)('signs vector $name in Bruno', ({ body, secret, sign }) => {
    expect(JSON.parse(inBruno(body, secret)).sign).toBe(sign)
  })

  test('leaves what it signs as it was written', () => {
    const body =
      '{ "amount": 1.50, "extra": {"b": [1, {"sign": "x"}], "a": "}\\",{" } , "note":"a:b" }'
    const signed = inPostman(body, 'a secret')
    for (const text of [
      '"amount":1.50',
      '{"b": [1, {"sign": "x"}], "a": "}\\",{" }',
      '"note":"a:b"',
    ]) {
      expect(signed).toContain(text)
    }
  })

  test('adds uid and timestamp, replaces a sign that is there, and signs the text null', () => {
    const body = '{"orderid":"A","user_name":"null","sign":"old"}'
    const { sign, ...fields } = JSON.parse(inPostman(body, 'a secret'))
    expect(fields).toMatchObject({ uid: 'TEST0001', orderid: 'A' })
    expect(Math.abs(fields.timestamp - Date.now() / 1000)).toBeLessThan(60)
    expect(sign).toBe(signOf(fields, 'a secret'))
  })

  test.each([
    ['Postman', inPostman],
    ['Bruno', inBruno],
  ])('gives each creation a number of its own in %s, and a query the last one', (_, sent) => {
    const [create, query] = ['createCollection', 'getCollection'].map(rawOf)
    const first = JSON.parse(sent(create ?? '', 'a secret'))
    const again = JSON.parse(sent(create ?? '', 'a secret'))
    expect(first.orderid).toMatch(/^TRY-[a-z0-9]+-[a-z0-9]+$/)
    expect(again.orderid).not.toBe(first.orderid)
    const asked = JSON.parse(sent(query ?? '', 'a secret'))
    expect(asked.orderid).toBe(again.orderid)
  })

  test('leaves a request without a body alone', () => {
    expect(inPostman('', 'a secret')).toBe('')
  })
})

test('each request asks for messages in the language of the collection', () => {
  for (const { name, request } of collection.item.flatMap(({ item }: { item: [] }) => item)) {
    const header = { key: 'Accept-Language', value: '{{language}}' }
    expect(request.header, name).toContainEqual(header)
  }
  expect(collection.variable.at(-1)).toEqual({ key: 'language', value: 'en' })
})

test('what asks for callbacks comes after what gives an order its outcome', () => {
  const names = collection.item.flatMap(({ item }: { item: { name: string }[] }) =>
    item.map(({ name }) => name),
  )
  expect(names.indexOf('resendCallback')).toBeGreaterThan(names.indexOf('setSandboxOutcome'))
})

test('the collection has every endpoint, in the folder of its tag, with a body that is not signed', () => {
  const requests: { name: string; request: { url: { raw: string }; body?: { raw: string } } }[] =
    collection.item.flatMap(({ item }: { item: unknown[] }) => item)
  const paths = requests.map(({ request }) => request.url.raw.replace('{{baseUrl}}', ''))
  expect(paths.sort()).toEqual(
    describedEndpoints()
      .map(({ path }) => path)
      .sort(),
  )
  for (const { request } of requests) {
    if (request.body === undefined) continue
    const names = Object.keys(JSON.parse(request.body.raw))
    expect(names.filter((name) => ['uid', 'timestamp', 'sign'].includes(name))).toEqual([])
  }
  const variables = collection.variable.map(({ key }: { key: string }) => key)
  expect(variables).toEqual(['baseUrl', 'uid', 'secret', 'language'])
})

// The variables of a collection, which the script sets.
const kept: Record<string, string> = {}
const set = (name: string, value: string) => {
  kept[name] = value
}

const CryptoJS = {
  MD5: (text: string) => ({ toString: () => createHash('md5').update(text).digest('hex') }),
}

function inPostman(raw: string, secret: string): string {
  const values: Record<string, string> = { uid: 'TEST0001', secret }
  const body = {
    raw,
    update: (changed: { raw: string }) => {
      body.raw = changed.raw
    },
  }
  const variables = {
    get: (name: string) => values[name] ?? kept[name],
    replaceIn: (text: string) => text,
  }
  const collectionVariables = { set }
  runInNewContext(script, { pm: { variables, collectionVariables, request: { body } }, CryptoJS })
  return body.raw
}

function inBruno(raw: string, secret: string): string {
  const values: Record<string, string> = { uid: 'TEST0001', secret }
  let sent = raw
  const req = {
    getBody: () => sent,
    setBody: (changed: string) => {
      sent = changed
    },
  }
  const bru = { getVar: (name: string) => kept[name], setVar: set, getEnvVar: () => undefined }
  const getCollectionVar = (name: string) => values[name]
  const require = (name: string) => (name === 'crypto-js' ? CryptoJS : null)
  runInNewContext(script, { req, bru: { ...bru, getCollectionVar }, require })
  return sent
}
