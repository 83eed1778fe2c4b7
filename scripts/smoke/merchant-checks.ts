import { type Check, type Checks, must, mustBeRefused } from './check.ts'
import { type Json, jsonOf, refusalText } from './client.ts'

const oldTimestampSeconds = 3600

// Why a valid sign may be refused, by code.
const reasons: Readonly<Record<string, (uid: string) => string>> = {
  signature_error: (uid) => `the secret is not that of ${uid}`,
  merchant_not_enabled: (uid) => `${uid} does not exist there, or is disabled`,
  ip_not_allowed: (uid) => `the allow-list of ${uid} lacks this machine's address`,
}

/** The checks as a merchant that write nothing: queries, and requests that must be refused. */
export const merchantChecks: Checks = {
  async 'right sign'({ client, uid }) {
    const { status, body } = await client.request('balance')
    const reason = reasons[body.error]?.(uid) ?? 'refused with'
    must(status === 200 && body.ok === 1, `${reason}: ${refusalText(status, body)}`)
    return `${uid} is accepted`
  },
  async 'wrong sign'({ client }) {
    const answer = await client.request('balance', {}, { sign: '0'.repeat(32) })
    return mustBeRefused(answer, 'signature_error')
  },
  async 'old timestamp'({ client }) {
    const timestamp = Math.floor(client.now() / 1000) - oldTimestampSeconds
    const answer = await client.request('balance', { timestamp })
    if (answer.status === 200)
      return 'accepted although an hour old: TIMESTAMP_TOLERANCE_SECONDS is 0 or large'
    return mustBeRefused(answer, 'timestamp_out_of_range')
  },
  async 'unknown orders'({ client, orderNumber }) {
    const number = orderNumber('NONE')
    mustBeRefused(await client.request('payouts/status', { serial_no: number }), 'order_not_found')
    const collection = await client.request('collections/status', { orderid: number })
    return mustBeRefused(collection, 'order_not_found')
  },
  balance: queryCheck('balance', ({ balance: available, balance1: frozen }) => {
    const areNumbers = [available, frozen].every((amount) => typeof amount === 'number')
    must(areNumbers, `balance and balance1 are not numbers: ${available}, ${frozen}`)
    return `available ${available}, frozen ${frozen}`
  }),
  channels: queryCheck('payment-channels', ({ data }) => {
    must(Array.isArray(data?.channels), 'payment-channels lists no channels')
    return `${data.channels.length} channels`
  }),
  'payment amounts': queryCheck('payment-amounts', ({ data }) => {
    must(Array.isArray(data?.fixed_amounts), 'payment-amounts has no fixed_amounts')
    const { fixed_amounts, allow_custom, custom_min, custom_max } = data
    return `${fixed_amounts.join(', ')}${allow_custom ? `, ${custom_min}–${custom_max}` : ''}`
  }),
  ledger: queryCheck('ledger', ({ data }) => {
    must(Array.isArray(data?.items), 'ledger has no items')
    return `${data.items.length} entries of today${data.next_cursor === null ? '' : ' and more'}`
  }),
  async products({ client, baseUrl, uid }) {
    const { items } = jsonOf(
      await client.send(new URL(`/api/v1/products?merchant_uid=${uid}`, baseUrl)),
    )
    must(Array.isArray(items), 'the list has no items')
    return `${items.length} products`
  },
}

function queryCheck(path: string, check: (answer: Json) => string): Check {
  return async ({ client }) => check(await client.call(path))
}
