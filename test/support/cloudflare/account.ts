// As much of Cloudflare's HTTP API as provisioning, a release and the pinned wrangler ask for: an account in memory, whose
// databases are SQLite, so that migrations run.
import { DatabaseSync } from 'node:sqlite'

/** An account behind the API. */
export type Account = {
  readonly id: string
  readonly databases: Thing[]
  readonly namespaces: Thing[]
  readonly queues: Thing[]
  readonly buckets: Thing[]
  readonly workers: Map<string, Worker>
  /** The analytics of each version of a Worker, by the Worker's name. */
  readonly figures: Map<string, readonly FiguresRow[]>
  /** The requests that no route answers. */
  readonly unknown: string[]
}

/** An account's resources by name: a database has its SQLite, a queue the names of its consumers. */
type Thing = {
  readonly id: string
  readonly name: string
  readonly consumers: string[]
  readonly sql: DatabaseSync
  /** Of a database: `auto` where it has replicas. */
  replication?: string
}

/** A Worker with its versions and deployments, newest first; a version is known by its tag. */
type Worker = {
  readonly secrets: Record<string, string>
  readonly versions: Version[]
  readonly deployments: { versions: readonly Share[] }[]
}

/** A row of `workersInvocationsAdaptive`; wall times are in microseconds. */
export type FiguresRow = {
  readonly dimensions: { readonly scriptVersion: string }
  readonly sum: { readonly requests: number; readonly errors: number }
  readonly quantiles: { readonly wallTimeP50: number; readonly wallTimeP95: number }
}

type Share = { readonly version_id: string; readonly percentage: number }
type Version = {
  readonly id: string
  readonly metadata: { readonly created_on: string }
  readonly annotations: { readonly 'workers/tag'?: string }
  /** An upload: the program, and its bindings. */
  readonly text: string
}

/** A request, its path behind `/client/v4`, and the answer. */
export type Request = { readonly method: string; readonly path: string; readonly text: string }
export type Reply = { readonly status: number; readonly body: object }

export function emptyAccount(): Account {
  return {
    id: '0123456789abcdef0123456789abcdef',
    databases: [],
    namespaces: [],
    queues: [],
    buckets: [],
    workers: new Map(),
    figures: new Map(),
    unknown: [],
  }
}

/** Answers a request. */
export function replyOf(account: Account, { method, path, text }: Request): Reply {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const place = pathname.replace(`/accounts/${account.id}/`, '')
  for (const [form, answer] of routes) {
    const labels = new RegExp(`^${form}$`).exec(`${method} ${place}`)
    const [, name = '', version = ''] = labels ?? []
    if (labels !== null) return answer({ account, name, version, text, query: searchParams })
  }
  account.unknown.push(`${method} ${path}`)
  return refused(404, 7000, 'No route for that URI')
}

/** Adds a version with a tag, and returns its id. */
export function addVersion(worker: Worker, tag?: string, text = ''): string {
  const id = crypto.randomUUID()
  const metadata = { created_on: new Date(worker.versions.length * 1000).toISOString() }
  const annotations = tag === undefined ? {} : { 'workers/tag': tag }
  worker.versions.unshift({ id, metadata, annotations, text })
  return id
}

/** Gives a Worker's traffic to versions, in percent. */
export function divide(worker: Worker, shares: readonly (readonly [string, number])[]): void {
  const versions = shares.map(([version_id, percentage]) => ({ version_id, percentage }))
  worker.deployments.unshift({ versions })
}

/** Who has the traffic of a Worker, by tag: `older 90, newer 10`. */
export function traffic(account: Account, name: string): string {
  const { versions = [], deployments = [] } = account.workers.get(name) ?? {}
  const shares = (deployments[0]?.versions ?? []).map(({ version_id, percentage }) => {
    const version = versions.find(({ id }) => id === version_id)
    return `${version?.annotations['workers/tag'] ?? 'untagged'} ${percentage}`
  })
  return shares.join(', ')
}

/** A Worker, which is made when there is none of the name. */
export function workerOf({ workers }: Account, name: string): Worker {
  const worker = workers.get(name) ?? { secrets: {}, versions: [], deployments: [] }
  workers.set(name, worker)
  return worker
}

type Call = {
  readonly account: Account
  /** The first part of the path that stands for a name. */
  readonly name: string
  /** The second one. */
  readonly version: string
  readonly query: URLSearchParams
  readonly text: string
}

type Route = readonly [string, (call: Call) => Reply]

/** What an upload of static assets is told to name with the Worker: a JWT, which wrangler reads. */
export const assetsToken = `e30.${btoa('{"exp":4102444800}')}.e30`

const script = 'workers/(?:scripts|services)/([^/]+)'

const routes: readonly Route[] = [
  ['GET /accounts', ({ account: { id } }) => ok([{ id, name: 'Example' }])],
  ['GET /memberships', ({ account: { id } }) => ok([{ account: { id, name: 'Example' } }])],
  ...routesOf('d1/database', 'databases', ({ id, name }) => ({
    uuid: id,
    name,
    version: 'production',
  })),
  ...routesOf('storage/kv/namespaces', 'namespaces', ({ id, name }) => ({ id, title: name })),
  ...routesOf('queues', 'queues', queueView),
  ...routesOf('r2/buckets', 'buckets', ({ name }) => ({ name })),
  ['POST /graphql', readFigures],
  [
    'GET d1/database/([^/]+)',
    ({ account, name }) => ok(replicationOf(byId(account.databases, name))),
  ],
  ['PUT d1/database/([^/]+)', setReplication],
  ['DELETE d1/database/([^/]+)', removeDatabase],
  ['POST d1/database/([^/]+)/query', queryDatabase],
  ['GET d1/database/.+/time_travel/bookmark', () => ok({ bookmark: '00000000-1' })],
  ['GET queues/([^/]+)/consumers', ({ account, name }) => ok(byId(account.queues, name).consumers)],
  ['POST queues/([^/]+)/consumers', addConsumer],
  ['PUT queues/.+/consumers/.+', () => ok({})],
  ['GET r2/buckets/(.+)', ({ account, name }) => ok(byId(account.buckets, name))],
  ['GET workers/subdomain', () => ok({ subdomain: 'example' })],
  ['GET workers/scripts', ({ account }) => ok([...account.workers.keys()].map((id) => ({ id })))],
  [`PUT ${script}`, upload],
  [`POST ${script}/assets-upload-session`, beginAssets],
  ['POST workers/assets/upload', () => ok({ jwt: assetsToken })],
  [`POST ${script}/versions`, upload],
  [
    `GET ${script}`,
    ofWorker(() => ({ default_environment: { script: { last_deployed_from: 'wrangler' } } })),
  ],
  [
    `GET ${script}/secrets`,
    ofWorker(({ secrets }) => Object.keys(secrets).map((name) => ({ name, type: 'secret_text' }))),
  ],
  [`DELETE ${script}`, removeWorker],
  [`PATCH ${script}/secrets-bulk`, setSecrets],
  [`GET ${script}/versions`, ofWorker(({ versions }) => ({ items: versions }))],
  [
    `GET ${script}/versions/(.+)`,
    ofWorker(({ versions }, id) => versions.find((one) => one.id === id)),
  ],
  [`GET ${script}/deployments`, ofWorker(({ deployments }) => ({ deployments }))],
  [`POST ${script}/deployments`, deploy],
  [`GET ${script}/(?:settings|script-settings)`, ofWorker(() => ({ bindings: [] }))],
  [`GET ${script}/routes`, ofWorker(() => [])],
  [`PUT ${script}/schedules`, ofWorker(() => ({}))],
  [`PATCH ${script}/script-settings`, ofWorker(() => ({}))],
  [
    `(?:GET|POST) ${script}/subdomain`,
    ofWorker(() => ({ enabled: false, previews_enabled: false })),
  ],
]

type Kind = 'databases' | 'namespaces' | 'queues' | 'buckets'

// The list of a kind of thing, and the creation of one.
function routesOf(path: string, kind: Kind, view: (thing: Thing) => object): readonly Route[] {
  const list = ({ account, query }: Call) => {
    const names = query.getAll('name')
    const isSought = (name: string) => names.length === 0 || names.some((one) => name.includes(one))
    const all = account[kind].filter(({ name }) => isSought(name))
    return ok(kind === 'buckets' ? { buckets: all.map(view) } : all.map(view))
  }
  const create = ({ account, text }: Call) => {
    const { title, queue_name, name = title ?? queue_name } = JSON.parse(text)
    if (account[kind].some((one) => one.name === name)) return refused(409, 7502, 'already exists')
    const id = kind === 'buckets' ? name : crypto.randomUUID()
    const thing = { id, name, consumers: [], sql: new DatabaseSync(':memory:') }
    account[kind].push(thing)
    return ok(view(thing))
  }
  return [
    [`GET ${path}`, list],
    [`POST ${path}`, create],
  ]
}

function byId(things: readonly Thing[], id: string): Thing {
  const found = things.find((thing) => thing.id === id)
  if (found === undefined) throw new Error(`There is no ${id}.`)
  return found
}

function replicationOf({ id, name, replication = 'disabled' }: Thing) {
  return { uuid: id, name, read_replication: { mode: replication } }
}

function setReplication({ account, name, text }: Call): Reply {
  const database = byId(account.databases, name)
  database.replication = JSON.parse(text).read_replication.mode
  return ok(replicationOf(database))
}

function removeDatabase({ account, name }: Call): Reply {
  account.databases.splice(account.databases.indexOf(byId(account.databases, name)), 1)
  return ok(null)
}

function removeWorker({ account, name }: Call): Reply {
  return account.workers.delete(name) ? ok(null) : noWorker
}

function queryDatabase({ account, name, text }: Call): Reply {
  const database = byId(account.databases, name).sql
  const { sql } = JSON.parse(text)
  try {
    const reads = /^\s*select/i.test(sql)
    const results = reads ? database.prepare(sql).all() : []
    if (!reads) database.exec(sql)
    return ok([{ results, success: true, meta: {} }])
  } catch (error) {
    return refused(400, 7500, String(error))
  }
}

function readFigures({ account, text }: Call): Reply {
  const { variables } = JSON.parse(text)
  const rows = account.figures.get(variables.worker) ?? []
  const accounts = [{ workersInvocationsAdaptive: rows }]
  const body =
    variables.account === account.id
      ? { data: { viewer: { accounts } }, errors: null }
      : { data: null, errors: [{ message: 'not authorized for that account' }] }
  return { status: 200, body }
}

function queueView({ id, name, consumers }: Thing) {
  const all = consumers.map((one) => ({ type: 'worker', script: one, consumer_id: one }))
  const counted = { consumers: all, consumers_total_count: all.length }
  return { queue_id: id, queue_name: name, producers: [], ...counted }
}

function addConsumer({ account, name, text }: Call): Reply {
  byId(account.queues, name).consumers.push(JSON.parse(text).script_name)
  return ok({})
}

// Asks for each file of the manifest, in one bucket.
function beginAssets({ text }: Call): Reply {
  const manifest: Record<string, { hash: string }> = JSON.parse(text).manifest
  return ok({ jwt: assetsToken, buckets: [Object.values(manifest).map(({ hash }) => hash)] })
}

// A Worker is made by its first upload, which gets all traffic; later ones are versions.
function upload({ account, name, text }: Call): Reply {
  const worker = workerOf(account, name)
  const id = addVersion(worker, /"workers\/tag":"(.*?)"/.exec(text)?.[1], text)
  if (worker.deployments.length === 0) divide(worker, [[id, 100]])
  return ok({ id, startup_time_ms: 12, metadata: {}, resources: { script: {}, bindings: [] } })
}

function setSecrets({ account, name, text }: Call): Reply {
  const worker = account.workers.get(name)
  if (worker === undefined) return noWorker
  const given: Record<string, { text: string }> = JSON.parse(text).secrets
  for (const [key, value] of Object.entries(given)) worker.secrets[key] = value.text
  return ok({})
}

function deploy({ account, name, text }: Call): Reply {
  workerOf(account, name).deployments.unshift({ versions: JSON.parse(text).versions })
  return ok({ id: 'deployment' })
}

function ofWorker(read: (worker: Worker, version: string) => unknown) {
  return ({ account, name, version }: Call): Reply => {
    const worker = account.workers.get(name)
    return worker === undefined ? noWorker : ok(read(worker, version))
  }
}

function ok(result: unknown): Reply {
  const result_info = { page: 1, total_pages: 1 }
  return { status: 200, body: { success: true, errors: [], messages: [], result, result_info } }
}

function refused(status: number, code: number, message: string): Reply {
  const errors = [{ code, message }]
  return { status, body: { success: false, errors, messages: [], result: null } }
}

const noWorker = refused(404, 10007, 'This Worker does not exist on your account.')
