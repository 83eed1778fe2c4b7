import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { send } from '../../scripts/demo/http.ts'
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

test.each(['/api/merchants', '/internal', '/BackOffice', '/backoffice/api/merchants'])(
  'the public Worker answers %s with 404 (§1.5 private surfaces)',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      expect((await send(method, `${inject('payUrl')}${path}`)).status).toBe(404)
    }
  },
)

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
