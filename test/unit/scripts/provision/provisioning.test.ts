import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createResource } from '../../../../scripts/provision/account.ts'
import { apiOf } from '../../../../scripts/provision/api.ts'
import { readConfiguration } from '../../../../scripts/provision/configuration.ts'
import type { Provisioning } from '../../../../scripts/provision/provision.ts'
import { addVersion, divide, workerOf } from '../../../support/cloudflare/account.ts'
import { Rehearsal } from '../../../support/cloudflare/rehearsal.ts'
import { startApi } from '../../../support/cloudflare/server.ts'

const creating = /^POST (?!.*query)|^secret bulk/
const [pay, desk] = ['merchant-pay-production', 'merchant-pay-backoffice-production']

describe.each(['staging', 'production'])('%s', (env) => {
  test('is made in an empty account, and its ids are in the files', async () => {
    const one = new Rehearsal(env)
    const before = one.text().split('\n')
    expect(await one.run()).toBeNull()
    expect(isWhole(one, env)).toBe(true)
    expect(one.calls.filter((call) => /^d1|^secret|^deploy/.test(call))).toEqual([
      `d1 migrations apply DB --remote -c wrangler.toml -e ${env}`,
      `d1 migrations apply DB_SANDBOX --remote -c wrangler.toml -e ${env}`,
      `secret bulk -c wrangler.toml -e ${env}`,
    ])
    const changed = one
      .text()
      .split('\n')
      .filter((line, n) => line !== before[n])
    const { databases, namespaces } = one.account
    const databaseIds = databases.map(({ id }) => `database_id = "${id}"`)
    expect(changed).toEqual([...databaseIds, `id = "${namespaces[0]?.id}"`])
  })
})

test('databases and buckets are made where it says', async () => {
  const sent: object[] = []
  const api = async (_path: string, body?: object) => {
    sent.push(body ?? {})
    return { success: true, result: { uuid: 'x', name: 'x' } } as const
  }
  for (const kind of ['database', 'bucket'] as const) {
    await createResource(api, { kind, name: 'x', location: 'weur' })
  }
  expect(sent).toEqual([
    { name: 'x', primary_location_hint: 'weur' },
    { name: 'x', locationHint: 'weur' },
  ])
})

test('databases get replicas, those too that were there before', async () => {
  const one = new Rehearsal()
  await one.run()
  const modes = () => one.account.databases.map(({ replication }) => replication)
  expect(modes()).toEqual(['auto', 'auto'])
  Object.assign(one.account.databases[0] ?? {}, { replication: 'disabled' })
  one.calls.length = 0
  expect(await one.run()).toBeNull()
  expect(modes()).toEqual(['auto', 'auto'])
  expect(one.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
})

test('both environments, one after the other, share nothing', async () => {
  const one = new Rehearsal()
  expect(await one.run({ env: 'staging' })).toBeNull()
  expect(await one.run({ keysFile: `${one.keysFile}.keys` })).toBeNull()
  expect([isWhole(one, 'staging', 2), isWhole(one, 'production', 2)]).toEqual([true, true])
  const keys = [...one.account.workers.values()].flatMap(({ secrets }) => Object.values(secrets))
  expect(new Set(keys).size).toBe(4)
})

test('another clone finds what the first has made, and creates nothing', async () => {
  const [first, second] = [new Rehearsal(), new Rehearsal()]
  await first.run()
  Object.assign(second.account, first.account)
  expect(await second.run({ keysFile: null })).toBeNull()
  expect(second.text()).toBe(first.text())
  expect(second.calls.filter((call) => creating.test(call))).toEqual([])
})

describe('a dry run', () => {
  test('prints each step, changes nothing, and asks only what is there', async () => {
    const one = new Rehearsal()
    const text = one.text()
    expect(await one.run({ dryRun: true, keysFile: null })).toBeNull()
    expect(one.text()).toBe(text)
    expect(one.calls.filter((call) => !call.startsWith('GET '))).toEqual([])
    expect(one.logged.filter((line) => /^ {2}\S.*: /.test(line))).toHaveLength(11)
    await one.run()
    one.logged.length = 0
    await one.run({ dryRun: true })
    expect(one.logged.filter((line) => /: (?:create|set|switch)/.test(line))).toEqual([])
  })

  test('without a login prints the steps for an empty account', async () => {
    const one = new Rehearsal()
    expect(await one.run({ dryRun: true, api: null })).toBeNull()
    expect(one.logged.join('\n')).toMatch(/Not logged in to Cloudflare[\s\S]*database .*: create/)
  })
})

test('an environment whose Workers exist keeps what they run', async () => {
  const one = new Rehearsal()
  await one.run()
  for (const name of [pay, desk]) divide(workerOf(one.account, name), [['version', 100]])
  const deployments = () =>
    [pay, desk].map((name) => workerOf(one.account, name).deployments.length)
  const before = deployments()
  expect(await one.run()).toBeNull()
  expect(deployments()).toEqual(before)
})

test('a further database is made, migrated, and its id written to its own binding', async () => {
  const one = new Rehearsal()
  await one.run()
  const table = '[[env.production.d1_databases]]'
  const more = `${table}\nbinding = "DB_1"\ndatabase_name = "more"\nmigrations_dir = "migrations"\n\n`
  one.write('wrangler.toml', (text) => text.replace('[[env.production.kv', `${more}$&`))
  expect(await one.run()).toBeNull()
  const id = one.account.databases.find(({ name }) => name === 'more')?.id
  expect(one.text()).toContain(`${table}\ndatabase_id = "${id}"\nbinding = "DB_1"`)
  expect(one.calls).toContain('d1 migrations apply DB_1 --remote -c wrangler.toml -e production')
})

test('keys are in a file that nobody else may read, in no log and on no command line', async () => {
  const one = new Rehearsal()
  await one.run()
  const { secrets } = workerOf(one.account, pay)
  expect(Object.keys(secrets)).toEqual(['SECRETS_KEY', 'LINK_SIGNING_KEY'])
  expect(statSync(one.keysFile).mode & 0o777).toBe(0o600)
  const text = readFileSync(one.keysFile, 'utf8')
  for (const [name, key] of Object.entries(secrets)) {
    expect(atob(key)).toHaveLength(32)
    expect(text).toContain(`${name}="${key}"`)
    expect([...one.logged, ...one.calls].filter((line) => line.includes(key))).toEqual([])
  }
  one.account.workers.clear()
  expect(await one.run()).toBeNull()
  expect(workerOf(one.account, pay).secrets).toEqual(secrets)
})

test('an environment does not take the keys of another', async () => {
  const [one, other] = [new Rehearsal('staging'), new Rehearsal('production')]
  await one.run()
  expect(await other.run({ keysFile: one.keysFile })).toContain(
    `${one.keysFile} has the keys of staging: use another file for production.`,
  )
  expect(other.calls.filter((call) => creating.test(call))).toEqual([])
  expect(await other.run()).toBeNull()
})

test('the remaining steps of a person are listed until they are done', async () => {
  const one = new Rehearsal()
  await one.run()
  const left = one.logged.at(-1) ?? ''
  for (const word of [
    'BASE_URL',
    'EXCHANGE_URL',
    'ACCESS_AUD',
    'ACCESS_ROLES',
    'Allow',
    'routes',
    'ALARM_WEBHOOK_URL',
    '/health',
    'HEARTBEAT_URL',
    'CALLBACK_DNS_URL',
    'no hostname yet',
  ]) {
    expect(left).toContain(word)
  }
  const route = (name: string) => `{ pattern = "${name}.example.com", custom_domain = true }`
  const settings = '[env.production.vars]'
  const edit = (file: string, routes: string, values: readonly (readonly [string, string])[]) =>
    one.write(file, (text) => {
      const [before, after = ''] = text.split(settings)
      const set = values.reduce((rest, [old, now]) => rest.replace(old, now), after)
      return `${before}routes = [${routes}]\n${settings}${set}`
    })
  edit('wrangler.toml', `${route('pay')}, ${route('exchange')}`, [
    ['BASE_URL = ""', 'BASE_URL = "https://pay.example.com"'],
    ['EXCHANGE_URL = ""', 'EXCHANGE_URL = "https://exchange.example.com"'],
  ])
  edit('wrangler.backoffice.toml', route('backoffice'), [
    ['ACCESS_TEAM_DOMAIN = ""', 'ACCESS_TEAM_DOMAIN = "team.cloudflareaccess.com"'],
    ['ACCESS_AUD = ""', 'ACCESS_AUD = "abc"'],
    ['"{}"', `'{"a@example.com":"operator","b@example.com":"operator"}'`],
  ])
  expect(await one.run()).toBeNull()
  const watchers = one.logged.at(-1) ?? ''
  expect(watchers.split('\n').filter((line) => /^\d+\. /.test(line))).toHaveLength(4)
  for (const word of ['ALARM_WEBHOOK_URL', 'HEARTBEAT_URL', 'CALLBACK_DNS_URL']) {
    expect(watchers).toContain(word)
  }
  expect(watchers).not.toContain('no hostname yet')
  one.write('wrangler.toml', (text) => {
    const [before, after = ''] = text.split(settings)
    const set = ['TELEGRAM_CHAT_ID', 'HEARTBEAT_URL', 'CALLBACK_DNS_URL'].reduce(
      (rest, name) =>
        rest.replace(
          `${name} = ""`,
          `${name} = "${name.endsWith('ID') ? '-100' : 'https://a.example/'}"`,
        ),
      after,
    )
    return `${before}${settings}${set}`
  })
  expect(await one.run()).toBeNull()
  expect(one.logged.at(-1)).toMatch(
    /production is provisioned.*npm run release -- --env production/,
  )
})

describe('interrupted', () => {
  test('after Ctrl-C it asks Cloudflare for nothing more', async () => {
    const { account, url, server } = await startApi()
    onTestFinished(() => void server.close())
    const quit = new AbortController()
    const login = async () => ({ code: 0, stdout: '{"token":"a"}', stderr: '' })
    const api = await apiOf(login, url, quit.signal)
    const create = () => api?.(`/accounts/${account.id}/queues`, { queue_name: 'a' })
    await create()
    quit.abort()
    await expect(create()).rejects.toThrow('the network failed')
    expect(account.queues).toHaveLength(1)
  })

  // As many as a run on an empty account has, which the last of these holds it to.
  const calls = 20
  const each = Array.from({ length: calls }, (_, n) => n + 1)
  const moments = [false, true].flatMap((after) => [true, false].map((stops) => ({ after, stops })))

  test.each(each.flatMap((at) => moments.map((moment) => ({ at, ...moment }))))(
    'at call $at (after its effect: $after, killed: $stops), the same command goes on and makes nothing twice',
    async (fault) => {
      const one = new Rehearsal()
      expect(await one.runWith(fault)).toContain(fault.stops ? 'stopped' : 'the network failed')
      const { secrets } = structuredClone({ secrets: one.account.workers.get(pay)?.secrets ?? {} })
      expect(await one.run()).toBeNull()
      expect(isWhole(one)).toBe(true)
      expect(workerOf(one.account, pay).secrets).toMatchObject(secrets)
    },
  )

  test('again with any call failing, nothing is created and no key is set', async () => {
    const one = new Rehearsal()
    await one.run()
    const [text, count] = [one.text(), one.calls.length]
    for (const at of each) await one.runWith({ at, after: false, stops: false })
    expect(one.calls.slice(count).filter((call) => creating.test(call))).toEqual([])
    expect([isWhole(one), one.text()]).toEqual([true, text])
  })

  test('these are all calls of a run', async () => {
    const one = new Rehearsal()
    await one.run()
    expect(one.calls).toHaveLength(calls)
  })
})

describe('nothing is made', () => {
  const strange = '11111111-2222-4333-8444-555555555555'
  const withId = (one: Rehearsal, id: string) =>
    one.write('wrangler.toml', (text) => {
      const at = text.lastIndexOf('00000000-0000')
      return `${text.slice(0, at)}${id}${text.slice(at + id.length)}`
    })

  type Case = readonly [string, (one: Rehearsal) => Partial<Provisioning> | undefined, RegExp]
  const cases: readonly Case[] = [
    ['without a login', () => ({ api: null }), /Not logged in.*wrangler login.*API_TOKEN/],
    [
      'where a file has an id that the account does not have',
      (one) => void withId(one, strange),
      /the id "1111.*DB_SANDBOX of production, but this account has no database "merchant-pay-sandbox/,
    ],
    [
      'where a database of real merchants is gone, whose copies are restored',
      (one) => {
        one.write('wrangler.toml', (text) => {
          const [before, after = ''] = text.split(/(?=\[\[env\.production\.d1_databases\]\])/)
          return `${before}${after.replace(/0{8}-0{4}-0{4}-0{4}-0{12}/, strange)}${text.slice((before + after).length)}`
        })
        return undefined
      },
      /for DB of production.*Restore a deleted one from its copies: docs\/runbooks\/restore-database.md/,
    ],
    [
      'where an id is that of a database of another name',
      (one) => {
        const sql = new DatabaseSync(':memory:')
        one.account.databases.push({
          id: strange,
          name: 'merchant-pay-sandbox-production-1',
          consumers: [],
          sql,
        })
        withId(one, strange)
        return undefined
      },
      /this account has no database "merchant-pay-sandbox-production" with that id/,
    ],
    [
      'where two environments have one id',
      (one) => {
        const zeros = /0{8}-0{4}-0{4}-0{4}-0{12}/
        one.write('wrangler.toml', (text) => text.replace(zeros, strange))
        withId(one, strange)
        return undefined
      },
      /DB of the top level .* and DB_SANDBOX of production .* the same id/,
    ],
    ...[pay, desk].map(
      (name): Case => [
        `where ${name} is there without our databases`,
        (one) => void workerOf(one.account, name),
        /The account has a Worker .* but no database of production/,
      ],
    ),
    ['where keys would be in no file', () => ({ keysFile: null }), /add --keys <file>/],
    [
      'where the file of keys is that of something else',
      (one) => void writeFileSync(one.keysFile, 'notes\n', { mode: 0o600 }),
      /has no keys/,
    ],
    [
      'where others may read the file of keys',
      (one) => {
        writeFileSync(one.keysFile, '')
        chmodSync(one.keysFile, 0o644)
        return undefined
      },
      /Other users may read/,
    ],
    [
      'where the file of keys lies in the project',
      (one) => ({ keysFile: join(one.folder, 'a.keys') }),
      /is in the project/,
    ],
    [
      'where a setting would be refused by the Worker',
      (one) => {
        one.write('wrangler.toml', (text) => {
          const at = text.lastIndexOf('BASE_URL = ""')
          const same = (name: string) => `${name} = "https://pay.example.com"`
          const own = text
            .slice(at)
            .replace(/^(BASE_URL|EXCHANGE_URL) = ""/gm, (_, name) => same(name))
          return `${text.slice(0, at)}${own}`
        })
        return undefined
      },
      /wrangler.toml has variables that the Worker refuses.*must be two hosts/,
    ],
    [
      'where a file is no TOML',
      (one) =>
        void one.write('wrangler.toml', (text) => text.replace('[env.production]\n', '[env\n')),
      /wrangler\.toml cannot be read, line \d+/,
    ],
    [
      'where wrangler does not take a file',
      (one) => void one.write('wrangler.toml', (text) => text.replaceAll('"DB"', '3')),
      /wrangler\.toml cannot be read.*binding/s,
    ],
    [
      'where Cloudflare answers in an unknown form',
      () => ({ api: async () => ({ success: true, result: { answer: 42 } }) }),
      /unknown format/,
    ],
    [
      'where the login may not do it',
      () => ({
        api: async () => ({ success: false, code: 10000, message: 'Authentication error' }),
      }),
      /Authentication error \[code: 10000\]. The login lacks a permission/,
    ],
  ]

  test.each(cases)('%s', async (_, prepare, problem) => {
    const one = new Rehearsal()
    const changes = prepare(one)
    const text = one.text()
    expect(await one.run(changes ?? {})).toMatch(problem)
    expect(one.calls.filter((call) => !call.startsWith('GET '))).toEqual([])
    expect(one.text()).toBe(text)
  })
})

test('where merchants are, no new SECRETS_KEY is made for a Worker that lost its own', async () => {
  const one = new Rehearsal()
  await one.run()
  const { secrets } = workerOf(one.account, pay)
  one.account.databases[0]?.sql.exec("insert into merchants values ('DEMO0001')")
  one.account.workers.clear()
  const keysFile = `${one.folder}.new.keys`
  expect(await one.run({ keysFile })).toMatch(
    /has no SECRETS_KEY, but the secrets of the merchants in the database DB of production/,
  )
  expect(one.account.workers.size).toBe(0)
  expect(await one.run()).toBeNull()
  expect(workerOf(one.account, pay).secrets).toEqual(secrets)
})

test('while a release is under way nothing is deployed over it', async () => {
  const one = new Rehearsal()
  await one.run()
  const worker = workerOf(one.account, pay)
  divide(worker, [
    [addVersion(worker), 50],
    [addVersion(worker), 50],
  ])
  expect(await one.run()).toContain(`A release of ${pay} is unfinished`)
  expect(worker.deployments).toHaveLength(2)
})

test('an id that cannot be written is printed, and found again by its name', async () => {
  const one = new Rehearsal()
  // As good to wrangler, but laid out in a way that is not edited here.
  one.write('wrangler.toml', (text) => {
    const [before, after = ''] = text.split(/(?=\[\[env\.production\.kv_namespaces\]\])/)
    const rest = after.replace(/\[\[env\.production\.kv_namespaces\]\]\nbinding.*\nid.*\n/, '')
    const inline = 'kv_namespaces = [{ binding = "TOKENS", id = "000" }]\n\n[env.production.vars]'
    return `${before?.replace('[env.production.vars]', inline)}${rest}`
  })
  expect(await one.run()).toMatch(/Write id = "[0-9a-f-]{36}" for the binding TOKENS/)
  const id = one.account.namespaces[0]?.id ?? ''
  one.write('wrangler.toml', (text) =>
    text.replace('"TOKENS", id = "000"', `"TOKENS", id = "${id}"`),
  )
  expect(await one.run()).toBeNull()
  expect(isWhole(one)).toBe(true)
})

/** Whether an environment has what it needs, once each, with the ids in the files and the keys in an empty Worker. */
function isWhole({ account, folder }: Rehearsal, env = 'production', environments = 1): boolean {
  const config = readConfiguration(join(folder, 'wrangler.toml'), env)
  const has = (ids: readonly string[], id = '') => ids.includes(id)
  const { databases, namespaces, queues, buckets, workers } = account
  const counts = [databases, namespaces, queues, buckets, [...workers]].map((all) => all.length)
  expect(counts).toEqual([2, 1, 2, 1, 1].map((count) => count * environments))
  return (
    config.d1_databases.every((one) =>
      has(
        databases.map(({ id }) => id),
        one.database_id,
      ),
    ) &&
    config.kv_namespaces.every((one) =>
      has(
        namespaces.map(({ id }) => id),
        one.id,
      ),
    ) &&
    Object.keys(workers.get(`merchant-pay-${env}`)?.secrets ?? {}).length === 2
  )
}
