import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startWatchdog, type WatchedWorker } from '../../../scripts/local/watchdog.ts'

const probeMs = 2000
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
type Worker = WatchedWorker & {
  /** What it answers its link’s probe with, and all else; `null` for nothing. */
  link: number | null
  own: number | null
  readonly restarts: string[]
  readonly asked: string[]
}

async function aWorker(): Promise<Worker> {
  const server = createServer((request, response) => {
    worker.asked.push(request.url ?? '')
    const status = request.url?.startsWith('/api/') ? worker.link : worker.own
    if (status !== null) response.writeHead(status).end()
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const worker: Worker = {
    link: 200,
    own: 404,
    restarts: [],
    asked: [],
    target: () => port,
    restart: async (why) => {
      worker.restarts.push(why)
    },
  }
  return worker
}

async function both() {
  const [pay, backoffice] = await Promise.all([aWorker(), aWorker()])
  return { pay, backoffice, watchdog: startWatchdog({ pay, backoffice, probeMs }) }
}

const twoProbes = 2 * probeMs + 1500
const silent = 'No answer for 4 s'
const unlinked = 'The back office has not reached the public Worker for 4 s'

test.concurrent('Workers that nobody doubts are asked nothing, and those that answer are left alone', async () => {
  const { pay, backoffice, watchdog } = await both()
  await sleep(probeMs)
  expect([pay.asked, backoffice.asked]).toEqual([[], []])
  watchdog.probe()
  watchdog.probe()
  await sleep(twoProbes)
  expect(new Set(pay.asked)).toEqual(new Set(['/watchdog']))
  expect(new Set(backoffice.asked)).toEqual(new Set(['/api/merchants?limit=1', '/watchdog']))
  expect([pay.restarts, backoffice.restarts]).toEqual([[], []])
})

test.concurrent('the one that answers nothing in two probes is restarted, and the one that cannot reach it is not', async () => {
  const { pay, backoffice, watchdog } = await both()
  pay.own = null
  backoffice.link = null
  watchdog.probe()
  await expect.poll(() => pay.restarts, { timeout: 60_000 }).toEqual([silent])
  expect(backoffice.restarts).toEqual([])
})

test.concurrent('one that answers late, but within the second probe, goes on', async () => {
  const { pay, backoffice, watchdog } = await both()
  pay.own = null
  backoffice.link = 503
  watchdog.probe()
  await sleep(1.2 * probeMs)
  pay.own = 404
  backoffice.link = 200
  await sleep(twoProbes)
  expect([pay.restarts, backoffice.restarts]).toEqual([[], []])
})

test.concurrent('both are restarted where each answers and the link does not, and once until it has', async () => {
  const { pay, backoffice, watchdog } = await both()
  backoffice.link = 503
  watchdog.probe()
  await expect
    .poll(() => [pay.restarts, backoffice.restarts], { timeout: 60_000 })
    .toEqual([[unlinked], [unlinked]])
  watchdog.probe()
  await sleep(twoProbes)
  expect([pay.restarts, backoffice.restarts]).toEqual([[unlinked], [unlinked]])
})

test.concurrent('one that is started or rebuilt meanwhile has its own time, and nothing is restarted after the end', async () => {
  const started = await both()
  started.pay.own = null
  started.backoffice.link = null
  const pay = { ...started.pay, target: () => undefined }
  startWatchdog({ pay, backoffice: started.backoffice, probeMs }).probe()
  const ended = await both()
  ended.pay.own = null
  ended.backoffice.link = null
  ended.watchdog.probe()
  ended.watchdog.stop()
  await sleep(twoProbes)
  expect([started.pay.restarts, started.backoffice.restarts]).toEqual([[], []])
  expect(ended.pay.restarts).toEqual([])
})
