import { readFileSync, rmSync, statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { isWhole, type Rehearsal, rehearsal, whole } from './rehearsal.ts'

const environments = ['staging', 'production']
const creating = /\bcreate\b|secret put/

test.each(environments)(
  '%s is made in an empty account, and its ids are in the files',
  async (env) => {
    const one = rehearsal(env)
    expect(await one.run()).toBeNull()
    expect(isWhole(one, env)).toEqual(whole(env))
    const { calls } = one.account
    expect(calls.find((call) => call.startsWith('d1 create'))).toContain('--location apac')
    expect(calls.filter((call) => call.startsWith('deploy'))).toEqual([
      `deploy -c wrangler.toml -e ${env}`,
      `deploy -c wrangler.backoffice.toml -e ${env}`,
    ])
  },
)

test('only the ids of the environment change in the files', async () => {
  const one = rehearsal('staging')
  const before = one.text().split('\n')
  await one.run()
  const after = one.text().split('\n')
  const changed = after.flatMap((line, n) => (line === before[n] ? [] : [line]))
  const databaseIds = one.account.databases.map(({ uuid }) => `database_id = "${uuid}"`)
  expect(changed).toEqual([...databaseIds, `id = "${one.account.namespaces[0]?.id}"`])
})

test('again: nothing is created, no key is set, no file changes', async () => {
  const one = rehearsal()
  await one.run()
  const [text, workers] = [one.text(), structuredClone(one.account.workers)]
  one.account.calls.length = 0
  expect(await one.run()).toBeNull()
  expect(one.account.calls.filter((call) => creating.test(call))).toEqual([])
  expect(one.text()).toBe(text)
  expect(secretsIn(one)).toEqual(Object.values(workers).map(({ secrets }) => secrets))
})

test('both environments, one after the other, share nothing', async () => {
  const one = rehearsal()
  expect(await one.run({ env: 'staging' })).toBeNull()
  expect(await one.run({ env: 'production' })).toBeNull()
  const { databases, namespaces, queues, buckets, workers } = one.account
  expect([databases, namespaces, queues, buckets].map((list) => list.length)).toEqual([4, 2, 4, 2])
  expect(
    new Set(Object.values(workers).flatMap(({ secrets }) => Object.values(secrets))).size,
  ).toBe(4)
})

test('another clone finds what the first has made', async () => {
  const [first, second] = [rehearsal(), rehearsal()]
  await first.run()
  Object.assign(second.account, structuredClone(first.account), { calls: [] })
  expect(await second.run()).toBeNull()
  expect(second.text()).toBe(first.text())
  expect(second.account.calls.filter((call) => creating.test(call))).toEqual([])
})

test('a dry run prints each step, changes nothing, and asks only what is there', async () => {
  const one = rehearsal()
  const text = one.text()
  expect(await one.run({ dryRun: true, showsKeys: false })).toBeNull()
  expect(one.text()).toBe(text)
  expect({ ...one.account, calls: [] }).toEqual({ ...rehearsal().account, calls: [] })
  expect(
    one.account.calls.filter((call) => !/^whoami|\blist\b|\binfo\b|\bstatus\b/.test(call)),
  ).toEqual([])
  const steps = one.shown.filter((line) => line.startsWith('  ') && line.includes(': '))
  expect(steps.length).toBe(12)
  await one.run()
  one.shown.length = 0
  await one.run({ dryRun: true })
  expect(one.shown.filter((line) => /: (?:create|generate)/.test(line))).toEqual([])
})

test('a dry run without a login prints the steps for an empty account', async () => {
  const one = rehearsal()
  one.account.loggedIn = false
  expect(await one.run({ dryRun: true })).toBeNull()
  expect(one.shown.join('\n')).toMatch(/Nobody is logged in[\s\S]*database .*: create/)
})

test('a further database is made, migrated, and its id written to its own binding', async () => {
  const one = rehearsal()
  await one.run()
  one.write('wrangler.toml', (text) =>
    text.replace(
      '[[env.production.kv_namespaces]]',
      '[[env.production.d1_databases]]\nbinding = "DB_1"\ndatabase_name = "merchant-pay-production-1"\n' +
        'migrations_dir = "migrations"\n\n$&',
    ),
  )
  expect(await one.run()).toBeNull()
  const { databases, calls } = one.account
  expect(databases.map(({ name, applied }) => [name, applied])).toEqual([
    ['merchant-pay-production', 26],
    ['merchant-pay-sandbox-production', 26],
    ['merchant-pay-production-1', 26],
  ])
  expect(one.text()).toContain(`database_id = "${databases[2]?.uuid}"\nbinding = "DB_1"`)
  expect(calls).toContain('d1 migrations apply DB_1 --remote -c wrangler.toml -e production')
})

test('keys are shown once, and never on a command line', async () => {
  const one = rehearsal()
  await one.run()
  await one.run()
  const keys = secretsIn(one).flatMap((secrets) => Object.values(secrets))
  expect(keys.length).toBe(2)
  for (const key of keys) {
    expect(atob(key)).toHaveLength(32)
    expect(one.shown.filter((line) => line.includes(key)).length).toBe(1)
    expect(one.account.calls.filter((call) => call.includes(key))).toEqual([])
  }
  expect(one.shown.join('\n')).toContain('SECRETS_KEY must be kept')
})

test('keys go to a file instead, which nobody else may read, and come from there again', async () => {
  const one = rehearsal()
  const keysFile = `${one.folder}.keys`
  onTestFinished(() => rmSync(keysFile))
  expect(await one.run({ keysFile, showsKeys: false })).toBeNull()
  const [secrets = {}] = secretsIn(one)
  expect(statSync(keysFile).mode & 0o777).toBe(0o600)
  const text = readFileSync(keysFile, 'utf8')
  for (const [name, key] of Object.entries(secrets)) expect(text).toContain(`${name}="${key}"`)
  expect(
    one.shown.filter((line) => Object.values(secrets).some((key) => line.includes(key))),
  ).toEqual([])
  one.account.workers = {}
  expect(await one.run({ keysFile, showsKeys: false })).toBeNull()
  expect(secretsIn(one)[0]).toEqual(secrets)
})

test('what is left to a person is told until it is done', async () => {
  const one = rehearsal()
  await one.run()
  const told = one.shown.at(-1) ?? ''
  for (const word of [
    'BASE_URL',
    'EXCHANGE_URL',
    'ACCESS_AUD',
    'ACCESS_ROLES',
    'Allow',
    'routes',
  ]) {
    expect(told).toContain(word)
  }
  const route = (name: string) => `{ pattern = "${name}.example.com", custom_domain = true }`
  one.write('wrangler.toml', (text) => {
    const [before, after = ''] = text.split('[env.production.vars]')
    const urls = after
      .replace('BASE_URL = ""', 'BASE_URL = "https://pay.example.com"')
      .replace('EXCHANGE_URL = ""', 'EXCHANGE_URL = "https://exchange.example.com"')
    return `${before}routes = [${route('pay')}, ${route('exchange')}]\n[env.production.vars]${urls}`
  })
  one.write('wrangler.backoffice.toml', (text) => {
    const [before, after = ''] = text.split('[env.production.vars]')
    const access = after
      .replace('ACCESS_TEAM_DOMAIN = ""', 'ACCESS_TEAM_DOMAIN = "team.cloudflareaccess.com"')
      .replace('ACCESS_AUD = ""', 'ACCESS_AUD = "abc"')
      .replace('"{}"', `'{"a@example.com":"operator","b@example.com":"operator"}'`)
    return `${before}routes = [${route('backoffice')}]\n[env.production.vars]${access}`
  })
  expect(await one.run()).toBeNull()
  expect(one.shown.at(-1)).toContain('Nothing is left to do')
})

function secretsIn({ account }: Rehearsal) {
  return Object.values(account.workers).map(({ secrets }) => secrets)
}
