import { describe, expect, test } from 'vitest'
import { readConfiguration as read } from '../../../scripts/provision/configuration.ts'

const files = ['wrangler.toml', 'wrangler.backoffice.toml']
const environments = ['staging', 'production']

// What a deployment sets for itself. Another variable has the value of the top level, or it is added here.
const ownValues = [
  'BASE_URL',
  'EXCHANGE_URL',
  'EXCHANGE_CODE',
  'CALLBACK_DNS_URL',
  'APPROVALS',
  'ALARM_WEBHOOK_URL',
  'ALARM_ESCALATION_URL',
  'TELEGRAM_CHAT_ID',
  'QUIET_HOURS',
  'HEARTBEAT_URL',
  'SANDBOX_MERCHANT',
]
const ownPrefix = 'ACCESS_'

// Where the file lies, which environment was read, and where it answers.
const notCompared = [
  'configPath',
  'userConfigPath',
  'topLevelName',
  'definedEnvironments',
  'targetEnvironment',
  'route',
  'routes',
]
const ids = ['database_id', 'id', 'namespace_id']

describe.each(files)('%s', (file) => {
  test.each(environments)('%s has the bindings, variables and limits of the top level', (name) => {
    expect(comparable(file, name)).toEqual(comparable(file))
  })
})

test('no two environments have a Worker, a database, a bucket or a queue in common', () => {
  for (const file of files) {
    const [staging = [], production = []] = environments.map((env) => namesOf(file, env))
    expect(staging.length).toBeGreaterThan(1)
    expect(staging.filter((name) => production.includes(name))).toEqual([])
  }
})

test('no two environments count a rate together', () => {
  const counted = [undefined, ...environments].flatMap((env) =>
    read('wrangler.toml', env).ratelimits.map(({ namespace_id }) => namespace_id),
  )
  expect(counted.length).toBeGreaterThan(10)
  expect(new Set(counted).size).toBe(counted.length)
})

test('the back office of an environment is bound to the public Worker of the same', () => {
  for (const env of environments) {
    const { name } = read('wrangler.toml', env)
    const bound = read('wrangler.backoffice.toml', env).services ?? []
    expect(new Set(bound.map(({ service }) => service))).toEqual(new Set([name]))
  }
})

// What has to be equal: without ids, without the environment's name at the end of names, and with the databases that all have,
// because each environment has as many of real merchants as it needs.
function comparable(file: string, env?: string): unknown {
  const config = read(file, env)
  const { vars, d1_databases, ...rest } = config
  const kept = Object.entries(rest).filter(([field]) => !notCompared.includes(field))
  const values = Object.entries(vars).map(([name, value]) => {
    return [name, ownValues.includes(name) || name.startsWith(ownPrefix) ? 'its own' : value]
  })
  const all = {
    ...Object.fromEntries(kept),
    vars: Object.fromEntries(values),
    d1_databases: d1_databases.filter(({ binding }) => !/^DB_\d+$/.test(binding)),
  }
  const text = JSON.stringify(all, (key, value) => (ids.includes(key) ? '' : value))
  return JSON.parse(env === undefined ? text : text.replaceAll(`-${env}"`, '"'))
}

// In the order of the file: the Worker, what it is bound to, its databases, buckets and queues.
function namesOf(file: string, env: string): string[] {
  const { name = '', services = [], d1_databases, r2_buckets, queues } = read(file, env)
  return [
    name,
    ...services.map(({ service }) => service),
    ...d1_databases.map(({ database_name = '' }) => database_name),
    ...r2_buckets.map(({ bucket_name = '' }) => bucket_name),
    ...(queues.producers ?? []).map(({ queue }) => queue),
    ...(queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) =>
      dead_letter_queue === undefined ? [queue] : [queue, dead_letter_queue],
    ),
  ]
}
