import { type Check, must, type Smoke } from './check.ts'
import { jsonOf, refusalText } from './client.ts'

const oldTimestampSeconds = 3600

/** What a merchant asks without writing anything, and what is refused to it. */
export const merchantChecks: readonly Check[] = [
  { name: 'right sign', run: rightSign },
  { name: 'wrong sign', run: wrongSign },
  { name: 'old timestamp', run: oldTimestamp },
  { name: 'unknown orders', run: unknownOrders },
  { name: 'balance', run: balance },
  { name: 'channels', run: channels },
  { name: 'payment amounts', run: paymentAmounts },
  { name: 'ledger', run: ledger },
  { name: 'products', run: products },
]

async function rightSign({ client, uid }: Smoke) {
  const { status, body } = await client.ask('balance')
  const said = refusalText(status, body)
  must(body.error !== 'signature_error', `the secret is not that of ${uid}: ${said}`)
  must(
    body.error !== 'merchant_not_enabled',
    `${uid} does not exist there, or is disabled: ${said}`,
  )
  must(
    body.error !== 'ip_not_allowed',
    `${uid} has an allow-list of addresses, without this one: ${said}`,
  )
  must(status === 200 && body.ok === 1, `refused with ${said}`)
  return `${uid} is taken on`
}

async function wrongSign({ client }: Smoke) {
  const { status, body } = await client.ask('balance', {}, { sign: '0'.repeat(32) })
  must(status !== 200 && body.ok !== 1, 'a request with a wrong sign is ACCEPTED')
  const is = status === 422 && body.error === 'signature_error'
  must(is, `refused, but with ${refusalText(status, body)}`)
  return '422 signature_error'
}

async function oldTimestamp({ client }: Smoke) {
  const timestamp = Math.floor(client.now() / 1000) - oldTimestampSeconds
  const { status, body } = await client.ask('balance', { timestamp })
  if (status === 200)
    return 'an hour old and taken: TIMESTAMP_TOLERANCE_SECONDS is 0 or large there'
  const is = status === 422 && body.error === 'timestamp_out_of_range'
  must(is, `refused, but with ${refusalText(status, body)}`)
  return '422 timestamp_out_of_range'
}

async function unknownOrders({ client, orderNumber }: Smoke) {
  const asked = [
    client.ask('collections/status', { orderid: orderNumber('NONE') }),
    client.ask('payouts/status', { serial_no: orderNumber('NONE') }),
  ]
  for (const { status, body } of await Promise.all(asked)) {
    const is = status === 422 && body.error === 'order_not_found'
    must(is, `an order that does not exist answers ${refusalText(status, body)}`)
  }
  return '422 order_not_found'
}

async function balance({ client }: Smoke) {
  const { balance: available, balance1: frozen } = await client.call('balance')
  const are = [available, frozen].every((one) => typeof one === 'number')
  must(are, `balance and balance1 are no numbers: ${available}, ${frozen}`)
  return `available ${available}, frozen ${frozen}`
}

async function channels({ client }: Smoke) {
  const { data } = await client.call('payment-channels')
  must(Array.isArray(data?.channels), 'payment-channels lists no channels')
  return `${data.channels.length} channels`
}

async function paymentAmounts({ client }: Smoke) {
  const { data } = await client.call('payment-amounts')
  must(Array.isArray(data?.fixed_amounts), 'payment-amounts has no fixed_amounts')
  return `${data.fixed_amounts.join(', ')}${data.allow_custom ? `, ${data.custom_min}–${data.custom_max}` : ''}`
}

async function ledger({ client }: Smoke) {
  const { data } = await client.call('ledger')
  must(Array.isArray(data?.items), 'ledger has no items')
  return `${data.items.length} entries of today${data.next_cursor === null ? '' : ' and more'}`
}

async function products({ client, baseUrl, uid }: Smoke) {
  const url = new URL('/api/v1/products', baseUrl)
  url.searchParams.set('merchant_uid', uid)
  const { items } = jsonOf(await client.send(url))
  must(Array.isArray(items), 'the list has no items')
  return `${items.length} products`
}
