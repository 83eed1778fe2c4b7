import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, sendExpecting } from '../../scripts/demo/http.ts'
import { until } from '../../scripts/demo/story.ts'
import { listenOnLoopback } from '../../scripts/local/ports.ts'
import type { LocalServer } from '../../scripts/local/server.ts'
import { aLocalServer } from '../support/server/local-server.ts'

// `npm run bank -- --play` against a local server on which two people decide.

let server: LocalServer
beforeAll(async () => {
  const vars = { APPROVALS: 'on' }
  server = await aLocalServer({
    inspectorPort: 0,
    sweepSeconds: 5,
    vars,
    allowPrivateCallbacks: true,
  })
})
afterAll(() => server.stop())

const read = (path: string): Promise<Body> =>
  sendExpecting(200, { method: 'GET', url: `${server.backofficeUrl}/api/${path}` })

/** Plays so many payers; returns what was printed, and their merchant. */
async function play(payers: number) {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', '--silent', 'bank', '--', '--play', String(payers)],
    {
      env: {
        ...process.env,
        PORT: new URL(server.payUrl).port,
        BACKOFFICE_PORT: new URL(server.backofficeUrl).port,
        INSPECTOR_PORT: new URL(server.inspector?.url ?? '').port,
      },
    },
  )
  const [, uid = ''] = /merchant (PLAY\d+)/.exec(stdout) ?? []
  return { stdout, uid }
}

test('payers are played: who is clean is settled by the service, the others are left to people', async () => {
  const { stdout, uid } = await play(8)
  const outcomes = [...stdout.matchAll(/^ *\d+\. (\S.*?) {2,}\d+ from …\d{5}(.*)$/gm)]
  const settled = ': settled by the service'
  const replayed = [
    settled,
    'the same again: known',
    'with another amount: refused (bank_transaction_differs)',
    'by a second feed: known',
  ]
  expect(outcomes.map(([, name, what]) => [name, what])).toEqual([
    ['clean', settled],
    ['twins', expect.stringMatching(/^, two orders: in doubt: two_orders \(Several orders may/)],
    ['clean', settled],
    ['wrong digits', expect.stringMatching(/^: in doubt: no_order \(No order has/)],
    ['clean', settled],
    ['replay', replayed.join('; ')],
    ['clean', settled],
    ['late', expect.stringMatching(/^: in doubt: late \(Booked after/)],
  ])
  expect(stdout).toContain(
    'Of 8 payers: settled by the service 5, in doubt 3 (two_orders 1, no_order 1, late 1), neither 0; lines refused 1.',
  )
  expect(stdout).toContain("Tonight's statements: lines 8, confirmed 8, new 0.")

  const { items: orders } = await read(`collections?merchant_uid=${uid}&limit=50`)
  const paid = orders.filter(({ status }: Body) => status === 'succeeded')
  expect(orders).toHaveLength(9)
  expect(paid).toHaveLength(5)
  for (const order of paid) expect(order).toMatchObject({ settled_by: 'auto', proof: 'confirmed' })
  await until(
    async () => (await fetch(`${server.inspector?.url}/~callbacks.json`)).text(),
    (callbacks) => paid.every(({ orderid }: Body) => callbacks.includes(orderid)),
  )
})

test('while matching by itself is stopped, its payers are given no account', async () => {
  const reason = JSON.stringify({ reason: 'x' })
  const url = `${server.backofficeUrl}/api/auto/stop`
  await sendExpecting(200, { method: 'POST', url, json: reason })
  const { stdout, uid } = await play(2)
  expect(stdout.match(/no account assigned \(stopped\)/g)).toHaveLength(2)
  expect(stdout).toContain('Of 2 payers: settled by the service 0, in doubt 0, neither 2')
  const { items: orders } = await read(`collections?merchant_uid=${uid}`)
  expect(orders.map(({ settled_by }: Body) => settled_by)).toEqual([null, null, null])
})

test('where no server runs, it says so', async () => {
  const closed = createServer()
  const purpose = { serves: 'nothing', variable: 'PORT' }
  const port = String(await listenOnLoopback(closed, 0, purpose))
  await promisify(closed.close.bind(closed))()
  const env = { ...process.env, PORT: port, BACKOFFICE_PORT: port }
  await expect(
    promisify(execFile)('npm', ['run', '--silent', 'bank', '--', '--play'], { env }),
  ).rejects.toMatchObject({ stderr: expect.stringContaining('is `npm start` running?') })
})
