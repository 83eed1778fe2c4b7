import { describe, expect, test } from 'vitest'
import { readConfiguration as read } from '../../../scripts/provision/configuration.ts'
import { statedId } from '../../../scripts/provision/ids-in-file.ts'
import { newEnvironments } from '../../support/cloudflare/new-environments.ts'
import { readProject } from '../../support/project-files.ts'
import { itemsOf } from '../../support/tables.ts'

const files = ['wrangler.toml', 'wrangler.backoffice.toml']
const environments = ['staging', 'production']

// What a deployment sets for itself. Another variable has the value of the top level, or it is added here.
const ownValues = itemsOf(`
  BASE_URL EXCHANGE_URL EXCHANGE_CODE CALLBACK_DNS_URL APPROVALS ALARM_WEBHOOK_URL
  ALARM_ESCALATION_URL TELEGRAM_CHAT_ID QUIET_HOURS HEARTBEAT_URL SANDBOX_MERCHANT
`)
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
// A deployment sets its numbers, rates and, after a restore, names of databases: docs/deploying.md.
const ownOfDeployment = [...ids, 'database_name', 'bucket_name', 'limit']

describe.each(files)('%s', (file) => {
  test.each(environments)('%s has the bindings, variables and limits of the top level', (name) => {
    const isDeployed = read(file, name).d1_databases.some(
      (one) => statedId(one.database_id) !== null,
    )
    expect(comparable(file, { env: name, isDeployed })).toEqual(comparable(file, { isDeployed }))
  })
})

// So `npm test` tries them as they are here before and after somebody has provisioned them and commits what it wrote.
test.each(files)(
  'the environments of %s are made for rehearsals as nobody has provisioned them',
  (file) => {
    const text = newEnvironments(readProject(file))
    const [local = '', theirs = ''] = text.split(/^(?=\[env\.staging\]$)/m)
    const deployed = theirs
      .replaceAll(/^(database_id|id) = "[0-]+"$/gm, '$1 = "4449a5f2-5f1c-4a57-9c5e-7e2b8a3cf2d1"')
      .replaceAll(/^\[env\.\w+\]\n/gm, '$&routes = [{ pattern = "pay.example.com" }]\n')
      .replaceAll(/^([A-Z_]+) = ".*"$/gm, '$1 = "its own"')
      .replace('[[env.production.kv_', '[[env.production.r2_buckets]]\nbinding = "ARCHIVE_2"\n\n$&')
    expect(deployed).not.toBe(theirs)
    expect(newEnvironments(`${local}${deployed}`)).toBe(text)
  },
)

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

// Is for local use alone.
const neverOwn = 'ALLOW_PRIVATE_CALLBACKS'

type ComparisonTerms = { readonly env?: string; readonly isDeployed: boolean }

// What has to be equal: without ids, without the environment's name at the end of names, and with the databases that all have,
// because each environment has as many of real merchants as it needs.
function comparable(file: string, { env, isDeployed }: ComparisonTerms): unknown {
  const config = read(file, env)
  const { vars, d1_databases, r2_buckets, ...rest } = config
  const kept = Object.entries(rest).filter(([field]) => !notCompared.includes(field))
  const values = Object.entries(vars).map(([name, value]) => {
    const isOwn =
      ownValues.includes(name) || name.startsWith(ownPrefix) || (isDeployed && name !== neverOwn)
    return [name, isOwn ? 'its own' : value]
  })
  const all = {
    ...Object.fromEntries(kept),
    vars: Object.fromEntries(values),
    d1_databases: d1_databases.filter(({ binding }) => !/^DB_\d+$/.test(binding)),
    r2_buckets: r2_buckets.filter(({ binding }) => binding !== 'ARCHIVE_2'),
  }
  const ownFields = isDeployed ? ownOfDeployment : ids
  const text = JSON.stringify(all, (key, value) => (ownFields.includes(key) ? '' : value))
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
