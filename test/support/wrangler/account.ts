// What wrangler 4.124.0 answers for an account that is kept in a value: the commands that provisioning gives, in the
// formats that were recorded from the real one. test/unit/scripts/provision/real-wrangler.test.ts compares the two.
// versions.ts has those of a release.
import { createDatabase, execute, listDatabases, migrate, pending } from './databases.ts'
import { apiFailed, created, failed, json, ok, type Said } from './said.ts'
import { addVersion, answerOfVersions, deploy as share, type Versions } from './versions.ts'

/** An account of the stand-in. */
export type Account = {
  accounts: { id: string; name: string }[]
  loggedIn: boolean
  databases: {
    uuid: string
    name: string
    created_at: string
    applied: number
    merchants: string[]
  }[]
  namespaces: { id: string; title: string }[]
  queues: { id: string; name: string; created_on: string }[]
  buckets: { name: string; creation_date: string }[]
  workers: Record<string, { secrets: Record<string, string>; deployed: number } & Versions>
  /** Each command line that was given. */
  calls: string[]
  fault: Fault | null
}

/** What goes wrong at one call, which is counted from 1: before its effect or after it, the network or the computer. */
export type Fault = { at: number; after: boolean; stops: boolean }

/** An account with nothing in it. */
export function emptyAccount(): Account {
  const only = { id: '0123456789abcdef0123456789abcdef', name: 'Example' }
  return {
    ...{ accounts: [only], loggedIn: true, databases: [], namespaces: [], queues: [], buckets: [] },
    ...{ workers: {}, calls: [], fault: null },
  }
}

/** The fault that this call meets; the call is noted. */
export function noteCall(account: Account, args: readonly string[]): Fault | null {
  account.calls.push(args.join(' '))
  return account.fault?.at === account.calls.length ? account.fault : null
}

/** What wrangler says when the network fails. */
export const networkFailed: Said = failed('fetch failed')

/** Answers a command line; `read` reads a wrangler file, `migrations` is their number. */
export function answer(
  account: Account,
  args: readonly string[],
  input: string,
  { read, migrations }: { read: (file: string) => string; migrations: number },
): Said {
  const words = args.filter((arg, n) => !arg.startsWith('-') && !takesValue(args[n - 1]))
  const target = () => targetOf(args, read)
  const [first = '', second = '', third = '', fourth = ''] = words
  if (first === 'whoami') return whoami(account)
  if (!account.loggedIn) return failed(notLoggedIn)
  switch (`${first} ${first === 'deploy' ? '' : second}`.trim()) {
    case 'd1 list':
      return listDatabases(account)
    case 'd1 create':
      return createDatabase(account, third)
    case 'd1 migrations':
      return third === 'list'
        ? pending(account, fourth, target(), migrations)
        : migrate(account, fourth, target(), migrations)
    case 'd1 time-travel':
      return json({ bookmark: `00000000-${account.calls.length}` })
    case 'd1 execute':
      return execute(account, third, target())
    case 'kv namespace':
      return third === 'list' ? json(account.namespaces) : createNamespace(account, fourth)
    case 'queues info':
      return queueInfo(account, third)
    case 'queues create':
      return createQueue(account, third)
    case 'r2 bucket':
      return third === 'list' ? listBuckets(account) : createBucket(account, fourth)
    case 'deployments status':
      return status(account, target())
    case 'secret list':
      return listSecrets(account, target())
    case 'secret put':
      return putSecret(account, third, input, target())
    case 'deploy':
      return deploy(account, target(), args)
  }
  const worker = account.workers[target().worker]
  if (worker === undefined) return apiFailed('/workers', 'This Worker does not exist', 10007)
  const said = answerOfVersions(worker, args)
  return said ?? failed(`Unknown arguments: ${words.join(', ')}`)
}

const notLoggedIn =
  "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work."

function takesValue(option = ''): boolean {
  return ['-c', '-e', '--location', '--command', '--format'].includes(option)
}

function whoami({ loggedIn, accounts }: Account): Said {
  if (!loggedIn) return { code: 1, stdout: '\n{"loggedIn":false}\n', stderr: '' }
  return json({ loggedIn, authType: 'User API Token', email: 'ops@example.com', accounts })
}

function createNamespace({ namespaces }: Account, title: string): Said {
  if (namespaces.some((one) => one.title === title)) {
    return failed(`A KV namespace with the title "${title}" already exists.`)
  }
  namespaces.push({ id: crypto.randomUUID().replaceAll('-', ''), title })
  return ok(
    'Resource location: remote ',
    '',
    `🌀 Creating namespace with title "${title}"`,
    '✨ Success!',
  )
}

function queueInfo({ queues }: Account, name: string): Said {
  const queue = queues.find((one) => one.name === name)
  if (queue === undefined) {
    return failed(
      `Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`,
    )
  }
  return ok(`Queue Name: ${name}`, `Queue ID: ${queue.id}`, `Created On: ${queue.created_on}`)
}

function createQueue({ queues }: Account, name: string): Said {
  if (queues.some((one) => one.name === name)) {
    return apiFailed(
      '/accounts/0123456789abcdef0123456789abcdef/queues',
      'Queue name is already taken',
      11009,
    )
  }
  queues.push({ id: crypto.randomUUID().replaceAll('-', ''), name, created_on: created })
  return ok(`🌀 Creating queue '${name}'`, `✅ Created queue '${name}'`, '')
}

function listBuckets({ buckets }: Account): Said {
  const blocks = buckets.map(
    (one) => `name:           ${one.name}\ncreation_date:  ${one.creation_date}`,
  )
  return ok('Listing buckets...', blocks.join('\n\n'))
}

function createBucket({ buckets }: Account, name: string): Said {
  if (buckets.some((one) => one.name === name)) {
    const text = 'The bucket you tried to create already exists, and you own it.'
    return apiFailed('/accounts/0123456789abcdef0123456789abcdef/r2/buckets', text, 10004)
  }
  buckets.push({ name, creation_date: created })
  return ok(
    `Creating bucket '${name}'...`,
    `✅ Created bucket '${name}' with location hint apac and default storage class of Standard.`,
  )
}

/** An environment of a wrangler file, with its tables. */
export type Target = { env: string; worker: string; tables: readonly Table[] }
type Table = { name: string; fields: Record<string, string> }

// The tables of the file that belong to the environment.
function targetOf(args: readonly string[], read: (file: string) => string): Target {
  const env = args[args.indexOf('-e') + 1] ?? ''
  const tables: Table[] = [{ name: '', fields: {} }]
  for (const line of read(args[args.indexOf('-c') + 1] ?? '').split('\n')) {
    const header = /^\[+([^\]]+)\]/.exec(line)?.[1]
    if (header !== undefined) tables.push({ name: header, fields: {} })
    const [, name, value] = /^(\w+) = ["'](.*?)["']/.exec(line) ?? []
    const last = tables.at(-1)
    if (name !== undefined && value !== undefined && last !== undefined) last.fields[name] = value
  }
  const own = tables.filter(({ name }) => name === `env.${env}` || name.startsWith(`env.${env}.`))
  const named = own.find(({ name }) => name === `env.${env}`)
  const short = own.map(({ name, fields }) => ({ name: name.slice(`env.${env}.`.length), fields }))
  return { env, worker: named?.fields.name ?? '', tables: short }
}

function listSecrets({ workers }: Account, { env, worker }: Target): Said {
  const found = workers[worker]
  if (found === undefined) {
    return failed(
      `Worker "${worker}" (env: ${env}) not found.\n\n  If this is a new Worker, run \`wrangler deploy\` first to create it.`,
    )
  }
  return json(Object.keys(found.secrets).map((name) => ({ name, type: 'secret_text' })))
}

// A Worker that was made for a secret runs a version without a tag.
function status({ workers }: Account, { worker }: Target): Said {
  const versions = [{ version_id: crypto.randomUUID(), percentage: 100 }]
  const first = { created_on: created, versions }
  return json({ id: crypto.randomUUID(), ...(workers[worker]?.deployments?.at(-1) ?? first) })
}

function putSecret({ workers }: Account, name: string, input: string, { worker }: Target): Said {
  const lines = [`🌀 Creating the secret for the Worker "${worker}"`]
  if (workers[worker] === undefined) {
    workers[worker] = { secrets: {}, deployed: 0 }
    lines.push(
      `? There doesn't seem to be a Worker called "${worker}". Do you want to create a new Worker with that name and add secrets to it?`,
      '🤖 Using fallback value in non-interactive context: yes',
      `🌀 Creating new Worker "${worker}"...`,
    )
  }
  const { secrets } = workers[worker] ?? { secrets: {} }
  secrets[name] = input.trimEnd()
  return ok(...lines, `✨ Success! Uploaded secret ${name}`)
}

// Refuses what Cloudflare would: an id, a queue, a bucket, a secret or a Worker that is not there.
function deploy(account: Account, target: Target, args: readonly string[]): Said {
  const { worker, tables } = target
  const missing = tables.flatMap(({ name, fields }) => {
    const known = {
      d1_databases: account.databases.some(({ uuid }) => uuid === fields.database_id),
      kv_namespaces: account.namespaces.some(({ id }) => id === fields.id),
      r2_buckets: account.buckets.some((one) => one.name === fields.bucket_name),
      'queues.producers': account.queues.some((one) => one.name === fields.queue),
      'queues.consumers': account.queues.some((one) => one.name === fields.queue),
      services: (account.workers[fields.service ?? '']?.deployed ?? 0) > 0,
    }[name]
    return known === false ? [`${name} ${JSON.stringify(fields)}`] : []
  })
  const needsKeys = tables.some(({ name }) => name === 'secrets')
  if (needsKeys && Object.keys(account.workers[worker]?.secrets ?? {}).length < 2) {
    missing.push('secrets')
  }
  if (missing.length > 0) return failed(`Not there: ${missing.join(', ')}`)
  const before = account.workers[worker] ?? { secrets: {}, deployed: 0 }
  const now = { ...before, deployed: before.deployed + 1 }
  account.workers[worker] = now
  const version_id = addVersion(now, args)
  share(now, [[version_id, 100]])
  const said = ok('Total Upload: 732.43 KiB / gzip: 224.56 KiB', `Uploaded ${worker} (0.52 sec)`)
  return { ...said, record: { type: 'deploy', version_id } }
}
