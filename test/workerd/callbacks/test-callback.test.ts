import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { signOf } from '../../../scripts/client/merchant-client.ts'
import { testCallback } from '../../../src/operations/callbacks/test-callback.ts'
import { aContext, aMerchant, rowCounts } from '../support/service.ts'

// Decisions §9: a sample of a callback, sent to an address.

const url = 'https://shop.example/notify'

test('a sample is signed as the merchant’s callbacks are, and says that it is a test', async () => {
  const { uid, secret } = await aMerchant()
  const before = await rowCounts()
  const { sent, context } = listening(async () => new Response('success'))
  const tried = await testCallback(context, { merchant_uid: uid, url })
  expect(tried).toEqual({
    outcome: 'delivered',
    http_status: 200,
    duration_ms: expect.any(Number),
    answer: 'success',
  })
  const [call] = sent
  const body = JSON.parse(call?.body ?? '')
  expect(body).toMatchObject({ type: 'collection', uid, amount: 100, status: 'success' })
  expect(body.orderid).toMatch(/^TEST-C/)
  expect(body.sign).toBe(signOf(body, secret))
  const verified = new Webhook(btoa(secret)).verify(call?.body ?? '', call?.headers ?? {})
  expect(verified).toEqual(body)
  expect(await rowCounts()).toEqual(before)
})

test('a sample has the words of the merchant’s vocabulary', async () => {
  const { uid } = await aMerchant({ settings: { callback_vocabulary: 'legacy' } })
  const { sent, context } = listening(async () => new Response('success'))
  await testCallback(context, { merchant_uid: uid, url })
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ status: 'succeeded' })
})

test('a failure is reported with its outcome', async () => {
  const { uid } = await aMerchant()
  const call = { merchant_uid: uid, url }
  const wrong = listening(async () => new Response('{"ok":1}'))
  expect(await testCallback(wrong.context, call)).toMatchObject({
    outcome: 'wrong_answer',
    http_status: 200,
    answer: '{"ok":1}',
  })
  const gone = listening(async () => Promise.reject(new TypeError('connection lost')))
  expect(await testCallback(gone.context, call)).toMatchObject({
    outcome: 'network',
    http_status: null,
    answer: 'TypeError: connection lost',
  })
})

test.each(['http://127.0.0.1/', 'http://169.254.169.254/', 'https://pay.example/', 'x'])(
  'a sample is not sent to %s',
  async (address) => {
    const { uid } = await aMerchant()
    const { sent, context } = listening(async () => new Response('success'))
    const refused = { code: 'validation_error', details: { errors: { url: [expect.any(Object)] } } }
    const trying = testCallback(context, { merchant_uid: uid, url: address })
    await expect(trying).rejects.toMatchObject(refused)
    expect(sent).toEqual([])
  },
)

test('a sample needs a merchant that exists', async () => {
  const { context } = listening(async () => new Response('success'))
  const trying = testCallback(context, { merchant_uid: 'nobody', url })
  await expect(trying).rejects.toMatchObject({ code: 'not_found' })
})

function listening(answer: () => Promise<Response>) {
  const sent: { body: string; headers: Record<string, string> }[] = []
  const context = aContext({
    fetch: async (_url, init) => {
      sent.push({ body: String(init.body), headers: init.headers as Record<string, string> })
      return answer()
    },
  })
  return { sent, context }
}
