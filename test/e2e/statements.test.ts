import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { send } from '../../scripts/demo/http.ts'
import type { LocalServer } from '../../scripts/local/server.ts'
import { devServers } from '../support/server/dev-servers.ts'
import { aLocalServer } from '../support/server/local-server.ts'

// Statements from outside, over HTTP, through both Workers; the long form has `npm run long -- statements`.

const lines = Number(process.env.STATEMENT_LINES ?? 2_000)
const kills = Number(process.env.STATEMENT_KILLS ?? 2)
// From 08:00 in Taipei on, one in ten seconds.
const linesOfDay = 16 * 360
const timeout = 900_000
let server: LocalServer
let account: number

beforeAll(async () => {
  server = await aLocalServer({ sweepSeconds: 600 })
}, timeout)
afterAll(() => server.stop())

test(
  'a statement is imported beside payments, which are answered meanwhile',
  async () => {
    const pay = await aShop()
    account = await anAccount()
    const { body } = await upload(statement(lines))
    const waits: number[] = []
    const started = performance.now()
    let state = 'running'
    while (state === 'running') {
      const before = performance.now()
      expect((await pay()).status).toBe(200)
      waits.push(performance.now() - before)
      state = (await api('GET', `/imports/${body.import_id}`)).body.state
    }
    const seconds = (performance.now() - started) / 1000
    expect((await api('GET', `/imports/${body.import_id}`)).body).toMatchObject({
      state: 'done',
      lines,
      new: lines,
      known: 0,
      chain: 'whole',
    })
    const sorted = waits.toSorted((one, other) => one - other)
    console.log(
      `${lines} lines in ${seconds.toFixed(1)} s; ${waits.length} payments beside them, ` +
        `median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms`,
    )
  },
  timeout,
)

test(
  'a file is refused whole, with what is wrong with which line, and nothing is written',
  async () => {
    const file = statement(lines)
    const cut = await upload(file.slice(0, -9))
    // The day that is cut is left out, and with it the balances of a file of one day.
    const chain = lines > linesOfDay ? 'whole' : 'unknown'
    expect(cut).toMatchObject({
      status: 422,
      body: {
        error: 'statement_refused',
        chain,
        problems: expect.arrayContaining([{ line: lines + 1, problem: 'too_few_columns' }]),
      },
    })
    const dry = await upload(file, '?dry_run=1')
    expect(dry).toMatchObject({ status: 200, body: { known: lines, new: 0, problems: [] } })
    const large = await upload('x'.repeat(5 * 1024 * 1024 + 1))
    expect(large).toMatchObject({ status: 413, body: { error: 'body_too_large' } })
  },
  timeout,
)

test(
  'killed while it imports, and sent again, the statement is there once',
  async () => {
    account = await anAccount()
    const file = statement(lines)
    for (let kill = 0; kill < kills; kill += 1) {
      await upload(file).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * (lines / 8)))
      for (const pid of await devServers(server, 'wrangler.toml')) end(pid)
      const answers = async () => (await api('GET', '/statement-formats').catch(() => null))?.status
      await expect.poll(answers, { timeout: 120_000, interval: 200 }).toBe(200)
      if (kills > soonEndsMax) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    // As whoever sends it again: until it is taken.
    let id: unknown
    const taken = async () => {
      id = (await upload(file).catch(() => null))?.body.import_id
      return id
    }
    await expect.poll(taken, { timeout: 120_000 }).toBeTypeOf('number')
    const shown = async () => (await api('GET', `/imports/${id}`)).body
    await expect.poll(async () => (await shown()).state, { timeout: 120_000 }).toBe('done')
    const { new: fresh, known } = await shown()
    expect(fresh + known).toBe(lines)
    const again = await upload(file, '?dry_run=1')
    expect(again.body).toMatchObject({ lines, known: lines, new: 0, confirmed: 0 })
    const { body: one } = await api('GET', `/bank-accounts/${account}`)
    const today = await api('GET', `/bank-transactions?bank_account=${account}&limit=1`)
    expect(today.body.items).toMatchObject([{ memo: `line ${lines - 1}`, source: 'statement' }])
    expect(one.gaps).toEqual([])
  },
  timeout,
)

// A Worker that ends soon after its start, again and again, is given up.
const soonEndsMax = 2
const restMs = 31_000

function api(method: string, path: string, body?: object) {
  return send(method, `${server.backofficeUrl}/api${path}`, body && JSON.stringify(body))
}

async function upload(file: string, query = '?this_account=1') {
  const url = `${server.backofficeUrl}/api/bank-accounts/${account}/statements${query}`
  const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file }
  const response = await fetch(url, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function anAccount(): Promise<number> {
  const number = randomUUID().replace(/\D/g, '').padEnd(12, '0').slice(0, 12)
  const { status, body } = await api('POST', '/bank-accounts', {
    bank_code: '004',
    account_no: number,
    holder_name: '大安商行',
    statement_format: 'demo_utf8',
  })
  expect(status).toBe(201)
  return body.id
}

/** A new merchant; the function creates a collection of it and settles it. */
async function aShop() {
  const uid = `M${randomUUID().slice(0, 12)}`
  const { body: merchant } = await api('POST', '/merchants', { uid, name: 'Shop' })
  return async () => {
    const order = signedJson(uid, merchant.api_secret, { orderid: randomUUID(), amount: 1 })
    const created = await send('POST', `${server.payUrl}/api/v1/merchant/collections`, order)
    const reason = { manual: true, reason: 'x' }
    return api('POST', `/collections/${created.body.data.trade_no}/settle`, reason)
  }
}

/** So many lines of a dollar, by the format `demo_utf8`, one in ten seconds. */
function statement(count: number): string {
  const begin = Date.UTC(2026, 9, 1)
  const rows = Array.from({ length: count }, (_, place) => {
    const [date, time] = new Date(begin + place * 10_000).toISOString().slice(0, 19).split('T')
    return `${date},${time},1,${place + 1},line ${place},0081234567890,王小明\n`
  })
  return `日期,時間,金額,餘額,備註,對方帳號,對方名稱\n${rows.join('')}`
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
