import { setTimeout as sleep } from 'node:timers/promises'
import { isLoopback } from '../../src/units/web-address.ts'
import { demoMerchant } from '../local/demo-merchant.ts'
import { type Check, type Checks, must, mustBeRefused, type Smoke } from './check.ts'
import { refusalText } from './client.ts'

const dayMs = 86_400_000
const ledgerDays = 31
const ledgerPagesMax = 10
const amount = 100
const callbackPollMs = 2000
const callbackWaitMsDefault = 120_000
// A link needs an address, but gets no callback, because it is never settled.
const unusedNotifyUrl = 'https://smoke-test.example/notify'

/**
 * Throws `CheckFailure` if the merchant's ledger has orders of others: then it is not a merchant for smoke tests. The local
 * demo merchant is exempt.
 */
export const ownMerchant: Check = async ({ client, uid, baseUrl }) => {
  if (uid === demoMerchant.uid && isLoopback(baseUrl.hostname)) return `${uid} of npm start`
  const foreign = (await recentlyBooked(client))
    .filter(({ type }) => type !== 'adjustment')
    .map(({ orderid, serial_no }) => orderid ?? serial_no ?? '')
    .find((number) => !number.startsWith('SMOKE-'))
  must(
    foreign === undefined,
    `${uid} has the order ${foreign}, which no smoke test created. Nothing was written. Create a merchant only for smoke ` +
      'tests in the back office',
  )
  return `all orders booked for ${uid} in ${ledgerDays} days are of smoke tests`
}

/** The checks that create orders, each with a number of this run. Orders of other than test merchants stay and are reported. */
export const orderChecks: Checks = {
  async collection(smoke) {
    const { client, orderNumber } = smoke
    const orderid = orderNumber('C')
    const { data } = await client.call('collections', { orderid, amount })
    const { status, tradeNo } = await client.call('collections/status', { orderid })
    must(status === 'PENDING', `its status is ${status} instead of PENDING`)
    must(tradeNo === data.trade_no, `created as ${data.trade_no}, but a query returns ${tradeNo}`)
    await end(smoke, {
      order: { orderid, outcome: 'expired' },
      leftover: `collection ${orderid}, ${data.trade_no}: waits; report it as an exception in the back office`,
    })
    return `${orderid} is ${tradeNo}, PENDING`
  },
  async 'repeated collection'({ client, orderNumber }) {
    const repeated = await client.request('collections', { orderid: orderNumber('C'), amount })
    return mustBeRefused(repeated, 'duplicate_orderid')
  },
  async 'payment link'(smoke) {
    const { client, orderNumber, exchangeUrl } = smoke
    const { data: amounts } = await client.call('payment-amounts')
    const [chosen = Math.ceil(amounts.custom_min)] = amounts.fixed_amounts
    const fields = {
      merchant_order_no: orderNumber('L'),
      amount: chosen,
      member_no: 'smoke',
      member_name: 'SMOKE TEST',
      payer_account_last5: '00000',
      notify_url: smoke.notifyUrl?.href ?? unusedNotifyUrl,
    }
    const { data } = await client.call('payment-links/amount', fields)
    const page = new URL(data.wait_url)
    must(
      exchangeUrl === null || page.host === exchangeUrl.host,
      `the link is on ${page.host}, not on ${exchangeUrl?.host}: check EXCHANGE_URL`,
    )
    const { status, text } = await client.send(page)
    must(status === 200, `its wait page answers ${status}`)
    must(text.includes(fields.merchant_order_no), 'its wait page does not show its order')
    const again = await client.call('payment-links/amount', fields)
    must(again.data.wait_url === data.wait_url, 'the same call again returns another link')
    await end(smoke, {
      order: { tradeNo: data.trade_no, outcome: 'expired' },
      leftover: `payment link ${fields.merchant_order_no}, ${data.trade_no}: expires at ${data.expires_at}`,
    })
    return `${fields.merchant_order_no} is on its wait page, ${page.host}`
  },
  async payout(smoke) {
    const { client, orderNumber } = smoke
    const { balance } = await client.call('balance')
    if (balance < 1) return { skipped: `the balance of ${balance} does not cover 1` }
    const serial_no = orderNumber('P')
    const payee = { payee_name: 'SMOKE TEST, DO NOT PAY', payee_account: '00000000' }
    const { status, body } = await client.request('payouts', { serial_no, amount: 1, ...payee })
    must(status === 200, `refused with ${refusalText(status, body)}`)
    const { data, tradeNo } = await client.call('payouts/status', { serial_no })
    must(data?.amount === 1, `a query returns the amount ${data?.amount}`)
    await end(smoke, {
      order: { serial_no, outcome: 'cancelled' },
      leftover: `payout ${serial_no}, ${body.data.trade_no}: waits; cancel it in the back office, don't pay it`,
    })
    return `${serial_no} is ${tradeNo}`
  },
  async callback({ client, orderNumber, notifyUrl: receiver, callbackWaitMs }) {
    if (receiver === null) return { skipped: 'no SMOKE_NOTIFY_URL' }
    const orderid = orderNumber('N')
    await client.call('collections', { orderid, amount, notify_url: receiver.href })
    await client.call('sandbox/outcome', { type: 'collection', orderid, outcome: 'paid' })
    const started = performance.now()
    const waitMs = callbackWaitMs ?? callbackWaitMsDefault
    for (;;) {
      const { data } = await client.call('collections/status', { orderid })
      const { attempts, last_http_status } = data.callback
      const seconds = Math.round((performance.now() - started) / 1000)
      if (data.callback_status === 'success') return `${orderid} paid, callback after ${seconds} s`
      must(
        performance.now() - started < waitMs,
        `${orderid} is paid, but its callback is not acknowledged after ${seconds} s: ${data.callback_status}, ` +
          `${attempts} attempts, last status ${last_http_status ?? 'none'}`,
      )
      await sleep(Math.min(callbackPollMs, waitMs))
    }
  },
}

type Ending = {
  readonly order: Readonly<Record<string, string>>
  /** The report of the order, if it stays because the merchant is not a test merchant. */
  readonly leftover: string
}

async function end({ client, addLeftover }: Smoke, { order, leftover }: Ending): Promise<void> {
  const { status, body } = await client.request('sandbox/outcome', order)
  if (body.error === 'sandbox_only') return addLeftover(leftover)
  must(
    status === 200 && body.ok === 1,
    `its outcome could not be set: ${refusalText(status, body)}`,
  )
}

type BookedOrder = { readonly type: string; readonly orderid?: string; readonly serial_no?: string }

async function recentlyBooked(client: Smoke['client']): Promise<readonly BookedOrder[]> {
  const taipeiDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' })
  const from = taipeiDay.format(client.now() - (ledgerDays - 1) * dayMs)
  const to = taipeiDay.format(client.now())
  const items: BookedOrder[] = []
  let cursor: string | null = ''
  for (let page = 0; page < ledgerPagesMax && cursor !== null; page += 1) {
    const { data } = await client.call('ledger', { from, to, limit: 200, cursor })
    items.push(...data.items)
    cursor = data.next_cursor
  }
  return items
}
