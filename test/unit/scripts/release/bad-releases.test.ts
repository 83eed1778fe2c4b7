import { expect, onTestFinished, test } from 'vitest'
import { apiOf } from '../../../../scripts/provision/api.ts'
import { figuresOf } from '../../../../scripts/release/figures.ts'
import { release } from '../../../../scripts/release/release.ts'
import type { SmokeReport } from '../../../../scripts/smoke/run.ts'
import { type FiguresRow, traffic } from '../../../support/cloudflare/account.ts'
import { ReleaseRehearsal, report, tag } from '../../../support/cloudflare/release-rehearsal.ts'
import { startApi } from '../../../support/cloudflare/server.ts'

// Releases that go bad, each with a certain share of the traffic: all of them are taken back on both Workers.

const [pay, desk] = ['merchant-pay-production', 'merchant-pay-backoffice-production']

/** A fault of a new version, and the message about it. */
type Fault = {
  readonly check?: string
  readonly alarm?: string
  readonly errors?: number
  readonly slower?: number
  readonly message: string
}

const creation: Fault = { check: 'collection', message: 'collection: it is ill' }
const callbacks: Fault = { check: 'callback', message: 'callback: it is ill' }
const deskFault: Fault = { check: 'desk entered', message: 'desk entered: it is ill' }
const latency: Fault = { slower: 5, message: 'wall times is 200 ms, of the previous version 40 ms' }
const errors: Fault = {
  errors: 200,
  message: '200 of 1000 requests of the new version ended in an error',
}
const alarm: Fault = { alarm: 'server_errors', message: 'alarm: server_errors was raised' }

test.each<[string, string, number, Fault]>([
  ['creation 500', pay, 0, creation],
  ['creation 500', pay, 10, creation],
  ['creation 500', pay, 100, creation],
  ['callbacks not sent', pay, 50, callbacks],
  ['callbacks not sent', pay, 100, callbacks],
  ['desk 500', desk, 0, deskFault],
  ['desk 500', desk, 100, deskFault],
  ['latency × 5', pay, 10, latency],
  ['latency × 5', desk, 100, latency],
  ['errors', pay, 10, errors],
  ['alarms', pay, 50, alarm],
  ['alarms', desk, 100, alarm],
])('%s on %s with %i %%: both Workers are back', async (_, worker, percent, fault) => {
  const one = await ReleaseRehearsal.begin()
  count(one, {})
  const bad = () => {
    const isBad = shareOf(one, worker) === percent
    one.alarms = isBad && fault.alarm !== undefined ? ['old of 1', fault.alarm] : ['old of 1']
    count(one, isBad ? fault : {})
    return isBad && fault.check !== undefined ? failing(fault.check) : report(true)
  }
  one.alarms = ['old of 1']
  await expect(release(one.release(bad))).rejects.toThrow(fault.message)
  expect(one.running()).toEqual(['untagged 100', 'untagged 100'])
  expect(one.logged.some((line) => line.includes('has 0 %'))).toBe(true)
})

test('a release that is as good as the one before goes through, beside an alarm that stood already', async () => {
  const one = await ReleaseRehearsal.begin()
  one.alarms = ['database_down of 1']
  await release(
    one.release(() => {
      count(one, {})
      return report(true)
    }),
  )
  expect(one.running()).toEqual([`${tag} 100`, `${tag} 100`])
})

test.each(['alarms', 'figures'] as const)(
  '%s that cannot be read take it back, too',
  async (what) => {
    const one = await ReleaseRehearsal.begin()
    let count = 0
    const run = one.release(() => report(true))
    const readOnce = async <Value>(read: () => Promise<Value>): Promise<Value> => {
      count += 1
      if (count > 1) throw new Error('no answer')
      return read()
    }
    const { alarms, figures } = run
    const changed =
      what === 'alarms'
        ? { alarms: () => readOnce(async () => (await alarms?.()) ?? []) }
        : { figures: (worker: string) => readOnce(() => figures(worker)) }
    await expect(release({ ...run, ...changed })).rejects.toThrow(
      `${what}: cannot be read: no answer`,
    )
    expect(one.running()).toEqual(['untagged 100', 'untagged 100'])
  },
)

test('nothing is changed where the login may not read the figures', async () => {
  const one = await ReleaseRehearsal.begin()
  const run = one.release()
  const figures = () => Promise.reject(new Error('not authorized'))
  await expect(release({ ...run, figures })).rejects.toThrow('not authorized')
  expect(one.changes()).toEqual([])
})

test('figures are read through Cloudflare’s GraphQL API, whose refusals are thrown', async () => {
  const { account, url, server } = await startApi()
  onTestFinished(() => void server.close())
  const stdout = JSON.stringify({ type: 'api_token', token: 'a-token' })
  const api = await apiOf(async () => ({ code: 0, stdout, stderr: '' }), url)
  if (api === null) throw new Error('The token is no login.')
  account.figures.set(pay, [rowOf('a-version', { errors: 3 })])
  const request = { account: account.id, worker: pay, sinceMs: 0 }
  expect([...(await figuresOf(api, request))]).toEqual([
    ['a-version', { requests: 1000, errors: 3, p50Ms: 40, p95Ms: 120 }],
  ])
  expect((await figuresOf(api, { ...request, worker: desk })).size).toBe(0)
  await expect(figuresOf(api, { ...request, account: 'another' })).rejects.toThrow(
    /to read Account Analytics\) failed: not authorized for that account/,
  )
})

function shareOf(one: ReleaseRehearsal, worker: string): number | null {
  const share = traffic(one.account, worker)
    .split(', ')
    .find((each) => each.startsWith(`${tag} `))
  return share === undefined ? null : Number(share.slice(tag.length))
}

// The new version with a fault, the one before as usual.
function count(one: ReleaseRehearsal, fault: Pick<Fault, 'errors' | 'slower'>): void {
  for (const [name, { versions }] of one.account.workers) {
    const rows = versions.map(({ id, annotations }) => {
      return rowOf(id, annotations['workers/tag'] === tag ? fault : {})
    })
    one.account.figures.set(name, rows)
  }
}

function rowOf(
  version: string,
  { errors: failed = 0, slower = 1 }: Pick<Fault, 'errors' | 'slower'>,
): FiguresRow {
  return {
    dimensions: { scriptVersion: version },
    sum: { requests: 1000, errors: failed },
    quantiles: { wallTimeP50: 40_000 * slower, wallTimeP95: 120_000 * slower },
  }
}

function failing(name: string): SmokeReport {
  const [one] = report(false).checks
  return { ...report(false), checks: one === undefined ? [] : [{ ...one, name }] }
}
