import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { send } from '../../scripts/demo/http.ts'
import { type Inspector, startInspector } from '../../scripts/inspector/inspector.ts'
import type { SeenCallback } from '../../scripts/inspector/seen-callbacks.ts'
import { demoMerchant, demoTestMerchant } from '../../scripts/local/demo-merchant.ts'

// The callback inspector as the receiver of real callbacks, and the back office telling of them to the byte.

let inspector: Inspector
beforeEach(async () => {
  inspector = await startInspector({ port: 0, merchants: [demoMerchant, demoTestMerchant] })
})
afterEach(() => inspector.close())

async function seen(): Promise<readonly SeenCallback[]> {
  const { body } = await send('GET', `${inspector.url}/~callbacks.json?after=0`)
  return body.callbacks
}

const answerWith = (kind: string) =>
  fetch(`${inspector.url}/~answer`, {
    method: 'POST',
    headers: { 'x-inspector': 'page' },
    body: kind,
  })

async function settled({ uid, secret }: { uid: string; secret: string }): Promise<string> {
  const order = { orderid: randomUUID(), amount: 100, notify_url: `${inspector.notifyUrl}?一=1` }
  const path = `${inject('payUrl')}/api/v1/merchant/collections`
  const created = await send('POST', path, signedJson(uid, secret, order))
  const { trade_no: tradeNo } = created.body.data
  const settle = `${inject('backofficeUrl')}/api/collections/${tradeNo}/settle`
  const answer = await send('POST', settle, '{}')
  expect(answer.status).toBe(200)
  return tradeNo
}

test.each([demoMerchant, demoTestMerchant])(
  'callbacks of $uid are right; one that fails comes again, and both are shown as they came',
  async (merchant) => {
    await answerWith('http_500')
    const tradeNo = await settled(merchant)
    await expect.poll(async () => (await seen()).length, waiting).toBe(1)
    await answerWith('success')
    const resend = `${inject('backofficeUrl')}/api/callbacks/cb_${tradeNo}/resend`
    await expect
      .poll(async () => {
        await send('POST', resend)
        return (await seen()).length
      }, waiting)
      .toBeGreaterThan(1)

    const came = await seen()
    const right = { sign: 'right', webhook: 'right', timestamp: 'near' }
    expect(came.map(({ check }) => check)).toEqual(came.map(() => right))
    expect(came.map(({ repeats }) => repeats)).toEqual(came.map((_, n) => (n === 0 ? null : 1)))
    const shown = async () => {
      const { body } = await send('GET', `${inject('backofficeUrl')}/api/callbacks/cb_${tradeNo}`)
      return body.attempts
    }
    await expect.poll(async () => (await shown()).length, waiting).toBe(came.length)
    for (const [n, { number, sent }] of (await shown()).entries()) {
      expect(number).toBe(n + 1)
      expect(sent.signed).toBe('current')
      expect(sent.body).toBe(came[n]?.body)
      expect(came[n]?.headers).toMatchObject(sent.headers)
      expect(new URL(sent.url).pathname + new URL(sent.url).search).toBe(came[n]?.path)
    }
  },
)

const waiting = { interval: 200, timeout: 60_000 }
