import { describe, expect, test } from 'vitest'
import { signedForm, signedJson } from '../../../scripts/client/merchant-client.ts'
import { signedEndpoints } from '../../../src/contract/endpoints.ts'
import { isChinese } from '../../support/is-chinese.ts'
import {
  type Answer,
  aMerchant,
  anAddress,
  anId,
  expectRefused,
  form,
  json,
  paths,
  postJson,
  sendRequest,
} from '../support/service.ts'

const english = { 'accept-language': 'en-GB,en;q=0.9' }

function expectEnglish({ body, headers }: Answer): void {
  expect(headers.get('content-language')).toBe('en')
  expect(body.text).toBe(body.message)
  expect(isChinese(JSON.stringify(body)), JSON.stringify(body)).toBe(false)
}

describe('who asks for English gets it:', () => {
  test.each(signedEndpoints)('$method $path', async ({ path, request }) => {
    const { uid, secret } = await aMerchant()
    const wrong = Object.fromEntries(Object.keys(request.shape).map((name) => [name, []]))
    const bodies = [
      '{"uid":',
      '{}',
      signedJson(uid, 'another secret'),
      signedJson('nobody', secret),
      signedJson(uid, secret, { timestamp: 1 }),
      signedJson(uid, secret, wrong),
    ]
    for (const body of bodies) {
      const answer = await postJson(path, body, { ...json, ...english })
      if (answer.status !== 200) expectEnglish(answer)
      const chinese = await postJson(path, body)
      expect(chinese.body.error).toBe(answer.body.error)
      if (chinese.status !== 200) expect(isChinese(chinese.body.message)).toBe(true)
    }
    expectEnglish(await sendRequest(path, { method: 'PUT', headers: english }))
    expectEnglish(await postJson(path, '{}', { 'content-type': 'text/plain', ...english }))
  })

  test.each([
    ['/nowhere', 404],
    ['/health/', 404],
    [`/api/v1/merchant/banks?q=${'x'.repeat(300)}`, 422],
  ])('%s', async (path, status) => {
    const answer = await sendRequest(path, { headers: english })
    expect(answer.status).toBe(status)
    expectEnglish(answer)
    const chinese = await sendRequest(path, {})
    expect(chinese.headers.get('content-language')).toBe('zh-Hant-TW')
    expect(isChinese(chinese.body.message)).toBe(true)
  })

  test('the operation’s own refusals too', async () => {
    const { uid, secret } = await aMerchant()
    const orderid = anId()
    const create = (fields: object) =>
      postJson(paths.create, signedJson(uid, secret, { orderid, amount: 5, ...fields }), {
        ...json,
        ...english,
      })
    const created = await create({})
    expect(created).toMatchObject({ status: 200, body: { message: 'success' } })
    expect(created.headers.has('content-language')).toBe(false)
    const repeated = await create({})
    expect(repeated.body).toMatchObject({
      error: 'duplicate_orderid',
      message:
        'A collection with this orderid already exists; query it (data.trade_no), do not retry with a new number',
    })
    const local = await create({ orderid: anId(), notify_url: 'https://localhost/' })
    expect(local.body.errors).toEqual({
      notify_url: ['Must be a public URL that can be reached from the internet'],
    })
    const large = await create({ orderid: anId(), extra: { x: 'y'.repeat(9000) } })
    expectEnglish(large)
    expect(large.body.errors.extra[0]).toMatch(/^Must be at most \d+ KiB \(\d+ bytes\)/)
  })
})

describe('a body that is no JSON', () => {
  test.each([
    ['{"uid":"DEMO",}', '第 1 行第 15 字是 }，其前多了一個逗號', 'at line 1, character 15, } is'],
    ["{'uid':1}", "第 1 行第 2 字是 '，名稱與字串必須使用雙引號", "character 2, ' is found"],
    ['{\n  uid: 1}', '第 2 行第 3 字是 u，名稱必須加上雙引號', 'at line 2, character 3, u is'],
    ['{"a":NaN}', '第 1 行第 6 字是 NaN', 'NaN is found'],
    ['{"a":1}{"b":2}', '第 1 行第 8 字是 {', 'the JSON object has ended'],
    ['{"api_secret":"s3cret', '第 1 行第 15 字開始的字串沒有結尾', 'no closing double quote'],
    ['', '內容是空的', 'The body is empty'],
    ['\ufeff{}', '位元組順序記號（BOM）', 'byte order mark (BOM)'],
  ])('%j is told with its place', async (body, chinese, inEnglish) => {
    const answer = await postJson(paths.create, body)
    expectRefused(answer, 422, 'validation_error', ['body'])
    expect(answer.body.errors.body[0]).toContain(chinese)
    expect(answer.body.message).not.toContain('s3cret')
    const other = await postJson(paths.create, body, { ...json, ...english })
    expectEnglish(other)
    expect(other.body.errors.body[0]).toContain(inEnglish)
  })
})

describe('a body of another type than Content-Type says', () => {
  test.each(['{"uid":"DEMO"}', ' {\n"uid":"100%"}', '{"uid":', '[1]', '{"a":"b&c=d"}'])(
    'JSON as a form: %j',
    async (body) => {
      const answer = await postJson(paths.create, body, form)
      expectRefused(answer, 422, 'validation_error', ['body'])
      expect(answer.body.errors.body[0]).toBe(
        '內容是 JSON，但 Content-Type 為 application/x-www-form-urlencoded；請改為 application/json',
      )
      expectEnglish(await postJson(paths.create, body, { ...form, ...english }))
    },
  )

  test('a form as JSON', async () => {
    const { uid, secret } = await aMerchant()
    for (const body of ['uid=DEMO&amount=5', signedForm(uid, secret), 'extra[a]=1']) {
      const answer = await postJson(paths.create, body)
      expectRefused(answer, 422, 'validation_error', ['body'])
      expect(answer.body.errors.body[0]).toBe(
        '內容是表單，但 Content-Type 為 application/json；請改為 application/x-www-form-urlencoded',
      )
      expectEnglish(await postJson(paths.create, body, { ...json, ...english }))
    }
  })

  test('a signed form may have a first name that begins like JSON', async () => {
    const { uid, secret } = await aMerchant()
    const answer = await postJson(paths.balance, signedForm(uid, secret, { '{"a': 'b' }), form)
    expect(answer.status).toBe(200)
  })

  test('an unknown type is repeated in the answer, cleaned and shortened', async () => {
    const told = async (type: string, headers = {}) => {
      const bytes = new TextEncoder().encode('{"uid":1}')
      const sent = type === '' ? {} : { 'content-type': type }
      const answer = await postJson(paths.create, bytes, { ...sent, ...headers })
      expect(answer).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } })
      return answer.body.message
    }
    const head =
      '請設定 Content-Type：JSON 用 application/json，表單用 application/x-www-form-urlencoded；'
    expect(await told('text/plain;charset=UTF-8')).toBe(`${head}收到 text/plain`)
    expect(await told('')).toBe(`${head}沒有收到`)
    expect(await told('text/<script>"x"')).toBe(`${head}收到 text/scriptx`)
    expect(await told(`text/${'x'.repeat(500)}`)).toBe(`${head}收到 text/${'x'.repeat(55)}`)
    expect(await told('text/plain', english)).toMatch(/; received text\/plain$/)
    expect(await told('', english)).toMatch(/; none was received$/)
  })

  test('counts as a failed request of its address', async () => {
    const from = { 'cf-connecting-ip': anAddress() }
    const statuses = new Set<number>()
    for (let n = 0; n < 200 && !statuses.has(429); n += 1) {
      statuses.add((await postJson(paths.create, '{"uid":"x"}', { ...form, ...from })).status)
    }
    expect([...statuses]).toEqual([422, 429])
  })
})
