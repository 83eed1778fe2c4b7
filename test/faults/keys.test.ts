import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { type Fields, signedJson, signOf } from '../../scripts/client/merchant-client.ts'
import { reportFigures } from './long-run.ts'
import { startVersions, type Versions } from './service/versions.ts'

// Both keys are rotated by the steps of docs/runbooks/rotate-keys.md while merchants send requests. A change of secrets
// is a version of its own, and for a while requests meet the old version or the new one: so each pair of versions that
// follow one another serves at once, on one database, and then the new one alone. Nothing restarts.

const isLong = process.env.KEYS_TEST === 'long'
const run = isLong
  ? { shops: 6, idle: 600, phaseMs: 20_000, cronMs: 1_000, timeout: 1_200_000 }
  : { shops: 3, idle: 60, phaseMs: 500, cronMs: 150, timeout: 300_000 }

const aKey = () => btoa(String.fromCharCode(...randomBytes(32)))
const [oldSecrets, newSecrets, oldSigns, newSigns] = [aKey(), aKey(), aKey(), aKey()]
const others = {
  SECRETS_KEY_OTHERS: `${oldSecrets},${newSecrets}`,
  LINK_SIGNING_KEY_OTHERS: `${oldSigns},${newSigns}`,
}
const [before, both, swapped, after] = [0, 1, 2, 3] as const
const keySets = [
  { SECRETS_KEY: oldSecrets, LINK_SIGNING_KEY: oldSigns },
  { SECRETS_KEY: oldSecrets, LINK_SIGNING_KEY: oldSigns, ...others },
  { SECRETS_KEY: newSecrets, LINK_SIGNING_KEY: newSigns, ...others },
  { SECRETS_KEY: newSecrets, LINK_SIGNING_KEY: newSigns },
]

test('both keys rotated under load: no request is refused, no secret is unreadable', {
  timeout: run.timeout,
}, async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-keys-'))
  const receiver = await startReceiver()
  const versions = await startVersions(inject('bundles'), stateDir, keySets)
  try {
    const load = await startLoad(versions, receiver)
    for (const phase of [[before], [before, both], [both], [both, swapped], [swapped]]) {
      await versions.deploy(phase)
      await load.runFor(run.phaseMs)
      report(`${phase.map((n) => names[n]).join(' and ')}`, load)
    }
    // What the run book looks at before the old keys may go.
    await load.until(async () => {
      const { databases } = await keysShown(versions)
      return databases.every((one) => one.under_other_keys === 0)
    })
    // The last link of before the swap has ended by then.
    load.forgetLinks()
    for (const phase of [[swapped, after], [after]]) {
      await versions.deploy(phase)
      await load.runFor(run.phaseMs)
      report(`${phase.map((n) => names[n]).join(' and ')}`, load)
    }
    await load.stop()
    expect(load.refused).toEqual([])
    expect(receiver.wrong).toEqual([])
    expect((await keysShown(versions)).databases).toEqual([
      { database: 0, under_other_keys: 0, unreadable: 0 },
    ])
    expect(await unreadable(versions, load.merchants)).toEqual([])
    const faults = ['wrong_secrets_key', 'secrets_unreadable', 'fault', 'secret_damaged']
    expect(versions.logged.filter(({ event }) => faults.includes(String(event)))).toEqual([])
    const resealed = versions.logged.filter(({ event }) => event === 'secrets_resealed')
    reportFigures('both keys rotated', {
      ...load.counts,
      callbacks: receiver.count(),
      merchants: load.merchants.length,
      resealed: resealed.reduce((sum, { count }) => sum + Number(count), 0),
      refused: load.refused.length,
    })
    expect(resealed.length).toBeGreaterThan(0)
    expect(receiver.count()).toBeGreaterThan(0)
    expect(load.counts.links).toBeGreaterThan(0)
  } finally {
    await versions.stop()
    receiver.server.close()
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
})

const names = ['before', 'both', 'swapped', 'after']

function report(phase: string, { counts }: Load): void {
  if (isLong) process.stdout.write(`  ${phase}: ${JSON.stringify(counts)}\n`)
}

type Merchant = { readonly uid: string; readonly secrets: string[] }

type Load = {
  readonly merchants: readonly Merchant[]
  readonly counts: { requests: number; links: number; rotations: number }
  /** Answers that were not what was asked for. */
  readonly refused: string[]
  runFor(ms: number): Promise<void>
  until(isSo: () => Promise<boolean>): Promise<void>
  /** Links that exist by now are not checked any more. */
  forgetLinks(): void
  stop(): Promise<void>
}

/** Merchants that send requests, and others whose secrets are only there to be sealed anew. */
async function startLoad(versions: Versions, receiver: Receiver): Promise<Load> {
  const merchants: Merchant[] = []
  for (let n = 0; n < run.shops + run.idle; n += 1) {
    const uid = `KEYS${String(n).padStart(4, '0')}`
    const { api_secret } = (await desk(versions, 'POST', 'merchants', { uid, name: uid })).body
    merchants.push({ uid, secrets: [String(api_secret)] })
  }
  receiver.learn(merchants)
  const counts = { requests: 0, links: 0, rotations: 0 }
  const refused: string[] = []
  let links: { session: string; sign: string }[] = []
  let stopped = false
  const expected = (what: string, answer: Answer) => {
    counts.requests += 1
    if (answer.status < 300) return
    refused.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)} (${versions.serving})`)
  }
  const turn = async (merchant: Merchant) => {
    const orderid = randomUUID()
    const notify_url = receiver.url
    const order = { orderid, amount: 100, notify_url }
    expected('create', await signed(versions, merchant, 'collections', order))
    const status = await signed(versions, merchant, 'collections/status', { orderid })
    expected('status', status)
    const settle = `collections/${status.body.tradeNo}/settle`
    expected('settle', await desk(versions, 'POST', settle, {}))
    const wanted = { ...aLink, merchant_order_no: orderid, notify_url }
    for (const _again of [1, 2]) {
      const made = await signed(versions, merchant, 'payment-links', wanted)
      expected('link', made)
      const data = made.body.data as LinkData | undefined
      if (data === undefined) continue
      const sign = data.redirect.query_params.link_sign
      links.push({ session: data.third_party_session, sign })
      counts.links += 1
    }
    for (const { session, sign } of [links[0], links.at(-1)].flatMap((one) => one ?? [])) {
      const path = `bridge/links/${session}?link_sign=${sign}`
      expected('bridge', await desk(versions, 'GET', path, undefined, 'exchange:bridge'))
    }
    // One that no isolate remembers, perhaps: its secret is read from the database.
    const other = merchants[run.shops + Math.floor(Math.random() * run.idle)] ?? merchant
    expected('balance', await signed(versions, other, 'balance', {}))
    if (Math.random() < rotateShare) await rotate(merchant)
  }
  // The one that a merchant goes on using meanwhile stays valid.
  const rotate = async (merchant: Merchant) => {
    const body = { grace_seconds: 3600 }
    const answer = await desk(versions, 'POST', `merchants/${merchant.uid}/secret`, body)
    expected('rotate', answer)
    if (typeof answer.body.api_secret === 'string') merchant.secrets.push(answer.body.api_secret)
    counts.rotations += 1
  }
  const loop = async (work: () => Promise<void>) => {
    while (!stopped) await work()
  }
  const workers = Promise.all([
    ...merchants.slice(0, run.shops).map((merchant) => loop(() => turn(merchant))),
    loop(async () => {
      await versions.runCron()
      await sleep(run.cronMs)
    }),
  ])
  // Reported by `stop` below: not an unhandled rejection.
  workers.catch(() => undefined)
  return {
    merchants,
    counts,
    refused,
    runFor: (ms) => Promise.race([sleep(ms), workers.then(() => undefined)]),
    async until(isSo) {
      while (!(await isSo())) await sleep(run.cronMs)
    },
    forgetLinks: () => {
      links = []
    },
    async stop() {
      stopped = true
      await workers
    },
  }
}

const rotateShare = 0.3
const aLink = { member_no: 'member-7', member_name: '王小明', payer_account_no: '00123456789012' }

type LinkData = {
  readonly third_party_session: string
  readonly redirect: { readonly query_params: { readonly link_sign: string } }
}

type Answer = { readonly status: number; readonly body: Record<string, unknown> }

/** A signed request to any version that serves, with the merchant's newest secret. */
function signed(versions: Versions, { uid, secrets }: Merchant, path: string, fields: Fields) {
  const url = `${versions.any().payUrl}/api/v1/merchant/${path}`
  return send('POST', url, signedJson(uid, secrets.at(-1) ?? '', fields))
}

function desk(versions: Versions, method: string, path: string, body?: object, actor?: string) {
  const headers = actor === undefined ? {} : { 'x-local-actor': actor }
  const url = `${versions.any().backofficeUrl}/api/${path}`
  return send(method, url, body && JSON.stringify(body), headers)
}

async function send(
  method: string,
  url: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body }
  const all = { 'content-type': 'application/json', ...headers }
  const response = await fetch(url, { method, headers: all, ...sent })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

type KeyCounts = {
  readonly databases: readonly {
    readonly database: number
    readonly under_other_keys: number
    readonly unreadable: number
  }[]
}

async function keysShown(versions: Versions): Promise<KeyCounts> {
  const { body } = await desk(versions, 'GET', 'service/keys')
  return body as unknown as KeyCounts
}

/** The merchants that cannot sign by now. */
async function unreadable(versions: Versions, merchants: readonly Merchant[]): Promise<string[]> {
  const answers = await Promise.all(
    merchants.map(async (one) => [one.uid, await signed(versions, one, 'balance', {})] as const),
  )
  return answers.filter(([, { status }]) => status !== 200).map(([uid]) => uid)
}

type Receiver = {
  readonly server: Server
  readonly url: string
  readonly wrong: string[]
  count(): number
  learn(merchants: readonly Merchant[]): void
}

/** Acknowledges callbacks, and notes those that no secret of their merchant has signed. */
async function startReceiver(): Promise<Receiver> {
  const known = new Map<string, Merchant>()
  const wrong: string[] = []
  let count = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const fields = JSON.parse(text) as Fields
    // The answer that shows a new secret may come after a callback that it has signed.
    response.end('success')
    const isSigned = () =>
      known.get(String(fields.uid))?.secrets.some((one) => signOf(fields, one) === fields.sign)
    for (let wait = 0; wait < 20 && isSigned() !== true; wait += 1) await sleep(50)
    if (isSigned() !== true) wrong.push(text)
    count += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    server,
    wrong,
    url: `http://127.0.0.1:${port}/notify`,
    count: () => count,
    learn: (merchants) => {
      for (const one of merchants) known.set(one.uid, one)
    },
  }
}
