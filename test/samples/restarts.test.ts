import { appendFile, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { until } from '../../scripts/demo/story.ts'
import { startLookUps } from './support/look-ups.ts'
import { aStore, startListening } from './support/programs.ts'
import {
  attemptAt,
  eventsOf,
  orderOf,
  ownNumberOf,
  send,
  signAlone,
} from './support/signed-callback.ts'

const samples = inject('samples').map((sample) => [sample.name, sample] as const)
const secret = 'test-secret-for-restarts/+=0123456789'
const success = { status: 200, text: 'success' }

test.concurrent.each(samples)(
  '%s knows after a restart what it has handled',
  async (_name, sample) => {
    const store = aStore()
    const [paid, less] = eventsOf('collection', [77, 50])
    if (!paid || !less) throw new Error('two are drawn')
    const start = () =>
      startListening(sample, { api: 'http://127.0.0.1:1', uid: 'TEST0001', secret, store })
    const first = await start()
    first.place(orderOf(JSON.stringify(paid.body)))
    expect(await send(first.url, attemptAt(paid, secret))).toEqual(success)
    await first.stop()
    // The platform's number is kept, though no answer to the creation was.
    const { trade_no } = paid.body as Record<string, unknown>
    expect(await readFile(store, 'latin1')).toContain(trade_no)
    // As a crash in the middle of a line leaves it.
    const isText = (await readFile(store, 'utf8')).includes('{')
    if (isText) await appendFile(store, '\n{"order":"coll')

    const second = await start()
    for (const told of [paid, less, paid]) {
      expect(await send(second.url, attemptAt(told, secret))).toEqual(success)
    }
    const ofCallbacks = () => second.lines().filter((line) => /^(?:acted|booked) /.test(line))
    await until(
      async () => ofCallbacks().length,
      (count) => count >= 2,
    )
    await second.stop()
    const number = ownNumberOf(less)
    expect(ofCallbacks()).toEqual([
      expect.stringContaining(`acted ${less.id} `),
      `booked ${number} -27.00`,
    ])
  },
)

// The stores of the other languages serve one process, as they say.
const ofDatabases = samples.filter(([name]) => name === 'python' || name === 'php')

test.concurrent.each(ofDatabases)(
  '%s books once what two of its processes are told at once, without a number of the event',
  async (_name, sample) => {
    // Late enough for both to have read the order, where neither waits for the other.
    const lookUps = await startLookUps({ before: () => setTimeout(500) })
    const [paid] = eventsOf('payout', [50])
    if (paid === undefined) throw new Error('one is drawn')
    lookUps.stands.set(ownNumberOf(paid), 50)
    const settings = { api: lookUps.url, uid: 'TEST0001', secret, store: aStore() }
    const receivers = [
      await startListening(sample, settings),
      await startListening(sample, settings),
    ]
    receivers[0]?.place(orderOf(JSON.stringify(paid.body)))
    const told = signAlone(attemptAt(paid, secret), /^webhook-/)
    const tell = () => Promise.all(receivers.map(({ url }) => send(url, told)))
    await tell()
    // One that was refused comes again.
    expect(await tell()).toContainEqual(success)
    const booked = () =>
      receivers.flatMap((one) => one.lines().filter((line) => /^booked /.test(line)))
    await Promise.all(receivers.map((one) => one.stop()))
    lookUps.stop()
    const moved = booked().filter((line) => !line.endsWith(' 0.00'))
    expect(moved).toEqual([`booked ${ownNumberOf(paid)} 50.00`])
  },
)
