// As much of Cloudflare's HTTP API as the real wrangler asks for while an environment is provisioned: an account in
// memory, whose databases are SQLite, so that migrations run.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

/** An account behind the API. */
export type ApiAccount = {
  readonly id: string
  readonly databases: { uuid: string; name: string; created_at: string; sql: DatabaseSync }[]
  readonly namespaces: { id: string; title: string }[]
  readonly queues: { queue_id: string; queue_name: string; consumers: string[] }[]
  readonly buckets: { name: string; creation_date: string }[]
  readonly workers: Map<string, { secrets: Record<string, string>; uploads: string[] }>
  /** Paths that no part of this answers. */
  readonly unknown: string[]
}

type Reply = { status: number; body: unknown }
type Asked = { method: string; path: string; query: URLSearchParams; text: string }

/** Starts the API on a free port of this computer; `close` ends it. */
export async function startApi(): Promise<{ account: ApiAccount; url: string; server: Server }> {
  const account: ApiAccount = {
    ...{ id: '0123456789abcdef0123456789abcdef', databases: [], namespaces: [], queues: [] },
    ...{ buckets: [], workers: new Map(), unknown: [] },
  }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      const asked = { method: request.method ?? '', path: pathname, query: searchParams, text }
      const { status, body } = reply(account, asked)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { account, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function reply(account: ApiAccount, asked: Asked): Reply {
  const { path } = asked
  const inAccount = `/accounts/${account.id}`
  if (path === '/user') return ok({ id: 'someone', email: 'ops@example.com' })
  if (path === '/user/tokens/verify') return ok({ id: 'token', status: 'active' })
  if (path === '/accounts') return ok([{ id: account.id, name: 'Example' }])
  if (path === '/memberships') return ok([{ account: { id: account.id, name: 'Example' } }])
  const within = path.startsWith(inAccount) ? path.slice(inAccount.length) : ''
  for (const [start, part] of parts) {
    const answer = within.startsWith(start)
      ? part(account, within.slice(start.length), asked)
      : null
    if (answer !== null) return answer
  }
  account.unknown.push(`${asked.method} ${path}`)
  return no(404, 7000, 'No route for that URI')
}

type Part = (account: ApiAccount, path: string, asked: Asked) => Reply | null

const parts: readonly (readonly [string, Part])[] = [
  ['/d1/database', d1],
  ['/storage/kv/namespaces', kv],
  ['/queues', queues],
  ['/r2/buckets', r2],
  ['/workers/scripts/', scripts],
  ['/workers/services/', scripts],
]

function d1({ databases }: ApiAccount, path: string, { method, query, text }: Asked): Reply | null {
  if (path === '' && method === 'GET') {
    const listed = databases.map(({ sql: _, ...one }) => ({ ...one, version: 'production' }))
    return ok(page(listed, query, 10))
  }
  if (path === '') {
    const { name } = JSON.parse(text)
    if (databases.some((one) => one.name === name)) {
      return no(400, 7502, 'Database with name already exists')
    }
    const one = { uuid: crypto.randomUUID(), name, created_at: new Date().toISOString() }
    databases.push({ ...one, sql: new DatabaseSync(':memory:') })
    return ok({ ...one, created_in_region: 'APAC' })
  }
  const [, id, rest] = path.split('/')
  const database = databases.find(({ uuid }) => uuid === id)
  if (database === undefined) return no(404, 7404, `The database ${id} could not be found`)
  if (rest !== 'query') return null
  try {
    return ok([{ results: rowsOf(database.sql, JSON.parse(text).sql), success: true, meta: {} }])
  } catch (error) {
    return no(400, 7500, String(error))
  }
}

function rowsOf(database: DatabaseSync, sql: string): unknown[] {
  if (/^\s*select/i.test(sql)) return database.prepare(sql).all()
  database.exec(sql)
  return []
}

function kv(
  { namespaces }: ApiAccount,
  path: string,
  { method, query, text }: Asked,
): Reply | null {
  if (path !== '') return null
  if (method === 'GET') return ok(page(namespaces, query, 1000))
  const { title } = JSON.parse(text)
  if (namespaces.some((one) => one.title === title)) {
    return no(400, 10014, 'a namespace with this account ID and title already exists')
  }
  const one = { id: crypto.randomUUID().replaceAll('-', ''), title, supports_url_encoding: true }
  namespaces.push(one)
  return ok(one)
}

function queues(account: ApiAccount, path: string, { method, query, text }: Asked): Reply | null {
  const [, id, rest] = path.split('/')
  if (id !== undefined) {
    const queue = account.queues.find((one) => one.queue_id === id)
    if (queue === undefined || rest !== 'consumers') return null
    if (method === 'POST') queue.consumers.push(JSON.parse(text).script_name)
    return ok(method === 'POST' ? {} : queue.consumers)
  }
  if (method === 'GET') {
    const names = query.getAll('name')
    const found = account.queues.filter(
      (one) => names.length === 0 || names.includes(one.queue_name),
    )
    return ok(found.map(shownQueue), { page: 1, per_page: 100, total_pages: 1 })
  }
  const name = JSON.parse(text).queue_name
  if (account.queues.some((one) => one.queue_name === name)) {
    return no(409, 11009, 'Queue name is already taken')
  }
  const queue_id = crypto.randomUUID().replaceAll('-', '')
  const one = { queue_id, queue_name: name, consumers: [] }
  account.queues.push(one)
  return ok(shownQueue(one))
}

function shownQueue({ queue_id, queue_name, consumers }: ApiAccount['queues'][number]) {
  return {
    ...{ queue_id, queue_name, created_on: '', modified_on: '', producers: [] },
    ...{ producers_total_count: 0, consumers_total_count: consumers.length },
    consumers: consumers.map((script) => ({ type: 'worker', script, consumer_id: script })),
  }
}

function r2({ buckets }: ApiAccount, path: string, { method, text }: Asked): Reply | null {
  if (path === '' && method === 'GET') return ok({ buckets })
  if (path !== '') {
    const found = buckets.find(({ name }) => path === `/${name}`)
    return found ? ok(found) : no(404, 10006, 'The specified bucket does not exist.')
  }
  const { name } = JSON.parse(text)
  if (buckets.some((one) => one.name === name)) {
    return no(409, 10004, 'The bucket you tried to create already exists, and you own it.')
  }
  const one = { name, creation_date: '2026-11-22T15:27:31.941Z' }
  buckets.push(one)
  return ok(one)
}

const deployment = {
  ...{ id: 'deployment', created_on: '2026-11-22T15:27:31.941Z', source: 'wrangler' },
  versions: [{ version_id: 'version', percentage: 100 }],
}
const version = { script: { etag: 'etag', handlers: ['fetch'] }, script_runtime: {}, bindings: [] }

// A Worker is made by its first upload; later ones are versions. The upload's metadata names what it is bound to.
function scripts({ workers }: ApiAccount, path: string, { method, text }: Asked): Reply | null {
  const [name = '', rest = ''] = path.split('/')
  const there = workers.get(name)
  if (rest === '' && method === 'PUT') {
    const worker = there ?? { secrets: {}, uploads: [] }
    worker.uploads.push(text)
    workers.set(name, worker)
    return ok({ id: name, startup_time_ms: 12, deployment_id: 'deployment', has_modules: true })
  }
  if (there === undefined) return no(404, 10007, 'This Worker does not exist on your account.')
  const { secrets } = there
  switch (`${method} ${rest}`) {
    case 'GET secrets':
      return ok(Object.keys(secrets).map((one) => ({ name: one, type: 'secret_text' })))
    case 'PUT secrets': {
      const given = JSON.parse(text)
      secrets[given.name] = given.text
      return ok({ name: given.name, type: 'secret_text' })
    }
    case 'POST versions':
      there.uploads.push(text)
      return ok({ id: crypto.randomUUID(), startup_time_ms: 12, metadata: {}, resources: version })
    case 'GET ':
      return ok({ id: name, default_environment: { script: { last_deployed_from: 'wrangler' } } })
    case 'GET deployments':
      return ok({ deployments: [deployment] })
    case 'GET settings':
      return ok({ bindings: [] })
    case 'GET routes':
      return ok([])
    case 'PUT schedules':
    case 'POST deployments':
    case 'PATCH script-settings':
    case 'GET subdomain':
    case 'POST subdomain':
      return ok({ enabled: false, previews_enabled: false, id: 'deployment' })
  }
  return null
}

function page<One>(all: readonly One[], query: URLSearchParams, standard: number): readonly One[] {
  const size = Number(query.get('per_page') ?? standard)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return all.slice(start, start + size)
}

function ok(result: unknown, info: unknown = { page: 1, total_pages: 1 }): Reply {
  return {
    status: 200,
    body: { success: true, errors: [], messages: [], result, result_info: info },
  }
}

function no(status: number, code: number, message: string): Reply {
  const body = { success: false, errors: [{ code, message }], messages: [], result: null }
  return { status, body }
}
