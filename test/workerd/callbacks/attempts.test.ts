import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signOf } from '../../../scripts/client/merchant-client.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { itemsOf } from '../../support/tables.ts'
import { attemptsAt, callbackOf, deliverCallback, sweep } from '../support/deliverer.ts'
import { damageSecret } from '../support/secrets.ts'
import { aContext, aSettledCollection, operator, rotateShop, rows } from '../support/service.ts'

describe('an attempt', () => {
  test('has both signatures and every field of §6 (§5.8, §6 status success, collection type–collection status, collection sign)', async () => {
    const owed = await anOwedCallback()
    await deliverCallback(owed.context, owed.id)

    const [sent] = owed.sent
    const body = JSON.parse(sent?.body ?? '')
    expect(Object.keys(body)).toEqual(
      itemsOf(`
      type uid orderid merchant_order_no trade_no amount paid_amount status paid_at timestamp sign
    `),
    )
    expect(body).toMatchObject({ type: 'collection', amount: 99.5, status: 'success' })
    expect(body.sign).toBe(signOf(body, owed.secret))
    expect(sent?.headers['webhook-id']).toBe(`cb_${body.trade_no}`)
    expect(sent?.headers['webhook-attempt']).toBe('1')
    expect(verified(sent, owed.secret)).toMatchObject({ orderid: owed.orderid })
  })

  test.each([
    ['success', 200, 'delivered'],
    [' SUCCESS\n', 201, 'delivered'],
    ['{"ok":1}', 200, 'wrong_answer'],
    ['', 204, 'wrong_answer'],
    ['success', 302, 'http_3xx'],
    ['success', 404, 'http_4xx'],
    ['success', 500, 'http_5xx'],
  ])('answered %j with %i is %s (§6 success, any other answer)', async (text, status, outcome) => {
    const owed = await anOwedCallback(async () => new Response(text || null, { status }))
    await deliverCallback(owed.context, owed.id)
    const delivered = outcome === 'delivered'
    expect(await owed.row()).toMatchObject({
      state: delivered ? 'delivered' : 'due',
      attempts: 1,
      last_outcome: outcome,
      last_http_status: status,
    })
    expect(await owed.attempts()).toMatchObject([{ number: 1, outcome, answer: text }])
  })

  test('without a connection is a network fault, and follows the schedule', async () => {
    const owed = await anOwedCallback(async () => {
      throw new TypeError('connection refused')
    })
    await deliverCallback(owed.context, owed.id)
    const row = await owed.row()
    expect(row).toMatchObject({ state: 'due', last_outcome: 'network', last_http_status: null })
    expect((row.next_at ?? 0) - owed.now()).toBeGreaterThanOrEqual(13)
    expect((row.next_at ?? 0) - owed.now()).toBeLessThanOrEqual(17)
    expect(owed.woken).toEqual([[owed.id], [owed.id]])
  })

  test('reads 2 KiB of an answer at most and cancels the rest', async () => {
    let cancelled = false
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(97)),
        cancel: () => {
          cancelled = true
        },
      })
    const owed = await anOwedCallback(async () => new Response(endless()))
    await deliverCallback(owed.context, owed.id)
    const [attempt] = await owed.attempts()
    expect(attempt?.answer).toHaveLength(2048)
    expect(cancelled).toBe(true)
  })

  test('an answer of over 2 KiB acknowledges nothing, whatever it begins with', async () => {
    const owed = await anOwedCallback(async () => new Response(`success${' '.repeat(5_000)}`))
    await deliverCallback(owed.context, owed.id)
    expect(await owed.row()).toMatchObject({ state: 'due', last_outcome: 'wrong_answer' })
  })

  test('a private address is not called, and the callback stays due', async () => {
    const owed = await anOwedCallback()
    await rows(
      'update callbacks set url = ? where order_id = ?',
      'http://169.254.169.254/',
      owed.id,
    )
    await deliverCallback(owed.context, owed.id)
    expect(owed.sent).toEqual([])
    expect(await owed.row()).toMatchObject({ state: 'due', last_outcome: 'blocked_address' })
  })

  test('an internal fault is no attempt: after the lease the sweep finds the callback again', async () => {
    const owed = await anOwedCallback()
    const mend = await damageSecret(owed.shop.uid)
    await expect(deliverCallback(owed.context, owed.id)).rejects.toThrow()
    expect(await owed.row()).toMatchObject({ state: 'due', attempts: 0 })
    expect(await sweep(owed.context)).not.toContain(owed.id)

    await mend()
    owed.advance(61)
    expect(await sweep(owed.context)).toContain(owed.id)
    await deliverCallback(owed.context, owed.id)
    expect(await owed.row()).toMatchObject({ state: 'delivered', attempts: 1 })
  })
})

test('an attempt is one line of the log, without secrets or the answer', async () => {
  const owed = await anOwedCallback(async () => new Response('private words', { status: 500 }))
  owed.advance(7)
  const lines: object[] = []
  await deliverCallback({ ...owed.context, log: (line) => lines.push(line) }, owed.id)
  const { next_at } = await owed.row()
  const { trade_no } = JSON.parse(owed.sent[0]?.body ?? '')
  expect(lines).toEqual([
    {
      event: 'callback_attempt',
      callback_id: `cb_${trade_no}`,
      trade_no,
      merchant: owed.shop.uid,
      host: 'm.example',
      trigger: 'schedule',
      attempt: 1,
      outcome: 'http_5xx',
      http_status: 500,
      duration_ms: 0,
      lag_seconds: 7,
      state: 'due',
      next_at,
    },
  ])
})

describe('the lease', () => {
  test('twenty wake-ups at once make one attempt', async () => {
    const owed = await anOwedCallback()
    await Promise.all(Array.from({ length: 20 }, () => deliverCallback(owed.context, owed.id)))
    expect(owed.sent).toHaveLength(1)
  })

  test('a wake-up before its time, after delivery, or for no callback does nothing', async () => {
    const owed = await anOwedCallback(async () => new Response('no', { status: 500 }))
    await deliverCallback(owed.context, owed.id)
    await deliverCallback(owed.context, owed.id)
    await deliverCallback(owed.context, 2)
    expect(owed.sent).toHaveLength(1)
  })

  test('an attempt that outlived its lease does not overwrite its successor', async () => {
    let finish: (response: Response) => void = () => undefined
    const answers = [
      () => new Promise<Response>((resolve) => (finish = resolve)),
      async () => new Response('success'),
    ]
    const owed = await anOwedCallback(() => answers.shift()?.() ?? Promise.reject())
    const slow = deliverCallback(owed.context, owed.id)
    while (owed.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    owed.advance(61)
    await deliverCallback(owed.context, owed.id)
    finish(new Response('no', { status: 500 }))
    await slow
    expect(await owed.row()).toMatchObject({ state: 'delivered', attempts: 1 })
  })
})

test('the whole schedule: 20 attempts over about three days, then given up and kept (§6 schedule, attempts)', async () => {
  const owed = await anOwedCallback(async () => new Response('no', { status: 500 }))
  const started = owed.now()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await deliverCallback(owed.context, owed.id)
    const { state, next_at: nextAt } = await owed.row()
    expect(state).toBe(attempt < 20 ? 'due' : 'given_up')
    if (nextAt === null) continue
    waits.push(nextAt - owed.now())
    // A second too early, nothing happens.
    owed.advance(nextAt - owed.now() - 1)
    await deliverCallback(owed.context, owed.id)
    owed.advance(1)
  }
  const minutes = [0.25, 0.25, 0.5, 3, 10, 20, 30, 30, 30, 60, 180, 180, 180, 360, 360]
  const seconds = [...minutes, 720, 720, 720, 720].map((length) => length * 60)
  expect(waits).toHaveLength(seconds.length)
  for (const [n, wait] of waits.entries()) {
    const scheduled = seconds[n] ?? 0
    expect(Math.abs(wait - scheduled)).toBeLessThanOrEqual(scheduled * 0.1 + 1)
    expect(wait).toBeLessThanOrEqual(43_200)
  }
  expect(owed.sent).toHaveLength(20)
  expect((owed.now() - started) / 86_400).toBeGreaterThan(2.6)
  expect((owed.now() - started) / 86_400).toBeLessThan(3.4)
  expect(new Set(owed.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const shop = await owed.shop.status({ orderid: owed.orderid })
  expect(shop.body.data).toMatchObject({ callback_status: 'failed', callback: { attempts: 20 } })
})

test('during a rotation both secrets sign the headers, and the one in use signs the body (§5.8)', async () => {
  const owed = await anOwedCallback()
  const { api_secret: next } = await rotateShop(owed.shop.uid, 3600, { context: owed.context })
  await deliverCallback(owed.context, owed.id)

  const [sent] = owed.sent
  const body = JSON.parse(sent?.body ?? '')
  expect(body.sign).toBe(signOf(body, owed.secret))
  for (const secret of [owed.secret, next]) expect(verified(sent, secret)).toEqual(body)
})

test('webhook_secret stands beside the bare secret, at creation and rotation, and libraries verify with it', async () => {
  const owed = await anOwedCallback()
  const uid = `M${crypto.randomUUID().slice(0, 12)}`
  const created = await createMerchant(owed.context, operator, { uid, name: 'Hooked' })
  expect(created.webhook_secret).toBe(`whsec_${btoa(created.api_secret)}`)
  const rotated = await rotateShop(owed.shop.uid, 0, { context: owed.context })
  await deliverCallback(owed.context, owed.id)

  const { body, headers } = owed.sent[0] ?? { body: '', headers: {} }
  expect(new Webhook(rotated.webhook_secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(rotated.api_secret).verify(body, headers)).toThrow()
  expect(() => new Webhook(created.webhook_secret).verify(body, headers)).toThrow()
})

type Delivery = { body: string; headers: Record<string, string> }

/** A due callback, with a clock of its own and a receiver that answers as told. */
async function anOwedCallback(
  answer: () => Promise<Response> = async () => new Response('success'),
) {
  const sent: Delivery[] = []
  const woken: (readonly number[])[] = []
  let nowMs = Date.now()
  const context = aContext({
    now: () => nowMs,
    fetch: async (_url, init) => {
      sent.push({ body: String(init.body), headers: init.headers as Record<string, string> })
      return answer()
    },
    wake: async (orderIds) => {
      woken.push(orderIds)
    },
  })
  const { shop, orderid, id } = await aSettledCollection(context, { amount: 99.5 })
  return {
    shop,
    orderid,
    id,
    sent,
    woken,
    context,
    secret: shop.secret,
    now: () => Math.floor(nowMs / 1000),
    advance: (seconds: number) => {
      nowMs += seconds * 1000
    },
    row: () => callbackOf(id),
    attempts: () => attemptsAt(id),
  }
}

function verified(sent: Delivery | undefined, secret: string): unknown {
  const webhook = new Webhook(btoa(secret))
  return webhook.verify(sent?.body ?? '', sent?.headers ?? {})
}
