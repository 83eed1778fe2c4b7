import { appendFile, readFile } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import { until } from '../../scripts/demo/story.ts'
import { aStore, startListening } from './support/programs.ts'
import { attemptAt, eventsOf, orderOf, ownNumberOf, send } from './support/signed-callback.ts'

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
