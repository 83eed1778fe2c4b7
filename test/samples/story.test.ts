import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { send } from '../../scripts/demo/http.ts'
import { until } from '../../scripts/demo/story.ts'
import { signedJson } from '../support/merchant-client.ts'
import { runStory } from './support/programs.ts'
import { startUnreliableFront } from './support/unreliable-front.ts'

const samples = inject('samples').map((sample) => [sample.name, sample] as const)
const steps = ['create', 'query', 'link', 'outcome', 'callback', 'ledger']

test.concurrent.each(samples)(
  '%s goes from an order to its money in the ledger, though the answer to the order is lost',
  async (_name, sample) => {
    const account = await aTestMerchant()
    const front = await startUnreliableFront(inject('payUrl'), { [outcomePath]: settle })
    try {
      const told = await runStory(sample, { ...account, api: front.url })
      expect(told).toMatchObject({ code: 0, errors: '' })
      const lines = told.lines.map((line) => JSON.parse(line))
      expect(lines.map(({ step }) => step)).toEqual(steps)
      expect(front.lost()).toBe(1)
      const { orderid } = lines[0]
      const query = () => account.ask('collections/status', { orderid })
      const shown = await until(query, ({ data }) => data?.callback_status === 'success')
      expect(shown).toMatchObject({ status: 'PAID', paid: 100.5 })
    } finally {
      front.stop()
    }
  },
)

test.concurrent.each(samples)('%s ends in trouble with a wrong secret', async (_name, sample) => {
  const account = { ...(await aTestMerchant()), secret: 'another secret' }
  const { code, lines } = await runStory(sample, account)
  expect(code).not.toBe(0)
  expect(lines).toEqual([])
})

// Until the sandbox settles orders, the back office does.
const outcomePath = '/api/v1/merchant/sandbox/outcome'
async function settle({ uid, orderid }: Record<string, string>) {
  const collections = `${inject('backofficeUrl')}/api/collections`
  const { items } = (await send('GET', `${collections}?merchant_uid=${uid}`)).body
  const order = items.find((one: { orderid: string }) => one.orderid === orderid)
  const { status } = (await send('POST', `${collections}/${order.trade_no}/settle`, '{}')).body
  return { ok: 1, data: { outcome: 'paid', status, events: ['collection.completed'] } }
}

async function aTestMerchant() {
  const uid = `T${randomUUID().slice(0, 12)}`
  const merchant = JSON.stringify({ uid, name: 'Sample' })
  const created = await send('POST', `${inject('backofficeUrl')}/api/merchants`, merchant)
  expect(created.status).toBe(201)
  const { api_secret: secret } = created.body
  const api = inject('payUrl')
  const ask = async (path: string, fields: object) => {
    const url = `${api}/api/v1/merchant/${path}`
    return (await send('POST', url, signedJson(uid, secret, { ...fields }))).body
  }
  return { api, uid, secret, ask }
}
