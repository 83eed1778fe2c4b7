import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../../../scripts/local/environment.ts'
import { type Account, emptyAccount } from '../../../support/wrangler/account.ts'
import { cloneFolder, runProvision } from './clone.ts'

// `npm run test:provision` stops it at every call; here at the one that makes the sealing key.
const calls = 25
const all = process.env.PROVISION_STOPS === 'all'
const stops = all
  ? Array.from({ length: calls * 2 }, (_, n) => ({ at: 1 + (n >> 1), after: n % 2 === 1 }))
  : [{ at: 22, after: true }]

test.each(stops)(
  'killed at call $at, after its effect: $after, the same command goes on',
  async (stop) => {
    const clone = standIn({ ...stop, stops: true })
    expect(await clone.run()).toMatchObject({ code: null, signal: 'SIGKILL' })
    const keysBefore = keysOf(clone.account())
    const { code, output } = await clone.run()
    expect(code, output).toBe(0)
    const { databases, namespaces, queues, buckets, workers } = clone.account()
    expect([databases, namespaces, queues, buckets].map((list) => list.length)).toEqual([
      2, 1, 2, 1,
    ])
    expect(Object.values(workers).map(({ deployed }) => deployed > 0)).toEqual([true, true])
    const keys = keysOf(clone.account())
    expect(keys).toMatchObject(keysBefore)
    const kept = readFileSync(clone.keysFile, 'utf8')
    for (const [name, key] of Object.entries(keys)) expect(kept).toContain(`${name}="${key}"`)
    const text = readFileSync(join(clone.folder, 'wrangler.toml'), 'utf8')
    expect(text).toContain(`database_id = "${databases[0]?.uuid}"`)
    expect(output).not.toContain(keys.SECRETS_KEY)
  },
)

test.each(all ? ['SIGINT', 'SIGTERM'] : [])('ended by %s it says how to go on', async (signal) => {
  const clone = standIn({ at: 9, after: true, stops: true })
  const { code, output } = await clone.run({ WRANGLER_STOPS_BY: signal })
  expect(output).toContain('Stopped. Nothing is lost: the same command goes on from here.')
  expect(code).toBe(130)
  expect((await clone.run()).code).toBe(0)
  expect(clone.account().databases.length).toBe(2)
})

function standIn(fault: Account['fault']) {
  const folder = cloneFolder()
  const file = join(folder, '.wrangler', 'account.json')
  const keysFile = `${folder}.keys`
  onTestFinished(() => rmSync(keysFile, { force: true }))
  mkdirSync(join(folder, '.wrangler'))
  writeFileSync(file, JSON.stringify({ ...emptyAccount(), fault }))
  const wrangler = join(root, 'test/support/wrangler/wrangler.ts')
  const args = ['--env', 'production', '--keys', keysFile]
  return {
    folder,
    keysFile,
    account: (): Account => JSON.parse(readFileSync(file, 'utf8')),
    run: (more: Readonly<Record<string, string>> = {}) =>
      runProvision(folder, args, { WRANGLER: wrangler, ...more }),
  }
}

function keysOf({ workers }: Account): Record<string, string> {
  return workers['merchant-pay-production']?.secrets ?? {}
}
