import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { signedForm, signedJson } from '../../scripts/client/merchant-client.ts'
import { type Answer, send } from '../../scripts/demo/http.ts'
import { startReceiver } from '../../scripts/demo/receiver-process.ts'
import { patienceMs, until } from '../../scripts/demo/story.ts'

const pay = `${inject('payUrl')}/api/v1/merchant`
const backoffice = `${inject('backofficeUrl')}/api`

test(
  'a settled collection calls back a real server, which verifies both signatures ' +
    '(§1.3 collections, §2.2 notify_url, §2.7 data.callback_status, §6 collection)',
  async () => {
    const shop = await aMerchant()
    const receiver = await startReceiver(shop.secret)
    try {
      const orderid = randomUUID()
      await shop.post('collections', { orderid, amount: 0.3, notify_url: receiver.url })
      const { tradeNo } = (await shop.post('collections/status', { orderid })).body
      const settled = await send('POST', `${backoffice}/collections/${tradeNo}/settle`, '{}')
      expect(settled).toMatchObject({
        status: 200,
        body: { status: 'succeeded', paid_amount: 0.3 },
      })

      const received = await receiver.next(patienceMs)
      expect(received).toMatchObject({ sign_ok: true, webhook_ok: true, attempt: '1' })

      const query = () => shop.post('collections/status', { orderid })
      const { body } = await until(
        query,
        (answer) => answer.body.data.callback_status === 'success',
      )
      expect(body).toMatchObject({ status: 'PAID', paid: 0.3 })
      const shown = await send('GET', `${backoffice}/collections/${tradeNo}`)
      expect(shown.body.events.map(({ name }: { name: string }) => name)).toEqual([
        'created',
        'settled',
      ])
      expect(shown.body.events[1]).toMatchObject({ actor: 'local-operator', paid_amount: 0.3 })
      expect(shown.body.attempts).toMatchObject([{ outcome: 'delivered', answer: 'success' }])
    } finally {
      receiver.stop()
    }
  },
)

test('a receiver that was down gets its callback on the next attempt (§3.3 callback_status)', async () => {
  const shop = await aMerchant()
  const wrong = await startReceiver('another secret')
  try {
    const orderid = randomUUID()
    const order = { orderid, amount: 1, status: 'succeeded', notify_url: wrong.url }
    await shop.post('collections', order)
    expect(await wrong.next(patienceMs)).toMatchObject({ sign_ok: false, attempt: '1' })
    const query = () => shop.post('collections/status', { orderid })
    const { body } = await until(query, (answer) => answer.body.data.callback.attempts === 1)
    expect(body.data).toMatchObject({
      callback_status: 'pending',
      callback: { last_http_status: 400 },
    })
    expect(await wrong.next(patienceMs)).toMatchObject({ attempt: '2' })
  } finally {
    wrong.stop()
  }
})

test('100 settlings over HTTP at once: one answers 200, the others 409', async () => {
  const shop = await aMerchant()
  const orderid = randomUUID()
  await shop.post('collections', { orderid, amount: 5 })
  const { tradeNo } = (await shop.post('collections/status', { orderid })).body
  const settle = () => send('POST', `${backoffice}/collections/${tradeNo}/settle`, '{}')
  const answers = await Promise.all(Array.from({ length: 100 }, settle))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.error === 'already_final')).toHaveLength(99)
  expect((await shop.post('balance', {})).body.balance).toBe(5)
})

test('200 creations over HTTP with one orderid: one is accepted (§7 orderid)', async () => {
  const shop = await aMerchant()
  const fields = { orderid: randomUUID(), amount: 5, status: 'succeeded' }
  // Where so many at once are too many, it says so, and a merchant asks again.
  const create = () =>
    until(
      () => shop.post('collections', fields),
      ({ status }) => status < 500,
    )
  const answers = await Promise.all(Array.from({ length: 200 }, create))
  const accepted = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ body }) => body.error === 'duplicate_orderid')
  expect([accepted.length, refused.length]).toEqual([1, 199])
  expect((await shop.post('balance', {})).body.balance2).toBe(5)
})

test('a form is accepted like JSON (§1.6 form-urlencoded)', async () => {
  const shop = await aMerchant()
  const orderid = randomUUID()
  const response = await fetch(`${pay}/collections`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: signedForm(shop.uid, shop.secret, { orderid, amount: '7.50', extra: { note: '甲 乙' } }),
  })
  expect(response.status).toBe(200)
  const { body } = await shop.post('collections/status', { orderid })
  expect(body.data).toMatchObject({ amount: 7.5, extra: { note: '甲 乙' } })
})

test('a merchant disabled in the back office is refused at once (§7 merchant)', async () => {
  const shop = await aMerchant()
  expect((await shop.post('balance', {})).status).toBe(200)
  await send('PATCH', `${backoffice}/merchants/${shop.uid}`, '{"enabled":false}')
  const refused = await shop.post('collections', { orderid: randomUUID(), amount: 1 })
  expect(refused).toMatchObject({ status: 422, body: { error: 'merchant_not_enabled' } })
})

test('a collection on a bank account takes its number, until the account is frozen', async () => {
  const shop = await aMerchant()
  const order = { orderid: randomUUID(), amount: 100 }
  const { trade_no: tradeNo } = (await shop.post('collections', order)).body.data
  const number = randomUUID().replace(/\D/g, '').padEnd(12, '0').slice(0, 12)
  const account = JSON.stringify({ bank_code: '004', account_no: number, holder_name: '大安商行' })
  const call = (method: string, path: string, body: object) =>
    send(method, `${backoffice}${path}`, JSON.stringify(body))
  const created = await send('POST', `${backoffice}/bank-accounts`, account)
  expect(created).toMatchObject({ status: 201, body: { account_no: number, state: 'active' } })
  const { id } = created.body
  expect(await send('POST', `${backoffice}/bank-accounts`, account)).toMatchObject({
    status: 409,
    body: { error: 'duplicate_bank_account' },
  })
  expect(await call('POST', `/collections/${tradeNo}/match`, { bank_account: id })).toMatchObject({
    status: 200,
    body: { bank_account: id, collection_account_no: number },
  })
  const query = async () => (await shop.post('collections/status', { tradeNo })).body
  expect((await query()).data.payment_bank_account).toBe(number)
  const frozen = await call('PATCH', `/bank-accounts/${id}`, { state: 'frozen' })
  expect(frozen).toMatchObject({ status: 200, body: { state: 'frozen', waiting: 0 } })
  expect(await query()).toMatchObject({
    status: 'EXCEPTION',
    data: { payment_bank_account: '', collection_account_no: '', reason: 'account_frozen' },
  })
  expect(await send('GET', `${backoffice}/bank-accounts/${id}`)).toMatchObject({
    body: frozen.body,
  })
  const { items } = (await send('GET', `${backoffice}/bank-accounts?limit=200`)).body
  expect(items.map((one: { id: number }) => one.id)).toContain(id)
  expect((await call('PATCH', `/bank-accounts/${id}`, { account_no: '1' })).body.errors).toEqual({
    account_no: [expect.any(String)],
  })
})

test('a new secret takes over while the old one has its grace, and at once without', async () => {
  const shop = await aMerchant()
  const rotate = async (grace: number) => {
    const body = JSON.stringify({ grace_seconds: grace })
    return (await send('POST', `${backoffice}/merchants/${shop.uid}/secret`, body)).body.api_secret
  }
  const second = await rotate(3600)
  expect((await shop.post('balance', {})).status).toBe(200)
  expect((await balanceWith(shop.uid, second)).status).toBe(200)
  const third = await rotate(0)
  expect((await balanceWith(shop.uid, third)).status).toBe(200)
  expect((await balanceWith(shop.uid, second)).body.error).toBe('signature_error')
})

test.each(['/api/merchants', '/internal', '/BackOffice', '/backoffice/api/merchants'])(
  'the public Worker answers %s with 404 (§1.5 private surfaces)',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      expect((await send(method, `${inject('payUrl')}${path}`)).status).toBe(404)
    }
  },
)

async function balanceWith(uid: string, secret: string): Promise<Answer> {
  return send('POST', `${pay}/balance`, signedJson(uid, secret))
}

async function aMerchant() {
  const uid = `E${randomUUID().slice(0, 12)}`
  const body = JSON.stringify({ uid, name: 'End to end' })
  const created = await send('POST', `${backoffice}/merchants`, body)
  expect(created.status).toBe(201)
  const secret: string = created.body.api_secret
  const post = (path: string, fields: object) =>
    send('POST', `${pay}/${path}`, signedJson(uid, secret, { ...fields }))
  return { uid, secret, post }
}
