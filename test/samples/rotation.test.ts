import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { until } from '../../scripts/demo/story.ts'
import { listenOnLoopback } from '../../scripts/local/ports.ts'
import { signCurrent } from '../../src/signing/current-style.ts'
import type { Sample } from './support/languages.ts'
import { type LookUps, startLookUps } from './support/look-ups.ts'
import { type Receiver, startListening } from './support/programs.ts'
import {
  type Attempt,
  attemptAt,
  orderOf,
  ownNumberOf,
  send,
  signAlone,
  someCallback,
} from './support/signed-callback.ts'
import { asMerchant, aTestMerchant, type TestMerchant } from './support/test-merchants.ts'

// A merchant's secret is replaced: callbacks of the service itself, between every two steps, come to servers that are at
// any step that the page allows then.

const samples = inject('samples').map((sample) => [sample.name, sample] as const)

/** What a server of the merchant knows: the secret that it signs with, and the other one. */
const servers = ['old', 'old and new', 'new and old', 'new'] as const
type Server = (typeof servers)[number]

/** Where the service stands, and which servers there are then. */
const steps = {
  'before the rotation': ['old'],
  'while both hold, before the new secret is used': ['old', 'old and new'],
  'from the first request with the new secret on': ['old', 'old and new', 'new and old'],
  'once the old secret has ended': ['old and new', 'new and old', 'new'],
} as const satisfies Record<string, readonly Server[]>
type Step = keyof typeof steps

describe.each(samples)('%s', (_name, sample) => {
  let secrets: Secrets
  let came: Record<Step, readonly Attempt[]>
  let uid: string
  let lookUps: LookUps
  let receivers: Record<Server, Receiver>
  beforeAll(async () => {
    const rotation = await rotate()
    ;({ uid, secrets, came } = rotation)
    lookUps = await startLookUps()
    receivers = await startServers(sample, { ...rotation, api: lookUps.url })
  })
  afterAll(async () => {
    lookUps.stop()
    await Promise.all(servers.map((server) => receivers[server].stop()))
  })

  const acted = (server: Server, id = '') =>
    receivers[server].lines().filter((line) => line.startsWith(`acted ${id} `)).length
  const taken = async (server: Server, attempt: Attempt) => {
    const { 'webhook-id': id } = attempt.headers
    receivers[server].place(orderOf(attempt.body))
    const { status, text } = await send(receivers[server].url, attempt)
    if (status === 200) {
      await until(
        async () => acted(server, id),
        (times) => times > 0,
      )
    }
    return { status, text, acted: acted(server, id) }
  }
  const genuine = { status: 200, text: 'success', acted: 1 }
  const refused = { status: 401, text: 'wrong signature', acted: 0 }

  test.each(Object.keys(steps) as Step[])('%s: takes what is genuine, no more', async (step) => {
    for (const server of steps[step]) {
      expect(came[step]).toHaveLength(2)
      for (const attempt of came[step]) {
        for (const [what, forged] of Object.entries(forgeriesOf(attempt))) {
          expect({ server, what, ...(await taken(server, forged)) }).toEqual({
            server,
            what,
            ...refused,
          })
        }
        expect({ server, ...(await taken(server, attempt)) }).toEqual({ server, ...genuine })
      }
    }
  })

  test('takes `sign` alone by either secret, and that of a secret that it does not know never', async () => {
    for (const server of servers) {
      for (const key of ['old', 'new'] as const) {
        const told = someCallback(uid)
        lookUps.stands.set(ownNumberOf(told), 1)
        receivers[server].place(orderOf(JSON.stringify(told.body)))
        const isKnown = server.split(' and ').includes(key)
        const { status, text } = await send(
          receivers[server].url,
          signAlone(attemptAt(told, secrets[key])),
        )
        const { status: expected, text: answer } = isKnown ? genuine : refused
        expect({ server, key, status, text }).toEqual({
          server,
          key,
          status: expected,
          text: answer,
        })
      }
    }
  })

  test('takes nothing by the old secret once it is taken out', async () => {
    expect(await taken('new', attemptAt(someCallback(uid), secrets.old))).toEqual(refused)
  })
})

type Secrets = { readonly old: string; readonly new: string }

/** What somebody makes of a callback who has none of the secrets. */
function forgeriesOf({ headers, body }: Attempt): Record<string, Attempt> {
  const text = String(body)
  const forged = attemptAt(someCallback(), 'a secret of somebody else').headers
  const { 'webhook-signature': signature = '', ...unsigned } = headers
  const wrong = { ...unsigned, 'webhook-signature': forged['webhook-signature'] ?? '' }
  const changed = text.replace(/"amount":/, '"amount":1')
  const otherSign = text.replace(/"sign":"[0-9A-F]+"/, `"sign":"${'0'.repeat(32)}"`)
  return {
    'sign right, webhook-signature wrong': { headers: wrong, body },
    'both wrong': { headers: wrong, body: otherSign },
    'another amount': { headers, body: changed },
    'another amount, without webhook-signature': { headers: unsigned, body: changed },
    'another sign, without webhook-signature': { headers: unsigned, body: otherSign },
    'an empty secret, without webhook-signature': signedByNothing(),
    'the signature of another version': {
      headers: { ...unsigned, 'webhook-signature': signature.replaceAll('v1,', 'v0,') },
      body,
    },
  }
}

function signedByNothing(): Attempt {
  const { headers, body } = attemptAt(someCallback(), '')
  const { 'webhook-signature': _, ...unsigned } = headers
  return { headers: unsigned, body }
}

async function startServers(
  sample: Sample,
  { api, uid, secrets }: { readonly api: string; readonly uid: string; readonly secrets: Secrets },
): Promise<Record<Server, Receiver>> {
  const start = (secret: string, otherSecret: string) =>
    startListening(sample, { api, uid, secret, otherSecret })
  const { old, new: newest } = secrets
  const [first, second, third, last] = await Promise.all([
    start(old, ''),
    start(old, newest),
    start(newest, old),
    start(newest, ''),
  ])
  if (!first || !second || !third || !last) throw new Error('four are started')
  return { old: first, 'old and new': second, 'new and old': third, new: last }
}

/** The callbacks of a collection and a payout that the service sends at each step, as they come to the merchant. */
async function rotate() {
  const shop = await aTestMerchant()
  const inbox = await startInbox()
  try {
    const before = await callbacksOf(shop, inbox)
    const answer = await shop.office('POST', '/secret', { grace_seconds: 86_400 })
    expect(answer.status).toBe(200)
    const secrets = { old: shop.secret, new: String(answer.body.api_secret) }
    const rotated = await callbacksOf(shop, inbox)
    const inUse = await callbacksOf(asMerchant({ ...shop, secret: secrets.new }), inbox)
    expect(inUse.map(signatures)).toEqual([2, 2])
    // `sign` has one secret only, and changes it.
    expect(rotated.map(signOf)).toEqual(rotated.map((attempt) => signBy(secrets.old, attempt)))
    expect(inUse.map(signOf)).toEqual(inUse.map((attempt) => signBy(secrets.new, attempt)))
    const further = { later: { later: '{"fee": 1.50, "名": [null]}' } }
    const told = [someCallback(shop.uid), { ...someCallback(shop.uid), ...further }]
    const ended = told.map((one) => attemptAt(one, secrets.new))
    const came: Record<Step, readonly Attempt[]> = {
      'before the rotation': before,
      'while both hold, before the new secret is used': rotated,
      'from the first request with the new secret on': inUse,
      'once the old secret has ended': ended,
    }
    return { uid: shop.uid, secrets, came }
  } finally {
    inbox.stop()
  }
}

function signOf({ body }: Attempt): unknown {
  return JSON.parse(String(body)).sign
}

function signBy(secret: string, { body }: Attempt): string {
  const { sign: _, ...members } = JSON.parse(String(body))
  const texts = Object.entries(members).map(([name, value]) => [name, String(value)])
  return signCurrent(Object.fromEntries(texts), secret)
}

function signatures({ headers }: Attempt): number {
  return headers['webhook-signature']?.split(' ').length ?? 0
}

type Inbox = Awaited<ReturnType<typeof startInbox>>

async function callbacksOf({ ask }: TestMerchant, inbox: Inbox): Promise<readonly Attempt[]> {
  const begun = inbox.came.length
  const [orderid, serial_no] = [randomUUID(), randomUUID()]
  const common = { amount: 100, notify_url: inbox.url }
  expect(await ask('collections', { orderid, ...common })).toMatchObject({ ok: 1 })
  expect(await ask('payouts', { serial_no, ...common, payee_name: '王小明' })).toMatchObject({
    ok: 1,
  })
  for (const number of [{ orderid }, { serial_no }]) {
    expect(await ask('sandbox/outcome', { ...number, outcome: 'paid' })).toMatchObject({ ok: 1 })
  }
  await until(
    async () => inbox.came.length - begun,
    (count) => count >= 2,
  )
  return inbox.came.slice(begun)
}

/** A merchant's server that keeps each callback as it came. */
async function startInbox() {
  const came: Attempt[] = []
  const server = createServer(async (asked, answer) => {
    const parts: Buffer[] = []
    for await (const part of asked) parts.push(part)
    const sent = Object.entries(asked.headers).filter(([name]) =>
      /^(content-type$|webhook-)/.test(name),
    )
    const headers = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]))
    came.push({ headers, body: Buffer.concat(parts).toString('utf8') })
    answer.end('success')
  })
  const port = await listenOnLoopback(server, 0, { serves: 'an inbox', variable: 'PAY_PORT' })
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/notify`, came, stop }
}
